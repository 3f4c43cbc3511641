// SPDX-License-Identifier: Apache-2.0
/** What other systems are told of a run that has ended, in their own formats. */
@NullMarked
package dev.tidemark.pipelines.observe;

import org.jspecify.annotations.NullMarked;
