// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.ColumnType;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.conform.QuarantineReason;
import dev.tidemark.transforms.premium.DqFlag;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Keeps {@code docs/reference/tables.md} true, and every derived column described; with {@code
 * TIDEMARK_WRITE_DOCS} in the environment it writes the page anew.
 */
class TablesPageTest {

  private static final Path PAGE = Path.of("..", "docs", "reference", "tables.md");
  private static final LakeTables TABLES = LakeTables.of(16, Map.of());

  private final ColumnDescriptions descriptions;

  TablesPageTest() throws IOException {
    descriptions = ColumnDescriptions.read();
  }

  @Test
  void thePageListsEveryTableWithItsColumns() throws IOException {
    String page = page();
    if (System.getenv("TIDEMARK_WRITE_DOCS") != null) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE), is(page));
  }

  @Test
  void everyDerivedColumnIsDescribedAndEveryDescriptionHasAColumn() {
    List<String> missing = new ArrayList<>();
    for (TableSpec table : TABLES.all()) {
      if (isDerived(table)) {
        for (String column : table.layout().schema().getFieldNames()) {
          if (descriptions.of(table, column) == null) {
            missing.add(table.path() + "." + column);
          }
        }
      }
    }

    assertThat(missing, empty());
    assertThat(descriptions.unused(), empty());
  }

  /** What a column of the others says is the source's affair. */
  private static boolean isDerived(TableSpec table) {
    return TABLES.sourceOf(table).isEmpty();
  }

  private String page() {
    StringBuilder page =
        new StringBuilder(
            """
            # Tables of the lake

            Written by a test from the product's own declarations. Every table is Delta and has one more column, `_bucket`, by which its files are
            partitioned. Columns that start with `_`, and audit columns, tell of the run: they change only when another column does. What a source column means is the
            source's affair: silver and quarantine keep it as it was sent. [lake.md](lake.md) tells what a row of each table is.
            """);
    TABLES.all().stream()
        .sorted(Comparator.comparing(TableSpec::path))
        .forEach(table -> addTable(page, table));
    addValues(page, "Data-quality flags", "dq_flags", DqFlag.values(), DqFlag::description);
    addValues(
        page,
        "Reasons of quarantine",
        "reason",
        QuarantineReason.values(),
        QuarantineReason::description);
    return page.toString();
  }

  private void addTable(StringBuilder page, TableSpec table) {
    page.append("\n## ").append(table.path()).append("\n\n");
    page.append("Key: ").append(key(table)).append(". Buckets: ");
    page.append(
        table.bucketBy().isEmpty()
            ? "one.\n\n"
            : "by " + String.join(", ", table.bucketBy()) + ".\n\n");
    boolean isDerived = isDerived(table);
    page.append("| column | type | null |").append(isDerived ? " |\n" : "\n");
    page.append("|---|---|---|").append(isDerived ? "---|\n" : "\n");
    RowLayout layout = table.layout();
    for (int c = 0; c < layout.size(); c++) {
      page.append("| ")
          .append(layout.name(c))
          .append(" | ")
          .append(type(layout, c))
          .append(" | ")
          .append(layout.nullable(c) ? "yes" : "");
      if (isDerived) {
        page.append(" | ").append(descriptions.of(table, layout.name(c)));
      }
      page.append(" |\n");
    }
  }

  /** The values that a column may have. */
  private static <E extends Enum<E>> void addValues(
      StringBuilder page, String title, String column, E[] values, Function<E, String> says) {
    page.append("\n## ").append(title).append("\n\n");
    page.append("| ").append(column).append(" | |\n|---|---|\n");
    for (E value : values) {
      page.append("| ").append(value.name()).append(" | ").append(says.apply(value)).append(" |\n");
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
