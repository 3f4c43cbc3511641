// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.finding;

/** A channel that did not take a message; the message of this is one clause without a secret. */
final class UndeliveredException extends Exception {
  private static final long serialVersionUID = 1L;

  UndeliveredException(String message, Throwable cause) {
    super(message, cause);
  }

  UndeliveredException(String message) {
    super(message);
  }
}
