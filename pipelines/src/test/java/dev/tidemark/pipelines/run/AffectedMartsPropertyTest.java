// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.table.TableDigest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/**
 * Whatever changes in whatever order, in several runs: marts that were made again for what changed
 * are those that are made whole.
 */
class AffectedMartsPropertyTest {

  private static final int KINDS = MartChange.values().length;
  private static final LocalDate FIRST_DAY = LocalDate.of(2024, 6, 3);

  /** Each kind of change once, first of transactions and then of what they refer to. */
  @Example
  void everyKindOfChangeLeavesTheMartsWhole() throws SQLException, IOException {
    List<MartChange> kinds =
        Arrays.stream(MartChange.values()).filter(kind -> !kind.makesThemWhole()).toList();
    int half = kinds.indexOf(MartChange.LIMIT);
    areWholeAfter(List.of(codes(kinds.subList(0, half)), codes(kinds.subList(half, kinds.size()))));
  }

  /** Of each kind another variant, so that they are of several sections. */
  private static List<Integer> codes(List<MartChange> kinds) {
    return kinds.stream()
        .map(kind -> kind.ordinal() + KINDS * (kind.ordinal() % MartChange.VARIANTS))
        .toList();
  }

  /**
   * Runs changes.
   *
   * @param runs the changes that each run finds; a number tells the kind and its variant
   */
  @Tag("thorough")
  @Property(tries = 6, shrinking = ShrinkingMode.OFF)
  void anyChangesLeaveTheMartsWhole(
      @ForAll @Size(4) List<@Size(min = 1, max = 6) List<@IntRange(max = 9_999) Integer>> runs)
      throws SQLException, IOException {
    areWholeAfter(runs);
  }

  private static void areWholeAfter(List<List<Integer>> runs) throws SQLException, IOException {
    Path folder = Files.createTempDirectory("affected");
    try {
      WorkedExample source = MartChange.source();
      MartLake lake = new MartLake(source, folder.resolve("lake"));
      lake.run(FIRST_DAY);
      LocalDate asOf = FIRST_DAY;
      int id = 1000;
      for (int r = 0; r < runs.size(); r++) {
        for (int code : runs.get(r)) {
          MartChange kind = MartChange.values()[code % KINDS];
          // what makes marts whole would hide what the runs before it did
          if (r == 0 || !kind.makesThemWhole()) {
            source.execute(kind.sql(code / KINDS % MartChange.VARIANTS, id, lake.time()));
          }
          id++;
        }
        asOf = FIRST_DAY.plusMonths(runs.get(r).get(0) % 7 - 3L);
        lake.run(asOf);
      }
      Map<String, TableDigest> made = lake.marts();
      assertThat(lake.installation().differences().toString(), is("[]"));

      assertThat(made, is(lake.martsMadeWhole(asOf)));
    } finally {
      MartLake.delete(folder);
    }
  }
}
