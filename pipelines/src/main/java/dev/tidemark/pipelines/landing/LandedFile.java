// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.landing;

import java.io.Serializable;

/**
 * One landed Parquet file.
 *
 * @param path its full path
 * @param rows rows in it, from its footer
 * @param bytes its size
 */
public record LandedFile(String path, long rows, long bytes) implements Serializable {}
