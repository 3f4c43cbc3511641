// SPDX-License-Identifier: Apache-2.0
/** Source databases: table contracts, marks, and the extract of one table's window as rows. */
@NullMarked
package dev.tidemark.pipelines.source;

import org.jspecify.annotations.NullMarked;
