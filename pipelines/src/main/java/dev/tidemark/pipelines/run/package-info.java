// SPDX-License-Identifier: Apache-2.0
/**
 * A run as the launcher sees it: what is due is found before the graph, and what the graph planned
 * is judged, made durable and published after it. The only side effects, last, in one process.
 */
@NullMarked
package dev.tidemark.pipelines.run;

import org.jspecify.annotations.NullMarked;
