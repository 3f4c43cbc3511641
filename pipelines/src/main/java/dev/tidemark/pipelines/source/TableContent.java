// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.io.Serializable;

/**
 * What a table that is read whole holds.
 *
 * @param rows how many rows
 * @param digest SHA-256 in hex over its rows, whatever order they come in; equal content gives an
 *     equal digest
 */
public record TableContent(long rows, String digest) implements Serializable {}
