// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.config.ConfigException;
import dev.tidemark.pipelines.run.TidemarkOptions;
import dev.tidemark.pipelines.table.PublishedCut;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which published cut is read: that of a batch, the last that was published by some time, or the
 * latest.
 *
 * @param batchId that was asked for; null if none was
 * @param knownAt the first instant that is too late; null if none was asked for
 * @param asked the option, as it was given
 */
record CutChoice(@Nullable Long batchId, @Nullable Instant knownAt, String asked) {

  /**
   * What the options ask for.
   *
   * @throws ConfigException for one that cannot be read, or for both
   */
  static CutChoice of(TidemarkOptions options) {
    String cut = options.getCut();
    String knownAt = options.getKnownAt();
    if (cut != null && knownAt != null) {
      throw new ConfigException("--cut and --knownAt each choose a cut; leave one of them out");
    }
    return cut != null
        ? new CutChoice(batchId(cut), null, "--cut=" + cut)
        : knownAt != null
            ? new CutChoice(null, tooLate(knownAt), "--knownAt=" + knownAt)
            : new CutChoice(null, null, "");
  }

  private static Long batchId(String text) {
    if (!text.matches("\\d{1,18}")) {
      throw OwnOption.refused("cut", text);
    }
    return Long.valueOf(text);
  }

  /** A day counts to its end, in UTC; an instant is not too late itself. */
  private static Instant tooLate(String text) {
    try {
      return text.indexOf('T') < 0
          ? LocalDate.parse(text).plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant()
          : Instant.parse(text).plusNanos(1);
    } catch (DateTimeException e) {
      throw OwnOption.refused("knownAt", text);
    }
  }

  /** Whether the latest is asked for. */
  boolean isLatest() {
    return batchId == null && knownAt == null;
  }

  /**
   * The cut in a lake that something is published in.
   *
   * @throws ConfigException when there is none, or vacuum took its files
   */
  PublishedCut in(String lakeRoot) {
    List<PublishedCut> cuts = PublishedCut.all(lakeRoot);
    if (cuts.isEmpty()) {
      throw new ConfigException(
          "nothing is published in the lake " + lakeRoot + "; run --pipeline=nightly first");
    }
    Long batch = batchId;
    if (batch != null) {
      return cuts.stream()
          .filter(cut -> cut.batchId() == batch)
          .findFirst()
          .orElseThrow(() -> unknown(lakeRoot, cuts));
    }
    Instant tooLate = knownAt;
    return tooLate == null ? cuts.get(cuts.size() - 1) : knownBefore(tooLate, lakeRoot, cuts);
  }

  private PublishedCut knownBefore(Instant tooLate, String lakeRoot, List<PublishedCut> cuts) {
    Optional<PublishedCut> last =
        PublishedCut.ever(lakeRoot).stream()
            .filter(cut -> cut.publishedAt().isBefore(tooLate))
            .reduce((earlier, later) -> later);
    PublishedCut earliest = cuts.get(0);
    if (last.isEmpty()) {
      throw new ConfigException(
          String.format(
              "%s is before anything was published in the lake %s; the earliest cut is that of"
                  + " batch %d, of %s",
              asked, lakeRoot, earliest.batchId(), earliest.publishedAt()));
    }
    long wanted = last.get().batchId();
    return cuts.stream()
        .filter(cut -> cut.batchId() == wanted)
        .findFirst()
        .orElseThrow(
            () ->
                new ConfigException(
                    String.format(
                        "%s is the cut of batch %d, of %s, which --pipeline=vacuum has let go; the"
                            + " earliest that can be read is that of batch %d, of %s",
                        asked,
                        wanted,
                        last.get().publishedAt(),
                        earliest.batchId(),
                        earliest.publishedAt())));
  }

  private ConfigException unknown(String lakeRoot, List<PublishedCut> cuts) {
    return new ConfigException(
        asked
            + " is not in _published of the lake "
            + lakeRoot
            + "; there are "
            + cuts.stream()
                .map(cut -> Long.toString(cut.batchId()))
                .collect(Collectors.joining(", "))
            + " (--pipeline=vacuum takes those away that are older than its retention)");
  }
}
