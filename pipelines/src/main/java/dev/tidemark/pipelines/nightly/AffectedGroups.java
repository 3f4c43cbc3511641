// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.KeySet;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowKey;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.block.RowWriter;
import java.io.Serializable;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.beam.sdk.coders.ByteArrayCoder;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.ListCoder;
import org.apache.beam.sdk.coders.MapCoder;
import org.apache.beam.sdk.coders.StringUtf8Coder;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.transforms.View;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionView;
import org.jspecify.annotations.Nullable;

/**
 * The groups that marts are made again for, by scope; the marts of a scope that is whole are made
 * of everything.
 */
final class AffectedGroups {

  private final Map<MartScope, RowBlocks> some = new EnumMap<>(MartScope.class);
  private final Map<MartScope, Set<List<@Nullable Object>>> ids = new EnumMap<>(MartScope.class);

  private AffectedGroups() {}

  /** Groups by the name of their scope, packed; a scope that has no entry is whole. */
  static AffectedGroups of(Map<String, List<byte[]>> packed) {
    AffectedGroups affected = new AffectedGroups();
    packed.forEach(
        (name, blocks) -> {
          MartScope scope = MartScope.valueOf(name);
          RowBlocks groups = RowBlocks.of(blocks);
          Set<List<@Nullable Object>> known = new HashSet<>();
          groups.toRows(RowLayout.of(scope.schema())).forEach(group -> known.add(scope.id(group)));
          affected.some.put(scope, groups);
          affected.ids.put(scope, known);
        });
    return affected;
  }

  /** Whether the marts of a scope are made of everything. */
  boolean isWhole(MartScope scope) {
    return !some.containsKey(scope);
  }

  /** Whether nothing of a scope is made again. */
  boolean isNone(MartScope scope) {
    RowBlocks groups = some.get(scope);
    return groups != null && groups.isEmpty();
  }

  /** Whether a group is made again, by what it is known by, see {@link MartScope#id}. */
  boolean contains(MartScope scope, List<@Nullable Object> id) {
    Set<List<@Nullable Object>> known = ids.get(scope);
    return known == null || known.contains(id);
  }

  /** The keys of the groups in a mart whose scope is not whole. */
  KeySet keysIn(Mart mart) {
    RowBlocks groups = some.get(mart.scope());
    if (groups == null) {
      throw new IllegalStateException("mart " + mart.table() + " is made whole");
    }
    RowLayout layout = RowLayout.of(mart.scope().schema());
    RowLayout table = mart.table().layout();
    int[] from = layout.columns(mart.groupedBy());
    int[] to = table.columns(mart.groupedBy());
    RowView group = new RowView(layout);
    KeySet.Builder keys = KeySet.by(RowKey.of(table, mart.groupedBy()));
    RowWriter row = new RowWriter(table);
    for (long ref : groups.refs()) {
      group.at(groups, ref);
      row.clear();
      for (int c = 0; c < to.length; c++) {
        row.copy(to[c], group, from[c]);
      }
      keys.add(row);
    }
    return keys.build();
  }

  /** The coder of what they are unpacked from. */
  static Coder<Map<String, List<byte[]>>> coder() {
    return MapCoder.of(StringUtf8Coder.of(), ListCoder.of(ByteArrayCoder.of()));
  }

  /** The groups of a run as a side input. */
  static final class OfRun implements Serializable {

    private static final long serialVersionUID = 1L;

    private final PCollectionView<Map<String, List<byte[]>>> view;

    /** Groups that come in one element. */
    OfRun(PCollection<Map<String, List<byte[]>>> packed) {
      view = packed.apply("View affected groups", View.asSingleton());
    }

    PCollectionView<?> view() {
      return view;
    }

    <InputT> AffectedGroups read(DoFn<InputT, ?>.ProcessContext context) {
      return AffectedGroups.of(context.sideInput(view));
    }
  }
}
