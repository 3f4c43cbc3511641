// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import dev.tidemark.pipelines.run.Check;
import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.calendar.MonthIndex;
import dev.tidemark.transforms.conform.Conformer;
import dev.tidemark.transforms.conform.KeyText;
import dev.tidemark.transforms.conform.TransactionTable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * From landing to silver, for one table of transactions: no key is lost, doubled or made up, and
 * the raw amounts of the latest images are those of silver.
 *
 * <p>The landing is read twice: for the keys, then for the amounts of each key's latest image.
 */
final class TransactionProof {

  private static final String TIME = "modified_date";
  private static final BigDecimal NO_AMOUNT = new BigDecimal("0.00");

  private final Cut cut;
  private final TransactionTable table;
  private final TableSpec silver;
  private final LandedKeys keys = new LandedKeys();
  private final GroupedSums liveBySection = new GroupedSums();
  private final GroupedSums bySection = new GroupedSums();
  private final List<Check> checks = new ArrayList<>();
  private long goneKeys;
  private long deletedKeys;

  private TransactionProof(Cut cut, TransactionTable table) {
    this.cut = cut;
    this.table = table;
    this.silver = cut.tables().silver(table.tableName());
  }

  /** Reads a table's landing, silver and quarantine. */
  static TransactionProof of(Cut cut, TransactionTable table) {
    TransactionProof proof = new TransactionProof(cut, table);
    proof.prove();
    return proof;
  }

  List<Check> checks() {
    return checks;
  }

  /** Distinct keys ever landed. */
  long landedKeys() {
    return keys.size();
  }

  /** Those of them whose latest image says that the source has the row no more. */
  long goneKeys() {
    return goneKeys;
  }

  /** Keys whose row the source flagged deleted: it may have removed it since. */
  long flaggedKeys() {
    return Math.max(0, deletedKeys - goneKeys);
  }

  /** Silver rows that are not deleted, by section. */
  GroupedSums liveBySection() {
    return liveBySection;
  }

  /** Silver rows, by section. */
  GroupedSums bySection() {
    return bySection;
  }

  /** The columns whose sums must be the same in landing and silver. */
  private static List<String> amounts(TransactionTable table) {
    return switch (table) {
      case RISK -> List.of("sum_insured");
      case PREMIUM -> List.of("gross_premium");
      case CLAIM -> List.of("paid_to_date", "outstanding");
    };
  }

  private void prove() {
    LandedImages landed = cut.landed(table.tableName());
    readLandedKeys(landed);
    Map<String, GroupedSums> stored = readSilver();
    Map<String, GroupedSums> sent = readLandedAmounts(landed);
    sent.forEach(
        (column, sums) ->
            checks.add(
                sums.mustEqual(
                    table.tableName()
                        + ": raw "
                        + column
                        + " of the latest landed images is that of silver, by UMR, section, month"
                        + " and currency",
                    stored.getOrDefault(column, new GroupedSums()))));
  }

  private void readLandedKeys(LandedImages landed) {
    int id = landed.layout().column(table.idColumn());
    int time = landed.layout().column(TIME);
    FutureImages future = new FutureImages(cut, table, landed.layout());
    long[] place = {0};
    landed.forEach(
        future.columns(table.idColumn(), TIME),
        row -> {
          long rank = row.isNull(time) ? LandedKeys.NO_TIME : row.getLong(time);
          keys.add(
              row.getLong(id),
              future.has(row, row.getLong(id)) ? LandedKeys.IN_THE_FUTURE : rank,
              ++place[0]);
        });
  }

  /** Finds the keys of silver and quarantine among those landed; gives silver's amounts. */
  private Map<String, GroupedSums> readSilver() {
    StandingKeys standing = new StandingKeys(table.idColumn());
    RowLayout layout = silver.layout();
    int id = layout.column(table.idColumn());
    int deleted = layout.column("is_deleted");
    Amounts amounts = new Amounts(layout);
    long[] counts = {0, 0, 0};
    cut.rows(silver)
        .only(amounts.columns(table.idColumn(), "is_deleted"))
        .forEach(
            row -> {
              long key = row.getLong(id);
              standing.inSilver(Long.toString(key), keys.find(key, LandedKeys.SILVER));
              counts[row.getBoolean(deleted) ? 1 : 0]++;
              bySection.add(amounts.section(row), 1);
              if (!row.getBoolean(deleted)) {
                liveBySection.add(amounts.section(row), 1);
              }
              amounts.add(row);
            });
    TableRows quarantine = cut.rows(cut.tables().quarantine(table.tableName()));
    int sourceKey = quarantine.layout().column("source_key");
    int reason = quarantine.layout().column("reason");
    quarantine
        .only("source_key", "reason")
        .forEach(
            row -> {
              String key = row.getString(sourceKey);
              standing.inQuarantine(
                  key,
                  keys.find(Long.parseLong(key), LandedKeys.QUARANTINE),
                  row.getString(reason));
              counts[2]++;
            });
    deletedKeys = counts[1];
    for (long lost : keys.lost()) {
      standing.lost(Long.toString(lost));
    }
    checks.add(
        standing.check(
            table.tableName() + ": keys ever landed are silver live, deleted and quarantined",
            keys.size(),
            counts[0] + counts[1] + counts[2],
            counts[0] + " live + " + counts[1] + " deleted + " + counts[2] + " quarantined"));
    return amounts.sums;
  }

  private Map<String, GroupedSums> readLandedAmounts(LandedImages landed) {
    Amounts amounts = new Amounts(landed.layout());
    int id = landed.layout().column(table.idColumn());
    int tombstone = landed.layout().column(Conformer.TOMBSTONE);
    long[] place = {0};
    landed.forEach(
        List.of(amounts.columns(table.idColumn(), Conformer.TOMBSTONE)),
        row -> {
          boolean isLatest = keys.isLatest(row.getLong(id), ++place[0]);
          goneKeys += isLatest && row.getBoolean(tombstone) ? 1 : 0;
          if (isLatest && keys.foundIn(row.getLong(id)) != LandedKeys.QUARANTINE) {
            amounts.add(row);
          }
        });
    return amounts.sums;
  }

  /** Sums of the raw amounts of rows, landed or silver. */
  private final class Amounts {

    private final Map<String, GroupedSums> sums = new LinkedHashMap<>();
    private final RowLayout layout;
    private final int umr;
    private final int sectionNo;
    private final int month;
    private final int currency;

    Amounts(RowLayout layout) {
      this.layout = layout;
      umr = layout.column("umr");
      sectionNo = layout.column("section_no");
      month = layout.column("bordereau_month");
      currency = layout.column("original_currency");
      amounts(table).forEach(column -> sums.put(column, new GroupedSums()));
    }

    /** The columns that are needed, and others. */
    String[] columns(String... others) {
      List<String> columns = new ArrayList<>(List.of(others));
      columns.addAll(List.of("umr", "section_no", "bordereau_month", "original_currency"));
      columns.addAll(sums.keySet());
      return columns.toArray(new String[0]);
    }

    Group section(RowView row) {
      return Group.section(text(row, umr), text(row, sectionNo));
    }

    void add(RowView row) {
      Group group =
          new Group(
              text(row, umr),
              text(row, sectionNo),
              Math.toIntExact(
                  MonthIndex.firstDay(MonthIndex.ofEpochDay(row.getInt(month))).toEpochDay()),
              KeyText.trimmed(row.getStringOrNull(currency)));
      sums.forEach(
          (name, sum) -> {
            int c = layout.column(name);
            sum.add(group, row.isNull(c) ? NO_AMOUNT : row.getDecimal(c));
          });
    }

    /** As silver has it: a key that stands apart by blanks or case alone is the same key. */
    private String text(RowView row, int column) {
      String text = KeyText.upper(row.getStringOrNull(column));
      return text == null ? "" : text;
    }
  }
}
