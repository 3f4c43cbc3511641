// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.UnpackRows;
import dev.tidemark.transforms.calendar.MonthIndex;
import dev.tidemark.transforms.facts.Section;
import dev.tidemark.transforms.facts.SectionMonths;
import java.util.List;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.coders.VoidCoder;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.PBegin;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;

/**
 * One section month of zeros for every known section, so that one that never reported has a row to
 * be missed by.
 */
final class SeedSections extends PTransform<PBegin, PCollection<Row>> {

  private static final long serialVersionUID = 1L;

  private final ReferenceViews reference;

  SeedSections(ReferenceViews reference) {
    this.reference = reference;
  }

  @Override
  public PCollection<Row> expand(PBegin begin) {
    return begin
        .apply("Once", Create.of((Void) null).withCoder(VoidCoder.of()))
        .apply("Seed", ParDo.of(new SeedFn(reference)).withSideInputs(reference.all()))
        .setCoder(ByteArrayCoder.of())
        .apply("Unpack", UnpackRows.of(SectionMonths.SCHEMA));
  }

  private static final class SeedFn extends DoFn<Void, byte[]> {

    private static final long serialVersionUID = 1L;

    private final ReferenceViews reference;

    SeedFn(ReferenceViews reference) {
      this.reference = reference;
    }

    @ProcessElement
    public void seed(ProcessContext context) {
      SectionMonths months = new SectionMonths();
      for (Section section : reference.read(context).sections()) {
        months.of(
            section.umr(),
            section.sectionNo(),
            section.coverholderId(),
            MonthIndex.of(section.periodFrom()));
      }
      List<byte[]> blocks = months.toBlocks().blocks();
      blocks.forEach(context::output);
    }
  }
}
