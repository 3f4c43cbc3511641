// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.config.ConfigException;
import dev.tidemark.pipelines.run.TidemarkOptions;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.beam.sdk.options.PipelineOptionsFactory;

/** A command line, read by Beam, with complaints of one line that name the option. */
final class Arguments {

  private static final Pattern UNKNOWN =
      Pattern.compile(
          "Class interface \\S+ missing a property named '([^']+)'\\.(?: Did you mean (.*))?");

  private Arguments() {}

  /**
   * The options of a command line.
   *
   * @throws ConfigException for one that cannot be read
   */
  static TidemarkOptions read(String... args) {
    check(args);
    PipelineOptionsFactory.register(TidemarkOptions.class);
    try {
      return PipelineOptionsFactory.fromArgs(args).withValidation().as(TidemarkOptions.class);
    } catch (IllegalArgumentException e) {
      throw new ConfigException(explain(e));
    }
  }

  /** Finds what Beam would take for something else, or not name. */
  private static void check(String... args) {
    Map<String, OwnOption> own =
        OwnOption.all().stream().collect(Collectors.toMap(OwnOption::name, Function.identity()));
    Set<String> seen = new HashSet<>();
    for (String arg : args) {
      if (!arg.startsWith("--")) {
        throw new ConfigException("argument " + arg + " is not an option; write --name=value");
      }
      int equals = arg.indexOf('=');
      String name = arg.substring(2, equals < 0 ? arg.length() : equals);
      OwnOption option = own.get(name);
      if (option == null) {
        continue;
      }
      String value = equals < 0 ? "" : arg.substring(equals + 1);
      if (option.isFlag()) {
        if (equals >= 0 && !Set.of("true", "false").contains(value.toLowerCase(Locale.ROOT))) {
          throw new ConfigException(arg + " is neither true nor false; write --" + name);
        }
      } else if (value.isBlank()) {
        throw new ConfigException("--" + name + " has no value; write --" + name + "=value");
      }
      if (!seen.add(name) && !option.isList()) {
        throw new ConfigException("--" + name + " is given twice; remove one");
      }
    }
  }

  private static String explain(IllegalArgumentException complaint) {
    String message = Optional.ofNullable(complaint.getMessage()).orElse("they cannot be read");
    String line = message.lines().findFirst().orElse(message);
    Matcher unknown = UNKNOWN.matcher(line);
    if (!unknown.matches()) {
      return "arguments: " + line + "; see --help";
    }
    String suggestion = unknown.group(2);
    return "--"
        + unknown.group(1)
        + " is not known; "
        + (suggestion == null ? "see --help" : "did you mean " + dashed(suggestion));
  }

  /** Beam suggests {@code 'a'?} or {@code one of [a, b]?}. */
  private static String dashed(String suggestion) {
    return List.of(suggestion.replaceAll("[\\[\\]'?]", "").replace("one of ", "").split(", *"))
            .stream()
            .map(name -> "--" + name)
            .collect(Collectors.joining(" or "))
        + "?";
  }
}
