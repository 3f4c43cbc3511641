// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.demo;

import dev.tidemark.pipelines.demo.DemoMarket.Section;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gross premium income limits set by what was written, so that each alert level has its sections.
 */
final class DemoLimits {

  private static final BigDecimal UNUSED = new BigDecimal("100000.00");

  private DemoLimits() {}

  /** The rows of ref.ContractSection. */
  static List<SourceRow> contractSections(DemoMarket market, DemoPremium premium) {
    List<SourceRow> rows = new ArrayList<>();
    for (Section section : market.sections()) {
      BigDecimal limit = limit(section, premium.written(section));
      rows.add(
          section
              .row()
              .with("GpiLimit", limit)
              .with("GpiCurrency", limit == null ? null : section.currency()));
    }
    return rows;
  }

  private static @Nullable BigDecimal limit(Section section, BigDecimal written) {
    int coverholder = section.coverholder();
    if (coverholder % 20 == 11) {
      return null;
    }
    if (coverholder % 100 == 50) {
      return new BigDecimal("0.00");
    }
    if (written.signum() <= 0) {
      return UNUSED;
    }
    // BREACH at about 118 %, NOTIFY at about 92 %, the others between 25 % and 60 %
    String factor =
        coverholder % 13 == 6
            ? "0.85"
            : coverholder % 9 == 2 ? "1.09" : coverholder % 2 == 0 ? "1.70" : "4.00";
    return written.multiply(new BigDecimal(factor)).setScale(0, RoundingMode.HALF_UP).setScale(2);
  }
}
