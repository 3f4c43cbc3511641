// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.Row;
import org.hamcrest.StringDescription;

/**
 * Runs one pipeline body on several runners and compares the rows of its outputs.
 *
 * <pre>{@code
 * RunnerParity.of("--runner=DirectRunner")
 *     .and("--runner=SparkRunner", "--sparkMaster=local[2]")
 *     .comparing("totals", rows -> rows.byKey("account", "month"))
 *     .assertSameRows(
 *         pipeline ->
 *             Map.of("totals", pipeline.apply(Rows.create(LEDGER, "...")).apply(new Totals())));
 * }</pre>
 *
 * <p>The rows of the first runner are the expected ones; a failure names runner and output and
 * shows the {@link RowMatchers} diff. Rows are compared in any order and whatever their windows;
 * outputs are bounded, and their rows are brought together on one worker of this machine. Runners
 * must be on the class path and run on this machine.
 */
public final class RunnerParity {

  /** Builds the graph that is to give the same on every runner. */
  @FunctionalInterface
  public interface Body {

    /** Applies transforms; its outputs by name. It is called once for every runner. */
    Map<String, PCollection<Row>> build(Pipeline pipeline);
  }

  private final List<List<String>> runners;
  private final Map<String, UnaryOperator<RowsMatcher>> comparisons;

  private RunnerParity(
      List<List<String>> runners, Map<String, UnaryOperator<RowsMatcher>> comparisons) {
    this.runners = runners;
    this.comparisons = comparisons;
  }

  /** The runner whose rows are the expected ones, as a command line names it. */
  public static RunnerParity of(String... options) {
    return new RunnerParity(List.of(List.of(options)), Map.of());
  }

  /** One more runner, which is to give the same rows. */
  public RunnerParity and(String... options) {
    List<List<String>> more = new ArrayList<>(runners);
    more.add(List.of(options));
    return new RunnerParity(List.copyOf(more), comparisons);
  }

  /**
   * How the rows of an output are compared: {@code rows -> rows.byKey("id")} for a diff that shows
   * what changed, {@code rows -> rows.withTolerance(1e-9)} for doubles that were summed in any
   * order.
   */
  public RunnerParity comparing(String output, UnaryOperator<RowsMatcher> comparison) {
    Map<String, UnaryOperator<RowsMatcher>> more = new LinkedHashMap<>(comparisons);
    more.put(output, comparison);
    return new RunnerParity(runners, more);
  }

  /**
   * Runs the body on each runner, one after another.
   *
   * @return the rows of each output on the first runner, to be judged further: that they are the
   *     same does not make them right
   * @throws AssertionError naming every runner and output that differs; also when a run fails, or
   *     when no output has any row, because nothing would be proved
   * @throws IllegalStateException when there is one runner only, or an output that {@link
   *     #comparing} names is not there
   */
  public Map<String, List<Row>> assertSameRows(Body body) {
    if (runners.size() < 2) {
      throw new IllegalStateException("One runner agrees with itself: name another in and(...).");
    }
    RunnerOutputs expected = RunnerOutputs.of(runners.get(0), body);
    checkOutputs(expected);
    List<String> differences = new ArrayList<>();
    for (List<String> options : runners.subList(1, runners.size())) {
      compare(expected, RunnerOutputs.of(options, body), differences);
    }
    if (!differences.isEmpty()) {
      throw new AssertionError(
          "The runners differ; expected are the rows of "
              + expected.runner()
              + ".\n"
              + String.join("\n", differences));
    }
    return expected.rows();
  }

  private void checkOutputs(RunnerOutputs expected) {
    Set<String> unknown = new TreeSet<>(comparisons.keySet());
    unknown.removeAll(expected.rows().keySet());
    if (!unknown.isEmpty()) {
      throw new IllegalStateException(
          "The pipeline has no output " + unknown + "; it has " + expected.rows().keySet() + ".");
    }
    if (expected.rows().values().stream().allMatch(List::isEmpty)) {
      throw new AssertionError(
          "No output has any row on " + expected.runner() + ", so its likeness proves nothing.");
    }
  }

  private void compare(RunnerOutputs expected, RunnerOutputs actual, List<String> differences) {
    if (!expected.rows().keySet().equals(actual.rows().keySet())) {
      throw new AssertionError(
          "The body gives other outputs on "
              + actual.runner()
              + ": "
              + actual.rows().keySet()
              + ", not "
              + expected.rows().keySet()
              + ".");
    }
    expected
        .rows()
        .forEach(
            (output, rows) -> {
              RowsMatcher matcher =
                  comparisons
                      .getOrDefault(output, UnaryOperator.identity())
                      .apply(RowsMatcher.of(rows, RowsMatcher.Order.ANY));
              List<Row> found = actual.rows().getOrDefault(output, List.of());
              if (!matcher.matches(found)) {
                StringDescription diff = new StringDescription();
                matcher.describeMismatch(found, diff);
                differences.add("Output " + output + " on " + actual.runner() + ": " + diff);
              }
            });
  }
}
