// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.reconcile;

import dev.tidemark.pipelines.run.Check;
import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.transforms.block.RowView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A dimension's current rows against its history: every live key has one open version, which the
 * current row shows, and a deleted key has none.
 */
final class DimensionProof {

  private final String name;
  private final Set<String> keys = new HashSet<>();
  private final List<Check> checks = new ArrayList<>();

  private DimensionProof(String name) {
    this.name = name;
  }

  /** Reads a dimension, e.g. {@code contract_section}, and its history. */
  static DimensionProof of(Cut cut, String dimension) {
    DimensionProof proof = new DimensionProof("dim_" + dimension);
    proof.prove(cut, dimension + "_key", dimension + "_version_key");
    return proof;
  }

  List<Check> checks() {
    return checks;
  }

  private void prove(Cut cut, String keyColumn, String versionColumn) {
    TableRows history = cut.rows(cut.tables().at("gold/" + name + "_history"));
    int key = history.layout().column(keyColumn);
    int version = history.layout().column(versionColumn);
    int validTo = history.layout().column("valid_to");
    Map<String, Open> open = new HashMap<>();
    history
        .only(keyColumn, versionColumn, "valid_to")
        .forEach(
            row -> {
              Open known = open.computeIfAbsent(row.getString(key), k -> new Open());
              if (row.isNull(validTo)) {
                known.count++;
                known.version = row.getString(version);
              }
            });
    Counted counted = new Counted(open);
    TableRows current = cut.rows(cut.tables().at("gold/" + name));
    int currentKey = current.layout().column(keyColumn);
    int currentVersion = current.layout().column(versionColumn);
    int deleted = current.layout().column("is_deleted");
    current
        .only(keyColumn, versionColumn, "is_deleted")
        .forEach(
            row -> {
              keys.add(row.getString(currentKey));
              counted.add(row, row.getString(currentKey), currentVersion, deleted);
            });
    open.keySet().stream()
        .filter(k -> !keys.contains(k))
        .forEach(k -> counted.wrong.add("key " + k + " has versions and no current row"));
    checks.add(counted.check());
  }

  private static final class Open {
    private int count;
    private @Nullable String version;
  }

  private final class Counted {

    private final Map<String, Open> open;
    private final Checks.Exceptions wrong = new Checks.Exceptions("");
    private long live;

    Counted(Map<String, Open> open) {
      this.open = open;
    }

    void add(RowView row, String key, int versionColumn, int deletedColumn) {
      Open found = open.getOrDefault(key, new Open());
      boolean isDeleted = row.getBoolean(deletedColumn);
      int wanted = isDeleted ? 0 : 1;
      live += wanted;
      if (found.count != wanted) {
        wrong.add(
            "key "
                + key
                + " is "
                + (isDeleted ? "deleted" : "live")
                + " and has "
                + found.count
                + " open versions");
      } else if (!isDeleted && !row.getString(versionColumn).equals(found.version)) {
        wrong.add("key " + key + " has another current row than its open version");
      }
    }

    Check check() {
      Check exceptions = wrong.check();
      String right = Long.toString(live);
      if (!exceptions.holds()) {
        right += ", wrong are " + exceptions.left();
      }
      return new Check(
          name + ": open versions are the live keys, one each",
          Long.toString(open.values().stream().mapToLong(o -> o.count).sum()),
          right,
          exceptions.holds());
    }
  }
}
