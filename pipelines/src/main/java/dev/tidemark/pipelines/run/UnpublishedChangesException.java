// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

/** The tables hold more than what was published, and a nightly run has to look at it first. */
public final class UnpublishedChangesException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UnpublishedChangesException(String message) {
    super(message);
  }
}
