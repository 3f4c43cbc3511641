// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import dev.tidemark.pipelines.run.Check;
import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.calendar.MonthIndex;
import dev.tidemark.transforms.conform.TransactionTable;
import dev.tidemark.transforms.facts.DistinctTimes;
import dev.tidemark.transforms.keys.DurableKey;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * From the premium rows of silver and quarantine to bordereau_timeliness: every month that somebody
 * sent has a row, which says how often it was sent, when first and last, and which month was sent
 * before it; and no other month has one.
 */
final class TimelinessProof {

  private static final String MART = "mart/bordereau_timeliness";
  private static final String TABLE = TransactionTable.PREMIUM.tableName();

  private final Cut cut;

  /** The coverholders of the sections that somebody described. */
  private final Map<Group, @Nullable String> coverholders = new HashMap<>();

  private final Map<Sender, TreeMap<Integer, DistinctTimes>> sent = new HashMap<>();
  private final DurableKey keys = new DurableKey();

  private TimelinessProof(Cut cut) {
    this.cut = cut;
  }

  /** Reads versions and mart; a cut from before there was the mart has nothing to prove. */
  static List<Check> of(Cut cut) {
    if (!cut.has(cut.tables().at(MART))) {
      return List.of();
    }
    TimelinessProof proof = new TimelinessProof(cut);
    proof.readSections();
    proof.readSent(cut.rows(cut.tables().silver(TABLE)), "");
    proof.readSent(cut.rows(cut.tables().quarantine(TABLE)), "_");
    return List.of(
        Checks.same(
            "premium: months of bordereau_timeliness that are not those of silver and quarantine",
            proof.sent(),
            proof.found()));
  }

  private void readSections() {
    TableRows sections = cut.rows(cut.tables().at("gold/dim_contract_section"));
    RowLayout layout = sections.layout();
    int umr = layout.column("umr");
    int sectionNo = layout.column("section_no");
    int coverholder = layout.column("coverholder_key");
    int inferred = layout.column("is_inferred");
    sections
        .only("umr", "section_no", "coverholder_key", "is_inferred")
        .forEach(
            row -> {
              if (!row.getBoolean(inferred)) {
                coverholders.put(
                    Group.section(row.getString(umr), row.getString(sectionNo)),
                    row.getStringOrNull(coverholder));
              }
            });
  }

  /** Reads what was sent and not withdrawn, as far as it says of which section and month it is. */
  private void readSent(TableRows versions, String prefix) {
    RowLayout layout = versions.layout();
    int umr = layout.column(prefix + "umr");
    int sectionNo = layout.column(prefix + "section_no");
    int coverholder = layout.column(prefix + "coverholder_id");
    int month = layout.column(prefix + "bordereau_month");
    int submittedAt = layout.column(prefix + "submitted_at");
    int deleted = layout.column(prefix + "is_deleted");
    versions
        .only(
            prefix + "umr",
            prefix + "section_no",
            prefix + "coverholder_id",
            prefix + "bordereau_month",
            prefix + "submitted_at",
            prefix + "is_deleted")
        .forEach(
            row -> {
              if (row.getBoolean(deleted)
                  || row.isNull(umr)
                  || row.isNull(sectionNo)
                  || row.isNull(month)) {
                return;
              }
              Group section = Group.section(row.getString(umr), row.getString(sectionNo));
              DistinctTimes times =
                  sent.computeIfAbsent(
                          new Sender(
                              section, coverholder(section, row.getStringOrNull(coverholder))),
                          sender -> new TreeMap<>())
                      .computeIfAbsent(row.getInt(month), m -> new DistinctTimes());
              if (!row.isNull(submittedAt)) {
                times.add(row.getLong(submittedAt));
              }
            });
  }

  /** The section's, whoever a row names; of a section that nobody described, whom it names. */
  private @Nullable String coverholder(Group section, @Nullable String named) {
    if (coverholders.containsKey(section)) {
      return coverholders.get(section);
    }
    return named == null ? null : keys.of(named);
  }

  private Map<SentMonth, String> sent() {
    Map<SentMonth, String> rows = new HashMap<>();
    sent.forEach(
        (sender, months) -> {
          Integer before = null;
          for (Map.Entry<Integer, DistinctTimes> month : months.entrySet()) {
            DistinctTimes times = month.getValue();
            boolean isDated = times.count() > 0;
            rows.put(
                sender.month(month.getKey()),
                figures(
                    times.count(),
                    isDated ? day(times.first()) : null,
                    isDated ? day(times.last()) : null,
                    before == null ? null : LocalDate.ofEpochDay(before),
                    before == null
                        ? null
                        : MonthIndex.ofEpochDay(month.getKey()) - MonthIndex.ofEpochDay(before)));
            before = month.getKey();
          }
        });
    return rows;
  }

  private Map<SentMonth, String> found() {
    TableRows mart = cut.rows(cut.tables().at(MART));
    RowLayout layout = mart.layout();
    SentMonth.Columns month = new SentMonth.Columns(layout);
    Map<SentMonth, String> rows = new HashMap<>();
    mart.forEach(
        row ->
            rows.put(
                month.of(row),
                figures(
                    row.getLong(layout.column("submission_count")),
                    row.getValue(layout.column("first_submitted")),
                    row.getValue(layout.column("last_submitted")),
                    row.getValue(layout.column("prev_month_submitted")),
                    row.getValue(layout.column("months_since_prev")))));
    return rows;
  }

  private static String figures(
      long count,
      @Nullable Object first,
      @Nullable Object last,
      @Nullable Object before,
      @Nullable Object monthsSince) {
    return "sent %d times, first %s, last %s, before it %s, months since %s"
        .formatted(count, first, last, before, monthsSince);
  }

  private static LocalDate day(long time) {
    return LocalDate.ofInstant(RowView.instant(time), ZoneOffset.UTC);
  }

  /** Who sends the bordereaux of a section. */
  private record Sender(Group section, @Nullable String coverholderKey) {

    SentMonth month(int firstDay) {
      return new SentMonth(Group.on(section.umr(), section.sectionNo(), firstDay), coverholderKey);
    }
  }
}
