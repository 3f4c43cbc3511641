// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One of those that are measured beside each other, each in a process of its own.
 *
 * @param name in reports, and in what a budget says
 * @param engine who does the work
 * @param warm how often the work is done again in the same process
 * @param heap its {@code -Xmx}; null for what was asked for
 * @param parameters of the work, for who plots it
 */
record Contender(
    String name, Engine engine, int warm, @Nullable String heap, Map<String, Object> parameters) {

  Contender {
    parameters = Map.copyOf(parameters);
  }

  /** An engine under its own name. */
  static Contender of(Engine engine) {
    return named(engine.label(), engine);
  }

  /** The product and both rivals, each under its own name. */
  static List<Contender> besideRivals() {
    return List.of(of(Engine.TIDEMARK), of(Engine.SPARK), of(Engine.DUCKDB));
  }

  /** An engine under another name. */
  static Contender named(String name, Engine engine) {
    return new Contender(name, engine, 0, null, Map.of());
  }

  /** The same, doing its work so often again. */
  Contender warm(int times) {
    return new Contender(name, engine, times, heap, parameters);
  }

  /** The same in a heap of its own size. */
  Contender inHeap(String size) {
    return new Contender(name, engine, warm, size, parameters);
  }

  /** The same with what its work is told apart by. */
  Contender with(Map<String, Object> other) {
    return new Contender(name, engine, warm, heap, other);
  }

  /** A name for its folder. */
  String folder() {
    return name.replaceAll("[^A-Za-z0-9.]+", "-");
  }
}
