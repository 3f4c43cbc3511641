// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What was measured: tables with medians for people, and every measurement in a file. */
final class Report {

  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private static final DateTimeFormatter FILE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** The file's content. */
  @JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY)
  private record Content(
      String started, Machine machine, String heap, List<String> java, List<Result> results) {}

  private final Instant started;
  private final Machine machine;
  private final String heap;
  private final List<String> java;
  private final PrintStream out;
  private final List<Result> all = new ArrayList<>();

  Report(Instant started, Machine machine, String heap, List<String> java, PrintStream out) {
    this.started = started;
    this.machine = machine;
    this.heap = heap;
    this.java = java;
    this.out = out;
  }

  /** Prints what a job's contenders took and whether its budgets were met. */
  void add(Job job, List<Result> results) {
    all.addAll(results);
    Medians medians = Medians.of(results);
    String rival = reference(job);
    out.printf("%n  %-34s", "");
    for (Measure measure : Measure.values()) {
      out.printf("%-32s", measure.label() + " " + measure.unit() + " (least to most), ratio");
    }
    out.println();
    for (Phase phase : Phase.values()) {
      for (Contender contender : job.contenders()) {
        if (medians.has(contender.name(), phase)) {
          out.printf("  %-40s", contender.name() + ", " + phase.label());
          for (Measure measure : Measure.values()) {
            out.printf("%-32s", cell(medians, contender.name(), phase, measure, rival));
          }
          out.println();
        }
      }
    }
    job.budgets().forEach(budget -> print(budget, medians));
    out.println();
  }

  /** Ratios are to the first rival that a budget names. */
  private static String reference(Job job) {
    for (Budget budget : job.budgets()) {
      if (budget.rival() != null) {
        return budget.rival();
      }
    }
    return job.contenders().get(0).name();
  }

  private static String cell(
      Medians medians, String contender, Phase phase, Measure measure, String rival) {
    Medians.Spread spread = medians.of(contender, phase, measure);
    String ratio =
        medians.has(rival, phase)
            ? String.format(
                Locale.ROOT, "%.2f", spread.median() / medians.of(rival, phase, measure).median())
            : "";
    String format = measure == Measure.MEMORY ? "%.0f (%.0f-%.0f) %s" : "%.2f (%.2f-%.2f) %s";
    return String.format(
        Locale.ROOT, format, spread.median(), spread.least(), spread.most(), ratio);
  }

  private void print(Budget budget, Medians medians) {
    String rival = budget.rival();
    if (!medians.has(budget.contender(), budget.phase())
        || (rival != null && !medians.has(rival, budget.phase()))) {
      return;
    }
    double value = medians.of(budget.contender(), budget.phase(), budget.measure()).median();
    if (rival != null) {
      value /= medians.of(rival, budget.phase(), budget.measure()).median();
    }
    out.printf(
        Locale.ROOT,
        "  budget: %s of %s, %s, is %.2f %s, at most %s: %s%n",
        budget.measure().label(),
        budget.contender(),
        budget.phase().label(),
        value,
        rival == null ? budget.measure().unit() : "of " + rival + "'s",
        String.format(Locale.ROOT, rival == null ? "%.0f" : "%.1f", budget.limit()),
        value <= budget.limit() ? "met" : "NOT MET");
  }

  /** Writes every measurement so far, and gives the file. */
  Path write(Path folder) throws IOException {
    Path file = folder.resolve(FILE.format(started) + ".json");
    JSON.writeValue(file.toFile(), new Content(started.toString(), machine, heap, java, all));
    return file;
  }
}
