// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import dev.tidemark.pipelines.source.TestSource;
import dev.tidemark.pipelines.table.TableDigest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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

  private static final Instant NIGHT = Instant.parse("2024-06-03T02:00:00Z");
  private static final int KINDS = 12;

  /**
   * Runs changes.
   *
   * @param runs the changes that each run finds; a number tells the kind, the section and the value
   */
  @Tag("thorough")
  @Property(tries = 4, shrinking = ShrinkingMode.OFF)
  void martsOfAffectedSectionsAreThoseOfAll(
      @ForAll @Size(4)
          List<@Size(min = 1, max = 4) List<@IntRange(max = KINDS * 12 - 1) Integer>> runs)
      throws SQLException, IOException {
    Path folder = Files.createTempDirectory("affected");
    try {
      WorkedExample source = WorkedExample.in(TestSource.H2);
      Path root = folder.resolve("lake");
      Installation lake = new Installation(source.url(), root);
      lake.run("first", NIGHT);
      LocalDate asOf = LocalDate.of(2024, 6, 3);
      int id = 1000;
      for (int r = 0; r < runs.size(); r++) {
        for (int change : runs.get(r)) {
          source.execute(sql(change, id++, "2024-07-%02d 00:00:00".formatted(r + 1)));
          if (change % KINDS == 0) {
            asOf = LocalDate.of(2024, 1 + change / KINDS, 20);
          }
        }
        lake.runAsOf("run-" + r, NIGHT.plusSeconds(60L * (r + 1)), asOf);
      }
      lake.runAsOf("again", NIGHT.plusSeconds(3000), asOf);
      Map<String, TableDigest> made = marts(lake);

      delete(root.resolve("mart"));
      source.execute("UPDATE ref.Broker SET ModifiedDate = '2024-08-01 00:00:00'");
      lake.runAsOf("whole", NIGHT.plusSeconds(3600), asOf);

      assertThat(made, is(marts(lake)));
    } finally {
      delete(folder);
    }
  }

  private static String sql(int change, int id, String time) {
    int value = change / KINDS;
    int section = 1 + value % 4;
    String month = "2024-%02d-01".formatted(1 + value);
    return switch (change % KINDS) {
      case 0 -> "UPDATE ref.Broker SET BrokerName = 'B%d', ModifiedDate = '%s'".formatted(id, time);
      case 1 ->
          // of the fourth section nobody knows
          WorkedExample.premium(
              id, "CH00" + section, "CERT-" + id, "NEW", month, "7.00", time, time);
      case 2 -> premium("GrossPremium = " + id, section, time);
      case 3 -> premium("GrossPremium = NULL", section, time);
      case 4 -> premium("IsDeleted = 1", section, time);
      case 5 -> premium("UMR = 'B0999CH004', SectionNo = 'S4'", section, time);
      case 6 -> section("GpiLimit = " + id + ", GpiCurrency = 'EUR'", section, time);
      case 7 -> section("CoverholderId = 'CH00" + (1 + value % 5) + "'", section, time);
      case 8 -> section("BordereauDueDays = " + 5 * value, section, time);
      case 9 ->
          section(
              "YearOfAccount = " + (2020 + value) + ", ClassOfBusiness = 'C" + value % 2 + "'",
              section,
              time);
      case 10 ->
          "MERGE INTO ref.ContractSection (UMR, SectionNo, CoverholderId, BrokerCode,"
              + " ClassOfBusiness, YearOfAccount, PeriodFrom, PeriodTo, ModifiedDate) KEY (UMR,"
              + " SectionNo) VALUES ('B0999CH004', 'S4', 'CH00%d', '0999', 'Property', 2024,"
                  .formatted(1 + value % 5)
              + " '2024-01-01', '2024-12-31', '%s')".formatted(time);
      default ->
          "MERGE INTO ref.ExchangeRate KEY (RateMonth, CurrencyCode) VALUES ('2024-01-01', 'EUR', %d)"
              .formatted(1 + value);
    };
  }

  /** Changes some rows of a section, which may be none. */
  private static String premium(String set, int section, String time) {
    return "UPDATE bdx.PremiumTransaction SET %s, ModifiedDate = '%s' WHERE SectionNo = 'S%d' AND"
            .formatted(set, time, section)
        + " MOD(PremiumTransactionId, 3) = 1 AND PremiumTransactionId < 40";
  }

  private static String section(String set, int section, String time) {
    return "UPDATE ref.ContractSection SET %s, ModifiedDate = '%s' WHERE UPPER(SectionNo) = 'S%d'"
        .formatted(set, time, section);
  }

  private static Map<String, TableDigest> marts(Installation lake) {
    Map<String, TableDigest> digests = lake.digests();
    digests.keySet().removeIf(path -> !path.startsWith("mart/"));
    return digests;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
