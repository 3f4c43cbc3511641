// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.landing;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.Pipeline.PipelineExecutionException;
import org.apache.beam.sdk.coders.SerializableCoder;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.values.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteManifestsTest {
  private static final Schema SCHEMA = Schema.builder().addInt64Field("id").build();
  private final Path folder;
  private final LandingTarget target;

  WriteManifestsTest(@TempDir Path folder) {
    this.folder = folder;
    target = target("a");
  }

  private LandingTarget target(String attempt) {
    return new LandingTarget("Sample", folder.toString(), "run-1", null, null, SCHEMA, attempt);
  }

  private static LandedPart write(LandingTarget target, String part, long... ids)
      throws IOException {
    try (LandedFileWriter writer = target.open(part)) {
      for (long id : ids) {
        writer.row().setLong(0, id);
        writer.write();
      }
      return writer.finish();
    }
  }

  private void run(LandingTarget landing, Set<String> expected, LandedPart... parts) {
    Pipeline pipeline = Pipeline.create();
    pipeline
        .apply(Create.of(Arrays.asList(parts)).withCoder(SerializableCoder.of(LandedPart.class)))
        .apply(WriteManifests.of(List.of(new WriteManifests.Landing(landing, expected))));
    pipeline.run().waitUntilFinish();
  }

  private List<Long> ids() throws IOException {
    return LandedRowsOf.folder(folder).stream().map(row -> row.<Long>getValue(0)).toList();
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(Path::toString).filter(name -> name.endsWith(".parquet")).toList();
    }
  }

  @Test
  void aPartThatWasLandedTwiceCountsOnce() throws IOException {
    LandedPart once = write(target, "00000", 1, 2);
    LandedPart again = write(target, "00000", 1, 2);
    run(target, Set.of("00000", "00001"), once, again, write(target, "00001", 3));
    assertThat(ids(), containsInAnyOrder(1L, 2L, 3L));
    assertThat(files().size(), is(2));
  }

  @Test
  void aPartThatIsMissingStopsTheLanding() throws IOException {
    LandedPart first = write(target, "00000", 1);
    PipelineExecutionException failed =
        assertThrows(
            PipelineExecutionException.class, () -> run(target, Set.of("00000", "00001"), first));
    assertThat(
        String.valueOf(failed.getMessage()),
        containsString("landing of Sample lacks its parts [00001]"));
  }

  @Test
  void whatAnAttemptHasNamedStandsWhenTheStepIsRepeated() throws IOException {
    LandedPart first = write(target, "00000", 1);
    run(target, Set.of("00000"), first);
    // A lost worker's lane is read again, and the source has one row more by now.
    run(target, Set.of("00000"), write(target, "00000", 1, 2));
    assertThat(ids(), contains(1L));
    assertThat(files(), contains(first.path()));
  }

  @Test
  void anotherAttemptNamesItsOwn() throws IOException {
    run(target, Set.of("00000"), write(target, "00000", 1));
    LandingTarget next = target("b");
    run(next, Set.of("00000"), write(next, "00000", 2));
    assertThat(ids(), contains(2L));
  }

  @Test
  void aWriterThatIsClosedBeforeItIsFinishedLeavesNothing() throws IOException {
    try (LandedFileWriter writer = target.open("00000")) {
      for (int i = 0; i < 100_000; i++) {
        writer.row().setLong(0, i);
        writer.write();
      }
      assertThat(files(), empty());
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.toList(), empty());
    }
  }

  @Test
  void aPartWithoutRowsHasNoFile() throws IOException {
    assertThat(write(target, "00000").path() == null, is(true));
    List<Row> none = LandedRowsOf.folder(folder);
    assertThat(none, empty());
  }
}
