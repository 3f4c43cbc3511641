// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.report;

import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.transforms.block.RowLayout;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What coverholders are called. */
final class Coverholders {

  static final String UNKNOWN = "not known";

  private final Map<String, String> idByKey = new HashMap<>();
  private final Map<String, String> nameById = new HashMap<>();

  private Coverholders() {}

  static Coverholders in(ReportedCut cut) {
    Coverholders all = new Coverholders();
    TableRows rows =
        cut.rows("gold/dim_coverholder", "coverholder_key", "coverholder_id", "coverholder_name");
    RowLayout layout = rows.layout();
    int key = layout.column("coverholder_key");
    int id = layout.column("coverholder_id");
    int name = layout.column("coverholder_name");
    rows.forEach(
        row -> {
          all.idByKey.put(row.getString(key), row.getString(id));
          String called = row.getStringOrNull(name);
          if (called != null) {
            all.nameById.put(row.getString(id), called);
          }
        });
    return all;
  }

  /** The id of a durable key; null if nobody has it. */
  @Nullable String id(@Nullable String key) {
    return key == null ? null : idByKey.get(key);
  }

  /** Its name; empty if nobody described it. */
  String name(@Nullable String id) {
    return id == null ? "" : nameById.getOrDefault(id, "");
  }
}
