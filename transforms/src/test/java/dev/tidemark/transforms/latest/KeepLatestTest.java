// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.latest;

import static dev.tidemark.testing.MetricMatchers.hasCounter;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.testing.PipelineExtension;
import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.Order;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.testing.PAssert;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class KeepLatestTest {

  private static final Schema SCHEMA =
      Schema.builder()
          .addField("umr", FieldType.STRING)
          .addField("section_no", FieldType.STRING)
          .addField("certificate_ref", FieldType.STRING)
          .addField("transaction_type", FieldType.STRING)
          .addField("bordereau_month", Columns.DATE)
          .addNullableField("gross_premium", Columns.MONEY)
          .addNullableField("submitted_at", Columns.TIMESTAMP)
          .addNullableField("bdx_version", FieldType.INT32)
          .build();

  private static final KeepLatest LATEST =
      KeepLatest.perKey(
              "umr", "section_no", "certificate_ref", "transaction_type", "bordereau_month")
          .orderedBy(Order.desc("submitted_at"), Order.desc("bdx_version"));

  private static final Row RESENT =
      s1("CERT-1001", "NEW", "2024-01-01", "1250.00", "2024-02-12", 2);

  /** The bordereaux of the worked example, without CERT-1001 as first sent. */
  private static final List<Row> LATEST_ROWS =
      List.of(
          RESENT,
          s1("CERT-1002", "NEW", "2024-01-01", "800.00", "2024-02-05", 1),
          s1("CERT-1003", "NEW", "2024-02-01", "2000.00", "2024-03-04", 1),
          s1("CERT-1001", "MTA", "2024-02-01", "150.00", "2024-03-04", 1),
          s2("CERT-2001", "2024-01-01", "5000.00", "2024-02-20"),
          s2("CERT-2002", "2024-03-01", "3000.00", "2024-04-08"));

  private static final Row FIRST_SENT =
      s1("CERT-1001", "NEW", "2024-01-01", "1200.00", "2024-02-05", 1);

  @RegisterExtension final PipelineExtension pipeline = PipelineExtension.create();

  @Test
  void cert1001AsItWasSentAgainSupersedesItAsItWasFirstSent() {
    PCollection<Row> latest = apply(LATEST, with(LATEST_ROWS, FIRST_SENT));

    assertThat(latest.getSchema(), equalTo(SCHEMA));
    PAssert.that(latest).containsInAnyOrder(LATEST_ROWS);
    PipelineResult result = pipeline.run();
    assertThat(result, hasCounter(KeepLatest.class, KeepLatest.ROWS_IN, 7));
    assertThat(result, hasCounter(KeepLatest.class, KeepLatest.ROWS_KEPT, 6));
    assertThat(result, hasCounter(KeepLatest.class, KeepLatest.ROWS_SUPERSEDED, 1));
  }

  @Test
  void aRowWithoutATimestampNeverWinsAndNullAmountsAreKept() {
    Row unsent = s1("CERT-1002", "NEW", "2024-01-01", "1.00", null, 9);
    Row noAmount = s1("CERT-1003", "NEW", "2024-02-01", null, "2024-05-01", null);
    List<Row> expected = new ArrayList<>(LATEST_ROWS);
    expected.set(2, noAmount);

    PAssert.that(apply(LATEST.into(1), with(LATEST_ROWS, unsent, noAmount)))
        .containsInAnyOrder(expected);
    pipeline.run();
  }

  @Test
  void anyArrivalOrderKeepsTheSameOfRowsThatTie() {
    Row tie = s1("CERT-1001", "NEW", "2024-01-01", "1249.99", "2024-02-12", 2);
    List<Row> kept = List.of(tie);
    for (int shuffle = 0; shuffle < 2; shuffle++) {
      List<Row> rows = new ArrayList<>(List.of(RESENT, tie, FIRST_SENT));
      Collections.shuffle(rows, new Random(shuffle));
      PAssert.that(
              pipeline
                  .apply("Create " + shuffle, Create.of(rows).withRowSchema(SCHEMA))
                  .apply("Latest " + shuffle, LATEST.into(1)))
          .containsInAnyOrder(kept);
    }
    pipeline.run();
  }

  @Test
  void nothingInIsNothingOutWithItsSchema() {
    PCollection<Row> latest = pipeline.apply(Create.empty(SCHEMA)).apply(LATEST);

    assertThat(latest.getSchema(), equalTo(SCHEMA));
    PAssert.that(latest).empty();
    pipeline.run();
  }

  @Test
  void aMissingKeyFailsAtOnce() {
    assertThat(
        assertThrows(IllegalArgumentException.class, KeepLatest::perKey).getMessage(),
        is("KeepLatest has no key: name at least one column in perKey(...)."));
  }

  @Test
  void aMissingOrderFailsWhileTheGraphIsBuilt() {
    assertThat(
        refusal(KeepLatest.perKey("umr")),
        is("KeepLatest per [umr] has no order: say which row is the latest in orderedBy(...)."));
  }

  @Test
  void unknownColumnsFailWhileTheGraphIsBuilt() {
    assertThat(
        refusal(KeepLatest.perKey("policy").orderedBy(Order.desc("submitted_at"))),
        containsString("no column policy among [umr, "));
    assertThat(
        refusal(KeepLatest.perKey("umr").orderedBy(Order.desc("sent_at"))),
        containsString("no column sent_at among [umr, "));
    assertThrows(IllegalArgumentException.class, () -> LATEST.into(0));
  }

  private @Nullable String refusal(KeepLatest latest) {
    PCollection<Row> rows = Pipeline.create().apply(Create.empty(SCHEMA));
    return assertThrows(IllegalArgumentException.class, () -> rows.apply(latest)).getMessage();
  }

  private PCollection<Row> apply(KeepLatest latest, List<Row> rows) {
    return pipeline.apply(Create.of(rows).withRowSchema(SCHEMA)).apply(latest);
  }

  private static List<Row> with(List<Row> rows, Row... more) {
    List<Row> all = new ArrayList<>(List.of(more));
    all.addAll(rows);
    return all;
  }

  private static Row s1(
      String certificate,
      String type,
      String month,
      @Nullable String gross,
      @Nullable String sent,
      @Nullable Integer version) {
    return row("B0999CH001", "S1", certificate, type, month, gross, sent, version);
  }

  private static Row s2(String certificate, String month, String gross, String sent) {
    return row("B0999CH002", "S2", certificate, "NEW", month, gross, sent, 1);
  }

  private static Row row(
      String umr,
      String section,
      String certificate,
      String type,
      String month,
      @Nullable String gross,
      @Nullable String sent,
      @Nullable Integer version) {
    return Row.withSchema(SCHEMA)
        .addValues(
            Arrays.asList(
                umr,
                section,
                certificate,
                type,
                LocalDate.parse(month),
                gross == null ? null : new BigDecimal(gross),
                sent == null ? null : Instant.parse(sent + "T00:00:00Z"),
                version))
        .build();
  }
}
