// SPDX-License-Identifier: Apache-2.0
/** Parquet files to and from packed rows, column by column, without an object per row. */
@NullMarked
package dev.tidemark.pipelines.parquet;

import org.jspecify.annotations.NullMarked;
