// SPDX-License-Identifier: Apache-2.0
/** Rules and PTransforms for delegated-authority bordereaux. */
@NullMarked
package dev.tidemark.transforms;

import org.jspecify.annotations.NullMarked;
