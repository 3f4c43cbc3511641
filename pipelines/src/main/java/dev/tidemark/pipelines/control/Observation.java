// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.control;

import dev.tidemark.pipelines.config.FindingKind;

/**
 * Something that holds now and that somebody should look at.
 *
 * @param key names it from run to run, at most 400 characters; another key is another finding
 * @param kind of which kind it is
 * @param about what it is about: a section, a coverholder's month, a table, a job
 * @param text what was found, one sentence; it may change while the finding stays open
 */
public record Observation(String key, FindingKind kind, String about, String text) {}
