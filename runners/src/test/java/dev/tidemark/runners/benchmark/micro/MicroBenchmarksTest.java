// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark.micro;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.greaterThan;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.support.ReflectionSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/** Runs every micro-benchmark once, so that none is broken when it is wanted. */
class MicroBenchmarksTest {

  private static final List<String> PACKAGES =
      List.of("dev.tidemark.runners.benchmark.micro", "dev.tidemark.pipelines.source");

  /** JMH asks for these words of whoever makes one without its help. */
  private static final String PASSWORD =
      "Today's password is swordfish. I understand instantiating Blackholes directly is dangerous.";

  @Test
  void everyBenchmarkRuns() throws ReflectiveOperationException {
    Blackhole sink = new Blackhole(PASSWORD);
    int ran = 0;
    for (Class<?> type : benchmarks()) {
      Object state = type.getConstructor().newInstance();
      for (Method benchmark : marked(type, Benchmark.class)) {
        Object result =
            benchmark.getParameterCount() == 0
                ? benchmark.invoke(state)
                : benchmark.invoke(state, sink);
        sink.consume(result);
        ran++;
      }
      List<Method> endings = marked(type, TearDown.class);
      // what ends an iteration comes before what ends all of them
      endings.sort(Comparator.comparing(MicroBenchmarksTest::level).reversed());
      for (Method ending : endings) {
        ending.invoke(state);
      }
    }
    assertThat(ran, greaterThan(PACKAGES.size()));
  }

  /** What JMH makes of them is in packages below. */
  private static List<Class<?>> benchmarks() {
    return PACKAGES.stream()
        .flatMap(
            name ->
                ReflectionSupport.findAllClassesInPackage(
                    name,
                    type ->
                        type.getPackageName().equals(name)
                            && !marked(type, Benchmark.class).isEmpty(),
                    className -> className.endsWith("Benchmark"))
                    .stream())
        .toList();
  }

  private static List<Method> marked(Class<?> type, Class<? extends Annotation> annotation) {
    return Stream.of(type.getDeclaredMethods())
        .filter(method -> method.isAnnotationPresent(annotation))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static Level level(Method ending) {
    return ending.getAnnotation(TearDown.class).value();
  }
}
