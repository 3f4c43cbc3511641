// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import java.util.ArrayList;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * By what a mart is made again: all rows of one of these groups are a function of its partial sums
 * and of reference data.
 */
enum MartScope {
  /** One contract section. */
  SECTION(
      Schema.builder()
          .addStringField("contract_section_key")
          .addStringField("umr")
          .addStringField("section_no")
          .build()),
  /** One coverholder, over all of its sections; null stands for nobody. */
  COVERHOLDER(
      Schema.builder()
          .addNullableStringField("coverholder_key")
          .addNullableStringField("coverholder_id")
          .build()),
  /**
   * A coverholder, year of account and class of business; the latter two are null for sections that
   * are not known.
   */
  ACCOUNT(
      Schema.builder()
          .addNullableStringField("coverholder_key")
          .addNullableStringField("coverholder_id")
          .addNullableInt32Field("year_of_account")
          .addNullableStringField("class_of_business")
          .build());

  private final Schema schema;

  MartScope(Schema schema) {
    this.schema = schema;
  }

  /** The columns of a group: its durable key, then what it is known by. A mart has some of them. */
  Schema schema() {
    return schema;
  }

  /** The columns that a group is known by. */
  List<String> columns() {
    return schema.getFieldNames().subList(1, schema.getFieldCount());
  }

  /** What a group is known by: the values of a row of {@link #schema()} after its key. */
  List<@Nullable Object> id(Row group) {
    List<@Nullable Object> id = new ArrayList<>();
    for (int c = 1; c < schema.getFieldCount(); c++) {
      id.add(group.getValue(c));
    }
    return id;
  }

  /** In words, for figures. */
  String plural() {
    return switch (this) {
      case SECTION -> "sections";
      case COVERHOLDER -> "coverholders";
      case ACCOUNT -> "accounts";
    };
  }
}
