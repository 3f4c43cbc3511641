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
    long[] place = {0};
    landed.forEach(
        List.of(table.idColumn(), TIME),
        row ->
            keys.add(
                row.getLong(id),
                row.isNull(time) ? Long.MIN_VALUE : row.getLong(time),
                ++place[0]));
  }

  /** Finds the keys of silver and quarantine among those landed; gives silver's amounts. */
  private Map<String, GroupedSums> readSilver() {
    Found found = new Found();
    RowLayout layout = silver.layout();
    int id = layout.column(table.idColumn());
    int deleted = layout.column("is_deleted");
    Amounts amounts = new Amounts(layout);
    long[] counts = {0, 0, 0};
    cut.rows(silver)
        .only(amounts.columns(table.idColumn(), "is_deleted"))
        .forEach(
            row -> {
              found.in(LandedKeys.SILVER, row.getLong(id));
              counts[row.getBoolean(deleted) ? 1 : 0]++;
              if (!row.getBoolean(deleted)) {
                liveBySection.add(amounts.section(row), 1);
              }
              amounts.add(row);
            });
    TableRows quarantine = cut.rows(cut.tables().quarantine(table.tableName()));
    int sourceKey = quarantine.layout().column("source_key");
    quarantine
        .only("source_key")
        .forEach(
            row -> {
              found.in(LandedKeys.QUARANTINE, Long.parseLong(row.getString(sourceKey)));
              counts[2]++;
            });
    deletedKeys = counts[1];
    checks.add(found.check(counts[0], counts[1], counts[2]));
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

  /** Where the landed keys stand now, and the first that does not stand where it should. */
  private final class Found {

    private final Checks.Exceptions wrong = new Checks.Exceptions("");

    void in(int place, long key) {
      int before = keys.find(key, place);
      String what = table.idColumn() + " " + key;
      String here = place == LandedKeys.SILVER ? "silver" : "quarantine";
      if (before < 0) {
        wrong.add(what + " is in " + here + " and was never landed");
      } else if (before != 0) {
        wrong.add(
            what
                + ((before & place) != 0
                    ? " is in " + here + " twice"
                    : " is in silver and in quarantine"));
      }
    }

    Check check(long live, long deleted, long quarantined) {
      for (long lost : keys.lost()) {
        wrong.add(table.idColumn() + " " + lost + " was landed and is in neither");
      }
      Check exceptions = wrong.check();
      String right =
          (live + deleted + quarantined)
              + " ("
              + live
              + " live + "
              + deleted
              + " deleted + "
              + quarantined
              + " quarantined)";
      if (!exceptions.holds()) {
        right += ", wrong are " + exceptions.left();
      }
      return new Check(
          table.tableName() + ": keys ever landed are silver live, deleted and quarantined",
          Long.toString(keys.size()),
          right,
          exceptions.holds() && keys.size() == live + deleted + quarantined);
    }
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
