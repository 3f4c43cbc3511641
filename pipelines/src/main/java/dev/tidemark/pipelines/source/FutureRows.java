// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The rows of a table that are later than its source's clock: the key and the mark of each, so that
 * the next run knows which of them were corrected. No order; equal rows are equal.
 *
 * @param images the parts of a row's key, then its mark, as text
 * @param extent whether all of them are listed
 */
public record FutureRows(List<List<String>> images, Extent extent) implements Serializable {

  /** Whether every row is listed. */
  public enum Extent {
    /** Every row is. */
    LISTED,
    /** There are more than {@link #MOST}; the images are their count and key sum. */
    SUMMED
  }

  /** A table without such rows. */
  public static final FutureRows NONE = new FutureRows(List.of(), Extent.LISTED);

  /** Of more rows only a sum is kept. */
  static final int MOST = 10_000;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SUMMED = "summed ";

  public FutureRows {
    images =
        images.stream().map(List::copyOf).sorted(Comparator.comparing(List::toString)).toList();
  }

  static FutureRows listed(List<List<String>> images) {
    return new FutureRows(images, Extent.LISTED);
  }

  static FutureRows summed(Probe probe) {
    return new FutureRows(
        List.of(List.of(Long.toString(probe.rows()), probe.keySum())), Extent.SUMMED);
  }

  /** What {@link #text()} wrote. */
  public static FutureRows parse(String text) {
    boolean isSummed = text.startsWith(SUMMED);
    try {
      return new FutureRows(
          JSON.readValue(
              isSummed ? text.substring(SUMMED.length()) : text,
              new TypeReference<List<List<String>>>() {}),
          isSummed ? Extent.SUMMED : Extent.LISTED);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "the rows later than the clock in etl.watermark.future_rows are unreadable; set the"
              + " column to NULL",
          e);
    }
  }

  /** One line, for the control store. */
  public String text() {
    try {
      return (extent == Extent.SUMMED ? SUMMED : "") + JSON.writeValueAsString(images);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot write keys as JSON", e);
    }
  }

  public boolean isEmpty() {
    return images.isEmpty();
  }

  /** The keys of the listed rows that are not among the later ones: corrected, removed, or due. */
  public List<List<String>> keysGoneIn(FutureRows later) {
    Set<List<String>> still = new HashSet<>();
    later.images.forEach(image -> still.add(key(image)));
    List<List<String>> gone = new ArrayList<>();
    for (List<String> image : images) {
      if (!still.contains(key(image))) {
        gone.add(key(image));
      }
    }
    return gone;
  }

  private static List<String> key(List<String> image) {
    return image.subList(0, image.size() - 1);
  }
}
