// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import dev.tidemark.pipelines.run.TidemarkOptions;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.beam.sdk.options.Description;

/**
 * One of the product's own options, as {@link TidemarkOptions} declares it.
 *
 * @param name without the dashes
 * @param type of its value
 * @param description for people
 */
record OwnOption(String name, Class<?> type, String description) {

  private static final String GETTER = "get";

  /** All of them, by name. */
  static List<OwnOption> all() {
    return Arrays.stream(TidemarkOptions.class.getDeclaredMethods())
        .filter(method -> method.isAnnotationPresent(Description.class))
        .map(OwnOption::of)
        .sorted(Comparator.comparing(OwnOption::name))
        .toList();
  }

  boolean isFlag() {
    return type == boolean.class;
  }

  boolean isList() {
    return type == List.class;
  }

  private static OwnOption of(Method getter) {
    String name = getter.getName().substring(GETTER.length());
    return new OwnOption(
        Character.toLowerCase(name.charAt(0)) + name.substring(1),
        getter.getReturnType(),
        getter.getAnnotation(Description.class).value());
  }
}
