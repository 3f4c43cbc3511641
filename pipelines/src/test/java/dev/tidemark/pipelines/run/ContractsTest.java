// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.config.ConfigException;
import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.source.TableContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContractsTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void everyConfiguredTableHasItsContract() throws IOException {
    contractOf("FeeNote", "fee-note.yaml");

    assertThat(
        Contracts.of(config("FeeNote: {contract: %s/fee-note.yaml, mode: full}")).keySet(),
        hasItems("PremiumTransaction", "ExchangeRate", "FeeNote"));
  }

  @Test
  void aContractIsReadByTheConfiguredWatermarkOrWhole() {
    assertThat(watermark("Broker: {mode: full}", "Broker"), is(Optional.empty()));
    assertThat(
        watermark("PremiumTransaction: {watermark: SubmittedAt}", "PremiumTransaction"),
        is(Optional.of("submitted_at")));
    // the check at the source tells that it is not there
    assertThat(
        watermark("Broker: {watermark: Changed}", "Broker"), is(Optional.of("modified_date")));
  }

  private Optional<String> watermark(String settings, String table) {
    return Optional.ofNullable(Contracts.of(config(settings)).get(table))
        .map(TableContract::watermark);
  }

  @Test
  void aFileThatIsNotThereIsNamedWithItsTable() {
    assertThat(
        refusal("FeeNote: {contract: %s/none.yaml, mode: full}"),
        is(
            "tables.FeeNote.contract: contract file "
                + folder
                + "/none.yaml cannot be read; check that it exists and who may read it"));
  }

  @Test
  void theContractOfAnotherTableIsRefused() throws IOException {
    contractOf("Fees", "fee-note.yaml");

    assertThat(
        refusal("FeeNote: {contract: %s/fee-note.yaml, mode: full}"),
        is(
            "tables.FeeNote.contract: "
                + folder
                + "/fee-note.yaml is the contract of Fees; name the entry so, or write table:"
                + " FeeNote in a contract file and the source's name as sourceTable here"));
  }

  @Test
  void twoTablesOfOneSilverFolderAreRefused() throws IOException {
    contractOf("FeeNote", "one.yaml");
    contractOf("feeNote", "two.yaml");

    assertThat(
        refusal(
            "FeeNote: {contract: %1$s/one.yaml, mode: full}\n"
                + "  feeNote: {contract: %1$s/two.yaml, mode: full}"),
        is("tables.feeNote: would lie in silver/fee_note as FeeNote does; give it another name"));
  }

  private void contractOf(String table, String file) throws IOException {
    Files.writeString(
        folder.resolve(file),
        """
        table: %s
        schema: bdx
        key: [Id]
        columns:
          - {name: Id, type: BIGINT, nullable: false}
        """
            .formatted(table));
  }

  private String refusal(String tables) {
    TidemarkConfig config = config(tables);
    return String.valueOf(
        assertThrows(ConfigException.class, () -> Contracts.of(config)).getMessage());
  }

  private TidemarkConfig config(String tables) {
    return TidemarkConfig.parse(
        "source: {url: 'jdbc:h2:mem:x'}\nlake: {root: lake}\ntables:\n  "
            + tables.formatted(folder)
            + "\n");
  }
}
