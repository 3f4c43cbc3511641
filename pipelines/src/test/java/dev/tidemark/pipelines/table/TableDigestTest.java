// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import static dev.tidemark.pipelines.table.Orders.row;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import java.nio.file.Path;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableDigestTest {

  @TempDir private Path lake = Path.of("");

  @Test
  void noRowsHaveTheHashOfNothing() {
    TableDigest digest =
        TableDigest.of(Orders.ONE_BUCKET, TableSnapshot.absent(Orders.ONE_BUCKET), "nowhere");

    assertThat(digest.rowCount(), is(0L));
    assertThat(
        digest.sha256(), is("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
  }

  @Test
  void orderFilesAndTheRunMakeNoDifference() {
    TableDigest together =
        digest("together", new Row[] {row(1, 1, "1.00", "a"), row(2, null, "2.00", "a")});
    TableDigest apart =
        digest("apart", new Row[] {row(2, null, "2.00", "b")}, new Row[] {row(1, 1, "1.00", "c")});

    assertThat(apart, is(together));
    assertThat(together.rowCount(), is(2L));
  }

  @Test
  void anotherValueAndANullMakeADifference() {
    TableDigest digest = digest("a", new Row[] {row(1, 1, "1.00", "a")});

    assertThat(digest("b", new Row[] {row(1, 1, "1.01", "a")}), not(digest));
    assertThat(digest("c", new Row[] {row(1, null, "1.00", "a")}), not(digest));
  }

  private TableDigest digest(String name, Row[]... upserts) {
    Orders orders = new Orders(lake.resolve(name), Orders.ONE_BUCKET);
    for (Row[] rows : upserts) {
      orders.upsert(rows);
    }
    return TableDigest.of(Orders.ONE_BUCKET, orders.pin(), lake.resolve(name).toString());
  }
}
