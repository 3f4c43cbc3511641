// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.PipelineOptionsFactory;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.util.construction.PipelineOptionsTranslation;
import org.hamcrest.Description;
import org.hamcrest.TypeSafeDiagnosingMatcher;
import org.jspecify.annotations.Nullable;

/** Compares an interface of options with a text table; made by {@link OptionsMatchers}. */
final class OptionsMatcher extends TypeSafeDiagnosingMatcher<Class<? extends PipelineOptions>> {

  private static final List<String> HEADER = List.of("option", "default", "example");

  private record Expected(@Nullable String defaultValue, String example) {}

  private final Map<String, Expected> expected;

  private OptionsMatcher(Map<String, Expected> expected) {
    this.expected = expected;
  }

  static OptionsMatcher of(String text) {
    TextTable table = TextTable.parse(text);
    if (!table.header().equals(HEADER)) {
      throw new IllegalArgumentException(
          "The table of options starts with "
              + String.join(" | ", table.header())
              + "; write "
              + String.join(" | ", HEADER)
              + ".");
    }
    Map<String, Expected> expected = new LinkedHashMap<>();
    for (List<String> cells : table.rows()) {
      String option = cells.get(0);
      if (cells.size() != HEADER.size() || expected.containsKey(option)) {
        throw new IllegalArgumentException(
            "The table of options has a line too many, or not of three cells: "
                + String.join(" | ", cells));
      }
      String example = text(option, cells.get(2));
      if (example == null) {
        throw new IllegalArgumentException(
            "Option " + option + " of the table has no example: a flag cannot say null.");
      }
      expected.put(option, new Expected(text(option, cells.get(1)), example));
    }
    return new OptionsMatcher(expected);
  }

  private static @Nullable String text(String option, String cell) {
    try {
      return (String) Cells.parse(FieldType.STRING.withNullable(true), cell);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "Option " + option + " of the table: " + e.getMessage() + ".", e);
    }
  }

  @Override
  protected boolean matchesSafely(Class<? extends PipelineOptions> options, Description mismatch) {
    List<String> problems = new ArrayList<>();
    Map<String, DeclaredOption> declared = DeclaredOption.of(options);
    expected.keySet().stream()
        .filter(option -> !declared.containsKey(option))
        .forEach(
            option -> problems.add(option + " is none of its options: remove it from the table"));
    declared.forEach(
        (name, option) -> {
          if (!option.isDescribed()) {
            problems.add(name + " has no @Description");
          }
          Expected line = expected.get(name);
          if (line == null) {
            problems.add(name + " is not in the table: add its default and an example");
          } else {
            check(options, option, line, problems);
          }
        });
    if (!problems.isEmpty()) {
      mismatch.appendText(options.getSimpleName()).appendText(" differs\n- ");
      mismatch.appendText(String.join("\n- ", problems));
    }
    return problems.isEmpty();
  }

  private static void check(
      Class<? extends PipelineOptions> type,
      DeclaredOption option,
      Expected line,
      List<String> problems) {
    String actualDefault = option.value(PipelineOptionsFactory.as(type));
    if (!Objects.equals(actualDefault, line.defaultValue())) {
      problems.add(
          option.name() + " has the default " + actualDefault + ", not " + line.defaultValue());
    }
    if (line.example().equals(actualDefault)) {
      problems.add(option.name() + " has its default as the example, which proves nothing");
    }
    String flag = "--" + option.name() + "=" + line.example();
    try {
      PipelineOptions given = PipelineOptionsFactory.fromArgs(flag).as(type);
      compare(flag + " arrives as ", option.value(given), line, problems);
      PipelineOptions travelled =
          PipelineOptionsTranslation.fromJson(PipelineOptionsTranslation.toJson(given)).as(type);
      compare(flag + " arrives at a worker as ", option.value(travelled), line, problems);
    } catch (RuntimeException e) {
      problems.add(flag + " is not taken: " + String.valueOf(e.getMessage()).split("\n", 2)[0]);
    }
  }

  private static void compare(
      String what, @Nullable String actual, Expected line, List<String> problems) {
    if (!line.example().equals(actual)) {
      problems.add(what + actual);
    }
  }

  @Override
  public void describeTo(Description description) {
    description
        .appendText("options ")
        .appendText(String.join(", ", expected.keySet()))
        .appendText(", each described, with its default, and mapped from its flag");
  }
}
