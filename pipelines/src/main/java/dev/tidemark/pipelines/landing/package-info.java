// SPDX-License-Identifier: Apache-2.0
/** Landing: what a run read, as Parquet files and a manifest that names them. */
@NullMarked
package dev.tidemark.pipelines.landing;

import org.jspecify.annotations.NullMarked;
