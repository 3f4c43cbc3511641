// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.source;

import java.io.Serializable;

/**
 * A contract's column as one source has it.
 *
 * @param contract what the contract says
 * @param sourceName its exact name at the source
 * @param found its sort of value at the source
 * @param type its own type at the source
 */
record SourceColumn(ContractColumn contract, String sourceName, SqlType.Kind found, NativeType type)
    implements Serializable {}
