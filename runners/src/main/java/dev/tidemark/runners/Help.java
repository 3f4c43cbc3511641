// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/** What {@code --help} prints. */
final class Help {

  private static final Set<String> WORDS = Set.of("--help", "-help", "-h", "help");

  private static final String EXAMPLES =
      """
      Tidemark loads delegated-authority bordereaux from a database into Delta tables.

      Examples
        --demo                                        an embedded source, four days, and the evidence
        --config=tidemark.yaml --pipeline=check       is everything there that a run needs?
        --config=tidemark.yaml --pipeline=status      how do the tables stand, and what should somebody look at?
        --config=tidemark.yaml --pipeline=plan        what would a run read now?
        --config=tidemark.yaml                        what is new since the last run, as of now
        --config=tidemark.yaml --runTimestamp=2024-06-03T02:00:00Z --summaryFile=run.json
        --config=tidemark.yaml --pipeline=compare-keys --tables=PremiumTransaction
        --config=tidemark.yaml --pipeline=export --table=mart/gpi_utilisation --knownAt=2024-03-31 --to=gpi.csv
        --config=tidemark.yaml --pipeline=rebucket    the lake has outgrown its buckets
        --config=tidemark.yaml --pipeline=vacuum --retain=P30D --dryRun
        --config=tidemark.yaml --runner=SparkRunner --sparkMaster=local[2]

      Options
      """;

  private static final String RUNNERS =
      """

      --runner chooses where it runs, DirectRunner or SparkRunner; every option of that runner may follow.
      Exit codes: 0 done, also when nothing was new; 1 failed, wholly or for some tables; 2 bad arguments or
      configuration; 3 reconciliation failed or the fuse of compare-keys blew, nothing published; 4 source
      or target unreachable, worth a retry; 143 and 130 told to end by SIGTERM or Ctrl-C, nothing published, worth a retry.
      """;

  private Help() {}

  static boolean isWanted(String... args) {
    return Arrays.stream(args).anyMatch(arg -> WORDS.contains(arg) || arg.startsWith("--help="));
  }

  static void print(PrintStream out) {
    out.print(EXAMPLES);
    for (OwnOption option : OwnOption.all()) {
      out.printf(
          Locale.ROOT,
          "  %-16s %s%n",
          "--" + option.name() + (option.isFlag() ? "" : "="),
          option.description());
    }
    out.print(RUNNERS);
  }
}
