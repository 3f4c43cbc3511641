// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.landing;

import java.io.Serializable;
import org.apache.beam.sdk.coders.DefaultCoder;
import org.apache.beam.sdk.coders.SerializableCoder;
import org.jspecify.annotations.Nullable;

/**
 * What was landed of one part of a table: a whole file, or nothing. A part that was landed twice
 * counts once.
 *
 * @param table the table's name
 * @param part names the part among those of its table
 * @param path the file; null when the part has no rows
 */
@DefaultCoder(SerializableCoder.class)
public record LandedPart(String table, String part, @Nullable String path)
    implements Serializable {}
