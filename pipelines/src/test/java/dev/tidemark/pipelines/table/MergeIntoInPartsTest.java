// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import org.junit.jupiter.api.extension.ExtendWith;

/** Nothing is another when a bucket does not fit the memory of a worker. */
@ExtendWith(InParts.class)
class MergeIntoInPartsTest extends MergeIntoTest {}
