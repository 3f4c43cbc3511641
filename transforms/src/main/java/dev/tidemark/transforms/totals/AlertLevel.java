// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.totals;

/** How far a section has used its premium limit. The names are the values of alert_level. */
public enum AlertLevel {
  OK,
  NOTIFY,
  BREACH,
  NO_LIMIT
}
