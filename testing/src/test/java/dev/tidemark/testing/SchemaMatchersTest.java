// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import static dev.tidemark.testing.Samples.LEDGER;
import static dev.tidemark.testing.Samples.MONEY;
import static dev.tidemark.testing.SchemaMatchers.sameSchemaAs;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.not;

import java.util.UUID;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.schemas.logicaltypes.FixedPrecisionNumeric;
import org.hamcrest.StringDescription;
import org.junit.jupiter.api.Test;

class SchemaMatchersTest {

  @Test
  void descriptionsAndTheUuidDoNotCount() {
    Schema described =
        Schema.builder()
            .addField(Schema.Field.of("account", FieldType.INT32).withDescription("its number"))
            .build();
    described.setUUID(UUID.fromString("00000000-0000-0000-0000-000000000001"));

    assertThat(described, sameSchemaAs(Schema.builder().addInt32Field("account").build()));
  }

  @Test
  void everyDifferenceIsALine() {
    Schema actual =
        Schema.builder()
            .addInt64Field("account")
            .addNullableField("month", FieldType.STRING)
            .addNullableField("amount", FieldType.logicalType(FixedPrecisionNumeric.of(18, 4)))
            .addNullableField("ratio", FieldType.DOUBLE)
            .addStringField("remark")
            .build();

    assertThat(
        mismatch(sameSchemaAs(LEDGER), actual),
        is(
            """
            the schema differs
                        | column  | expected           | actual
            retyped     | account | INT32 NOT NULL     | INT64 NOT NULL
            nullability | month   | STRING NOT NULL    | STRING NULL
            retyped     | amount  | DECIMAL(18,2) NULL | DECIMAL(18,4) NULL
            missing     | note    | STRING NULL        |
            extra       | remark  |                    | STRING NOT NULL"""));
  }

  @Test
  void movedColumnsCountUnlessAnyOrderWillDo() {
    Schema one = Schema.builder().addInt32Field("a").addField("b", MONEY).build();
    Schema other = Schema.builder().addField("b", MONEY).addInt32Field("a").build();

    assertThat(other, sameSchemaAs(one).inAnyOrder());
    assertThat(other, not(sameSchemaAs(one)));
    assertThat(
        mismatch(sameSchemaAs(one), other), containsString("moved | a      | place 1  | place 2"));
  }

  @Test
  void onlyTheColumnsThatLeftTheirOrderHaveMoved() {
    assertThat(
        mismatch(
            sameSchemaAs(Schemas.of("a INT32, b INT32, c INT32, d INT32, e STRING")),
            Schemas.of("b INT32, c INT32, f DATE, d INT32, a INT32")),
        is(
            """
            the schema differs
                    | column | expected    | actual
            missing | e      | STRING NULL |
            extra   | f      |             | DATE NULL
            moved   | a      | place 1     | place 5"""));
  }

  @Test
  void aColumnOfTheSameTypeInThePlaceOfAnotherIsTheSameRenamed() {
    assertThat(
        mismatch(
            sameSchemaAs(Schemas.of("a INT32, b STRING, c STRING")),
            Schemas.of("a INT32, d STRING, e STRING")),
        is(
            """
            the schema differs
                    | column | expected      | actual
            renamed | b      | b STRING NULL | d STRING NULL
            renamed | c      | c STRING NULL | e STRING NULL"""));
  }

  @Test
  void theOnlyColumnThatIsGoneIsTheOnlyNewOneOfItsTypeRenamed() {
    assertThat(
        mismatch(
            sameSchemaAs(Schemas.of("a INT32, b STRING, c DATE")),
            Schemas.of("a INT32, c DATE, d STRING")),
        is(
            """
            the schema differs
                    | column | expected      | actual
            renamed | b      | b STRING NULL | d STRING NULL
            moved   | b      | place 2       | place 3"""));
  }

  @Test
  void whereSeveralCouldBeTheNewNameNoneIs() {
    assertThat(
        mismatch(
            sameSchemaAs(Schemas.of("a STRING, b INT32")),
            Schemas.of("b INT32, c STRING, d STRING")),
        is(
            """
            the schema differs
                    | column | expected    | actual
            missing | a      | STRING NULL |
            extra   | c      |             | STRING NULL
            extra   | d      |             | STRING NULL"""));
  }

  @Test
  void nestedTypesAreComparedToo() {
    Schema one = Schema.builder().addArrayField("tags", FieldType.STRING).build();
    Schema other = Schema.builder().addArrayField("tags", FieldType.INT32).build();

    assertThat(
        mismatch(sameSchemaAs(one), other),
        containsString("retyped | tags   | ARRAY<STRING> NOT NULL | ARRAY<INT32> NOT NULL"));
  }

  @Test
  void theExpectedSchemaIsDescribedInSqlWords() {
    assertThat(
        StringDescription.asString(sameSchemaAs(LEDGER)),
        is(
            "the schema (account INT32 NOT NULL, month STRING NOT NULL, amount DECIMAL(18,2) NULL,"
                + " ratio DOUBLE NULL, note STRING NULL)"));
  }

  private static String mismatch(SchemaMatcher matcher, Schema actual) {
    assertThat(matcher.matches(actual), is(false));
    StringDescription description = new StringDescription();
    matcher.describeMismatch(actual, description);
    return description.toString();
  }
}
