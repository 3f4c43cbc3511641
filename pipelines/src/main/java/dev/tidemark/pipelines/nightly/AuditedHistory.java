// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.LakeSnapshot;
import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.history.CurrentRules;
import dev.tidemark.transforms.history.HistoryRules;
import dev.tidemark.transforms.history.Violation;
import java.util.List;

/** The two tables of a dimension with history, and what the gate asks of them. */
record AuditedHistory(ReferenceTable table, GoldTable history, GoldTable current)
    implements AuditedDimension {

  static AuditedHistory of(
      ReferenceTable table, LakeTables tables, LakeSnapshot snapshot, String lakeRoot) {
    return new AuditedHistory(
        table,
        GoldTable.of(tables.history(table), snapshot, lakeRoot),
        GoldTable.of(tables.current(table), snapshot, lakeRoot));
  }

  @Override
  public List<GoldTable> tables() {
    return List.of(history, current);
  }

  @Override
  public GoldFindings check(List<TableChange> changes) {
    GoldFindings findings = new GoldFindings();
    RowBlocks versions = history.blocksAfter(changes);
    RowBlocks rows = current.blocksAfter(changes);
    findings.lookedAt(GoldRule.versions(), versions.rowCount());
    findings.lookedAt(GoldRule.currentRows(), rows.rowCount());
    HistoryRules.of(history.spec().schema(), table.key())
        .withKeys(table.keyColumn(), table.versionKeyColumn())
        .check(versions, violation -> add(findings, history, violation));
    CurrentRules.of(history.spec().schema(), current.spec().schema(), table.key())
        .check(versions, rows, violation -> add(findings, current, violation));
    return findings;
  }

  private static void add(GoldFindings findings, GoldTable in, Violation violation) {
    findings.add(
        GoldRule.of(violation.kind()),
        in.spec() + " " + violation.key() + ": " + violation.detail());
  }
}
