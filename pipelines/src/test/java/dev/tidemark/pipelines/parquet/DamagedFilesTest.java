// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.allOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.instanceOf;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import org.apache.beam.sdk.values.Row;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are not what was written. */
class DamagedFilesTest {

  private static final List<Row> ROWS = List.of(AllTypes.full(), AllTypes.before1970());
  private static final int FOOTER_LENGTH = 8;

  /** Every third byte tells as much as all of them. */
  private static final int STEP = 3;

  @TempDir private java.nio.file.Path directory = java.nio.file.Path.of("");
  private java.nio.file.Path file = java.nio.file.Path.of("");
  private byte[] sound = {};

  @BeforeEach
  void write() throws IOException {
    file = directory.resolve("t.parquet");
    AllTypes.write(new Path(file.toString()), AllTypes.SCHEMA, ROWS);
    sound = Files.readAllBytes(file);
  }

  @Test
  void aFlippedByteIsNeverReadAsAnotherValue() throws IOException {
    int dataEnds = sound.length - FOOTER_LENGTH - footerBytes();
    int refused = 0;
    for (int at = 0; at < dataEnds; at += STEP) {
      byte[] flipped = sound.clone();
      flipped[at] ^= 0x10;
      Files.write(file, flipped);
      try {
        // a byte of an index or a statistic, which the reader does not look at
        assertThat("byte " + at, read(), is(ROWS));
      } catch (DamagedFileException | IllegalArgumentException damage) {
        assertThat(damage.getMessage(), startsWith("file " + file));
        refused++;
      }
    }
    assertThat(refused, greaterThan(dataEnds / STEP / 2));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.1, 0.5, 0.9, 0.999})
  void aFileThatIsCutShortIsNamed(double part) throws IOException {
    Files.write(file, Arrays.copyOf(sound, (int) (sound.length * part)));
    assertThat(
        assertThrows(IOException.class, this::read).getMessage(),
        allOf(
            startsWith("file " + file + " is damaged ("),
            containsString("; restore it from a copy of the lake, or move its table away")));
  }

  @Test
  void aMissingFileIsNamed() throws IOException {
    Files.delete(file);
    IOException missing = assertThrows(IOException.class, this::read);
    assertThat(missing, instanceOf(DamagedFileException.class));
    assertThat(missing.getMessage(), startsWith("file " + file + " is missing; restore it"));
  }

  private int footerBytes() {
    int at = sound.length - FOOTER_LENGTH;
    return (sound[at] & 0xff) | (sound[at + 1] & 0xff) << 8 | (sound[at + 2] & 0xff) << 16;
  }

  private List<Row> read() throws IOException {
    try {
      return AllTypes.read(new Path(file.toString()), AllTypes.SCHEMA);
    } catch (UncheckedIOException failure) {
      throw failure.getCause();
    }
  }
}
