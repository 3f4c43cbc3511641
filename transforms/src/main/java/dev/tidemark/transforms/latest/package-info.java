// SPDX-License-Identifier: Apache-2.0
/** The latest submission of each key: the kernel over packed rows and the transform over rows. */
@NullMarked
package dev.tidemark.transforms.latest;

import org.jspecify.annotations.NullMarked;
