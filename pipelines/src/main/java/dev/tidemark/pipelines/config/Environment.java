// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.config;

import org.jspecify.annotations.Nullable;

/** The environment variables, so that a test can bring its own. */
interface Environment {
  @Nullable String get(String name);
}
