// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.hasSize;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs one test of a nested class, which is invisible to the build, as JUnit would. */
final class JUnitRun {

  private JUnitRun() {}

  /** What the test failed with; empty if it passed. */
  static Optional<Throwable> failure(Class<?> tests, String method) {
    List<TestExecutionResult> results = new ArrayList<>();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request().selectors(selectMethod(tests, method)).build();
    LauncherFactory.create()
        .execute(
            request,
            new TestExecutionListener() {
              @Override
              public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (test.isTest()) {
                  results.add(result);
                }
              }
            });
    assertThat(results, hasSize(1));
    return results.get(0).getThrowable();
  }
}
