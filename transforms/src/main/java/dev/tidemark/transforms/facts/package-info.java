// SPDX-License-Identifier: Apache-2.0
/**
 * From silver to gold within one bucket: which version of a transaction counts, what it is worth,
 * and what it adds up to per section and month. Plain Java over packed rows: no Beam, no I/O.
 */
@NullMarked
package dev.tidemark.transforms.facts;

import org.jspecify.annotations.NullMarked;
