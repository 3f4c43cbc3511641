// SPDX-License-Identifier: Apache-2.0
/** Durable keys: the same key for the same parts, in every run and every table. */
@NullMarked
package dev.tidemark.transforms.keys;

import org.jspecify.annotations.NullMarked;
