// SPDX-License-Identifier: Apache-2.0
/** The entry points of Tidemark. */
@NullMarked
package dev.tidemark.pipelines;

import org.jspecify.annotations.NullMarked;
