// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

/** Two contenders made different things of the same data: what they took means nothing. */
final class DisagreementException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  DisagreementException(String message) {
    super(message);
  }
}
