// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Hands on what is printed, line by line. */
final class LineStream extends OutputStream {

  private final Consumer<String> lines;
  private final ByteArrayOutputStream begun = new ByteArrayOutputStream();

  private LineStream(Consumer<String> lines) {
    this.lines = lines;
  }

  /** Something to print to; blank lines are dropped. */
  static PrintStream to(Consumer<String> lines) {
    return new PrintStream(new LineStream(lines), true, StandardCharsets.UTF_8);
  }

  @Override
  public synchronized void write(int b) {
    if (b != '\n') {
      begun.write(b);
      return;
    }
    String line = begun.toString(StandardCharsets.UTF_8).stripTrailing();
    begun.reset();
    if (!line.isEmpty()) {
      lines.accept(line);
    }
  }
}
