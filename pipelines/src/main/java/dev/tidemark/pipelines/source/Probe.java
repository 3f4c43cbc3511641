// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.io.Serializable;

/**
 * What stood in a range of marks. Two equal probes of one range mean that between them no row came,
 * went, or changed its key or its mark.
 *
 * @param rows how many rows
 * @param keySum a sum over their keys and marks, as the source writes it
 */
public record Probe(long rows, String keySum) implements Serializable {}
