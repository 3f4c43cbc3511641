// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.block;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.sameInstance;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import org.apache.beam.sdk.schemas.Schema;
import org.junit.jupiter.api.Test;

class CompactSchemaTest {

  private static final Schema ALL =
      Schema.builder()
          .addBooleanField("a_boolean")
          .addNullableField("an_int", Schema.FieldType.INT32)
          .addInt64Field("a_long")
          .addNullableField("a_double", Schema.FieldType.DOUBLE)
          .addStringField("a text, with ? and 7")
          .addByteArrayField("bytes")
          .addField("money", Columns.MONEY)
          .addNullableField("sum", Columns.MONEY_SUM)
          .addField("rate", Columns.RATE)
          .addField("date", Columns.DATE)
          .addNullableField("time", Columns.TIMESTAMP)
          .build();

  @Test
  void everyTypeThatRowsMayHaveComesBackInFewBytes() throws Exception {
    assertThat(copy(CompactSchema.of(ALL)).schema(), is(ALL));
    assertThat(bytes(CompactSchema.of(ALL)).length, is(lessThan(bytes(ALL).length / 5)));
  }

  @Test
  void aProcessReadsASchemaOnce() throws Exception {
    assertThat(
        copy(CompactSchema.of(ALL)).schema(),
        is(sameInstance(copy(CompactSchema.of(ALL)).schema())));
  }

  @Test
  void aSchemaOfNoColumnsAndOneOfOtherTypesComeBackAsTheyAre() throws Exception {
    Schema others =
        Schema.builder().addArrayField("texts", Schema.FieldType.STRING).addInt16Field("x").build();

    assertThat(copy(CompactSchema.of(others)).schema(), is(others));
    assertThat(copy(CompactSchema.of(Schema.of())).schema(), is(Schema.of()));
  }

  @Test
  void descriptionsAreKept() throws Exception {
    Schema described =
        Schema.of(Schema.Field.of("id", Schema.FieldType.INT64).withDescription("the source's"));

    assertThat(
        copy(CompactSchema.of(described)).schema().getField(0).getDescription(),
        is("the source's"));
  }

  @Test
  void aLayoutComesBackAsItWas() throws Exception {
    assertThat(copy(RowLayout.of(ALL)), is(RowLayout.of(ALL)));
    assertThat(copy(RowLayout.of(ALL)).column("rate"), is(8));
  }

  private static byte[] bytes(Serializable value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    return bytes.toByteArray();
  }

  @SuppressWarnings("unchecked")
  private static <T extends Serializable> T copy(T value) throws Exception {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes(value)))) {
      return (T) in.readObject();
    }
  }
}
