// SPDX-License-Identifier: Apache-2.0
/**
 * The embedded source of the demo: four days of a delegated-authority platform, always the same.
 */
@NullMarked
package dev.tidemark.pipelines.demo;

import org.jspecify.annotations.NullMarked;
