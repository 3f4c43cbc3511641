// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalFilesTest {

  private final Path folder;

  LocalFilesTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void filesAreMadeSeenAndRenamedWithoutAProcess() throws IOException {
    Path events = folder.resolve("events.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ProcessStart");
      recording.start();
      create("a/one", "1");
      context().rename(lakePath("a/one"), lakePath("a/two"), Options.Rename.NONE);
      recording.dump(events);
    }

    assertThat(RecordingFile.readAllEvents(events), is(empty()));
    assertThat(Files.readString(folder.resolve("a/two")), is("1"));
    assertThat(names("a"), is(List.of("two")));
  }

  @Test
  void permissionsAreSet() throws IOException {
    create("one", "1");
    FileSystem files = LakeFiles.fileSystem(lakePath("one"));

    files.setPermission(lakePath("one"), new FsPermission((short) 0640));

    assertThat(
        PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("one"))),
        is("rw-r-----"));
  }

  @Test
  void aFileThatIsThereIsNotRenamedOver() throws IOException {
    create("one", "1");
    create("two", "2");

    assertThrows(
        FileAlreadyExistsException.class,
        () -> context().rename(lakePath("one"), lakePath("two"), Options.Rename.NONE));
    assertThat(Files.readString(folder.resolve("two")), is("2"));

    context().rename(lakePath("one"), lakePath("two"), Options.Rename.OVERWRITE);
    assertThat(Files.readString(folder.resolve("two")), is("1"));
  }

  @Test
  void ofManyWhoRenameToOneNameOneWins() throws Exception {
    int writers = 8;
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    try {
      for (int race = 0; race < 50; race++) {
        String target = "target-" + race;
        CyclicBarrier start = new CyclicBarrier(writers);
        AtomicInteger winners = new AtomicInteger();
        List<Future<?>> all =
            IntStream.range(0, writers)
                .<Future<?>>mapToObj(
                    writer ->
                        threads.submit(
                            () -> {
                              create(target + "." + writer, Integer.toString(writer));
                              start.await();
                              try {
                                context()
                                    .rename(
                                        lakePath(target + "." + writer),
                                        lakePath(target),
                                        Options.Rename.NONE);
                                winners.incrementAndGet();
                              } catch (FileAlreadyExistsException lost) {
                                return lost;
                              }
                              return null;
                            }))
                .toList();
        for (Future<?> one : all) {
          one.get();
        }
        assertThat(target, winners.get(), is(1));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private void create(String name, String content) throws IOException {
    try (FSDataOutputStream out =
        context()
            .create(
                lakePath(name), EnumSet.of(CreateFlag.CREATE), Options.CreateOpts.createParent())) {
      out.write(content.getBytes(StandardCharsets.UTF_8));
    }
  }

  private List<String> names(String directory) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve(directory))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private FileContext context() throws IOException {
    return FileContext.getFileContext(folder.toUri(), LakeFiles.configuration());
  }

  private org.apache.hadoop.fs.Path lakePath(String name) {
    return new org.apache.hadoop.fs.Path(folder.resolve(name).toUri());
  }
}
