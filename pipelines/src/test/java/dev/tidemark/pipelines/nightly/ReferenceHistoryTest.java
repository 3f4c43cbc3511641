// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.testing.Rows;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReferenceHistoryTest {

  private final ReferenceLake lake;

  ReferenceHistoryTest(@TempDir Path folder) {
    lake =
        new ReferenceLake(
            folder,
            Map.of(
                "contract_section",
                List.of(),
                "coverholder",
                List.of("coverholder_name"),
                "broker",
                List.of()));
  }

  @Test
  void whereNobodyIsKnownYetEveryPartyIsNew() {
    assertThat(knowsOthers("CH1"), is(true));
  }

  @Test
  void aPartyThatBecameKnownOrIsKnownNoMoreIsTold() {
    lake.run(Map.of(ReferenceTable.COVERHOLDER, images("CH1", "CH2")));

    assertThat("who was known before", knowsOthers("CH1", "CH2", "CH1"), is(false));
    assertThat("a new one", knowsOthers("CH1", "CH2", "CH3"), is(true));
    assertThat("one that is gone", knowsOthers("CH1"), is(true));
  }

  @Test
  void noImageCountsNothing() {
    assertThat(lake.of(ReferenceTable.COVERHOLDER, List.of()).figures(), is(Map.of()));
  }

  private boolean knowsOthers(String... coverholders) {
    return lake.of(ReferenceTable.COVERHOLDER, images(coverholders)).knowsOthers();
  }

  private List<Row> images(String... coverholders) {
    StringBuilder table = new StringBuilder("coverholder_id | modified_date | _batch_id");
    for (String id : coverholders) {
      table.append('\n').append(id).append(" | 2024-01-01T00:00:00Z | 1");
    }
    return Rows.table(
        lake.tables().changes(ReferenceTable.COVERHOLDER.tableName()).schema(), table.toString());
  }
}
