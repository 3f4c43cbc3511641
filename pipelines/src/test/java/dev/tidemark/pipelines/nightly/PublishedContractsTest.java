// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static dev.tidemark.testing.SchemaMatchers.matchesContract;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;

import dev.tidemark.pipelines.table.TableSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds every table that is published to the contract that others read it by: a file below {@code
 * src/test/contracts}. With {@code TIDEMARK_WRITE_DOCS} in the environment the files are written
 * anew.
 */
class PublishedContractsTest {

  private static final String WRITE = "TIDEMARK_WRITE_DOCS";
  private static final Path CONTRACTS = Path.of("src", "test", "contracts");

  static Stream<TableSpec> published() {
    return LakeTables.of(16, Map.of()).all().stream();
  }

  @ParameterizedTest
  @MethodSource("published")
  void everyTableIsAsItsReadersKnowIt(TableSpec table) {
    assertThat(
        table.path()
            + " is published: a change of it is written into CHANGELOG.md, with what its readers"
            + " have to do",
        table.schema(),
        matchesContract(file(table.path())).keyedBy(table.key()).rewrittenIfSet(WRITE));
  }

  @Test
  void noContractOutlivesItsTable() throws IOException {
    Set<Path> left = new TreeSet<>(files());
    left.removeAll(published().map(table -> file(table.path())).collect(Collectors.toSet()));

    assertThat(
        "a published table is gone: tell its readers in CHANGELOG.md and delete its contract",
        left,
        empty());
  }

  private static Path file(String table) {
    return CONTRACTS.resolve(table + ".txt");
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(CONTRACTS)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }
}
