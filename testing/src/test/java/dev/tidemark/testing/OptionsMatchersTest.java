// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import static dev.tidemark.testing.OptionsMatchers.hasOptions;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.apache.beam.sdk.options.Default;
import org.apache.beam.sdk.options.Description;
import org.apache.beam.sdk.options.PipelineOptions;
import org.hamcrest.Matcher;
import org.hamcrest.StringDescription;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionsMatchersTest {

  /** Options of every kind of value. */
  public interface LedgerOptions extends PipelineOptions {

    /** How much is done. */
    enum Depth {
      SHALLOW,
      DEEP
    }

    @Description("Where the ledger lies")
    @Nullable String getRoot();

    void setRoot(@Nullable String root);

    @Description("Only these tables")
    @Nullable List<String> getTables();

    void setTables(@Nullable List<String> tables);

    @Description("Only these years")
    int @Nullable [] getYears();

    void setYears(int @Nullable [] years);

    @Description("How much is done")
    @Default.Enum("SHALLOW")
    Depth getDepth();

    void setDepth(Depth depth);

    @Description("Tells what it would do")
    boolean isDryRun();

    void setDryRun(boolean dryRun);

    @Description("Rows of a page")
    @Default.Integer(500)
    Integer getPageSize();

    void setPageSize(Integer pageSize);

    @Description("A class that reads pages")
    @Default.Class(String.class)
    Class<?> getReader();

    void setReader(Class<?> reader);
  }

  /** One option that lacks its description. */
  public interface Undescribed extends PipelineOptions {

    String getCutOff();

    void setCutOff(String cutOff);
  }

  private static final String TABLE =
      """
      option   | default          | example
      root     | null             | "/data/the ledger"
      tables   | null             | Account,Entry
      years    | null             | 2025,2026
      depth    | SHALLOW          | DEEP
      dryRun   | false            | true
      pageSize | 500              | 7
      reader   | java.lang.String | java.lang.Integer
      """;

  @Test
  void optionsOfEveryKindAreMappedFromTheirFlags() {
    assertThat(LedgerOptions.class, hasOptions(TABLE));
  }

  @Test
  void everythingThatIsWrongIsToldAtOnce() {
    assertThat(
        mismatch(
            hasOptions(
                """
                option   | default          | example
                root     | /data            | x
                taples   | null             | Account,Entry
                years    | null             | soon
                depth    | SHALLOW          | SHALLOW
                dryRun   | false            | yes
                pageSize | 500              | 7
                reader   | java.lang.String | java.lang.Integer
                """),
            LedgerOptions.class),
        is(
            """
            LedgerOptions differs
            - taples is none of its options: remove it from the table
            - depth has its default as the example, which proves nothing
            - --dryRun=yes is not taken: Cannot deserialize value of type `boolean` from String "yes": only "true"/"True"/"TRUE" or "false"/"False"/"FALSE" recognized
            - root has the default null, not /data
            - tables is not in the table: add its default and an example
            - --years=soon is not taken: Cannot deserialize value of type `int` from String "soon": not a valid `int` value"""));
  }

  @Test
  void anOptionWithoutADescriptionFails() {
    assertThat(
        mismatch(hasOptions("option | default | example\ncutOff | null | x"), Undescribed.class),
        is("Undescribed differs\n- cutOff has no @Description"));
  }

  @Test
  void theTableIsDescribedByItsOptions() {
    assertThat(
        StringDescription.asString(hasOptions("option | default | example\na | null | x")),
        is("options a, each described, with its default, and mapped from its flag"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " ;; ",
      value = {
        "option | value\\na | x ;; The table of options starts with option | value; write option |"
            + " default | example.",
        "option | default | example\\na | null | null ;; Option a of the table has no example: a flag"
            + " cannot say null.",
        "option | default | example\\na | x | y\\na | x | y ;; The table of options has a line too"
            + " many, or not of three cells: a | x | y",
        "option | default | example\\na | x ;; The table of options has a line too many, or not of"
            + " three cells: a | x",
        "option | default | example\\na | | y ;; Option a of the table: an empty cell"
      })
  void aTableThatCannotBeReadIsRefused(String table, String message) {
    assertThat(
        assertThrows(IllegalArgumentException.class, () -> hasOptions(table.replace("\\n", "\n")))
            .getMessage(),
        startsWith(message.strip()));
  }

  private static String mismatch(
      Matcher<Class<? extends PipelineOptions>> matcher, Class<? extends PipelineOptions> options) {
    assertThat(matcher.matches(options), is(false));
    StringDescription description = new StringDescription();
    matcher.describeMismatch(options, description);
    return description.toString();
  }
}
