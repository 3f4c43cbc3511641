// SPDX-License-Identifier: Apache-2.0
/** Claims: statuses, and the exact amounts of a position. */
@NullMarked
package dev.tidemark.transforms.claims;

import org.jspecify.annotations.NullMarked;
