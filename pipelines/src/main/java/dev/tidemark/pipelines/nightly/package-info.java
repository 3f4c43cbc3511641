// SPDX-License-Identifier: Apache-2.0
/**
 * The nightly graph: extract, land, conform, merge per bucket, histories and marts, and the plan of
 * what would change. It writes files that nobody sees; publishing is the launcher's.
 */
@NullMarked
package dev.tidemark.pipelines.nightly;

import org.jspecify.annotations.NullMarked;
