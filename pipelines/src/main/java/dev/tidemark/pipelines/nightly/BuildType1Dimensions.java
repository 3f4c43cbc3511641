// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.MergeInto;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.keys.DurableKey;
import java.util.Arrays;
import java.util.TreeSet;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.SerializableCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VoidCoder;
import org.apache.beam.sdk.transforms.Combine;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.Filter;
import org.apache.beam.sdk.transforms.FlatMapElements;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TypeDescriptor;
import org.apache.beam.sdk.values.TypeDescriptors;

/**
 * The dimensions without history, compared with what is stored, so that only what changed is
 * written: contracts and classes of business, which are what their sections say, and days, which
 * are written once.
 */
final class BuildType1Dimensions {

  private static final TypeDescriptor<KV<String, ContractTerms>> TERMS =
      TypeDescriptors.kvs(TypeDescriptors.strings(), TypeDescriptor.of(ContractTerms.class));
  private static final KvCoder<String, ContractTerms> TERMS_CODER =
      KvCoder.of(StringUtf8Coder.of(), SerializableCoder.of(ContractTerms.class));
  private static final TypeDescriptor<KV<String, String>> TEXTS =
      TypeDescriptors.kvs(TypeDescriptors.strings(), TypeDescriptors.strings());

  private final RunPlan plan;

  BuildType1Dimensions(RunPlan plan) {
    this.plan = plan;
  }

  /**
   * dim_contract.
   *
   * @param sections every version of every section, with the source's columns
   * @param parties rows of {@link FactParties}: a contract that only they know is inferred
   */
  PCollection<TableChange> contracts(PCollection<Row> sections, PCollection<Row> parties) {
    PCollection<KV<String, ContractTerms>> ofSections =
        sections
            .apply(
                "Terms of sections",
                MapElements.into(TERMS)
                    .via(version -> KV.of(text(version, "umr"), ContractTerms.of(version))))
            .setCoder(TERMS_CODER);
    PCollection<KV<String, ContractTerms>> ofFacts =
        parties
            .apply("Parties with facts", Filter.by(BuildType1Dimensions::hasFacts))
            .apply(
                "Contracts of facts",
                MapElements.into(TERMS)
                    .via(row -> KV.of(text(row, "umr"), ContractTerms.ofFacts())))
            .setCoder(TERMS_CODER);
    return merge(
        Type1Dimensions.CONTRACT,
        PCollectionList.of(ofSections)
            .and(ofFacts)
            .apply("Contract terms", Flatten.pCollections())
            .apply("Merge contract terms", Combine.perKey(new TermsFn()))
            .apply(
                "Contract rows",
                MapElements.into(TypeDescriptors.rows())
                    .via(contract -> contract.getValue().toRow(contract.getKey())))
            .setRowSchema(Type1Dimensions.CONTRACT_SCHEMA));
  }

  /** dim_class_of_business: a class has the risk codes of the sections that are in it now. */
  PCollection<TableChange> classes(PCollection<Row> sections) {
    return merge(
        Type1Dimensions.CLASS_OF_BUSINESS,
        sections
            .apply(
                "Risk codes of sections",
                MapElements.into(TEXTS)
                    .via(v -> KV.of(text(v, "class_of_business"), currentRiskCode(v))))
            .setCoder(KvCoder.of(StringUtf8Coder.of(), StringUtf8Coder.of()))
            .apply("Merge risk codes", Combine.perKey(new RiskCodesFn()))
            .apply(
                "Class rows",
                MapElements.into(TypeDescriptors.rows())
                    .via(
                        row ->
                            Row.withSchema(Type1Dimensions.CLASS_SCHEMA)
                                .attachValues(
                                    DurableKey.key(row.getKey()), row.getKey(), row.getValue())))
            .setRowSchema(Type1Dimensions.CLASS_SCHEMA));
  }

  /** Whether dim_date is to be written: it is not there, or may have been left by half. */
  boolean needsDays() {
    return !plan.pinned(plan.tables().at(Type1Dimensions.DATE)).exists()
        || !plan.rebuild().isEmpty();
  }

  /** dim_date. */
  PCollection<TableChange> days(Pipeline pipeline) {
    return merge(
        Type1Dimensions.DATE,
        pipeline
            .apply("Calendar", Create.of((Void) null).withCoder(VoidCoder.of()))
            .apply(
                "Days",
                FlatMapElements.into(TypeDescriptors.rows())
                    .via(once -> Type1Dimensions.days().toList()))
            .setRowSchema(Type1Dimensions.DATE_SCHEMA));
  }

  private PCollection<TableChange> merge(String path, PCollection<Row> rows) {
    TableSpec spec = plan.tables().at(path);
    return rows.apply(
        "Merge " + path,
        MergeInto.table(spec).at(plan.pinned(spec)).inLake(plan.lakeRoot()).replacing());
  }

  private static boolean hasFacts(Row parties) {
    Long facts = parties.getInt64("fact_rows");
    return facts != null && facts > 0;
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

  private static final class TermsFn extends Combine.BinaryCombineFn<ContractTerms> {
    private static final long serialVersionUID = 1L;

    @Override
    public ContractTerms apply(ContractTerms left, ContractTerms right) {
      return left.merge(right);
    }
  }

  /** Joins lists of risk codes: sorted, each once, separated by commas. */
  private static final class RiskCodesFn extends Combine.BinaryCombineFn<String> {
    private static final long serialVersionUID = 1L;

    @Override
    public String apply(String left, String right) {
      TreeSet<String> codes = new TreeSet<>(Arrays.asList((left + "," + right).split(",", -1)));
      codes.remove("");
      return String.join(",", codes);
    }
  }
}
