// SPDX-License-Identifier: Apache-2.0
/** Premium derivation: canonical types, signs, rates, exact amounts and data-quality flags. */
@NullMarked
package dev.tidemark.transforms.premium;

import org.jspecify.annotations.NullMarked;
