// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

/** Starts Tidemark. */
public final class Main {

  private Main() {}

  /** Runs the pipeline that the arguments name. */
  public static void main(String[] args) {
    System.out.println("tidemark " + String.join(" ", args));
  }
}
