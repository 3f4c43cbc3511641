// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.table;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.apache.beam.sdk.util.SerializableUtils;
import org.junit.jupiter.api.Test;

class TableSpecTest {

  @Test
  void aSpecTravelsToTheWorkers() {
    TableSpec copy = SerializableUtils.clone(Orders.FOUR_BUCKETS);

    assertThat(copy.key(), is(Orders.FOUR_BUCKETS.key()));
    assertThat(copy.layout(), is(Orders.FOUR_BUCKETS.layout()));
    assertThat(copy.buckets(), is(4));
  }

  @Test
  void aContradictionIsNamed() {
    refuse(TableSpec.at("a").schema(Orders.SCHEMA), "table a: it needs a key");
    refuse(
        TableSpec.at("a").schema(Orders.SCHEMA).key("nr"),
        "table a: the key column nr is not in its schema");
    refuse(
        TableSpec.at("a").schema(Orders.SCHEMA).key("id").audited("id"),
        "table a: the key column id cannot be an audit column");
    refuse(
        TableSpec.at("a").schema(Orders.SCHEMA).key("id").locatedBy("nr"),
        "table a: the locating column nr is not in its schema");
    refuse(
        TableSpec.at("a").schema(Orders.SCHEMA).key("id").clusteredBy("amount"),
        "table a: the clustering column amount is no date");
    refuse(
        TableSpec.at("a").schema(Orders.SCHEMA).key("id").bucketedBy(2),
        "table a: 2 buckets need bucket columns");
    refuse(
        TableSpec.at("a").schema(Orders.SCHEMA).key("id").bucketedBy(0, "id"),
        "table a: the number of buckets must be at least 1, not 0");
    refuse(TableSpec.at("a").key("id"), "table a has no schema");
    assertThrows(IllegalArgumentException.class, () -> TableSpec.at("../outside"));
  }

  private static void refuse(TableSpec.Builder builder, String why) {
    Exception refused = assertThrows(IllegalArgumentException.class, builder::build);
    assertThat(refused.getMessage(), is(why));
  }
}
