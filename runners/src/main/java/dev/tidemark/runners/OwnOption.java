// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.config.ConfigException;
import dev.tidemark.pipelines.config.Nearest;
import dev.tidemark.pipelines.run.NamedPipeline;
import dev.tidemark.pipelines.run.Parameter;
import dev.tidemark.pipelines.run.TidemarkOptions;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.beam.sdk.options.Default;
import org.apache.beam.sdk.options.Description;
import org.jspecify.annotations.Nullable;

/**
 * One of the product's own options, as {@link TidemarkOptions} declares it.
 *
 * @param name without the dashes
 * @param type of its value
 * @param description for people
 * @param absent its value when it is not given; null for none
 * @param parameter what else there is to know of it
 */
record OwnOption(
    String name, Class<?> type, String description, @Nullable String absent, Parameter parameter) {

  private static final String GETTER = "get";

  /** So many pipelines are named to those who give an option to another one. */
  private static final int NAMED_TAKERS = 3;

  private static final List<OwnOption> ALL =
      Arrays.stream(TidemarkOptions.class.getDeclaredMethods())
          .filter(method -> method.getName().startsWith(GETTER))
          .map(OwnOption::of)
          .sorted(
              Comparator.comparing((OwnOption option) -> option.parameter.group())
                  .thenComparing(OwnOption::name))
          .toList();

  /** All of them, by group and name. */
  static List<OwnOption> all() {
    return ALL;
  }

  /** Those that a pipeline heeds. */
  static List<OwnOption> of(NamedPipeline pipeline) {
    return ALL.stream().filter(option -> option.isTakenBy(pipeline)).toList();
  }

  /** The one with that name. */
  static Optional<OwnOption> named(String name) {
    return ALL.stream().filter(option -> option.name.equals(name)).findFirst();
  }

  boolean isFlag() {
    return type == boolean.class;
  }

  boolean isList() {
    return type == List.class;
  }

  /** Whether it is the one that chooses the pipeline. */
  boolean isChoiceOfPipeline() {
    return name.equals("pipeline");
  }

  boolean isTakenBy(NamedPipeline pipeline) {
    return takers().contains(pipeline);
  }

  boolean isRequiredBy(NamedPipeline pipeline) {
    return parameter.required()
        ? isTakenBy(pipeline)
        : List.of(parameter.requiredBy()).contains(pipeline);
  }

  /** The pipelines that heed it. */
  List<NamedPipeline> takers() {
    if (isChoiceOfPipeline()) {
      return List.of(NamedPipeline.values());
    }
    return parameter.takenBy().length == 0
        ? Stream.of(NamedPipeline.values()).filter(NamedPipeline::isConfigured).toList()
        : List.of(parameter.takenBy());
  }

  /** All values that it takes; empty when there are others. */
  List<String> choices() {
    Object[] constants = parameter.choices().getEnumConstants();
    return constants == null ? List.of() : Arrays.stream(constants).map(Object::toString).toList();
  }

  /** How it is written, with a value of its kind. */
  String sample() {
    return "--" + name + (isFlag() ? "" : "=" + parameter.example());
  }

  /** Why it cannot have that value. */
  Optional<String> refusal(String value) {
    String given = "--" + name + "=" + value;
    if (!choices().isEmpty() && !choices().contains(value)) {
      return Optional.of(given + " is not known" + Nearest.suggestion(value, choices()));
    }
    return parameter.pattern().isEmpty() || value.matches(parameter.pattern())
        ? Optional.empty()
        : Optional.of(given + " " + parameter.refusal());
  }

  /** The complaint of a value that fits its option's pattern and is none all the same. */
  static ConfigException refused(String name, String value) {
    return new ConfigException(
        "--" + name + "=" + value + " " + named(name).orElseThrow().parameter.refusal());
  }

  /** Why it cannot be left out. */
  String missing() {
    return "--"
        + name
        + " is missing; "
        + (parameter.whenMissing().isEmpty()
            ? "write " + sample() + ", for instance"
            : parameter.whenMissing());
  }

  /** Why it cannot be given to a pipeline that does not heed it. */
  String misplacedIn(NamedPipeline pipeline) {
    List<String> takers = takers().stream().map(NamedPipeline::asArgument).toList();
    return "--"
        + name
        + (takers.size() > NAMED_TAKERS
            ? " does not go with " + pipeline.asArgument()
            : " goes with " + String.join(" or ", takers))
        + "; leave it out";
  }

  private static OwnOption of(Method getter) {
    String name = getter.getName().substring(GETTER.length());
    Description description = getter.getAnnotation(Description.class);
    Parameter parameter = getter.getAnnotation(Parameter.class);
    if (description == null || parameter == null) {
      throw new IllegalStateException(
          "TidemarkOptions." + getter.getName() + " needs @Parameter and @Description");
    }
    Default.String absent = getter.getAnnotation(Default.String.class);
    return new OwnOption(
        Character.toLowerCase(name.charAt(0)) + name.substring(1),
        getter.getReturnType(),
        description.value(),
        getter.getReturnType() == boolean.class ? "false" : absent == null ? null : absent.value(),
        parameter);
  }
}
