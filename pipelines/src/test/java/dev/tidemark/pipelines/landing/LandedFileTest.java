// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.landing;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.pipelines.parquet.DamagedFileException;
import dev.tidemark.pipelines.parquet.ParquetBlockReader;
import dev.tidemark.transforms.block.RowLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.beam.sdk.schemas.Schema;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LandedFileTest {

  private static final Schema SCHEMA = Schema.builder().addInt64Field("id").build();
  private static final RowLayout LAYOUT = RowLayout.of(SCHEMA);

  @TempDir private Path folder = Path.of("");
  private LandedFile landed = new LandedFile("", 0, 0);

  @BeforeEach
  void land() throws IOException {
    LandingTarget target =
        new LandingTarget("Office", folder.toString(), "night", null, null, SCHEMA, "attempt");
    try (LandedFileWriter file = target.open(LandingTarget.part(0))) {
      for (long id = 1; id <= 3; id++) {
        file.row().setLong(0, id);
        file.write();
      }
      String path = String.valueOf(file.finish().path());
      landed = new LandedFile(path, 3, Files.size(Path.of(path)));
    }
  }

  @Test
  void aFileThatIsAsItWasLandedIsRead() throws IOException {
    try (ParquetBlockReader reader = landed.open(LAYOUT)) {
      assertThat(reader.rowCount(), is(3L));
    }
  }

  @Test
  void aFileThatIsNotWhatItsManifestNamesIsRefused() throws IOException {
    refused(
        new LandedFile(landed.path(), 4, landed.bytes()), " has 3 rows, not the 4 that are named");
    Files.write(Path.of(landed.path()), new byte[] {0}, StandardOpenOption.APPEND);
    refused(
        landed,
        " has " + (landed.bytes() + 1) + " bytes, not the " + landed.bytes() + " that are named");
    Files.delete(Path.of(landed.path()));
    refused(landed, " is missing");
  }

  private static void refused(LandedFile file, String why) {
    assertThat(
        assertThrows(DamagedFileException.class, () -> file.open(LAYOUT).close()).getMessage(),
        startsWith("file " + file.path() + why));
  }
}
