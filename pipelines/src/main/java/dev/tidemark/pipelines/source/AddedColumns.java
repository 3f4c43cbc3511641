// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import dev.tidemark.pipelines.source.SqlType.Kind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.jspecify.annotations.Nullable;

/**
 * Decides what becomes of a column that no contract names: it is read as the type that it has at
 * the source, or, once it is stored, as the type that it is stored as. One that cannot be kept
 * exactly so is left out, and a sentence says why.
 */
final class AddedColumns {

  /** What every reader and file format of the lake takes for the name of a column. */
  private static final Pattern LANDED_NAME = Pattern.compile("[a-z][a-z0-9_]*");

  private final Map<String, ContractColumn> stored = new HashMap<>();
  private final Set<String> taken = new HashSet<>();

  AddedColumns(TableContract contract) {
    contract
        .added()
        .forEach(column -> stored.put(ColumnNames.normalised(column.sourceName()), column));
    contract.columns().stream()
        .filter(ContractColumn::personal)
        .forEach(column -> taken.add(column.name() + "_hash"));
  }

  /** What to read a column as, or why it is left out. */
  record Decision(@Nullable SourceColumn column, @Nullable String leftOut) {

    static Decision leaveOut(String why) {
      return new Decision(null, why);
    }
  }

  /**
   * Decides on one column of the source.
   *
   * @param kind its sort of value, null for one that cannot be read exactly
   * @param type what it lands as when nobody says otherwise, null for one that cannot be kept
   */
  Decision decide(
      String sourceName, NativeType source, @Nullable Kind kind, @Nullable SqlType type) {
    String name = ColumnNames.snakeCase(sourceName);
    if (!LANDED_NAME.matcher(name).matches() || taken.contains(name)) {
      return Decision.leaveOut(
          "column "
              + sourceName
              + " is not in its contract and cannot be kept under this name; it is left out: read a"
              + " view that gives it a name of letters and digits");
    }
    if (kind == null || type == null) {
      return Decision.leaveOut(
          "column "
              + sourceName
              + " is not in its contract and its type "
              + source.name()
              + " cannot be kept exactly; it is left out: read a view that casts it to text or to a"
              + " decimal of declared precision");
    }
    ContractColumn known = stored.get(ColumnNames.normalised(sourceName));
    if (known == null) {
      return new Decision(
          new SourceColumn(
              new ContractColumn(sourceName, type, true, false), sourceName, kind, source),
          null);
    }
    if (!holds(known.type(), type)) {
      return Decision.leaveOut(
          "column "
              + sourceName
              + " is "
              + type
              + " at the source, but was stored as "
              + known.type()
              + " when it was new; it is left out: read a view that casts it");
    }
    SqlType readAs = known.type().fieldType().equals(type.fieldType()) ? type : known.type();
    return new Decision(
        new SourceColumn(
            new ContractColumn(known.sourceName(), readAs, true, false), sourceName, kind, source),
        null);
  }

  /** Whether every value of a type at the source fits what is stored. */
  private static boolean holds(SqlType stored, SqlType found) {
    FieldType storedType = stored.fieldType();
    if (storedType.equals(found.fieldType())) {
      return true;
    }
    if (stored.kind() == Kind.DECIMAL && found.kind() == Kind.DECIMAL) {
      return found.scale() <= stored.scale()
          && found.precision() - found.scale() <= stored.precision() - stored.scale();
    }
    return stored.kind() == Kind.BIG_INTEGER
        && List.of(Kind.SMALL_INTEGER, Kind.INTEGER).contains(found.kind());
  }
}
