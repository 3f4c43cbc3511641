// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.keys.DurableKey;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.beam.sdk.values.Row;

/**
 * The dimensions without history, compared with what is stored, so that only what changed is
 * written: contracts and classes of business, which are what their sections say, and days, which
 * are written once.
 */
final class Type1Stages {

  private Type1Stages() {}

  /** What a dimension's rows are made of. */
  private interface Rows extends Serializable {
    List<Row> of(DimensionStage.Sources sources);
  }

  private record Stage(OneBucketTable table, Rows rows) implements DimensionStage {

    @Override
    public String name() {
      return table.spec().path();
    }

    @Override
    public List<TableChange> build(Sources sources) {
      return table.replaceWith(RowBlocks.of(table.spec().schema(), rows.of(sources))).stream()
          .toList();
    }
  }

  private static DimensionStage stage(String path, RunPlan plan, Rows rows) {
    return new Stage(OneBucketTable.of(plan.tables().at(path), plan), rows);
  }

  /** dim_contract: what the sections say; a contract that only facts know is inferred. */
  static DimensionStage contracts(RunPlan plan) {
    return stage(Type1Dimensions.CONTRACT, plan, Type1Stages::contractRows);
  }

  /** dim_class_of_business: a class has the risk codes of the sections that are in it now. */
  static DimensionStage classes(RunPlan plan) {
    return stage(Type1Dimensions.CLASS_OF_BUSINESS, plan, Type1Stages::classRows);
  }

  /** Whether dim_date is to be written: it is not there, or may have been left by half. */
  static boolean needsDays(RunPlan plan) {
    return !plan.pinned(plan.tables().at(Type1Dimensions.DATE)).exists()
        || !plan.rebuild().isEmpty();
  }

  /** dim_date. */
  static DimensionStage days(RunPlan plan) {
    return stage(Type1Dimensions.DATE, plan, sources -> Type1Dimensions.days().toList());
  }

  private static List<Row> contractRows(DimensionStage.Sources sources) {
    Map<String, ContractTerms> contracts = new TreeMap<>();
    for (Row version : sources.versions(ReferenceTable.CONTRACT_SECTION)) {
      contracts.merge(text(version, "umr"), ContractTerms.of(version), ContractTerms::merge);
    }
    for (UnknownParties parties : sources.parties()) {
      contracts.computeIfAbsent(parties.umr(), umr -> ContractTerms.ofFacts());
    }
    return contracts.entrySet().stream()
        .map(contract -> contract.getValue().toRow(contract.getKey()))
        .toList();
  }

  private static List<Row> classRows(DimensionStage.Sources sources) {
    Map<String, TreeSet<String>> codes = new TreeMap<>();
    for (Row version : sources.versions(ReferenceTable.CONTRACT_SECTION)) {
      TreeSet<String> ofClass =
          codes.computeIfAbsent(text(version, "class_of_business"), name -> new TreeSet<>());
      String code = currentRiskCode(version);
      if (!code.isEmpty()) {
        ofClass.add(code);
      }
    }
    return codes.entrySet().stream()
        .map(
            of ->
                Row.withSchema(Type1Dimensions.CLASS_SCHEMA)
                    .attachValues(
                        DurableKey.key(of.getKey()), of.getKey(), String.join(",", of.getValue())))
        .toList();
  }

  /** The empty text for none; a contract need not name the column. */
  private static String currentRiskCode(Row version) {
    if (!version.getSchema().hasField("risk_code")
        || !Boolean.TRUE.equals(version.getBoolean("is_current"))) {
      return "";
    }
    return text(version, "risk_code").strip();
  }

  /** A blank text is one all the same, as it is in the facts. */
  private static String text(Row row, String column) {
    String text = row.getString(column);
    return text == null ? "" : text;
  }
}
