// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

/**
 * What marts were made again for.
 *
 * @param sectionsRecomputed contract sections
 * @param coverholdersRecomputed coverholders, over all of their sections
 * @param accountsRecomputed coverholders with a year of account and a class of business
 */
public record MartsSummary(
    long sectionsRecomputed, long coverholdersRecomputed, long accountsRecomputed) {

  static MartsSummary of(Figures figures) {
    return new MartsSummary(
        figures.count("marts.sections_recomputed"),
        figures.count("marts.coverholders_recomputed"),
        figures.count("marts.accounts_recomputed"));
  }
}
