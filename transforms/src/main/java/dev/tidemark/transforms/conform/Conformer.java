// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.conform;

import dev.tidemark.transforms.block.ColumnType;
import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import dev.tidemark.transforms.premium.TransactionType;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.Field;
import org.jspecify.annotations.Nullable;

/**
 * Turns landed rows into silver rows: keys trimmed, UMR, section and type upper-cased, the
 * bordereau month its first day, names of people hashed or dropped; everything else as it was sent.
 *
 * <p>Silver columns that start with {@code _} are derived: {@code _batch_id}, and for transactions
 * {@code _version} (the bordereau version, 0 for null) and {@code _nk_type, _nk_month}, the parts
 * of the natural key that stand in for a missing transaction number (null where there is one, so
 * that a null number never matches a number).
 *
 * <p>A table whose source has no flag for deleted rows has one in silver, {@link #DELETED}: true in
 * an image that a comparison of keys landed, because the source has the row no more.
 */
public final class Conformer {

  /** The silver column that flags a deleted row. */
  public static final String DELETED = "is_deleted";

  /** The landed column that is true in the image of a row that is gone from its source. */
  public static final String TOMBSTONE = "_is_deleted";

  /** What a column of people's names is called in silver, behind its own name. */
  public static final String HASH_SUFFIX = "_hash";

  private static final Set<String> UPPER = Set.of("umr", "section_no", "transaction_type");
  private static final Set<String> TRIMMED =
      Set.of(
          "certificate_ref",
          "claim_ref",
          "coverholder_id",
          "broker_code",
          "original_currency",
          "settlement_currency",
          "section_currency",
          "gpi_currency",
          "currency_code",
          "class_of_business",
          "claim_status");
  private static final String MONTH = "bordereau_month";
  private static final int NOT_LANDED = -1;

  private enum Action {
    COPY,
    TRIM,
    UPPER,
    MONTH,
    HASH,
    TOMBSTONE
  }

  private final RowLayout landed;
  private final @Nullable TransactionTable table;
  private final PersonalData personalData;
  private final long batchId;
  private final Action[] actions;
  private final int[] sources;
  private final int[] required;
  private final int landedMonth;
  private final int batchColumn;
  private final RowLayout silver;

  private Conformer(
      Schema landed,
      Schema silver,
      @Nullable TransactionTable table,
      PersonalData personalData,
      long batchId) {
    this.landed = RowLayout.of(landed);
    this.silver = RowLayout.of(silver);
    this.table = table;
    this.personalData = personalData;
    this.batchId = batchId;
    List<Action> plan = new ArrayList<>();
    List<Integer> from = new ArrayList<>();
    for (Field field : silver.getFields()) {
      String name = field.getName();
      if (name.startsWith("_")) {
        break;
      }
      if (this.landed.has(name)) {
        plan.add(actionOf(name, this.silver.type(plan.size())));
        from.add(this.landed.column(name));
      } else if (name.equals(DELETED)) {
        plan.add(Action.TOMBSTONE);
        from.add(this.landed.has(TOMBSTONE) ? this.landed.column(TOMBSTONE) : NOT_LANDED);
      } else {
        plan.add(Action.HASH);
        from.add(this.landed.column(name.substring(0, name.length() - HASH_SUFFIX.length())));
      }
    }
    actions = plan.toArray(new Action[0]);
    sources = from.stream().mapToInt(Integer::intValue).toArray();
    required = table == null ? new int[0] : this.landed.columns(table.requiredKeys());
    landedMonth = table == null ? NOT_LANDED : this.landed.column(MONTH);
    batchColumn = this.silver.column("_batch_id");
  }

  /**
   * A conformer of rows of a landed schema; {@code personalData} belongs to one thread, and so does
   * the conformer.
   */
  public static Conformer of(
      Schema landed,
      Schema silver,
      @Nullable TransactionTable table,
      PersonalData personalData,
      long batchId) {
    return new Conformer(landed, silver, table, personalData, batchId);
  }

  /**
   * The silver schema of a table.
   *
   * @param source the source's columns in snake_case
   * @param personal those that hold names of people: they become {@code <name>_hash}
   * @param table its rules, null for a table that has none
   */
  public static Schema silverSchema(
      Schema source, Set<String> personal, @Nullable TransactionTable table) {
    Schema.Builder silver = Schema.builder();
    for (Field field : source.getFields()) {
      if (personal.contains(field.getName())) {
        silver.addNullableStringField(field.getName() + HASH_SUFFIX);
      } else {
        silver.addField(field);
      }
    }
    silver.addInt64Field("_batch_id");
    if (table != null) {
      silver.addInt32Field("_version");
      if (table.hasTransactionSeq()) {
        silver.addNullableStringField("_nk_type").addNullableField("_nk_month", Columns.DATE);
      }
    }
    return silver.build();
  }

  /** Conforms the row that {@code row} is on into {@code out}, or says why it cannot be. */
  public @Nullable QuarantineReason conform(RowView row, RowWriter out) {
    if (table != null) {
      for (int c : required) {
        if (row.isNull(c)
            || (!KeyText.isTrimmed(row, c) && KeyText.trimmed(row.getString(c)) == null)) {
          return QuarantineReason.NO_KEY;
        }
      }
      if (row.isNull(landedMonth)) {
        return QuarantineReason.NO_KEY;
      }
      if (!table.hasAmount(landed, row)) {
        return QuarantineReason.NO_AMOUNT;
      }
    }
    out.clear();
    for (int c = 0; c < actions.length; c++) {
      conformColumn(row, sources[c], out, c);
    }
    out.setLong(batchColumn, batchId);
    if (table != null) {
      addNaturalKey(row, out, table);
    }
    return null;
  }

  /** A value of a column that holds no name of a person, as silver has it. */
  static @Nullable Object asInSilver(String column, @Nullable Object value) {
    if (value instanceof String text) {
      switch (actionOf(column, ColumnType.STRING)) {
        case TRIM:
          return KeyText.trimmed(text);
        case UPPER:
          return KeyText.upper(text);
        default:
          return text;
      }
    }
    return value instanceof LocalDate day && column.equals(MONTH) ? day.withDayOfMonth(1) : value;
  }

  private void conformColumn(RowView row, int from, RowWriter out, int to) {
    switch (actions[to]) {
      case COPY:
        out.copy(to, row, from);
        break;
      case TRIM:
        if (!row.isNull(from) && KeyText.isTrimmed(row, from)) {
          out.copy(to, row, from);
        } else {
          out.setStringOrNull(to, KeyText.trimmed(row.getStringOrNull(from)));
        }
        break;
      case UPPER:
        if (!row.isNull(from) && KeyText.isUpper(row, from)) {
          out.copy(to, row, from);
        } else {
          out.setStringOrNull(to, KeyText.upper(row.getStringOrNull(from)));
        }
        break;
      case MONTH:
        if (!row.isNull(from)) {
          out.setInt(to, firstOfMonth(row.getInt(from)));
        }
        break;
      case HASH:
        out.setStringOrNull(to, personalData.hash(row.getStringOrNull(from)));
        break;
      case TOMBSTONE:
        out.setBoolean(to, from != NOT_LANDED && row.getBoolean(from));
        break;
    }
  }

  private void addNaturalKey(RowView row, RowWriter out, TransactionTable rules) {
    out.setInt(silver.column("_version"), row.getInt(landed.column("bdx_version")));
    if (rules.hasTransactionSeq() && row.isNull(landed.column("transaction_seq"))) {
      String type = KeyText.upper(row.getStringOrNull(landed.column("transaction_type")));
      out.setStringOrNull(silver.column("_nk_type"), TransactionType.canonical(type));
      out.setInt(silver.column("_nk_month"), firstOfMonth(row.getInt(landed.column(MONTH))));
    }
  }

  private static int firstOfMonth(int epochDay) {
    return epochDay - LocalDate.ofEpochDay(epochDay).getDayOfMonth() + 1;
  }

  /** A table of others may have a column of such a name and another type: it stays as it is. */
  private static Action actionOf(String column, ColumnType type) {
    if (column.equals(MONTH)) {
      return type == ColumnType.DATE ? Action.MONTH : Action.COPY;
    }
    if (type != ColumnType.STRING) {
      return Action.COPY;
    }
    if (UPPER.contains(column)) {
      return Action.UPPER;
    }
    return TRIMMED.contains(column) ? Action.TRIM : Action.COPY;
  }
}
