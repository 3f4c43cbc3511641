// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether a process does its work for the first time. */
enum Phase {
  /** The first time, the start of the process included. */
  @JsonProperty("cold")
  COLD,
  /** Again. */
  @JsonProperty("warm")
  WARM;

  /** As reports name it. */
  String label() {
    return this == COLD ? "cold" : "warm";
  }
}
