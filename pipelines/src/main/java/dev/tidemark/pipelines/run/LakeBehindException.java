// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

/**
 * The lake has less than the marks say was read: an older copy was restored, or a table is gone.
 * What lies between would never be read again, so nothing is done.
 */
public final class LakeBehindException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  LakeBehindException(String message) {
    super(message);
  }
}
