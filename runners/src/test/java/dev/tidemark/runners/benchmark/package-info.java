// SPDX-License-Identifier: Apache-2.0
/**
 * What the product costs beside Spark SQL and DuckDB, on one machine in one run: {@code mvn -q
 * -Pbenchmark verify}. The build compiles it and does not run it.
 */
@NullMarked
package dev.tidemark.runners.benchmark;

import org.jspecify.annotations.NullMarked;
