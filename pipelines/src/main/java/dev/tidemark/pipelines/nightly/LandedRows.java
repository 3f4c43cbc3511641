// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.landing.LandedFile;
import dev.tidemark.pipelines.landing.LandedTable;
import dev.tidemark.pipelines.parquet.DamagedFileException;
import dev.tidemark.pipelines.parquet.LakeFiles;
import dev.tidemark.pipelines.parquet.ParquetBlockReader;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import java.io.IOException;
import java.util.function.Consumer;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.coders.VarIntCoder;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.Reshuffle;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.hadoop.fs.Path;

/**
 * The row groups of a landed table's files, spread over the workers: exactly those that its
 * manifest names.
 */
final class LandedRows
    extends PTransform<PCollection<LandedTable>, PCollection<KV<String, Integer>>> {

  private static final long serialVersionUID = 1L;

  /** What is landed and not merged yet is still at the source. */
  private static final String REMEDY = "run again, which lands the table anew";

  private final Schema schema;

  private LandedRows(Schema schema) {
    this.schema = schema;
  }

  /** Row groups of a table that was landed with this schema. */
  static LandedRows rowGroups(Schema landed) {
    return new LandedRows(landed);
  }

  @Override
  public PCollection<KV<String, Integer>> expand(PCollection<LandedTable> landed) {
    return landed
        .apply("RowGroups", ParDo.of(new RowGroupsFn(schema)))
        .setCoder(KvCoder.of(StringUtf8Coder.of(), VarIntCoder.of()))
        .apply("Spread", Reshuffle.viaRandomKey());
  }

  /** Hands on the rows of one row group, each until the next is read. */
  static void forEach(KV<String, Integer> rowGroup, RowLayout layout, Consumer<RowView> rows)
      throws IOException {
    RowView view = new RowView(layout);
    try (ParquetBlockReader reader =
        ParquetBlockReader.open(LakeFiles.inputFile(new Path(rowGroup.getKey())), layout)) {
      reader.forEachRow(rowGroup.getValue(), row -> rows.accept(row.show(view)));
    } catch (DamagedFileException damage) {
      throw damage.withRemedy(REMEDY);
    }
  }

  private static final class RowGroupsFn extends DoFn<LandedTable, KV<String, Integer>> {

    private static final long serialVersionUID = 1L;

    private final RowLayout layout;

    RowGroupsFn(Schema schema) {
      layout = RowLayout.of(schema);
    }

    @ProcessElement
    public void split(@Element LandedTable landed, OutputReceiver<KV<String, Integer>> out)
        throws IOException {
      for (LandedFile file : landed.files()) {
        try (ParquetBlockReader reader = file.open(layout)) {
          for (int group = 0; group < reader.rowGroupCount(); group++) {
            out.output(KV.of(file.path(), group));
          }
        } catch (DamagedFileException damage) {
          throw damage.withRemedy(REMEDY);
        }
      }
    }
  }
}
