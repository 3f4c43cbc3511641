// SPDX-License-Identifier: Apache-2.0
/**
 * The control store: marks, audits, runs, batch ids and leases, kept in a database that only the
 * launcher touches.
 */
@NullMarked
package dev.tidemark.pipelines.control;

import org.jspecify.annotations.NullMarked;
