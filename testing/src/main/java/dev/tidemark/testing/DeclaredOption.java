// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import java.beans.Introspector;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.beam.sdk.options.Description;
import org.apache.beam.sdk.options.PipelineOptions;
import org.jspecify.annotations.Nullable;

/**
 * One option that an interface declares itself.
 *
 * @param name without the dashes
 */
record DeclaredOption(String name, Method getter) {

  private static final Pattern GETTER = Pattern.compile("(?:get|is)([A-Z].*)");

  /** By name. */
  static Map<String, DeclaredOption> of(Class<? extends PipelineOptions> options) {
    Map<String, DeclaredOption> declared = new TreeMap<>();
    for (Method method : options.getDeclaredMethods()) {
      Matcher getter = GETTER.matcher(method.getName());
      if (getter.matches()
          && method.getParameterCount() == 0
          && Modifier.isAbstract(method.getModifiers())) {
        String name = Introspector.decapitalize(getter.group(1));
        // An interface of a test need not be public.
        method.setAccessible(true);
        declared.put(name, new DeclaredOption(name, method));
      }
    }
    return declared;
  }

  boolean isDescribed() {
    Description description = getter.getAnnotation(Description.class);
    return description != null && !description.value().isBlank();
  }

  /** Its value as a flag would say it. */
  @Nullable String value(PipelineOptions options) {
    try {
      return text(getter.invoke(options));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(name + " has no value: " + e.getCause(), e);
    }
  }

  private static @Nullable String text(@Nullable Object value) {
    if (value instanceof Collection<?> several) {
      return several.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
    if (value != null && value.getClass().isArray()) {
      return IntStream.range(0, Array.getLength(value))
          .mapToObj(i -> String.valueOf(Array.get(value, i)))
          .collect(Collectors.joining(","));
    }
    if (value instanceof Class<?> type) {
      return type.getName();
    }
    return value == null ? null : value.toString();
  }
}
