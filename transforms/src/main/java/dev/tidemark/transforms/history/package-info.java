// SPDX-License-Identifier: Apache-2.0
/**
 * Slowly changing dimensions, type 1 and 2, as a pure function of every change of a key, and the
 * invariants that a history must hold.
 */
@NullMarked
package dev.tidemark.transforms.history;

import org.jspecify.annotations.NullMarked;
