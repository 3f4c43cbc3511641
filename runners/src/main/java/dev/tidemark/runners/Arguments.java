// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.run.NamedPipeline;
import dev.tidemark.pipelines.run.TidemarkOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.beam.sdk.options.PipelineOptionsFactory;

/**
 * A command line, read by Beam as far as it can be, with complaints of one line that name the
 * option.
 */
final class Arguments {

  private static final Pattern UNKNOWN =
      Pattern.compile(
          "Class interface \\S+ missing a property named '([^']+)'\\.(?: Did you mean (.*))?");

  private final Problems problems;
  private final Map<OwnOption, String> given = new LinkedHashMap<>();
  private final Set<String> mentioned = new HashSet<>();
  private final TidemarkOptions options;

  private Arguments(Problems problems, String... args) {
    this.problems = problems;
    options = parsed(Arrays.stream(args).filter(this::isSound).toList());
  }

  /**
   * Reads a command line.
   *
   * @param problems gets what is wrong with it; what is right is read all the same
   */
  static Arguments read(Problems problems, String... args) {
    return new Arguments(problems, args);
  }

  TidemarkOptions options() {
    return options;
  }

  /** The product's own options that were given a value, each with that. */
  Map<OwnOption, String> given() {
    return given;
  }

  /** Whether an option was given, with a value or without, or another was that was meant for it. */
  boolean mentions(OwnOption option) {
    return mentioned.contains(option.name());
  }

  /** The pipeline that is asked for; empty when that is unknown. */
  Optional<NamedPipeline> pipeline() {
    return options.getDemo()
        ? Optional.of(NamedPipeline.DEMO)
        : NamedPipeline.named(options.getPipeline());
  }

  /** Finds what Beam would take for something else, or not name. */
  private boolean isSound(String arg) {
    if (!arg.startsWith("--")) {
      problems.add("argument " + arg + " is not an option; write --name=value");
      return false;
    }
    String name = nameOf(arg);
    Optional<OwnOption> own = OwnOption.named(name);
    return own.isEmpty() || isSound(own.get(), arg);
  }

  private boolean isSound(OwnOption option, String arg) {
    String name = option.name();
    int equals = arg.indexOf('=');
    String value = equals < 0 ? "" : arg.substring(equals + 1);
    if (!mentioned.add(name) && !option.isList()) {
      problems.add("--" + name + " is given twice; remove one");
      return false;
    }
    if (option.isFlag()) {
      boolean isOn = equals < 0 || value.toLowerCase(Locale.ROOT).equals("true");
      if (!isOn && !value.toLowerCase(Locale.ROOT).equals("false")) {
        problems.add(arg + " is neither true nor false; write --" + name);
        return false;
      }
      if (isOn) {
        given.put(option, "true");
      }
    } else if (value.isBlank()) {
      problems.add("--" + name + " has no value; write --" + name + "=value");
      return false;
    } else {
      given.merge(option, value, (one, more) -> one + "," + more);
    }
    return true;
  }

  /**
   * Beam stops at the first thing that it does not understand: it is told, taken out, and so on.
   */
  private TidemarkOptions parsed(List<String> sound) {
    PipelineOptionsFactory.register(TidemarkOptions.class);
    List<String> left = sound;
    while (true) {
      try {
        return PipelineOptionsFactory.fromArgs(left.toArray(String[]::new))
            .withValidation()
            .as(TidemarkOptions.class);
      } catch (IllegalArgumentException e) {
        if (left.isEmpty()) {
          throw e;
        }
        left = without(left, e);
      }
    }
  }

  private List<String> without(List<String> args, IllegalArgumentException complaint) {
    String message = Optional.ofNullable(complaint.getMessage()).orElse("they cannot be read");
    String line = message.lines().findFirst().orElse(message);
    Matcher unknown = UNKNOWN.matcher(line);
    List<String> left = new ArrayList<>(args);
    if (unknown.matches() && left.removeIf(arg -> nameOf(arg).equals(unknown.group(1)))) {
      String suggestion = unknown.group(2);
      problems.add(
          "--"
              + unknown.group(1)
              + " is not known; "
              + (suggestion == null ? "see --help" : "did you mean " + suggested(suggestion)));
      return left;
    }
    problems.add("arguments: " + line + "; see --help");
    left.removeIf(arg -> OwnOption.named(nameOf(arg)).isEmpty());
    return left.equals(args) ? List.of() : left;
  }

  private static String nameOf(String arg) {
    int equals = arg.indexOf('=');
    return arg.substring(2, equals < 0 ? arg.length() : equals);
  }

  /** Beam suggests {@code 'a'?} or {@code one of [a, b]?}. */
  private String suggested(String suggestion) {
    List<String> names =
        List.of(suggestion.replaceAll("[\\[\\]'?]", "").replace("one of ", "").split(", *"));
    mentioned.addAll(names);
    return names.stream().map(name -> "--" + name).collect(Collectors.joining(" or ")) + "?";
  }
}
