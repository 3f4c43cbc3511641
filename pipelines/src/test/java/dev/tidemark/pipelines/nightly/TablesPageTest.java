// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.ColumnType;
import dev.tidemark.transforms.block.RowLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Keeps {@code docs/reference/tables.md} true; with {@code TIDEMARK_WRITE_DOCS} in the environment
 * it writes it anew.
 */
class TablesPageTest {

  private static final Path PAGE = Path.of("..", "docs", "reference", "tables.md");

  @Test
  void thePageListsEveryTableWithItsColumns() throws IOException {
    String page = page();
    if (System.getenv("TIDEMARK_WRITE_DOCS") != null) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE), is(page));
  }

  private static String page() {
    StringBuilder page =
        new StringBuilder(
            """
            # Tables of the lake

            Written by a test from the product's own declarations. Every table is Delta and has one more column, `_bucket`, by which its files are
            partitioned. Columns that start with `_`, and audit columns, tell of the run: they change only when another column does.
            """);
    LakeTables.of(16, Map.of()).all().stream()
        .sorted(Comparator.comparing(TableSpec::path))
        .forEach(table -> addTable(page, table));
    return page.toString();
  }

  private static void addTable(StringBuilder page, TableSpec table) {
    page.append("\n## ").append(table.path()).append("\n\n");
    page.append("Key: ").append(key(table)).append(". Buckets: ");
    page.append(
        table.bucketBy().isEmpty()
            ? "one.\n\n"
            : "by " + String.join(", ", table.bucketBy()) + ".\n\n");
    page.append("| column | type | null |\n|---|---|---|\n");
    RowLayout layout = table.layout();
    for (int c = 0; c < layout.size(); c++) {
      page.append("| ")
          .append(layout.name(c))
          .append(" | ")
          .append(type(layout, c))
          .append(" | ")
          .append(layout.nullable(c) ? "yes" : "")
          .append(" |\n");
    }
  }

  private static String key(TableSpec table) {
    return table.path().endsWith("_changes")
        ? "every column but the audit columns"
        : String.join(", ", table.key());
  }

  private static String type(RowLayout layout, int column) {
    ColumnType type = layout.type(column);
    boolean isDecimal = type == ColumnType.DECIMAL || type == ColumnType.BIG_DECIMAL;
    return isDecimal
        ? "DECIMAL(" + layout.precision(column) + "," + layout.scale(column) + ")"
        : type.name();
  }
}
