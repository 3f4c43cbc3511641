// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The reference tables whose changes are kept as history. */
enum ReferenceTable {
  CONTRACT_SECTION("ContractSection", "contract_section", List.of("umr", "section_no")),
  COVERHOLDER("Coverholder", "coverholder", List.of("coverholder_id")),
  BROKER("Broker", "broker", List.of("broker_code"));

  /** The source's update time, by which changes are sequenced. */
  static final String SEQUENCE = "modified_date";

  private final String tableName;
  private final String dimension;
  private final List<String> key;

  ReferenceTable(String tableName, String dimension, List<String> key) {
    this.tableName = tableName;
    this.dimension = dimension;
    this.key = key;
  }

  static Optional<ReferenceTable> named(String tableName) {
    return Arrays.stream(values()).filter(t -> t.tableName.equals(tableName)).findFirst();
  }

  /** The source's name of the table. */
  String tableName() {
    return tableName;
  }

  /** The dimension, as in {@code dim_<dimension>} and in the configuration's trackedColumns. */
  String dimension() {
    return dimension;
  }

  /** The table of the dimension's versions. */
  String historyName() {
    return "dim_" + dimension + "_history";
  }

  /** The key columns in snake_case. */
  List<String> key() {
    return key;
  }

  /** The durable key's column. */
  String keyColumn() {
    return dimension + "_key";
  }

  /** The version key's column. */
  String versionKeyColumn() {
    return dimension + "_version_key";
  }
}
