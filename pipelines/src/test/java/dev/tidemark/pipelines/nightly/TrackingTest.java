// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.config.ConfigException;
import dev.tidemark.pipelines.source.TableContract;
import dev.tidemark.pipelines.table.DeltaTableStore;
import dev.tidemark.pipelines.table.TableSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrackingTest {

  private static final LakeTables TABLES = LakeTables.of(4, Map.of());

  private final DeltaTableStore store;
  private long batch;

  TrackingTest(@TempDir Path folder) {
    store = DeltaTableStore.in(folder.toString());
  }

  @Test
  void whatIsNotStoredYetIsNotMadeAgain() {
    assertThat(tracking("broker", "pseudonym").madeOtherwise(store).isEmpty(), is(true));
  }

  @Test
  void aHistoryWithoutTheSettingWasMadeByTheDefaultList() {
    store(TABLES, ReferenceTable.BROKER);

    assertThat(TABLES.tracking(Map.of()).madeOtherwise(store).isEmpty(), is(true));
    assertThat(
        tracking("broker", "pseudonym").madeOtherwise(store),
        is(
            Rebuild.ofDimensions(
                "dim_broker_history is made again: trackedColumns.broker was [broker_name,"
                    + " pseudonym] and is [pseudonym]")));
  }

  @Test
  void aHistoryIsMadeAgainWhenItsListIsAnotherWhateverTheOrder() {
    store(tracking("broker", "pseudonym", "broker_name"), ReferenceTable.BROKER);

    assertThat(
        tracking("broker", "broker_name", "pseudonym").madeOtherwise(store).isEmpty(), is(true));
    assertThat(
        tracking("broker").madeOtherwise(store).reasons(),
        contains(
            "dim_broker_history is made again: trackedColumns.broker was [broker_name, pseudonym]"
                + " and is []"));
  }

  @Test
  void aListOfNothingIsRememberedToo() {
    store(tracking("broker"), ReferenceTable.BROKER);

    assertThat(tracking("broker").madeOtherwise(store).isEmpty(), is(true));
    assertThat(TABLES.tracking(Map.of()).madeOtherwise(store).isEmpty(), is(false));
  }

  @Test
  void withTheHistoryOfSectionsAllFactsAreMadeAgain() {
    store(TABLES.tracking(Map.of()), ReferenceTable.CONTRACT_SECTION);
    Rebuild rebuild = tracking("contract_section", "gpi_limit").madeOtherwise(store);

    assertThat(rebuild.buckets(), is(Set.of(DueBuckets.ALL)));
  }

  @Test
  void aColumnThatTheContractDoesNotNameIsRefusedAndOfTheDefaultListLeftOut() {
    TableContract whole = TableContract.bundled("Broker");
    LakeTables narrow =
        LakeTables.of(
            4,
            Map.of(
                "Broker",
                new TableContract(
                    "Broker",
                    "ref",
                    whole.key(),
                    whole.watermark(),
                    whole.columns().stream().filter(c -> !c.name().equals("pseudonym")).toList())));

    assertThat(
        assertThrows(
                ConfigException.class,
                () -> narrow.tracking(Map.of("broker", List.of("broker_name", "modified_date"))))
            .getMessage(),
        is(
            "trackedColumns.broker: modified_date is no attribute by the contract of Broker; its"
                + " attributes are broker_name"));
    assertThat(narrow.tracking(Map.of()).trackedColumns().get("broker"), contains("broker_name"));
  }

  private static LakeTables tracking(String dimension, String... columns) {
    return TABLES.tracking(Map.of(dimension, List.of(columns)));
  }

  private void store(LakeTables tables, ReferenceTable table) {
    TableSpec history = tables.history(table);
    store.commit(history, -1, List.of(), "test", ++batch);
  }
}
