// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a command line asks for.
 *
 * @param jobs what is done, by name
 * @param rows the sizes
 * @param rounds how often everybody is measured
 * @param warm how often everybody does the work again in the same process; null for as often as a
 *     budget asks
 * @param heap {@code -Xmx} of the measured processes
 * @param java options of {@code java} for every measured process, whoever's it is
 * @param folder where data and results lie
 * @param plot files of results to be drawn; where there are some, nothing is measured
 * @param into where drawings go
 */
record Arguments(
    List<String> jobs,
    List<Long> rows,
    int rounds,
    @Nullable Integer warm,
    String heap,
    List<String> java,
    Path folder,
    List<Path> plot,
    Path into) {

  /** A sentence that says which argument is wrong, and how to mend it. */
  static final class WrongArgumentException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    WrongArgumentException(String message) {
      super(message);
    }
  }

  private static final Pattern ARGUMENT = Pattern.compile("--([a-z]+)=(.+)");
  private static final Pattern COUNT = Pattern.compile("(\\d{1,9})([kM]?)");
  private static final Pattern HEAP = Pattern.compile("\\d+[mg]");

  static final String HELP =
      """
      --jobs=%s,all   what is measured; without it: %s
      --rows=100k,1M      the sizes of every job (200k)
      --rounds=N          how often everybody is measured, in turn (5)
      --warm=N            how often everybody does its work again in the same process (as a budget asks)
      --heap=2500m        the heap of the measured processes (2500m: a process of 3 GB)
      --java=-XX:A,-XX:B  options of java for all measured processes (none)
      --folder=DIR        where data and results lie (target/benchmark)
      --plot=FILE,FILE    files of results to be drawn, instead of measuring
      --into=DIR          where the drawings go (plots in the folder)"""
          .formatted(String.join(",", Jobs.NAMES), String.join(",", Jobs.USUAL));

  /** Reads them; one that is not given has its default. */
  static Arguments read(String... args) {
    List<String> jobs = Jobs.USUAL;
    List<Long> rows = List.of(200_000L);
    int rounds = 5;
    Integer warm = null;
    String heap = "2500m";
    List<String> java = List.of();
    Path folder = Path.of("target", "benchmark");
    List<Path> plot = List.of();
    Path into = null;
    for (String arg : args) {
      Matcher argument = ARGUMENT.matcher(arg);
      if (!argument.matches()) {
        throw new WrongArgumentException(arg + " is no argument of the benchmark: write\n" + HELP);
      }
      String value = argument.group(2);
      switch (argument.group(1)) {
        case "jobs" -> jobs = jobs(value);
        case "rows" -> rows = Arrays.stream(value.split(",", -1)).map(Arguments::count).toList();
        case "rounds" -> rounds = atLeast(1, arg, value);
        case "warm" -> warm = atLeast(0, arg, value);
        case "heap" -> heap = heap(value);
        case "java" -> java = Arrays.stream(value.split(",", -1)).map(Arguments::option).toList();
        case "folder" -> folder = Path.of(value);
        case "plot" -> plot = Arrays.stream(value.split(",", -1)).map(Path::of).toList();
        case "into" -> into = Path.of(value);
        default -> throw new WrongArgumentException(arg + " is not known: write\n" + HELP);
      }
    }
    Path place = folder.toAbsolutePath().normalize();
    return new Arguments(
        jobs,
        rows,
        rounds,
        warm,
        heap,
        java,
        place,
        plot,
        into == null ? place.resolve("plots") : into);
  }

  /** All options of java for the measured processes. */
  List<String> javaOptions() {
    List<String> options = new ArrayList<>(List.of("-Xmx" + heap));
    options.addAll(java);
    return options;
  }

  private static List<String> jobs(String value) {
    Set<String> jobs = new LinkedHashSet<>();
    for (String job : value.split(",", -1)) {
      if (job.equals("all")) {
        jobs.addAll(Jobs.NAMES);
      } else if (Jobs.NAMES.contains(job)) {
        jobs.add(job);
      } else {
        throw new WrongArgumentException(
            "--jobs=" + job + " is not known: there are " + String.join(", ", Jobs.NAMES));
      }
    }
    return List.copyOf(jobs);
  }

  /** A number of rows, such as 5000, 100k or 5M. */
  private static long count(String value) {
    Matcher count = COUNT.matcher(value);
    long rows = count.matches() ? Long.parseLong(count.group(1)) * unit(count.group(2)) : 0;
    if (rows < 100) {
      throw new WrongArgumentException(
          "--rows=" + value + " is no number of rows: write 100 or more, such as 5000, 100k or 5M");
    }
    return rows;
  }

  private static long unit(String suffix) {
    return switch (suffix) {
      case "k" -> 1_000;
      case "M" -> 1_000_000;
      default -> 1;
    };
  }

  private static int atLeast(int least, String arg, String value) {
    if (!value.matches("\\d{1,4}") || Integer.parseInt(value) < least) {
      throw new WrongArgumentException(
          arg + " is no number that fits: write " + least + " or more");
    }
    return Integer.parseInt(value);
  }

  private static String option(String value) {
    if (!value.startsWith("-X")) {
      throw new WrongArgumentException(
          "--java=" + value + " is no option of java: write such as -XX:TieredStopAtLevel=1");
    }
    return value;
  }

  private static String heap(String value) {
    String size = value.toLowerCase(Locale.ROOT);
    if (!HEAP.matcher(size).matches()) {
      throw new WrongArgumentException("--heap=" + value + " is no size: write 3g or 2500m");
    }
    return size;
  }
}
