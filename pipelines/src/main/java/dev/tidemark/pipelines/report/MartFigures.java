// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.report;

import java.time.LocalDate;

/**
 * What the published marts say.
 *
 * @param gpi premium against its limit
 * @param submissions which bordereaux came, late or not at all
 * @param loss claims against premium and plan
 * @param premium premium and claims by month
 */
record MartFigures(GpiUse gpi, Submissions submissions, LossRatios loss, PremiumMonths premium) {

  static MartFigures in(ReportedCut cut, LocalDate asOf) {
    Coverholders coverholders = Coverholders.in(cut);
    return new MartFigures(
        GpiUse.in(cut, coverholders),
        Submissions.in(cut, coverholders, asOf),
        LossRatios.in(cut),
        PremiumMonths.in(cut));
  }
}
