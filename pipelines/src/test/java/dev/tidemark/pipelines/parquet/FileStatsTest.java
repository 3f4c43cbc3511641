// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.parquet;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import java.io.IOException;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.Row;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStatsTest {

  @TempDir private java.nio.file.Path directory = java.nio.file.Path.of("");

  @Test
  void boundsAreTheLeastAndGreatestValuesAndMillisecondsRoundOutwards() throws IOException {
    WrittenFile written =
        AllTypes.write(
            file(),
            AllTypes.SCHEMA,
            List.of(AllTypes.full(), AllTypes.before1970(), AllTypes.allNull()),
            "id",
            "name",
            "percent",
            "day",
            "at");

    assertThat(
        written.stats(),
        is(
            "{'numRecords':3,'minValues':{'id':-9223372036854775808,'name':'','percent':-99999.9999,'day':'1899-12-31','at':'1899-12-31T00:00:00.000Z'},'maxValues':{'id':3,'name':'Zoë','percent':12.5000,'day':'2024-02-29','at':'2024-02-29T23:59:59.124Z'},'nullCount':{'id':0,'name':1,'percent':1,'day':1,'at':1}}"
                .replace('\'', '"')));
  }

  @Test
  void longTextAndAColumnOfNullsHaveNoBounds() throws IOException {
    Schema schema =
        Schema.builder()
            .addStringField("text")
            .addNullableField("nothing", FieldType.INT64)
            .build();
    String hash = "a".repeat(64);

    WrittenFile written =
        AllTypes.write(
            file(),
            schema,
            List.of(Row.withSchema(schema).addValues(hash, null).build()),
            "text",
            "nothing");

    assertThat(
        written.stats(),
        is(
            "{'numRecords':1,'minValues':{},'maxValues':{},'nullCount':{'text':0,'nothing':1}}"
                .replace('\'', '"')));
  }

  private Path file() {
    return new Path(directory.resolve("t.parquet").toString());
  }
}
