// SPDX-License-Identifier: Apache-2.0
/**
 * What somebody should look at after a run: worked out from the run and from what is published,
 * kept in the control store, told once to each channel. Only the launcher works here, after the run
 * has ended; nothing of it changes what the run did.
 */
@NullMarked
package dev.tidemark.pipelines.finding;

import org.jspecify.annotations.NullMarked;
