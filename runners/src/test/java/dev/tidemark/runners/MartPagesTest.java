// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static dev.tidemark.testing.RowMatchers.hasRows;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import dev.tidemark.pipelines.demo.DemoDay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each mart has a page in {@code docs/marts}, whose SQL says the rule a second time: over the
 * demo's lake, DuckDB gets the rows of the mart from it.
 */
class MartPagesTest {

  private static final Path PAGES = Path.of("..", "docs", "marts");
  private static final String FOLDER = "mart/";

  private static PublishedLake lake() {
    return DemoRuns.DIRECT.lake();
  }

  static Stream<String> marts() {
    return lake().versions().keySet().stream()
        .filter(table -> table.startsWith(FOLDER))
        .map(table -> table.substring(FOLDER.length()));
  }

  @Test
  void everyMartHasAPageAndEveryPageAMart() throws IOException {
    List<String> pages;
    try (Stream<Path> files = Files.list(PAGES)) {
      pages = files.map(file -> file.getFileName().toString()).sorted().toList();
    }

    assertThat(pages, is(marts().map(mart -> mart + ".md").sorted().toList()));
  }

  @ParameterizedTest
  @MethodSource("marts")
  void theSqlOfThePageGivesTheRowsOfTheMart(String mart) throws Exception {
    PublishedLake lake = lake();
    try (DuckDb duckDb = DuckDb.over(lake)) {
      DuckDb.Texts published =
          duckDb.texts(
              "SELECT " + String.join(", ", lake.columns(FOLDER + mart)) + " FROM mart." + mart);
      DuckDb.Texts computed = duckDb.texts(sql(mart));

      assertThat("the demo must show the mart", published.rows(), is(not(empty())));
      assertThat(computed.schema().getFieldNames(), is(published.schema().getFieldNames()));
      assertThat(
          computed.rows(),
          hasRows(published.rows()).byKey(lake.key(FOLDER + mart).toArray(new String[0])));
    }
  }

  /** The page's one query, at the demo's last day. */
  private static String sql(String mart) throws IOException {
    List<String> blocks =
        List.of(Files.readString(PAGES.resolve(mart + ".md")).split("(?m)^```sql$"));
    assertThat("the page has one block of SQL", blocks, hasSize(2));
    String query = blocks.get(1);
    return query
        .substring(0, query.indexOf("\n```"))
        .replace(
            "$as_of",
            "DATE '"
                + DemoDay.of(DemoDay.LAST).logicalTime().atZone(ZoneOffset.UTC).toLocalDate()
                + "'");
  }
}
