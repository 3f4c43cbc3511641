// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.table.TableChange;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.facts.SectionMonths;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.coders.CoderException;
import org.apache.beam.sdk.util.CoderUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BucketOutcomeTest {

  private final Path root;

  BucketOutcomeTest(@TempDir Path root) {
    this.root = root;
  }

  @Test
  void itComesThroughItsCoder() throws CoderException {
    Lake lake = new Lake(root, Samples.TABLES.silver("PremiumTransaction"));
    TableChange change =
        lake.merge(1)
            .upsert(
                lake.incoming("premium_transaction_id | _batch_id | _version\n1 | 1 | 0")
                    .rows()
                    .all(),
                RowBlocks.empty());
    SectionMonths months = new SectionMonths();
    months.of("U", "S", null, 24_288).addFact(1, 2, 3);
    BucketOutcome outcome = new BucketOutcome();
    outcome.add(change);
    outcome.addPartials("silver/section_month", months.toBlocks());
    outcome.count("rows", 2);
    outcome.note("key", "[\"U\",\"S\"]");
    outcome.add("gwp_gbp", new BigDecimal("12345678901234567890123456789012345.60"));

    BucketOutcome copy = CoderUtils.clone(BucketOutcome.coder(), outcome);

    assertThat(copy.changes(), is(List.of(change)));
    assertThat(copy.partials("silver/section_month").size(), is(1));
    assertThat(
        copy.partials("silver/section_month").get(0),
        is(outcome.partials("silver/section_month").get(0)));
    assertThat(copy.figures(), is(outcome.figures()));
    assertThat(
        copy.texts(),
        is(
            Map.of(
                "rows", "2",
                "key", "[\"U\",\"S\"]",
                "gwp_gbp", "12345678901234567890123456789012345.60")));
  }

  @Test
  void anEmptyOneComesThroughToo() throws CoderException {
    BucketOutcome copy = CoderUtils.clone(BucketOutcome.coder(), new BucketOutcome());

    assertThat(copy.changes(), is(empty()));
    assertThat(copy.partials("silver/section_month"), is(empty()));
    assertThat(copy.figures(), is(Map.of()));
  }

  @Test
  void figuresOfOneNameAddUp() {
    BucketOutcome outcome = new BucketOutcome();
    outcome.count("rows", 2);
    outcome.count("rows", 3);
    outcome.add("rows", new BigDecimal("0.50"));

    assertThat(outcome.figures(), is(Map.of("rows", new BigDecimal("5.50"))));
  }
}
