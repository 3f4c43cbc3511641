// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.demo;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the demo's source as texts, to compare it with. */
final class SourceRead {

  private static final Map<String, String> KEYS = new LinkedHashMap<>();

  static {
    KEYS.put("bdx.PremiumTransaction", "PremiumTransactionId");
    KEYS.put("bdx.RiskTransaction", "RiskTransactionId");
    KEYS.put("bdx.ClaimTransaction", "ClaimTransactionId");
    KEYS.put("ref.ContractSection", "UMR || '/' || SectionNo");
    KEYS.put("ref.Coverholder", "CoverholderId");
    KEYS.put("ref.Broker", "BrokerCode");
    KEYS.put("ref.BusinessPlan", "ClassOfBusiness || YearOfAccount");
    KEYS.put("ref.ExchangeRate", "CAST(RateMonth AS VARCHAR) || CurrencyCode");
  }

  private SourceRead() {}

  /** Every row as text by source key, by table as the source spells it. */
  static Map<String, Map<String, String>> tables(DemoSource source) throws SQLException {
    Map<String, Map<String, String>> tables = new LinkedHashMap<>();
    for (Map.Entry<String, String> table : KEYS.entrySet()) {
      Map<String, String> rows = new LinkedHashMap<>();
      for (List<String> row :
          query(
              source,
              "SELECT " + table.getValue() + ", t.* FROM " + table.getKey() + " t ORDER BY 1")) {
        rows.put(row.get(0), String.join("|", row));
      }
      tables.put(table.getKey().substring(4), rows);
    }
    return tables;
  }

  static String digest(DemoSource source) throws SQLException, NoSuchAlgorithmException {
    byte[] text = tables(source).toString().getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
  }

  static String scalar(DemoSource source, String sql) throws SQLException {
    return query(source, sql).get(0).get(0);
  }

  static List<List<String>> query(DemoSource source, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(source.url() + ";IFEXISTS=TRUE");
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      List<List<String>> rows = new ArrayList<>();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
          row.add(String.valueOf(result.getString(column)));
        }
        rows.add(row);
      }
      return rows;
    }
  }
}
