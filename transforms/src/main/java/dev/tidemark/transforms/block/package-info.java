// SPDX-License-Identifier: Apache-2.0
/**
 * Packed row blocks: many rows in one byte array, so that a keyed stage shuffles, sorts and hashes
 * bytes instead of objects.
 *
 * <p>A {@link dev.tidemark.transforms.block.RowLayout} fixes the bytes of a schema; rows are
 * written by a {@link dev.tidemark.transforms.block.RowWriter}, read in place by a {@link
 * dev.tidemark.transforms.block.RowView}, and looked at per bucket through {@link
 * dev.tidemark.transforms.block.KeyGroups}, {@link dev.tidemark.transforms.block.KeyIndex} and
 * {@link dev.tidemark.transforms.block.RowOrder}.
 */
@NullMarked
package dev.tidemark.transforms.block;

import org.jspecify.annotations.NullMarked;
