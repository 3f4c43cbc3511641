// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A work that contenders do, at one size. The measuring process makes it anew by its name, so it
 * keeps nothing beside what it was made of.
 */
interface Job {

  /** Its name in arguments and reports. */
  String name();

  /** What is done, in a line. */
  String title();

  /** How much data it works on. */
  Scale scale();

  /** Who does it, in the order of a round. */
  List<Contender> contenders();

  /** What it may cost. */
  List<Budget> budgets();

  /** Whether a process can do it again. */
  default boolean isRepeatable() {
    return true;
  }

  /** Makes the data that every round starts from; nobody measures it. */
  void prepare() throws Exception;

  /**
   * Makes what one time of the work needs; nobody measures it.
   *
   * @param output the empty folder of this time
   */
  default void beforeWork(String contender, Path output) throws Exception {}

  /**
   * Does the work: what is measured, in a process of its own.
   *
   * @param output where what is made goes
   */
  void work(String contender, Path output) throws Exception;

  /** Takes back what {@link #beforeWork} made elsewhere. */
  default void afterWork(String contender, Path output) throws Exception {}

  /**
   * Sees that all have made the same.
   *
   * @param outputs the folder of every time of the work in this round, by who did it
   * @throws DisagreementException when they have not
   */
  void check(Map<String, Path> outputs) throws Exception;
}
