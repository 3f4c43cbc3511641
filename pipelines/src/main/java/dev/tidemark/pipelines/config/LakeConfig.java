// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.config;

import java.io.Serializable;

/**
 * Where the lake lies and how it is divided.
 *
 * @param root folder or file-system URI under which landing, silver, gold and marts are written
 * @param buckets parts that transactions, silver and facts are divided into; fixed once the lake
 *     has data
 */
public record LakeConfig(String root, int buckets) implements Serializable {
  static final int DEFAULT_BUCKETS = 16;
}
