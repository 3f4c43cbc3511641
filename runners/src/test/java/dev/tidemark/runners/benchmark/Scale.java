// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

/**
 * How much data a job has, and how skewed: two of five rows are of the first coverholder.
 *
 * @param rows rows of premium, or of whatever else the job works on
 * @param coverholders number of coverholders; all but the first have twelve sections each
 * @param largeSections sections of the first coverholder: a multiple of four, or one
 */
record Scale(long rows, int coverholders, int largeSections) {

  private static final int SECTIONS = 12;
  private static final double SHARE_OF_FIRST_COVERHOLDER = 0.4;

  /** A size with the coverholders and the skew that most jobs have. */
  static Scale of(long rows) {
    return new Scale(rows, 400, 96);
  }

  /** The same with another number of coverholders. */
  Scale withCoverholders(int count) {
    return new Scale(rows, count, largeSections);
  }

  /** The same, the rows of the first coverholder spread over so many sections. */
  Scale withLargeSections(int count) {
    return new Scale(rows, coverholders, count);
  }

  /** All sections. */
  int sections() {
    return SECTIONS * (coverholders - 1) + largeSections;
  }

  /** The part of all rows that the largest section has. */
  double shareOfLargest() {
    return SHARE_OF_FIRST_COVERHOLDER / largeSections;
  }

  /** A name for folders. */
  String label() {
    return rows + "-" + coverholders + "-" + largeSections;
  }

  /** Reads what {@link #label} wrote. */
  static Scale parse(String label) {
    String[] parts = label.split("-", 3);
    return new Scale(
        Long.parseLong(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
  }
}
