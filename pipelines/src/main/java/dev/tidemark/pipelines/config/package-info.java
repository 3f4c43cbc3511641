// SPDX-License-Identifier: Apache-2.0
/**
 * The configuration of a Tidemark installation: YAML, checked by a JSON Schema, read into records.
 */
@NullMarked
package dev.tidemark.pipelines.config;

import org.jspecify.annotations.NullMarked;
