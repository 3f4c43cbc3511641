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
          .build(),
      "umr",
      "section_no"),
  /** One coverholder, over all of its sections; null stands for nobody. */
  COVERHOLDER(
      Schema.builder().addNullableStringField("coverholder_key").build(), "coverholder_key"),
  /**
   * A coverholder, year of account and class of business; the latter two are null for sections that
   * are not known.
   */
  ACCOUNT(
      Schema.builder()
          .addNullableStringField("coverholder_key")
          .addNullableInt32Field("year_of_account")
          .addNullableStringField("class_of_business")
          .build(),
      "coverholder_key",
      "year_of_account",
      "class_of_business");

  private final Schema schema;
  private final List<String> columns;

  MartScope(Schema schema, String... columns) {
    this.schema = schema;
    this.columns = List.of(columns);
  }

  /** The columns of a group, its durable key first. A mart has some of them. */
  Schema schema() {
    return schema;
  }

  /** The columns that a group is known by. */
  List<String> columns() {
    return columns;
  }

  /** What a group is known by: the values of {@link #columns()} in a row of {@link #schema()}. */
  List<@Nullable Object> id(Row group) {
    List<@Nullable Object> id = new ArrayList<>();
    columns.forEach(column -> id.add(group.getValue(column)));
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
