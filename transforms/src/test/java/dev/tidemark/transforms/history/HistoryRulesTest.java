// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms.history;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.is;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.history.Violation.Kind;
import dev.tidemark.transforms.keys.DurableKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HistoryRulesTest {

  private static final Schema SCHEMA =
      Schema.builder()
          .addField("umr", FieldType.STRING)
          .addNullableField("section_no", FieldType.STRING)
          .addNullableField("valid_from", Columns.TIMESTAMP)
          .addNullableField("valid_to", Columns.TIMESTAMP)
          .addField("is_current", FieldType.BOOLEAN)
          .addField("is_deleted", FieldType.BOOLEAN)
          .build();

  @Test
  void soundHistoriesHaveNoViolations() {
    assertThat(
        kinds(
            closed(1, 5),
            closed(5, 7),
            open(7),
            deleted(of("S2", 1, 5)),
            of("S2", 9, 12),
            of("S2", 12, null),
            deleted(of("S3", 1, 2)),
            of(null, 4, null)),
        empty());
    assertThat(kinds(), empty());
  }

  @Test
  void aLiveKeyWithoutAnOpenVersion() {
    assertThat(
        violations(closed(1, 5), closed(5, 7)).toString(),
        is(
            "[NONE_OPEN umr=B1, section_no=S1: the last version"
                + " [2024-01-05T00:00:00Z, 2024-01-07T00:00:00Z) is closed and no delete ended it]"));
  }

  @Test
  void twoOpenVersions() {
    assertThat(kinds(open(1), open(5)), contains(Kind.OVERLAP, Kind.SEVERAL_OPEN));
  }

  @Test
  void aGapThatNoDeleteLeft() {
    assertThat(kinds(closed(1, 5), open(6)), contains(Kind.GAP));
  }

  @Test
  void noGapAfterADelete() {
    assertThat(kinds(deleted(closed(1, 5)), open(5)), contains(Kind.NO_GAP_AFTER_DELETE));
  }

  @Test
  void overlappingWindows() {
    assertThat(kinds(closed(1, 6), open(5)), contains(Kind.OVERLAP));
    assertThat(kinds(deleted(closed(1, 6)), open(5)), contains(Kind.OVERLAP));
  }

  @Test
  void aWindowOfNoLengthOrLess() {
    assertThat(kinds(closed(1, 1), open(2)), contains(Kind.EMPTY_WINDOW, Kind.GAP));
    assertThat(kinds(closed(5, 1), open(5)), contains(Kind.EMPTY_WINDOW, Kind.DUPLICATE_VERSION));
    assertThat(kinds(deleted(closed(5, 4))), contains(Kind.EMPTY_WINDOW));
  }

  @Test
  void twoVersionsOfOneVersionKey() {
    assertThat(kinds(closed(1, 5), open(1)), contains(Kind.DUPLICATE_VERSION));
  }

  @Test
  void aCurrentFlagThatDoesNotAgreeWithTheWindow() {
    assertThat(kinds(flags(open(1), false, false)), contains(Kind.CURRENT_FLAG));
    assertThat(kinds(flags(closed(1, 5), true, false), open(5)), contains(Kind.CURRENT_FLAG));
  }

  @Test
  void anOpenVersionThatIsDeleted() {
    assertThat(kinds(deleted(open(1))), contains(Kind.OPEN_AND_DELETED));
  }

  @Test
  void aVersionWithoutAStart() {
    assertThat(kinds(of("S1", null, null)), contains(Kind.NO_START));
  }

  @Test
  void historyColumnsAreRequired() {
    Schema plain = Schema.builder().addStringField("umr").build();
    assertThat(
        assertThrows(IllegalArgumentException.class, () -> HistoryRules.of(plain, List.of("umr")))
            .getMessage(),
        containsString("no column valid_from among [umr]"));
  }

  @Test
  void keysThatAreMadeOfTheirVersionAreSound() {
    assertThat(madeKeys(made("S1", 1, 5), made("S1", 5, null), made("S2", 5, null)), empty());
  }

  @Test
  void aDurableKeyOfAnotherKey() {
    Row other = with(made("S2", 1, null), "section_key", DurableKey.key("B1", "S1"));
    assertThat(madeKeys(other), contains(Kind.WRONG_KEY, Kind.WRONG_VERSION_KEY));
  }

  @Test
  void aVersionKeyThatIsNotOfKeyAndStart() {
    Row other =
        with(
            made("S1", 1, null),
            "section_version_key",
            made("S1", 2, null).getString("section_version_key"));
    assertThat(madeKeys(other), contains(Kind.WRONG_VERSION_KEY));
  }

  @Test
  void aVersionKeyThatStandsTwiceEvenInTwoKeys() {
    Row first = made("S1", 1, null);
    Row second =
        with(made("S2", 1, null), "section_version_key", first.getString("section_version_key"));
    assertThat(
        madeKeys(first, second), contains(Kind.WRONG_VERSION_KEY, Kind.REPEATED_VERSION_KEY));
  }

  private static final Schema WITH_KEYS =
      Schema.builder()
          .addFields(SCHEMA.getFields())
          .addStringField("section_key")
          .addStringField("section_version_key")
          .build();

  private static List<Kind> madeKeys(Row... versions) {
    List<Kind> kinds = new ArrayList<>();
    HistoryRules.of(WITH_KEYS, List.of("umr", "section_no"))
        .withKeys("section_key", "section_version_key")
        .check(
            RowBlocks.of(WITH_KEYS, List.of(versions)), violation -> kinds.add(violation.kind()));
    return kinds;
  }

  private static Row made(String section, int from, @Nullable Integer to) {
    String key = DurableKey.key("B1", section);
    return Row.withSchema(WITH_KEYS)
        .addValues(of(section, from, to).getValues())
        .addValues(key, DurableKey.versionKey(key, Change.instant(from)))
        .build();
  }

  private static Row with(Row row, String column, String value) {
    return Row.fromRow(row).withFieldValue(column, value).build();
  }

  private static List<Violation> violations(Row... versions) {
    List<Violation> violations = new ArrayList<>();
    HistoryRules.of(SCHEMA, List.of("umr", "section_no"))
        .check(RowBlocks.of(SCHEMA, List.of(versions)), violations::add);
    return violations;
  }

  private static List<Kind> kinds(Row... versions) {
    return violations(versions).stream().map(Violation::kind).toList();
  }

  private static Row closed(int from, int to) {
    return of("S1", from, to);
  }

  private static Row open(int from) {
    return of("S1", from, null);
  }

  private static Row deleted(Row version) {
    return Row.fromRow(version).withFieldValue("is_deleted", true).build();
  }

  private static Row flags(Row version, boolean current, boolean deleted) {
    return Row.fromRow(version)
        .withFieldValue("is_current", current)
        .withFieldValue("is_deleted", deleted)
        .build();
  }

  private static Row of(@Nullable String section, @Nullable Integer from, @Nullable Integer to) {
    return Row.withSchema(SCHEMA)
        .addValues(
            Arrays.asList(
                "B1",
                section,
                from == null ? null : Change.instant(from),
                to == null ? null : Change.instant(to),
                to == null,
                false))
        .build();
  }
}
