// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.config.ConfigException;
import dev.tidemark.pipelines.run.NamedPipeline;
import dev.tidemark.pipelines.run.TidemarkOptions;
import java.io.PrintStream;

/** The job that tells what can be launched, and with which parameters. */
final class TemplateJob {

  private final TidemarkOptions options;
  private final PrintStream out;

  TemplateJob(TidemarkOptions options, PrintStream out) {
    this.options = options;
    this.out = out;
  }

  /**
   * Refuses options that ask for nothing, or for two things.
   *
   * @throws ConfigException naming them
   */
  static void requireQuestion(TidemarkOptions options) {
    if (options.getList() && options.getShow() != null) {
      throw new ConfigException(
          "--list and --show each ask for something else; leave one of them out");
    }
    if (!options.getList() && options.getShow() == null) {
      throw new ConfigException(
          "--pipeline=template is asked for nothing; add --list, or --show=export for instance");
    }
  }

  ExitCode run() {
    NamedPipeline.named(String.valueOf(options.getShow()))
        .ifPresentOrElse(
            shown -> out.println(Template.of(shown).json()), () -> Help.printPipelines(out));
    return ExitCode.DONE;
  }
}
