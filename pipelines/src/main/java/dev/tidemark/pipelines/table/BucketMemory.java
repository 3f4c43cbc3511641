// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

/**
 * How many bytes of one bucket's rows a worker holds before they go to a temporary file.
 *
 * <p>A processor's share of a sixteenth of the heap: a merge holds up to four such amounts (what
 * comes in, what is stored, what is derived, an index), and the runner's shuffle has most of the
 * rest. Where workers have more threads than processors, the system property {@value #PROPERTY}
 * sets it, in bytes.
 */
final class BucketMemory {

  static final String PROPERTY = "tidemark.bucketMemory";

  private static final int SHARE_OF_HEAP = 16;

  private BucketMemory() {}

  static long bytes() {
    Runtime jvm = Runtime.getRuntime();
    return Long.getLong(PROPERTY, jvm.maxMemory() / SHARE_OF_HEAP / jvm.availableProcessors());
  }
}
