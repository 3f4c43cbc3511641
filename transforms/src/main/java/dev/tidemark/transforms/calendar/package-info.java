// SPDX-License-Identifier: Apache-2.0
/** Months and quarters as whole numbers, and the days on which bordereaux fall due. */
@NullMarked
package dev.tidemark.transforms.calendar;

import org.jspecify.annotations.NullMarked;
