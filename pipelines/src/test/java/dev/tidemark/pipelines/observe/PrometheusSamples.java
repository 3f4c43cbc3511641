// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.observe;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads Prometheus' text exposition format as strictly as its grammar is: help and type once and
 * first, samples of one metric together, no series twice, labels quoted and escaped, a line feed at
 * the end of every line.
 */
final class PrometheusSamples {

  private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");
  private static final Pattern SAMPLE =
      Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)\\{(.*)} (-?[0-9]+(?:\\.[0-9]+)?)");
  private static final Pattern LABEL =
      Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\\n]|\\\\[\\\\\"n])*)\"(,|$)");

  private final Map<String, String> values = new LinkedHashMap<>();
  private final Set<String> metrics = new HashSet<>();
  private @Nullable String current;
  private boolean isTyped;

  private PrometheusSamples() {}

  /** The value of every series: its name, then its labels in alphabetical order. */
  static Map<String, String> of(String text) {
    require(text.isEmpty() || text.endsWith("\n"), "the last line does not end");
    require(text.indexOf('\r') < 0, "a carriage return");
    PrometheusSamples samples = new PrometheusSamples();
    text.lines().forEach(samples::line);
    return samples.values;
  }

  private void line(String line) {
    if (line.startsWith("# HELP ")) {
      String[] parts = line.substring(7).split(" ", 2);
      require(NAME.matcher(parts[0]).matches() && parts.length == 2, line);
      require(metrics.add(parts[0]), "twice: " + line);
      current = parts[0];
      isTyped = false;
    } else if (line.startsWith("# TYPE ")) {
      require(line.equals("# TYPE " + current + " gauge") && !isTyped, line);
      isTyped = true;
    } else {
      sample(line);
    }
  }

  private void sample(String line) {
    Matcher sample = SAMPLE.matcher(line);
    require(sample.matches(), line);
    require(sample.group(1).equals(current) && isTyped, "not below its help and type: " + line);
    String series = sample.group(1) + labels(sample.group(2), line);
    require(values.put(series, sample.group(3)) == null, "twice: " + line);
  }

  private static Map<String, String> labels(String text, String line) {
    Map<String, String> labels = new TreeMap<>();
    Matcher label = LABEL.matcher(text);
    int end = 0;
    while (end < text.length()) {
      require(label.find(end) && label.start() == end, line);
      String value =
          label
              .group(2)
              .replace("\\\\", "\0")
              .replace("\\\"", "\"")
              .replace("\\n", "\n")
              .replace("\0", "\\");
      require(labels.put(label.group(1), value) == null, line);
      end = label.end();
    }
    return labels;
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new IllegalArgumentException(what);
    }
  }
}
