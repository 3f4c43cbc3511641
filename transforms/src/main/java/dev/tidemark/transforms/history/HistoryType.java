// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.history;

import org.apache.beam.sdk.schemas.Schema;

/** What a history keeps: the present of each key, or its versions. */
enum HistoryType {
  SCD_1,
  SCD_2;

  ChangeKernel kernel(Schema changes, ChangeColumns columns) {
    return this == SCD_1 ? Scd1.of(changes, columns) : Scd2.of(changes, columns);
  }
}
