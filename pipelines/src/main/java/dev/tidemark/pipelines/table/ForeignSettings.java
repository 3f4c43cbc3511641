// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import io.delta.kernel.types.StructField;
import io.delta.kernel.types.StructType;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Refuses what others may have made of a stored table: settings under which it cannot be written
 * any more, or written by this product so that all others would still read it right.
 */
final class ForeignSettings {

  private static final int READER_VERSION = 1;
  private static final int WRITER_VERSION = 2;
  private static final String CHANGE_DATA_FEED = "delta.enableChangeDataFeed";
  private static final String COLUMN_MAPPING = "delta.columnMapping.mode";
  private static final String INVARIANTS = "delta.invariants";

  /** Properties that ask more of a writer than this one does, and how it reads when they do not. */
  private static final Map<String, String> HARMLESS =
      Map.of(
          CHANGE_DATA_FEED,
          "false",
          COLUMN_MAPPING,
          "none",
          "delta.appendOnly",
          "false",
          "delta.enableDeletionVectors",
          "false");

  private final String table;

  ForeignSettings(String table) {
    this.table = table;
  }

  ForeignSettings requireProtocol(int reader, int writer, Set<String> features) {
    if (reader > READER_VERSION || writer > WRITER_VERSION) {
      String names = features.isEmpty() ? "" : " (" + String.join(", ", sorted(features)) + ")";
      throw refused(
          String.format(
              "it was raised to protocol reader %d / writer %d%s, only %d / %d is written",
              reader, writer, names, READER_VERSION, WRITER_VERSION),
          "drop the features that were added, or move the stored table away so that it is built"
              + " anew");
    }
    return this;
  }

  ForeignSettings requireProperties(Map<String, String> properties) {
    for (String property : sorted(HARMLESS.keySet())) {
      String value = properties.get(property);
      if (value != null && !value.equalsIgnoreCase(HARMLESS.get(property))) {
        throw refused(
            property + " was set to " + value, "set it to " + HARMLESS.get(property) + " again");
      }
    }
    return this;
  }

  ForeignSettings requireColumns(StructType schema, List<String> partitionedBy) {
    if (!partitionedBy.equals(List.of(TableSpec.BUCKET))) {
      throw refused(
          "it is partitioned by "
              + (partitionedBy.isEmpty() ? "nothing" : String.join(", ", partitionedBy))
              + ", not by "
              + TableSpec.BUCKET,
          "restore the version before that, or move the stored table away so that it is built"
              + " anew");
    }
    for (StructField field : schema.fields()) {
      if (field.getMetadata().contains(INVARIANTS)) {
        throw refused(
            "an invariant was set on its column " + field.getName(), "drop the invariant");
      }
    }
    return this;
  }

  private static Set<String> sorted(Set<String> names) {
    return new TreeSet<>(names);
  }

  private TableMismatchException refused(String why, String remedy) {
    return new TableMismatchException("table " + table + ": " + why + "; " + remedy);
  }
}
