// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.nightly.TransactionLake.Image;
import dev.tidemark.pipelines.nightly.TransactionLake.Increment;
import dev.tidemark.transforms.conform.TransactionTable;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Premium rows that are corrected, turn bad, are mended and deleted, in any order: what silver, the
 * facts and quarantine hold in the end. Each case has a contract of its own, so all share the runs.
 *
 * <p>An image is written {@code id@day place amount}: day 0 is no update time, the place is the
 * last letter of the UMR and the digit of the section. The source rows of a case have one natural
 * key, and that with the lower id was submitted later.
 */
class LatestImagesTest {

  private record Case(
      String name, List<List<String>> runs, String silver, String facts, String quarantine) {}

  private static final List<Case> CASES =
      List.of(
          test("a corrected section: the fact moves, the runner-up wins again")
              .run("1@1 A1 100", "2@1 A1 90")
              .run("1@2 A2 100")
              .gives("1 A2 100, 2 A1 90", "A1 90, A2 100", ""),
          test("a corrected UMR")
              .run("1@1 A1 100", "2@1 A1 90")
              .run("1@2 B1 100")
              .gives("1 B1 100, 2 A1 90", "A1 90, B1 100", ""),
          test("corrected, and corrected back")
              .run("1@1 A1 100")
              .run("1@2 A2 100")
              .run("1@3 A1 100")
              .gives("1 A1 100", "A1 100", ""),
          test("a late image of the old section")
              .run("1@1 A1 100")
              .run("1@3 A2 110")
              .run("1@2 A1 105")
              .gives("1 A2 110", "A2 110", ""),
          test("both sections in one run, first load")
              .run("1@3 A2 110", "1@2 A1 100", "1@1 A3 90")
              .gives("1 A2 110", "A2 110", ""),
          test("both sections in one run, both older than what is stored")
              .run("1@3 A3 120")
              .run("1@1 A1 100", "1@2 A2 110")
              .gives("1 A3 120", "A3 120", ""),
          test("moved where its runner-up wins")
              .run("1@1 A1 100", "2@1 A2 90")
              .run("2@2 A1 95")
              .gives("1 A1 100, 2 A1 95", "A1 100", ""),
          test("moved without an update time")
              .run("1@1 A1 100")
              .run("1@0 A2 90")
              .gives("1 A1 100", "A1 100", ""),
          test("moved at one time: the later batch wins")
              .run("1@1 A1 100")
              .run("1@1 A2 110")
              .run("1@1 A3 120")
              .gives("1 A3 120", "A3 120", ""),
          test("good, bad, older good")
              .run("1@1 A1 100", "2@1 A1 90")
              .run("1@3 A1 bad")
              .run("1@2 A2 110")
              .gives("2 A1 90", "A1 90", "1 NO_AMOUNT"),
          test("bad, then older good")
              .run("1@2 A1 bad")
              .run("1@1 A1 100")
              .gives("", "", "1 NO_AMOUNT"),
          test("good, then older bad")
              .run("1@2 A1 100")
              .run("1@1 A1 bad")
              .gives("1 A1 100", "A1 100", ""),
          test("good and bad in one run, both older than a bad one")
              .run("1@3 A1 bad")
              .run("1@1 A1 bad", "1@2 A2 100")
              .gives("", "", "1 NO_AMOUNT"),
          test("bad, then mended elsewhere, then bad again")
              .run("1@1 A1 bad")
              .run("1@2 A2 100")
              .run("1@3 A2 bad")
              .gives("", "", "1 NO_AMOUNT"),
          test("good and bad in one run at one time")
              .run("1@1 A1 100", "1@1 A1 bad")
              .gives("1 A1 100", "A1 100", ""),
          test("a deleted winner: the runner-up wins")
              .run("1@1 A1 100", "2@1 A1 90")
              .run("1@2 A1 deleted")
              .gives("1 A1 deleted, 2 A1 90", "A1 90", ""),
          test("deleted elsewhere, then its older image again")
              .run("1@1 A1 100", "2@1 A1 90")
              .run("1@3 A2 deleted")
              .run("1@2 A1 100")
              .gives("1 A2 deleted, 2 A1 90", "A1 90", ""),
          test("an image of the future: the earlier one stays")
              .run("1@1 A1 100")
              .run("1@99 A2 110")
              .gives("1 A1 100", "A1 100", "1 FUTURE_WATERMARK"),
          test("an image of the future, corrected")
              .run("1@1 A1 100")
              .run("1@99 A2 110")
              .run("1@2 A2 110")
              .gives("1 A2 110", "A2 110", ""),
          test("an image of the future, corrected to a bad one")
              .run("1@1 A1 100")
              .run("1@99 A2 110")
              .run("1@2 A2 bad")
              .gives("", "", "1 NO_AMOUNT"),
          test("an image of the future beside one of today")
              .run("1@1 A1 100")
              .run("1@99 A3 120", "1@2 A2 110")
              .gives("1 A2 110", "A2 110", "1 FUTURE_WATERMARK"));

  private static final int RUNS = 3;

  @TestFactory
  Stream<DynamicTest> smallIncrementsTellTheirIds(@TempDir Path folder) throws SQLException {
    return results(folder, Increment.SMALL);
  }

  @TestFactory
  Stream<DynamicTest> largeIncrementsAskForTheWholeLake(@TempDir Path folder) throws SQLException {
    return results(folder, Increment.LARGE);
  }

  private static Stream<DynamicTest> results(Path folder, Increment size) throws SQLException {
    TransactionLake lake = new TransactionLake(folder, TransactionTable.PREMIUM);
    for (int run = 0; run < RUNS; run++) {
      List<Image> images = new ArrayList<>();
      for (int number = 0; number < CASES.size(); number++) {
        List<List<String>> runs = CASES.get(number).runs();
        if (run < runs.size()) {
          for (String image : runs.get(run)) {
            images.add(image(number, image));
          }
        }
      }
      lake.run(images, size);
    }
    List<String> silver =
        lake.silver(TransactionTable.PREMIUM, "umr", "section_no", "gross_premium", "is_deleted");
    List<String> facts =
        lake.rows("gold/fact_premium_transaction", "umr", "section_no", "gross_premium_signed");
    List<String> quarantine = lake.entries(TransactionTable.PREMIUM);
    return IntStream.range(0, CASES.size())
        .mapToObj(
            number -> {
              Case test = CASES.get(number);
              return DynamicTest.dynamicTest(
                  test.name(),
                  () -> {
                    assertThat("silver", silver(number, silver), is(test.silver()));
                    assertThat("facts", facts(number, facts), is(test.facts()));
                    assertThat("quarantine", entries(number, quarantine), is(test.quarantine()));
                  });
            });
  }

  private static Image image(int number, String text) {
    String[] words = text.split("[@ ]");
    int id = Integer.parseInt(words[0]);
    int day = Integer.parseInt(words[1]);
    boolean isDeleted = words[3].equals("deleted");
    return new Image(
        number * 10L + id,
        umr(number) + words[2].charAt(0),
        "S" + words[2].charAt(1),
        "C1",
        words[3].equals("bad") ? null : isDeleted ? "1.00" : words[3] + ".00",
        "2024-02-0%dT00:00:00Z".formatted(9 - id),
        day == 0
            ? null
            : day == 99 ? "2030-01-01T00:00:00Z" : "2024-03-0%dT00:00:00Z".formatted(day),
        isDeleted);
  }

  private static String umr(int number) {
    return "B0999CASE%02d".formatted(number);
  }

  private static String silver(int number, List<String> rows) {
    return rows.stream()
        .map(row -> row.split(" "))
        .filter(row -> row[1].startsWith(umr(number)))
        .map(
            row ->
                Long.parseLong(row[0]) % 10
                    + " "
                    + place(row[1], row[2])
                    + " "
                    + (row[4].equals("true") ? "deleted" : row[3].replace(".00", "")))
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private static String facts(int number, List<String> rows) {
    return rows.stream()
        .map(row -> row.split(" "))
        .filter(row -> row[0].startsWith(umr(number)))
        .map(row -> place(row[0], row[1]) + " " + row[2].replace(".00", ""))
        .collect(Collectors.joining(", "));
  }

  private static String entries(int number, List<String> rows) {
    return rows.stream()
        .map(row -> row.split(" "))
        .filter(row -> Long.parseLong(row[0]) / 10 == number)
        .map(row -> Long.parseLong(row[0]) % 10 + " " + row[1])
        .collect(Collectors.joining(", "));
  }

  private static String place(String umr, String section) {
    return umr.substring(umr.length() - 1) + section.substring(1);
  }

  private static Builder test(String name) {
    return new Builder(name, new ArrayList<>());
  }

  private record Builder(String name, List<List<String>> runs) {

    Builder run(String... images) {
      runs.add(List.of(images));
      return this;
    }

    Case gives(String silver, String facts, String quarantine) {
      return new Case(name, runs, silver, facts, quarantine);
    }
  }
}
