// SPDX-License-Identifier: Apache-2.0
/**
 * Lake tables: workers plan changes bucket by bucket ({@link
 * dev.tidemark.pipelines.table.MergeInto}, {@link dev.tidemark.pipelines.table.BucketMerge}), the
 * launcher commits them ({@link dev.tidemark.pipelines.table.TableStore}).
 *
 * <p>Nothing that a worker writes is visible until the launcher has committed the {@link
 * dev.tidemark.pipelines.table.TableChange}s that name it.
 */
@NullMarked
package dev.tidemark.pipelines.table;

import org.jspecify.annotations.NullMarked;
