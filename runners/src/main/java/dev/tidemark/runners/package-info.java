// SPDX-License-Identifier: Apache-2.0
/** The launcher. */
@NullMarked
package dev.tidemark.runners;

import org.jspecify.annotations.NullMarked;
