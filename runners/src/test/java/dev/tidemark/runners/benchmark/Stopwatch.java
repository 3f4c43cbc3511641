// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Measures what is done in this process, one work after another. */
final class Stopwatch {

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String PEAK = "VmHWM:";

  private Phase phase = Phase.COLD;
  private double wall;
  private double cpu;
  private double gc;

  private Stopwatch(double wall) {
    this.wall = wall;
  }

  /** One that runs since the process was started. */
  static Stopwatch since(long startedAtMillis) {
    return new Stopwatch(now() - (System.currentTimeMillis() - startedAtMillis) / 1e3);
  }

  /** What was done since the start, or since {@link #again}. */
  Measurement stop() throws IOException {
    return new Measurement(phase, now() - wall, cpuNow() - cpu, peakMemory(), gcNow() - gc);
  }

  /** Begins anew. */
  void again() {
    phase = Phase.WARM;
    wall = now();
    cpu = cpuNow();
    gc = gcNow();
  }

  private static double now() {
    return System.nanoTime() / 1e9;
  }

  private static double cpuNow() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime()
        / 1e9;
  }

  private static double gcNow() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
            .mapToLong(GarbageCollectorMXBean::getCollectionTime)
            .sum()
        / 1e3;
  }

  /** The whole process where the system tells it: DuckDB's memory is not of the heap. */
  private static long peakMemory() throws IOException {
    if (Files.isReadable(STATUS)) {
      List<String> lines = Files.readAllLines(STATUS);
      for (String line : lines) {
        if (line.startsWith(PEAK)) {
          return 1024 * Long.parseLong(line.replaceAll("[^0-9]", ""));
        }
      }
    }
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .map(MemoryPoolMXBean::getPeakUsage)
        .mapToLong(usage -> usage == null ? 0 : usage.getUsed())
        .sum();
  }
}
