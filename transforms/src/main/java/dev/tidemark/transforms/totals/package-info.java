// SPDX-License-Identifier: Apache-2.0
/** Running totals, sums over a window of days, the use of a premium limit, and loss ratios. */
@NullMarked
package dev.tidemark.transforms.totals;

import org.jspecify.annotations.NullMarked;
