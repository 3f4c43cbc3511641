// SPDX-License-Identifier: Apache-2.0
/**
 * What makes a source row fit for silver: normalised keys, reasons to quarantine, masked personal
 * data.
 */
@NullMarked
package dev.tidemark.transforms.conform;

import org.jspecify.annotations.NullMarked;
