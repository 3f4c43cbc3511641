// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.config.ConfigException;
import dev.tidemark.pipelines.config.Nearest;
import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.pipelines.nightly.LakeTables;
import dev.tidemark.pipelines.run.Contracts;
import dev.tidemark.pipelines.run.RunJson;
import dev.tidemark.pipelines.run.TidemarkOptions;
import dev.tidemark.pipelines.table.DeltaTableStore;
import dev.tidemark.pipelines.table.PublishedCut;
import dev.tidemark.pipelines.table.TableExport;
import dev.tidemark.pipelines.table.TableExport.Format;
import dev.tidemark.pipelines.table.TableRows;
import dev.tidemark.pipelines.table.TableSpec;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** The job that writes one table of a published cut to a file. */
final class ExportJob {

  private static final int SCHEMA_VERSION = 1;

  private final TidemarkConfig config;
  private final CutChoice choice;
  private final String table;
  private final Path file;
  private final Format format;
  private final PrintStream out;
  private final PrintStream err;

  ExportJob(TidemarkOptions options, PrintStream out, PrintStream err) {
    choice = CutChoice.of(options);
    table = Objects.requireNonNull(options.getTable());
    file = Path.of(Objects.requireNonNull(options.getTo()));
    format = Format.of(file).orElseThrow();
    config = Requests.config(options);
    this.out = out;
    this.err = err;
  }

  /**
   * Refuses a file that is there already and is not to be replaced.
   *
   * @throws ConfigException naming it
   */
  static void requireFree(TidemarkOptions options) {
    String to = options.getTo();
    if (to == null) {
      return;
    }
    Path file = Path.of(to);
    if (Format.of(file).isEmpty()) {
      return; // its pattern tells
    }
    if (Files.isDirectory(file)) {
      throw new ConfigException("--to=" + file + " is a folder; name a file in it");
    }
    if (Files.exists(file) && !options.getOverwrite()) {
      throw new ConfigException(
          "--to=" + file + " is there already; name another file, or add --overwrite");
    }
  }

  ExitCode run() {
    String root = config.lake().root();
    DeltaTableStore store = DeltaTableStore.in(root);
    LakeTables tables = LakeTables.stored(config.lake(), Contracts.of(config), store);
    if (choice.isLatest()) {
      LakeJobs.requirePublished(config);
    }
    PublishedCut cut = choice.in(root);
    Long version = cut.versions().get(table);
    if (version == null || tables.all().stream().noneMatch(spec -> spec.path().equals(table))) {
      throw new ConfigException(
          "--table="
              + table
              + " is not in the cut of batch "
              + cut.batchId()
              + Nearest.suggestion(table, cut.versions().keySet()));
    }
    TableSpec spec = tables.at(table);
    long rows = TableExport.write(TableRows.of(spec, store.pin(spec, version), root), file, format);
    err.printf(
        Locale.ROOT,
        "%s: %,d rows of version %d, in the cut of batch %d, published at %s by run %s%n",
        table,
        rows,
        version,
        cut.batchId(),
        cut.publishedAt(),
        cut.runId());
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("schema", SCHEMA_VERSION);
    summary.put("table", table);
    summary.put("version", version);
    summary.put("rows", rows);
    summary.put("cut", cut.batchId());
    summary.put("published_at", cut.publishedAt().toString());
    summary.put("run_id", cut.runId());
    summary.put("file", file.toAbsolutePath().normalize().toString());
    out.println(RunJson.write(summary));
    return ExitCode.DONE;
  }
}
