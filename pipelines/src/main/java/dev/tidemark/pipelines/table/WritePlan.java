// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VoidCoder;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.FlatMapElements;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.WithKeys;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.TypeDescriptors;
import org.jspecify.annotations.Nullable;

/**
 * The last step of a graph: gathers all changes, parts and figures into the {@link PlanFile} of the
 * batch, also when there are none. Gives the path of the file. One shuffle, to one key, of small
 * elements.
 *
 * <pre>{@code
 * changes.apply(WritePlan.in(lakeRoot).ofBatch(batchId).withFigures(figures))
 * }</pre>
 */
public final class WritePlan extends PTransform<PCollection<TableChange>, PCollection<String>> {

  private static final long serialVersionUID = 1L;
  private static final long NO_BATCH = -1;

  private final String lakeRoot;
  private final long batchId;
  private final transient @Nullable PCollection<KV<String, String>> figures;
  private final transient @Nullable PCollection<PlanPart> parts;

  private WritePlan(
      String lakeRoot,
      long batchId,
      @Nullable PCollection<KV<String, String>> figures,
      @Nullable PCollection<PlanPart> parts) {
    this.lakeRoot = lakeRoot;
    this.batchId = batchId;
    this.figures = figures;
    this.parts = parts;
  }

  /** A plan in a lake. */
  public static WritePlan in(String lakeRoot) {
    return new WritePlan(lakeRoot, NO_BATCH, null, null);
  }

  /** Sets the batch. */
  public WritePlan ofBatch(long id) {
    if (id < 0) {
      throw new IllegalArgumentException("a batch id is 0 or more, not " + id);
    }
    return new WritePlan(lakeRoot, id, figures, parts);
  }

  /** Adds figures, name to decimal or text; a name may occur more than once. */
  public WritePlan withFigures(PCollection<KV<String, String>> named) {
    return new WritePlan(lakeRoot, batchId, named, parts);
  }

  /** Adds parts: changes that come with the figures of their files. */
  public WritePlan withParts(PCollection<PlanPart> audited) {
    return new WritePlan(lakeRoot, batchId, figures, audited);
  }

  @Override
  public PCollection<String> expand(PCollection<TableChange> changes) {
    if (batchId == NO_BATCH) {
      throw new IllegalArgumentException("WritePlan needs a batch: ofBatch");
    }
    PCollectionList<String> lines =
        PCollectionList.of(
                changes.apply(
                    "Changes",
                    MapElements.into(TypeDescriptors.strings()).via(TableChange::toJson)))
            .and(changes.getPipeline().apply("AtLeastOneLine", Create.of("")));
    PCollection<KV<String, String>> named = figures;
    if (named != null) {
      lines =
          lines.and(
              named.apply(
                  "Figures",
                  MapElements.into(TypeDescriptors.strings())
                      .via(figure -> PlanFile.figureLine(figure.getKey(), figure.getValue()))));
    }
    PCollection<PlanPart> together = parts;
    if (together != null) {
      lines =
          lines.and(
              together.apply(
                  "Parts", FlatMapElements.into(TypeDescriptors.strings()).via(PlanPart::lines)));
    }
    return lines
        .apply(Flatten.pCollections())
        .setCoder(StringUtf8Coder.of())
        .apply("ToOne", WithKeys.of((Void) null))
        .setCoder(KvCoder.of(VoidCoder.of(), StringUtf8Coder.of()))
        .apply(GroupByKey.create())
        .apply("Write", ParDo.of(new WriteFn(lakeRoot, batchId)));
  }

  private static final class WriteFn extends DoFn<KV<Void, Iterable<String>>, String> {

    private static final long serialVersionUID = 1L;

    private final String lakeRoot;
    private final long batchId;

    WriteFn(String lakeRoot, long batchId) {
      this.lakeRoot = lakeRoot;
      this.batchId = batchId;
    }

    @ProcessElement
    public void write(@Element KV<Void, Iterable<String>> lines, OutputReceiver<String> out) {
      PlanFile.write(lakeRoot, batchId, lines.getValue());
      out.output(PlanFile.path(lakeRoot, batchId).toString());
    }
  }
}
