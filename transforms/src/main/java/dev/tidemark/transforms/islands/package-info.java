// SPDX-License-Identifier: Apache-2.0
/** Runs of consecutive periods, and the periods that nobody reported. */
@NullMarked
package dev.tidemark.transforms.islands;

import org.jspecify.annotations.NullMarked;
