// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.pipelines.parquet.LakeFiles;
import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.Path;

/**
 * Which buckets of a table the commits of its log changed. Who rearranges files, as OPTIMIZE does,
 * marks them with {@code dataChange=false}: no row changed.
 */
final class CommittedBuckets {

  private final Path log;
  private final int buckets;

  private CommittedBuckets(Path log, int buckets) {
    this.log = log;
    this.buckets = buckets;
  }

  static CommittedBuckets of(Path table, int buckets) {
    return new CommittedBuckets(new Path(table, "_delta_log"), buckets);
  }

  /** Those of the versions after one, up to another. */
  Set<Integer> changed(long since, long until) {
    Set<Integer> changed = new TreeSet<>();
    for (long version = since + 1; version <= until && changed.size() < buckets; version++) {
      changed.addAll(of(new Path(log, String.format("%020d.json", version))));
    }
    return changed;
  }

  private Set<Integer> of(Path commit) {
    Set<Integer> changed = new TreeSet<>();
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                LakeFiles.fileSystem(commit).open(commit), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        JsonNode action = Json.MAPPER.readTree(line);
        for (String kind : List.of("add", "remove")) {
          JsonNode file = action.path(kind);
          if (file.path("dataChange").asBoolean(false)) {
            JsonNode bucket = file.path("partitionValues").path(TableSpec.BUCKET);
            if (!bucket.isTextual()) {
              return all();
            }
            changed.add(Integer.parseInt(bucket.asText()));
          }
        }
      }
      return changed;
    } catch (FileNotFoundException cleanedUp) {
      return all();
    } catch (IOException failure) {
      throw DurableFile.failed("cannot read the commit " + commit, failure);
    }
  }

  private Set<Integer> all() {
    return IntStream.range(0, buckets).boxed().collect(Collectors.toCollection(TreeSet::new));
  }
}
