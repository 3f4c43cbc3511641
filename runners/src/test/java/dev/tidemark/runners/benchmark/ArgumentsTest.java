// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners.benchmark;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArgumentsTest {

  @Test
  void withoutArgumentsTheUsualJobsAreDoneInAMiddleSize() {
    Arguments arguments = Arguments.read();

    assertThat(arguments.jobs(), is(List.of("silver", "marts", "history", "upsert", "nightly")));
    assertThat(arguments.rows(), is(List.of(200_000L)));
    assertThat(arguments.rounds(), is(5));
    assertThat(arguments.warm(), is(nullValue()));
    assertThat(arguments.into(), is(arguments.folder().resolve("plots")));
  }

  @Test
  void everyArgumentIsRead() {
    Arguments arguments =
        Arguments.read(
            "--jobs=history,upsert",
            "--rows=500,100k,5M",
            "--rounds=3",
            "--warm=0",
            "--heap=1500m",
            "--java=-XX:TieredStopAtLevel=1,-XX:+UseSerialGC",
            "--folder=/data/benchmark",
            "--plot=a.json,b.json",
            "--into=/data/drawings");

    assertThat(
        arguments,
        is(
            new Arguments(
                List.of("history", "upsert"),
                List.of(500L, 100_000L, 5_000_000L),
                3,
                0,
                "1500m",
                List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
                Path.of("/data/benchmark"),
                List.of(Path.of("a.json"), Path.of("b.json")),
                Path.of("/data/drawings"))));
  }

  @Test
  void whatCannotBeReadIsToldWithItsRemedy() {
    assertThat(
        refusal("--jobs=silber"), startsWith("--jobs=silber is not known: there are silver"));
    assertThat(refusal("--rows=1MB"), startsWith("--rows=1MB is no number of rows: write"));
    assertThat(refusal("--rows=99"), containsString("100 or more"));
    assertThat(refusal("--rounds=0"), is("--rounds=0 is no number that fits: write 1 or more"));
    assertThat(refusal("--heap=3"), is("--heap=3 is no size: write 3g or 2500m"));
    assertThat(
        refusal("--java=TieredStopAtLevel=1"),
        startsWith("--java=TieredStopAtLevel=1 is no option of java: write"));
    assertThat(refusal("--sizes=1M"), startsWith("--sizes=1M is not known: write"));
    assertThat(refusal("all"), startsWith("all is no argument of the benchmark: write"));
  }

  private static String refusal(String argument) {
    return String.valueOf(
        assertThrows(Arguments.WrongArgumentException.class, () -> Arguments.read(argument))
            .getMessage());
  }
}
