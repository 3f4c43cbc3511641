// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.observe;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Gauges in Prometheus' text exposition format 0.0.4: the samples of a metric stand together below
 * its help and type; a metric without samples is left out.
 */
final class PrometheusText {

  private final Map<String, String> always;
  private final Map<String, List<String>> samples = new LinkedHashMap<>();

  /**
   * An empty text.
   *
   * @param always labels of every sample
   */
  PrometheusText(Map<String, String> always) {
    this.always = Map.copyOf(always);
  }

  void gauge(String name, String help, BigDecimal value) {
    gauge(name, help, Map.of(), value);
  }

  void gauge(String name, String help, long value) {
    gauge(name, help, Map.of(), BigDecimal.valueOf(value));
  }

  void gauge(String name, String help, Map<String, String> labels, long value) {
    gauge(name, help, labels, BigDecimal.valueOf(value));
  }

  void gauge(String name, String help, Map<String, String> labels, BigDecimal value) {
    String head = "# HELP " + name + " " + help + "\n# TYPE " + name + " gauge\n";
    samples
        .computeIfAbsent(head, first -> new ArrayList<>())
        .add(name + labels(labels) + " " + value.toPlainString() + "\n");
  }

  private String labels(Map<String, String> own) {
    Map<String, String> all = new TreeMap<>(always);
    all.putAll(own);
    return all.entrySet().stream()
        .map(label -> label.getKey() + "=\"" + escaped(label.getValue()) + "\"")
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  @Override
  public String toString() {
    return samples.entrySet().stream()
        .map(metric -> metric.getKey() + String.join("", metric.getValue()))
        .collect(Collectors.joining());
  }
}
