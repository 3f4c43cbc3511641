// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.demo;

import java.math.BigDecimal;
import java.util.Locale;

/**
 * What is wrong or unusual in a few premium rows, by the row's place in the drawing: each rule
 * about bad input has its row.
 */
final class DemoBlemishes {

  private DemoBlemishes() {}

  static SourceRow on(int place, SourceRow row) {
    return switch (place) {
      case 40, 1_240 -> row.with("GrossPremium", null); // NO_AMOUNT
      case 90 -> row.with("CertificateRef", "   "); // NO_KEY
      case 140 -> row.with("UMR", "X" + row.get("UMR", String.class).substring(1)); // UMR_FORMAT
      case 190 ->
          row.with("UMR", "B9998" + row.get("UMR", String.class).substring(5)); // BROKER_UNKNOWN
      case 240 -> row.with("SectionNo", "S9"); // SECTION_UNKNOWN
      case 290, 1_290 -> row.with("TransactionType", "SUNDRY"); // TYPE_UNKNOWN
      case 340 -> row.with("OriginalCurrency", "CAD").with("RateOfExchange", null); // RATE_MISSING
      case 390 ->
          row.with("OriginalCurrency", "GBP")
              .with("RateOfExchange", new BigDecimal("0.85000000")); // RATE_ON_GBP
      case 440 ->
          row.with(
              "GrossPremium",
              row.get("GrossPremium", BigDecimal.class).abs().negate()); // NEGATIVE_NEW
      case 490, 1_490 ->
          row.with("UMR", row.get("UMR", String.class).toLowerCase(Locale.ROOT)); // the same key
      case 540, 1_540 ->
          row.with("SectionNo", " " + row.get("SectionNo", String.class) + " "); // the same key
      case 590 ->
          row.with("TransactionType", "NIL")
              .with("GrossPremium", null); // NIL without an amount is 0.00
      case 640, 1_640 -> row.with("IsDeleted", true);
      case 690 -> row.with("SubmittedAt", null); // never wins
      case 740 -> row.with("BdxVersion", null); // counts as 0
      case 790 -> row.with("EffectiveDate", null);
      default -> row;
    };
  }
}
