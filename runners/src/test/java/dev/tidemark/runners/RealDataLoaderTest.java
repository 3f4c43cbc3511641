// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.is;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RealDataLoaderTest {

  private static @Nullable EmbeddedPostgres postgres;
  private static Path folder = Path.of("");

  @BeforeAll
  static void loadsTheBordereaux() throws Exception {
    Optional<Path> found = RealDataLoader.folder();
    if (found.isEmpty()) {
      return;
    }
    folder = found.get();
    EmbeddedPostgres started = EmbeddedPostgres.start();
    postgres = started;
    try (Connection connection = started.getPostgresDatabase().getConnection()) {
      RealDataLoader.load(connection, folder);
    }
  }

  // here and not in the set-up of the class, where the report would drop the reason
  @BeforeEach
  void needsTheFolder() {
    RealDataLoader.folderOrSkip();
  }

  @AfterAll
  static void stopsTheDatabase() throws Exception {
    if (postgres != null) {
      postgres.close();
    }
  }

  @Test
  void everyRowOfEveryFileArrives() throws SQLException {
    assertThat(
        query(
            "SELECT (SELECT count(*) FROM bdx.premium_transaction), (SELECT count(*) FROM bdx.claim_transaction),"
                + " (SELECT count(*) FROM ref.coverholder), (SELECT count(*) FROM ref.broker), (SELECT count(*) FROM bdx.risk_transaction)"),
        is(List.of("55133 1239 10 3 0")));
  }

  @Test
  void theRawSumsAreThoseOfTheFiles() throws SQLException {
    assertThat(
        query(
            "SELECT sum(gross_premium), count(*) - count(commission_pct), count(*) - count(tax_amount) FROM bdx.premium_transaction"),
        is(List.of("2947767.00 22881 55133")));
    assertThat(
        query("SELECT sum(paid_to_date), count(DISTINCT claim_ref) FROM bdx.claim_transaction"),
        is(List.of("1652717.00 1233")));
  }

  @Test
  void columnsKeepTheirTypesAndAbsentOnesAreNull() throws SQLException {
    assertThat(
        query(
            "SELECT certificate_ref, transaction_seq, gross_premium, commission_pct, rate_of_exchange, submitted_at, is_deleted, settlement_currency"
                + " FROM bdx.premium_transaction WHERE premium_transaction_id = 1658"),
        is(List.of("1005801.101a 1 125.85 22.5000 0.69199000 2003-02-10 09:00:00 f null")));
  }

  @Test
  void eachSectionSeenHasAContract() throws SQLException {
    assertThat(
        query(
            "SELECT count(*), count(DISTINCT class_of_business), min(period_from), max(period_to) FROM ref.contract_section"),
        is(List.of("32 4 2003-01-01 2004-12-31")));
    assertThat(
        query(
            "SELECT coverholder_id, broker_code, year_of_account, class_of_business, section_currency, gpi_limit, modified_date"
                + " FROM ref.contract_section WHERE umr = 'B0903FRCH00804' AND section_no = 'S2'"),
        is(List.of("CH008 0903 2004 Motor own damage EUR null 2003-01-01 00:00:00")));
    assertThat(
        query(
            "SELECT count(*) FROM ref.contract_section s JOIN ref.coverholder USING (coverholder_id) JOIN ref.broker USING (broker_code)"),
        is(List.of("32")));
  }

  @Test
  void theControlsCoverEverySectionAndAddUp() throws Exception {
    RealControls controls = RealControls.read(folder);

    assertThat(controls.sections(), hasSize(32));
    assertThat(
        controls.sections().stream().mapToInt(RealControls.Section::premiumRowsLatest).sum(),
        is(55_085));
    assertThat(
        controls.sections().stream()
            .map(RealControls.Section::grossGbp)
            .reduce(BigDecimal.ZERO, BigDecimal::add),
        is(new BigDecimal("2023001.92")));
    assertThat(
        controls.gpiRunning().stream()
            .map(RealControls.GpiMonth::monthGwpGbp)
            .reduce(BigDecimal.ZERO, BigDecimal::add),
        is(new BigDecimal("2023001.92")));
    assertThat(controls.paid(), hasSize(832));
    assertThat(
        controls.paid().stream()
            .map(RealControls.PaidDay::paidGbpDay)
            .reduce(BigDecimal.ZERO, BigDecimal::add),
        is(new BigDecimal("1134489.36")));
  }

  private static List<String> query(String sql) throws SQLException {
    EmbeddedPostgres running = Objects.requireNonNull(postgres);
    try (Connection connection = running.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      ResultSetMetaData columns = result.getMetaData();
      List<String> rows = new ArrayList<>();
      while (result.next()) {
        List<String> values = new ArrayList<>();
        for (int column = 1; column <= columns.getColumnCount(); column++) {
          values.add(String.valueOf(result.getString(column)));
        }
        rows.add(String.join(" ", values));
      }
      return rows;
    }
  }
}
