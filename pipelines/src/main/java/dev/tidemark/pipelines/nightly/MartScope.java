// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

/** By what a mart is made again: all rows of one of these are a function of its partial sums. */
enum MartScope {
  /** One contract section. */
  SECTION,
  /** One coverholder, over all of its sections. */
  COVERHOLDER,
  /** A coverholder, year of account and class of business. */
  ACCOUNT
}
