// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.table.BucketMerge;
import dev.tidemark.pipelines.table.DeltaTableStore;
import dev.tidemark.pipelines.table.PlanPart;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.pipelines.table.TableSnapshot;
import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.RowBlocks;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.beam.runners.direct.DirectOptions;
import org.apache.beam.runners.direct.DirectRunner;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.PipelineRunner;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.runners.AppliedPTransform;
import org.apache.beam.sdk.runners.PTransformOverride;
import org.apache.beam.sdk.runners.PTransformOverrideFactory;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.util.construction.PTransformReplacements;
import org.apache.beam.sdk.util.construction.ReplacementOutputs;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TupleTag;

/**
 * Runs a graph on the direct runner as if some step had a {@link Defect}: the data files of one
 * table are written again with other rows after the merge, before the gate.
 */
public final class DefectRunner extends PipelineRunner<PipelineResult> {

  /** Which defect, and in which lake. */
  public interface Options extends DirectOptions {

    Defect getDefect();

    void setDefect(Defect defect);

    String getLake();

    void setLake(String root);

    int getBuckets();

    void setBuckets(int buckets);
  }

  private final Options options;

  private DefectRunner(Options options) {
    this.options = options;
  }

  /** What Beam makes a runner with. */
  public static DefectRunner fromOptions(PipelineOptions options) {
    return new DefectRunner(options.as(Options.class));
  }

  @Override
  public PipelineResult run(Pipeline pipeline) {
    Defect defect = options.getDefect();
    TableSpec spec = LakeTables.of(options.getBuckets(), Map.of()).at(defect.table());
    TableSnapshot pinned = DeltaTableStore.in(options.getLake()).pin(spec);
    pipeline.replaceAll(
        List.of(
            PTransformOverride.of(
                step -> step.getFullName().equals("Audit gold"),
                new Before(new WriteAgainFn(defect, spec, pinned, options.getLake())))));
    return DirectRunner.fromOptions(options).run(pipeline);
  }

  /** The gate, behind a step that it does not know of. */
  private static final class Before
      implements PTransformOverrideFactory<
          PCollection<TableChange>,
          PCollection<PlanPart>,
          PTransform<PCollection<TableChange>, PCollection<PlanPart>>> {

    private final WriteAgainFn step;

    Before(WriteAgainFn step) {
      this.step = step;
    }

    @Override
    public PTransformReplacement<PCollection<TableChange>, PCollection<PlanPart>>
        getReplacementTransform(
            AppliedPTransform<
                    PCollection<TableChange>,
                    PCollection<PlanPart>,
                    PTransform<PCollection<TableChange>, PCollection<PlanPart>>>
                applied) {
      PTransform<PCollection<TableChange>, PCollection<PlanPart>> gate = applied.getTransform();
      return PTransformReplacement.of(
          PTransformReplacements.getSingletonMainInput(applied),
          new PTransform<>() {
            @Override
            public PCollection<PlanPart> expand(PCollection<TableChange> changes) {
              return changes
                  .apply("Defect", ParDo.of(step))
                  .setCoder(TableChange.coder())
                  .apply("Gate", gate);
            }
          });
    }

    @Override
    public Map<PCollection<?>, ReplacementOutput> mapOutputs(
        Map<TupleTag<?>, PCollection<?>> outputs, PCollection<PlanPart> replacement) {
      return ReplacementOutputs.singleton(outputs, replacement);
    }
  }

  private static final class WriteAgainFn extends DoFn<TableChange, TableChange> {

    private static final long serialVersionUID = 1L;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Defect defect;
    private final TableSpec spec;
    private final TableSnapshot pinned;
    private final String lakeRoot;

    WriteAgainFn(Defect defect, TableSpec spec, TableSnapshot pinned, String lakeRoot) {
      this.defect = defect;
      this.spec = spec;
      this.pinned = pinned;
      this.lakeRoot = lakeRoot;
    }

    @ProcessElement
    public void writeAgain(@Element TableChange change, OutputReceiver<TableChange> out)
        throws Exception {
      out.output(change.table().equals(spec.path()) && !change.isEmpty() ? broken(change) : change);
    }

    /** The same change, with all rows of the bucket in a new file. */
    private TableChange broken(TableChange change) throws Exception {
      List<Row> rows = new ArrayList<>();
      TableRows.of(spec, pinned.with(List.of(change)), lakeRoot)
          .ofBucket(change.bucket())
          .forEach(row -> rows.add(defect.in(row.toRow())));
      TableChange written =
          BucketMerge.of(
                  spec,
                  TableSnapshot.absent(spec),
                  change.bucket(),
                  lakeRoot,
                  UUID.randomUUID().toString())
              .replaceWith(RowBlocks.of(spec.schema(), rows));
      ObjectNode json = (ObjectNode) JSON.readTree(change.toJson());
      json.set("removed", json.get("planned"));
      json.set("added", JSON.readTree(written.toJson()).get("added"));
      return TableChange.fromJson(json.toString());
    }
  }
}
