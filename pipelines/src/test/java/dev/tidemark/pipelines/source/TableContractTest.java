// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableContractTest {
  private final Path folder;

  TableContractTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void everyBundledContractCanBeLandedAndPacked() {
    for (String name : TableContract.bundledNames()) {
      TableContract contract = TableContract.bundled(name);
      assertThat(contract.table(), is(name));
      assertThat(RowLayout.of(contract.landingSchema()).size(), is(contract.columns().size() + 5));
    }
  }

  @Test
  void theEightTablesOfTheSpecificationHaveTheirKeysAndWatermarks() {
    assertThat(
        TableContract.bundled("PremiumTransaction").key(), contains("premium_transaction_id"));
    assertThat(TableContract.bundled("ContractSection").key(), contains("umr", "section_no"));
    assertThat(
        TableContract.bundled("BusinessPlan").key(),
        contains("class_of_business", "year_of_account"));
    assertThat(
        TableContract.bundled("ExchangeRate").key(), contains("rate_month", "currency_code"));
    assertThat(TableContract.bundled("ClaimTransaction").watermark(), is("modified_date"));
    assertThat(TableContract.bundled("BusinessPlan").watermark(), is(nullValue()));
    assertThat(TableContract.bundled("ExchangeRate").watermark(), is(nullValue()));
    assertThat(TableContract.bundled("PremiumTransaction").name(), is("premium_transaction"));
  }

  @Test
  void landingHasTheSourceColumnsThenTheAuditColumns() {
    assertThat(
        TableContract.bundled("ExchangeRate").landingSchema(),
        is(
            Schema.builder()
                .addField("rate_month", Columns.DATE)
                .addField("currency_code", FieldType.STRING)
                .addNullableField("rate_to_gbp", Columns.RATE)
                .addField("_run_id", FieldType.STRING)
                .addField("_extracted_at", Columns.TIMESTAMP)
                .addNullableField("_window_low", FieldType.STRING)
                .addNullableField("_window_high", FieldType.STRING)
                .addField("_source", FieldType.STRING)
                .build()));
  }

  @Test
  void onlyTheNamesOfPeopleArePersonalData() {
    List<String> personal =
        TableContract.bundledNames().stream()
            .flatMap(name -> TableContract.bundled(name).columns().stream())
            .filter(ContractColumn::personal)
            .map(ContractColumn::sourceName)
            .toList();
    assertThat(personal, contains("InsuredName", "ClaimantName"));
  }

  @Test
  void namesBecomeSnakeCase() {
    assertThat(ColumnNames.snakeCase("PremiumTransactionId"), is("premium_transaction_id"));
    assertThat(ColumnNames.snakeCase("UMR"), is("umr"));
    assertThat(ColumnNames.snakeCase("GpiLimit"), is("gpi_limit"));
    assertThat(ColumnNames.snakeCase("UMRSuffix"), is("umr_suffix"));
    assertThat(ColumnNames.snakeCase("section_no"), is("section_no"));
  }

  @Test
  void aMisspeltPropertyIsRefused() throws IOException {
    assertThat(
        refusal("table: T\nschema: s\nkey: [A]\nwatermrk: A\ncolumns:\n  - {name: A, type: INT}\n"),
        containsString(
            "property watermrk is not known; use one of [columns, key, schema, table, watermark]"));
  }

  @Test
  void anUnknownTypeIsRefusedWithItsColumn() throws IOException {
    assertThat(
        refusal("table: T\nschema: s\nkey: [A]\ncolumns:\n  - {name: A, type: MONEY}\n"),
        allOf(containsString("column A"), containsString("type MONEY is not known")));
  }

  @Test
  void aFileThatIsNoYamlIsRefusedWithItsLine() throws IOException {
    assertThat(refusal("table: T\ncolumns: [\n"), containsString("T.yaml line 2: "));
  }

  @Test
  void aKeyThatIsNoColumnIsRefused() throws IOException {
    assertThat(
        refusal("table: T\nschema: s\nkey: [B]\ncolumns:\n  - {name: A, type: INT}\n"),
        containsString("key b is not among its columns [a]"));
  }

  @Test
  void twoColumnsThatReadAlikeAreRefused() throws IOException {
    assertThat(
        refusal(
            "table: T\nschema: s\nkey: [A]\ncolumns:\n  - {name: SectionNo, type: INT}\n  - {name: section_no, type: INT}\n"),
        containsString("section_no is named twice"));
  }

  @Test
  void aMarkWithoutAnOrderIsRefused() throws IOException {
    assertThat(
        refusal(
            "table: T\nschema: s\nkey: [A]\nwatermark: B\ncolumns:\n  - {name: A, type: INT}\n  - {name: B, type: VARCHAR(20)}\n"),
        containsString(
            "T.yaml: watermark b is VARCHAR(20); name a column of timestamps, dates or whole"
                + " numbers, or leave it out and read the table whole (mode: full)"));
  }

  @Test
  void whatIsPersonalIsTextAndNoKey() throws IOException {
    assertThat(
        refusal(
            "table: T\nschema: s\nkey: [A]\ncolumns:\n  - {name: A, type: INT, personal: true}\n"),
        containsString("column A: personal is for text, not for INT; read a view that casts it"));
    assertThat(
        refusal(
            "table: T\nschema: s\nkey: [A]\ncolumns:\n  - {name: A, type: VARCHAR(9), personal: true}\n"),
        containsString("key a is personal, so that silver could not tell its rows; name another"));
  }

  @Test
  void everyProblemOfAFileIsToldAtOnce() throws IOException {
    assertThat(
        refusal(
            "table: T\nkey: []\nwatermark: C\ncolumns:\n  - {name: A, type: INT}\n  - {name: a, type: INT}\n"
                + "  - {name: B b, type: INT}\n  - {name: D}\n  - {type: INT}\n"),
        containsString(
            "T.yaml: 7 problems: (1) column a is named twice; remove one; (2) column B b: a column"
                + " is named by letters, digits and _, and begins with a letter; read a view that"
                + " names it so; (3) column D: type is missing; add it; (4) columns[4].name is"
                + " missing; add it; (5) schema is missing; add it; (6) key is missing; name at"
                + " least one column; (7) watermark c is not among its columns [a]"));
  }

  @Test
  void theExampleOfTheReferencePageIsAContract() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "reference", "contracts.md"));
    int start = page.indexOf("```yaml\n") + "```yaml\n".length();
    Path file =
        Files.writeString(
            folder.resolve("fee-note.yaml"), page.substring(start, page.indexOf("```", start)));

    TableContract contract = TableContract.load(file);

    assertThat(contract.name(), is("fee_note"));
    assertThat(contract.key(), contains("fee_note_id"));
    assertThat(contract.watermark(), is("modified_date"));
    assertThat(
        contract.columns().stream().filter(ContractColumn::personal).map(c -> c.name()).toList(),
        contains("payee"));
  }

  @Test
  void anUnknownNameSaysWhichAreBundled() {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> TableContract.bundled("Premium"));
    assertThat(refused.getMessage(), containsString("PremiumTransaction"));
  }

  private String refusal(String yaml) throws IOException {
    Path file = Files.writeString(folder.resolve("T.yaml"), yaml);
    return String.valueOf(
        assertThrows(IllegalArgumentException.class, () -> TableContract.load(file)).getMessage());
  }
}
