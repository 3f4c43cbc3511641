// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.conform;

/** Why a source image is kept out of silver. The names are the values of the reason column. */
public enum QuarantineReason {
  NO_KEY("UMR, section, certificate or claim reference or the bordereau month is missing or blank"),
  NO_AMOUNT("a premium row other than NIL has no premium, or of a claim no paid figure can be had"),
  FUTURE_WATERMARK("the row is dated later than the source's own clock"),
  NULL_SEQUENCE("a reference row has no update time, so its version has no place in the history");

  private final String description;

  QuarantineReason(String description) {
    this.description = description;
  }

  /**
   * Whether such a row waits for a time that counts. Until then it says nothing of the images that
   * it had before: these stay.
   */
  public boolean waits() {
    return this == FUTURE_WATERMARK || this == NULL_SEQUENCE;
  }

  /** One line for reports. */
  public String description() {
    return description;
  }
}
