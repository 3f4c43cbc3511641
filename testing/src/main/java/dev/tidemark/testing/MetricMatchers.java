// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import java.util.Map;
import java.util.TreeMap;
import org.apache.beam.sdk.PipelineResult;
import org.apache.beam.sdk.metrics.MetricNameFilter;
import org.apache.beam.sdk.metrics.MetricsFilter;
import org.hamcrest.Description;
import org.hamcrest.Matcher;
import org.hamcrest.TypeSafeDiagnosingMatcher;

/**
 * Hamcrest matchers over what a pipeline counted.
 *
 * <pre>{@code
 * PipelineResult result = pipeline.run();
 * assertThat(result, hasCounter(KeepLatest.class, KeepLatest.ROWS_KEPT, 6));
 * }</pre>
 */
public final class MetricMatchers {

  private MetricMatchers() {}

  /**
   * A counter that stands at this value, summed over all steps that count under its name; one that
   * nothing counted stands at 0. What was attempted counts, because not every runner tells what was
   * committed.
   *
   * @param namespace the class that the counter was made with
   */
  public static Matcher<PipelineResult> hasCounter(Class<?> namespace, String name, long value) {
    return new CounterMatcher(namespace, name, value);
  }

  private static final class CounterMatcher extends TypeSafeDiagnosingMatcher<PipelineResult> {

    private final Class<?> namespace;
    private final String name;
    private final long value;

    CounterMatcher(Class<?> namespace, String name, long value) {
      this.namespace = namespace;
      this.name = name;
      this.value = value;
    }

    @Override
    protected boolean matchesSafely(PipelineResult result, Description mismatch) {
      Map<String, Long> counters = new TreeMap<>();
      result
          .metrics()
          .queryMetrics(
              MetricsFilter.builder()
                  .addNameFilter(MetricNameFilter.inNamespace(namespace))
                  .build())
          .getCounters()
          .forEach(
              counter ->
                  counters.merge(counter.getName().getName(), counter.getAttempted(), Long::sum));
      long actual = counters.getOrDefault(name, 0L);
      mismatch.appendText(
          "it stands at " + actual + "; " + namespace.getSimpleName() + " counted " + counters);
      return actual == value;
    }

    @Override
    public void describeTo(Description description) {
      description.appendText(
          "counter " + name + " of " + namespace.getSimpleName() + " at " + value);
    }
  }
}
