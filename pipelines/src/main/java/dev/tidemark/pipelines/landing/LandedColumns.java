// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.landing;

import dev.tidemark.transforms.block.ColumnType;
import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;

/** A schema as a manifest writes it, one name and type per column, and back. */
final class LandedColumns {
  private static final Pattern DECIMAL = Pattern.compile("DECIMAL\\((\\d+),(\\d+)\\)");

  private LandedColumns() {}

  static List<LandingManifest.Column> of(Schema schema) {
    RowLayout layout = RowLayout.of(schema);
    List<LandingManifest.Column> columns = new ArrayList<>();
    for (int c = 0; c < layout.size(); c++) {
      String type =
          switch (layout.type(c)) {
            case DECIMAL, BIG_DECIMAL ->
                "DECIMAL(" + layout.precision(c) + "," + layout.scale(c) + ")";
            default -> layout.type(c).name();
          };
      columns.add(
          new LandingManifest.Column(
              layout.name(c), type, schema.getField(c).getType().getNullable()));
    }
    return columns;
  }

  static Schema schema(List<LandingManifest.Column> columns) {
    Schema.Builder schema = Schema.builder();
    for (LandingManifest.Column column : columns) {
      schema.addField(column.name(), fieldType(column).withNullable(column.nullable()));
    }
    return schema.build();
  }

  private static FieldType fieldType(LandingManifest.Column column) {
    Matcher decimal = DECIMAL.matcher(column.type());
    if (decimal.matches()) {
      return Columns.decimal(
          Integer.parseInt(decimal.group(1)), Integer.parseInt(decimal.group(2)));
    }
    return switch (ColumnType.valueOf(column.type())) {
      case BOOLEAN -> FieldType.BOOLEAN;
      case INT32 -> FieldType.INT32;
      case INT64 -> FieldType.INT64;
      case DOUBLE -> FieldType.DOUBLE;
      case STRING -> FieldType.STRING;
      case BYTES -> FieldType.BYTES;
      case DATE -> Columns.DATE;
      case TIMESTAMP -> Columns.TIMESTAMP;
      case DECIMAL, BIG_DECIMAL ->
          throw new IllegalArgumentException(
              "column " + column.name() + " is a decimal without digits");
    };
  }
}
