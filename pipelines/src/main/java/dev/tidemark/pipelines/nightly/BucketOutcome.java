// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.transforms.block.RowBlocks;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.coders.BigDecimalCoder;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CustomCoder;
import org.apache.beam.sdk.coders.ListCoder;
import org.apache.beam.sdk.coders.MapCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;

/**
 * What merging one bucket gives: changes to commit, partial sums of transactions and the sections
 * whose changed, images of a reference table, and figures to judge them by.
 */
final class BucketOutcome {

  private final List<TableChange> changes = new ArrayList<>();
  private final Map<String, List<byte[]>> partials = new LinkedHashMap<>();
  private final Map<String, List<byte[]>> touched = new LinkedHashMap<>();
  private final List<byte[]> images = new ArrayList<>();
  private final Map<String, BigDecimal> figures = new LinkedHashMap<>();
  private final Map<String, String> notes = new LinkedHashMap<>();

  void add(TableChange change) {
    changes.add(change);
  }

  /** Adds rows of a table of partial sums, named by its path. */
  void addPartials(String table, RowBlocks rows) {
    if (!rows.blocks().isEmpty()) {
      partials.computeIfAbsent(table, path -> new ArrayList<>()).addAll(rows.blocks());
    }
  }

  /** Adds the sections whose partial sums changed: rows of {@link TouchedSections#SCHEMA}. */
  void addTouched(String table, RowBlocks sections) {
    if (!sections.blocks().isEmpty()) {
      touched.computeIfAbsent(table, path -> new ArrayList<>()).addAll(sections.blocks());
    }
  }

  /** Adds every image of a reference table's keys that is known after the merge. */
  void addImages(RowBlocks rows) {
    images.addAll(rows.blocks());
  }

  void count(String figure, long value) {
    add(figure, BigDecimal.valueOf(value));
  }

  void add(String figure, BigDecimal value) {
    figures.merge(figure, value, BigDecimal::add);
  }

  /** Tells something that no number tells, for instance which key is wrong. */
  void note(String figure, String text) {
    notes.put(figure, text);
  }

  List<TableChange> changes() {
    return changes;
  }

  boolean hasPartials() {
    return !partials.isEmpty();
  }

  List<byte[]> partials(String table) {
    return partials.getOrDefault(table, List.of());
  }

  List<byte[]> touched(String table) {
    return touched.getOrDefault(table, List.of());
  }

  List<byte[]> images() {
    return images;
  }

  Map<String, BigDecimal> figures() {
    return figures;
  }

  Map<String, String> notes() {
    return notes;
  }

  /** Figures and notes as texts. */
  Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>(notes);
    figures.forEach((name, value) -> texts.put(name, value.toPlainString()));
    return texts;
  }

  static Coder<BucketOutcome> coder() {
    return new OutcomeCoder();
  }

  private static final class OutcomeCoder extends CustomCoder<BucketOutcome> {

    private static final long serialVersionUID = 1L;

    private static final Coder<List<TableChange>> CHANGES = ListCoder.of(TableChange.coder());
    private static final Coder<List<byte[]>> BLOCKS = ListCoder.of(ByteArrayCoder.of());
    private static final Coder<Map<String, List<byte[]>>> BY_TABLE =
        MapCoder.of(StringUtf8Coder.of(), BLOCKS);
    private static final Coder<Map<String, BigDecimal>> FIGURES =
        MapCoder.of(StringUtf8Coder.of(), BigDecimalCoder.of());
    private static final Coder<Map<String, String>> NOTES =
        MapCoder.of(StringUtf8Coder.of(), StringUtf8Coder.of());

    @Override
    public void encode(BucketOutcome outcome, OutputStream out) throws IOException {
      CHANGES.encode(outcome.changes, out);
      BY_TABLE.encode(outcome.partials, out);
      BY_TABLE.encode(outcome.touched, out);
      BLOCKS.encode(outcome.images, out);
      FIGURES.encode(outcome.figures, out);
      NOTES.encode(outcome.notes, out);
    }

    @Override
    public BucketOutcome decode(InputStream in) throws IOException {
      BucketOutcome outcome = new BucketOutcome();
      outcome.changes.addAll(CHANGES.decode(in));
      outcome.partials.putAll(BY_TABLE.decode(in));
      outcome.touched.putAll(BY_TABLE.decode(in));
      outcome.images.addAll(BLOCKS.decode(in));
      outcome.figures.putAll(FIGURES.decode(in));
      outcome.notes.putAll(NOTES.decode(in));
      return outcome;
    }
  }
}
