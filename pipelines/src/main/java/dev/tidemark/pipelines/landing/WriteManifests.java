// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.landing;

import dev.tidemark.pipelines.parquet.LakeFiles;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.beam.sdk.coders.KvCoder;
import org.apache.beam.sdk.coders.SerializableCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.GroupByKey;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.transforms.WithKeys;
import org.apache.beam.sdk.values.KV;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.TypeDescriptors;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * Waits for every part of every table, then writes each table's manifest and gives exactly one
 * {@link LandedTable} for each: a barrier, since what reads on from it reads the files that the
 * manifest names and no others.
 *
 * <p>A part that was landed twice counts once; its other file is removed. A manifest that this
 * attempt has written stands: when a lost worker's step is repeated, it gives what it gave before.
 * No rows: no manifest, and an empty {@code LandedTable}. One shuffle of file names.
 */
public final class WriteManifests
    extends PTransform<PCollection<LandedPart>, PCollection<LandedTable>> {
  private static final long serialVersionUID = 1L;

  private final Map<String, Landing> landings;

  private WriteManifests(Map<String, Landing> landings) {
    this.landings = landings;
  }

  /**
   * A landing and the parts that it must have.
   *
   * @param parts their names; empty when they are not known beforehand
   */
  public record Landing(LandingTarget target, Set<String> parts) implements Serializable {
    public Landing {
      parts = Set.copyOf(parts);
    }
  }

  /** The manifests of these landings. Each table has at least one part among the input. */
  public static WriteManifests of(List<Landing> landings) {
    Map<String, Landing> byTable = new HashMap<>();
    landings.forEach(landing -> byTable.put(landing.target().table(), landing));
    return new WriteManifests(byTable);
  }

  @Override
  public PCollection<LandedTable> expand(PCollection<LandedPart> parts) {
    return parts
        .apply("By table", WithKeys.of(LandedPart::table).withKeyType(TypeDescriptors.strings()))
        .setCoder(KvCoder.of(StringUtf8Coder.of(), SerializableCoder.of(LandedPart.class)))
        .apply("Gather files", GroupByKey.create())
        .apply("Write manifest", ParDo.of(new WriteFn(landings)))
        .setCoder(SerializableCoder.of(LandedTable.class));
  }

  private static final class WriteFn extends DoFn<KV<String, Iterable<LandedPart>>, LandedTable> {
    private static final long serialVersionUID = 1L;

    private final Map<String, Landing> landings;

    WriteFn(Map<String, Landing> landings) {
      this.landings = landings;
    }

    @ProcessElement
    public void write(
        @Element KV<String, Iterable<LandedPart>> landed, OutputReceiver<LandedTable> out)
        throws IOException {
      Landing landing = landings.get(landed.getKey());
      if (landing == null) {
        throw new IllegalStateException("nobody asked for a landing of " + landed.getKey());
      }
      out.output(landed(landing, landed.getValue()));
    }

    private static LandedTable landed(Landing landing, Iterable<LandedPart> landed)
        throws IOException {
      // By name, so that a repeated step chooses the same file of a part that has two.
      Map<String, TreeSet<String>> parts = new TreeMap<>();
      for (LandedPart part : landed) {
        TreeSet<String> files = parts.computeIfAbsent(part.part(), p -> new TreeSet<>());
        if (part.path() != null) {
          files.add(part.path());
        }
      }
      requireAll(landing, parts.keySet());
      LandingTarget target = landing.target();
      LandingManifest manifest = standing(target);
      if (manifest == null) {
        manifest = target.manifest(firstOfEach(parts.values()));
        write(manifest, target);
      }
      LandedTable named = manifest.landed(target.directory());
      List<String> others = new ArrayList<>();
      parts.values().forEach(others::addAll);
      others.removeAll(named.paths());
      delete(others);
      return named;
    }

    private static void requireAll(Landing landing, Set<String> found) {
      Set<String> missing = new TreeSet<>(landing.parts());
      missing.removeAll(found);
      if (!missing.isEmpty()) {
        throw new IllegalStateException(
            "landing of " + landing.target().table() + " lacks its parts " + missing);
      }
    }

    /** What this attempt has written before, if it has. */
    private static @Nullable LandingManifest standing(LandingTarget target) throws IOException {
      if (!LandingManifest.exists(target.directory())) {
        return null;
      }
      LandingManifest manifest = LandingManifest.read(target.directory());
      return manifest.files().stream()
              .allMatch(file -> LandingLayout.isOf(target.attempt(), file.name()))
          ? manifest
          : null;
    }

    private static List<LandingManifest.File> firstOfEach(Iterable<TreeSet<String>> parts)
        throws IOException {
      List<LandingManifest.File> files = new ArrayList<>();
      for (TreeSet<String> paths : parts) {
        if (!paths.isEmpty()) {
          files.add(ParquetFooter.count(paths.first()));
        }
      }
      return files;
    }

    private static void write(LandingManifest manifest, LandingTarget target) throws IOException {
      if (manifest.files().isEmpty()) {
        // An earlier attempt of this run may have landed rows that are gone by now.
        delete(List.of(LandingLayout.manifest(target.directory())));
      } else {
        manifest.write(target.directory(), target.attempt());
      }
    }

    private static void delete(List<String> paths) throws IOException {
      for (String path : paths) {
        Path file = new Path(path);
        LakeFiles.fileSystem(file).delete(file, false);
      }
    }
  }
}
