// SPDX-License-Identifier: Apache-2.0
/**
 * What a row costs in the loops that a night spends its time in, by JMH: {@code mvn -q -P micro
 * verify}. Every score is of one row, on one thread, of the rows of {@link
 * dev.tidemark.runners.benchmark.micro.PremiumRows}.
 */
@NullMarked
package dev.tidemark.runners.benchmark.micro;

import org.jspecify.annotations.NullMarked;
