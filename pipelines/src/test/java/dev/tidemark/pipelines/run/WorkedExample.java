// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.run;

import dev.tidemark.pipelines.demo.DemoSource;
import dev.tidemark.pipelines.source.TestSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A source with the seven rows of the worked example, and 93 premium rows of 1.00 in a third
 * section beside: a hundred in all. Of coverholders there are twenty; the third section's UMR is
 * written in small letters.
 */
final class WorkedExample {

  private final TestSource database;

  private WorkedExample(TestSource database) {
    this.database = database;
  }

  /** The source, made anew. */
  static WorkedExample in(TestSource database) throws SQLException, IOException {
    WorkedExample example = new WorkedExample(database);
    example.execute("DROP SCHEMA IF EXISTS bdx CASCADE", "DROP SCHEMA IF EXISTS ref CASCADE");
    example.execute("DROP SCHEMA IF EXISTS demo CASCADE");
    example.execute(example.tables());
    example.execute(
        section("B0999CH001", "S1", "CH001"),
        section("B0999CH002", "S2", "CH002"),
        section("b0999ch003", "s3", "CH003"),
        "INSERT INTO ref.Broker VALUES ('0999', 'Broker', NULL, '2024-01-01 00:00:00')");
    for (int c = 1; c <= 20; c++) {
      example.execute(coverholder("CH%03d".formatted(c), "2024-01-01 00:00:00"));
    }
    example.execute(
        premium(1, "CH001", "CERT-1001", "NEW", "2024-01-01", "1200.00", "2024-02-05 00:00:00"),
        premium(2, "CH001", "CERT-1002", "NEW", "2024-01-01", "800.00", "2024-02-05 00:00:00"),
        premium(3, "CH001", "CERT-1001", "NEW", "2024-01-01", "1250.00", "2024-02-12 00:00:00"),
        premium(4, "CH002", "CERT-2001", "NEW", "2024-01-01", "5000.00", "2024-02-20 00:00:00"),
        premium(5, "CH001", "CERT-1003", "NEW", "2024-02-01", "2000.00", "2024-03-04 00:00:00"),
        premium(6, "CH001", "CERT-1001", "MTA", "2024-02-01", "150.00", "2024-03-04 00:00:00"),
        premium(7, "CH002", "CERT-2002", "NEW", "2024-03-01", "3000.00", "2024-04-08 00:00:00"));
    for (int id = 8; id <= 100; id++) {
      example.execute(
          premium(id, "CH003", "CERT-" + id, "NEW", "2024-01-01", "1.00", "2024-02-05 00:00:00"));
    }
    return example;
  }

  /** The URL, with the user that it needs. */
  String url() {
    return database == TestSource.POSTGRES
        ? database.url() + "?user=postgres"
        : database.url() + ";USER=sa";
  }

  void execute(String... statements) throws SQLException {
    execute(List.of(statements));
  }

  private void execute(List<String> statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** The statements of the demo's tables, in this database's words. */
  private List<String> tables() throws IOException {
    String script;
    try (InputStream in =
        Objects.requireNonNull(DemoSource.class.getResourceAsStream("tables.sql"))) {
      script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    String statements =
        script.lines().filter(line -> !line.startsWith("--")).collect(Collectors.joining("\n"));
    List<String> result = new ArrayList<>();
    for (String sql : statements.split(";")) {
      if (!sql.isBlank()) {
        result.add(
            database.sql(sql).replace("BOOLEAN NOT NULL DEFAULT 0", "BOOLEAN DEFAULT FALSE"));
      }
    }
    return result;
  }

  static String section(String umr, String sectionNo, String coverholder) {
    return "INSERT INTO ref.ContractSection (UMR, SectionNo, CoverholderId, BrokerCode,"
        + " ClassOfBusiness, YearOfAccount, PeriodFrom, PeriodTo, SectionCurrency, ModifiedDate)"
        + " VALUES ('%s', '%s', '%s', '0999', 'Property', 2024, '2024-01-01', '2024-12-31', 'GBP',"
            .formatted(umr, sectionNo, coverholder)
        + " '2024-01-01 00:00:00')";
  }

  static String coverholder(String id, String modified) {
    return "INSERT INTO ref.Coverholder (CoverholderId, CoverholderName, ModifiedDate)"
        + " VALUES ('%s', 'Coverholder %s', '%s')".formatted(id, id, modified);
  }

  /** A row of the first, second or third section, which the coverholder tells. */
  static String premium(
      int id,
      String coverholder,
      String certificate,
      String type,
      String month,
      String gross,
      String sent) {
    return premium(id, coverholder, certificate, type, month, gross, sent, sent);
  }

  static String premium(
      int id,
      String coverholder,
      String certificate,
      String type,
      String month,
      String gross,
      String sent,
      String modified) {
    return "INSERT INTO bdx.PremiumTransaction (PremiumTransactionId, UMR, SectionNo,"
        + " CertificateRef, TransactionType, BordereauMonth, CoverholderId, OriginalCurrency,"
        + " GrossPremium, SubmittedAt, ModifiedDate) VALUES (%d, 'B0999%s', 'S%s', '%s', '%s',"
            .formatted(id, coverholder, coverholder.substring(4), certificate, type)
        + " '%s', '%s', 'GBP', %s, '%s', '%s')"
            .formatted(month, coverholder, gross, sent, modified);
  }
}
