// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.config;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Where the lake lies and how it is divided.
 *
 * @param root folder or file-system URI under which landing, silver, gold and marts are written
 * @param buckets parts that transactions, silver and facts are divided into; null: as the lake has
 *     them, and a new one by its size
 */
public record LakeConfig(String root, @Nullable Integer buckets) implements Serializable {}
