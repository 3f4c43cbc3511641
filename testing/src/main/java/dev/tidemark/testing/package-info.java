// SPDX-License-Identifier: Apache-2.0
/** The test kit: JUnit 5 extension, matchers and fixtures for Beam pipelines. */
@NullMarked
package dev.tidemark.testing;

import org.jspecify.annotations.NullMarked;
