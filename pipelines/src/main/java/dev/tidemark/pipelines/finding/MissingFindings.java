// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.finding;

import dev.tidemark.pipelines.config.FindingKind;
import dev.tidemark.pipelines.control.Observation;
import dev.tidemark.pipelines.table.TableRows;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Bordereaux that are owed and that nobody sent, until somebody does. */
final class MissingFindings {

  static final String MART = "mart/missing_bordereaux";

  private MissingFindings() {}

  static List<Observation> of(TableRows mart) {
    TableRows rows = mart.only("coverholder_id", "umr", "section_no", "missing_month", "due_date");
    int coverholder = rows.layout().column("coverholder_id");
    int umr = rows.layout().column("umr");
    int section = rows.layout().column("section_no");
    int month = rows.layout().column("missing_month");
    int due = rows.layout().column("due_date");
    List<Observation> found = new ArrayList<>();
    rows.forEach(
        row -> {
          String about =
              row.getString(umr)
                  + "/"
                  + row.getString(section)
                  + " "
                  + LocalDate.ofEpochDay(row.getInt(month)).toString().substring(0, 7);
          found.add(
              MartFindings.observation(
                  FindingKind.MISSING,
                  about,
                  "coverholder "
                      + row.getString(coverholder)
                      + " has not sent "
                      + about
                      + ", which was due on "
                      + LocalDate.ofEpochDay(row.getInt(due))));
        });
    // by section and month, whatever the order of the files
    found.sort(Comparator.comparing(Observation::about));
    return found;
  }
}
