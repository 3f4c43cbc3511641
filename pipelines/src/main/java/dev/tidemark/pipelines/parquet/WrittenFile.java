// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import java.util.Set;

/**
 * A Parquet file that was written.
 *
 * @param size bytes
 * @param rows the number of rows
 * @param modificationTime milliseconds since 1970, as the file system has it
 * @param stats statistics by the Delta protocol, JSON
 * @param copiedGroups the numbers of the row groups that were copied as they are
 */
public record WrittenFile(
    long size, long rows, long modificationTime, String stats, Set<Integer> copiedGroups) {}
