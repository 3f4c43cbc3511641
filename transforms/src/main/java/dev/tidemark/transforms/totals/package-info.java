// SPDX-License-Identifier: Apache-2.0
/** Running totals, and the use of a section's premium limit. */
@NullMarked
package dev.tidemark.transforms.totals;

import org.jspecify.annotations.NullMarked;
