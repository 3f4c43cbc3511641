// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import org.apache.beam.sdk.options.PipelineOptions;
import org.hamcrest.Matcher;

/** Hamcrest matchers over interfaces of pipeline options. */
public final class OptionsMatchers {

  private OptionsMatchers() {}

  /**
   * Options that are exactly those of a text table: each with its default, and another value that
   * its flag is given.
   *
   * <pre>{@code
   * assertThat(
   *     LedgerOptions.class,
   *     hasOptions(
   *         """
   *         option | default | example
   *         root   | null    | /data/ledger
   *         tables | null    | Account,Entry
   *         dryRun | false   | true
   *         """));
   * }</pre>
   *
   * <p>Fails for every option that the interface declares and the table leaves out, that has no
   * {@code @Description}, or whose default is another; and when {@code --option=example} does not
   * arrive as that value, also after the options have travelled as JSON, as they do to workers.
   * Inherited options do not count. Lists are written with commas.
   */
  public static Matcher<Class<? extends PipelineOptions>> hasOptions(String table) {
    return OptionsMatcher.of(table);
  }
}
