// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

/** The lake cannot be written; nothing was done. */
public final class LakeUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  LakeUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
