// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.testing.Rows;
import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowBlocksBuilder;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.conform.Conformer;
import dev.tidemark.transforms.facts.DistinctTimes;
import dev.tidemark.transforms.facts.ReferenceData;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.values.Row;

/** The tables of a lake in two parts, and reference data for them. */
final class Samples {

  static final LakeTables TABLES = LakeTables.of(2, Map.of());

  /** The versions of a reference table as its history is derived. */
  static Schema versions(ReferenceTable table) {
    Schema changes = TABLES.silver(table.tableName()).schema();
    return Schema.builder()
        .addFields(
            changes.getFields().stream()
                .filter(field -> !field.getName().equals(Conformer.DELETED))
                .toList())
        .addField("valid_from", Columns.TIMESTAMP)
        .addNullableField("valid_to", Columns.TIMESTAMP)
        .addBooleanField("is_current")
        .addBooleanField("is_deleted")
        .build();
  }

  private Samples() {}

  /**
   * Reference data with these versions of sections, brokers 0999, coverholders CH001 and CH002, and
   * a rate of the euro for January 2024 alone.
   */
  static ReferenceData reference(String sectionVersions) {
    Schema coverholders = TABLES.silver("Coverholder").schema();
    Schema brokers = TABLES.silver("Broker").schema();
    Schema rates = TABLES.silver("ExchangeRate").schema();
    Schema sections = versions(ReferenceTable.CONTRACT_SECTION);
    return new ReferenceData()
        .addSections(sections, blocks(sections, sectionVersions))
        .addCoverholders(
            coverholders, blocks(coverholders, "coverholder_id | _batch_id\nCH001 | 1\nCH002 | 1"))
        .addBrokers(brokers, blocks(brokers, "broker_code | _batch_id\n0999 | 1"))
        .addRates(
            rates,
            blocks(
                rates,
                """
                rate_month | currency_code | rate_to_gbp | _batch_id
                2024-01-01 | EUR           | 0.853415    | 1
                """));
  }

  static RowBlocks blocks(Schema schema, String table) {
    return RowBlocks.of(schema, Rows.table(schema, table));
  }

  /** Submission times as a section month keeps them. */
  static String times(String... submitted) {
    DistinctTimes times = new DistinctTimes();
    for (String time : submitted) {
      times.add(RowView.micros(Instant.parse(time)));
    }
    return "0x" + HexFormat.of().formatHex(times.toBytes());
  }

  /** Partial sums by their tables' paths, all of whose marts are made. */
  static AffectedPartials partials(ReferenceData reference, Map<String, RowBlocks> tables) {
    BucketOutcome outcome = new BucketOutcome();
    tables.forEach(outcome::addPartials);
    return new AffectedPartials(outcome, reference, AffectedGroups.of(Map.of()));
  }

  /** What a stage selects of partial sums, and makes of that. */
  static MartRows made(
      MartStage stage, MartStage.Context context, Map<String, RowBlocks> partials) {
    RowBlocksBuilder selected = new RowBlocksBuilder();
    stage.select(partials(context.reference(), partials), selected);
    MartRows made = new MartRows(stage.marts());
    stage.make(selected.build(), context, made);
    return made;
  }

  /** The rows of a mart. */
  static List<Row> rows(MartRows made, String mart) {
    return made.rows(mart).all().toRows(Marts.named(mart).table().layout());
  }
}
