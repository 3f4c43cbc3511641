// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import java.util.regex.Pattern;

/** Where a run can be killed, in the order in which it comes there. */
enum KillPoint {
  LEASE_TAKEN(Moment.AFTER, "acquire"),
  CAPTURED(Moment.BEFORE, "openBatch"),
  BATCH_OPENED(Moment.AFTER, "openBatch"),
  PART_BEGUN(Moment.AFTER, "CREATE landing/.*unfinished"),
  PART_UNNAMED(Moment.BEFORE, "RENAME landing/.*parquet"),
  PART_LANDED(Moment.AFTER, "RENAME landing/.*parquet"),
  FIRST_TABLE_LANDED(Moment.AFTER, "RENAME landing/.*_manifest.json"),
  ALL_TABLES_LANDED(Moment.AFTER, "RENAME landing/.*_manifest.json", Count.EVERY_DUE_TABLE),
  SILVER_BEGUN(Moment.AFTER, "CREATE silver/premium_transaction/.*parquet"),
  SILVER_WRITTEN(Moment.AFTER, "CLOSE silver/premium_transaction/.*parquet"),
  FACTS_WRITTEN(Moment.AFTER, "CLOSE gold/fact_premium_transaction/.*parquet"),
  DIMENSION_WRITTEN(Moment.AFTER, "CLOSE gold/dim_coverholder_history/.*parquet"),
  MART_WRITTEN(Moment.AFTER, "CLOSE mart/gpi_utilisation/.*parquet"),
  PLAN_UNNAMED(Moment.BEFORE, "CLOSE _intents/[.]\\d+[.]plan[.]json.*"),
  PLAN_WRITTEN(Moment.BEFORE, "OPEN _intents/\\d+[.]plan[.]json"),
  COUNTING_AGAIN(Moment.BEFORE, "ask again"),
  JUDGED(Moment.BEFORE, "acquire", Count.TWO),
  INTENT_UNNAMED(Moment.BEFORE, "CLOSE _intents/[.]\\d+[.]json.*"),
  INTENT_DURABLE(Moment.BEFORE, "commit.*"),
  /** On a first load only: the first half of the table's first commit. */
  FIRST_TABLE_CREATED(Moment.BEFORE, "commit of changes"),
  FIRST_TABLE_COMMITTED(Moment.AFTER, "commit of changes"),
  HALF_THE_TABLES_COMMITTED(Moment.AFTER, "commit.*", Count.HALF_THE_TABLES),
  ALL_TABLES_COMMITTED(Moment.AFTER, "commit.*", Count.EVERY_TABLE),
  CUT_UNNAMED(Moment.BEFORE, "CLOSE _published/[.].*"),
  CUT_PUBLISHED(Moment.BEFORE, "moveMarks"),
  MARKS_MOVED(Moment.AFTER, "moveMarks"),
  INTENT_FORGOTTEN(Moment.AFTER, "DELETE _intents/\\d+[.]json"),
  ALL_DONE(Moment.BEFORE, "release");

  /** Whether it is before something is done or after. */
  enum Moment {
    BEFORE,
    AFTER
  }

  /** How often it has to be heard. */
  enum Count {
    ONE,
    TWO,
    HALF_THE_TABLES,
    EVERY_TABLE,
    EVERY_DUE_TABLE
  }

  private final Moment moment;
  private final Pattern what;
  private final Count count;

  KillPoint(Moment moment, String what) {
    this(moment, what, Count.ONE);
  }

  KillPoint(Moment moment, String what, Count count) {
    this.moment = moment;
    this.what = Pattern.compile(what);
    this.count = count;
  }

  /**
   * Whether it is there.
   *
   * @param done a method of what surrounds the run, or an act and the file in the lake
   */
  boolean isWhen(Moment when, String done) {
    return moment == when && what.matcher(done).matches();
  }

  Count count() {
    return count;
  }

  /** Whether the batch will be published whatever happens. */
  boolean isIntentDurable() {
    return compareTo(INTENT_DURABLE) >= 0;
  }

  boolean isCutPublished() {
    return compareTo(CUT_PUBLISHED) >= 0;
  }

  boolean areMarksMoved() {
    return compareTo(MARKS_MOVED) >= 0;
  }

  /** Whether the next run finds the intent, and ends its batch before anything else. */
  boolean isPublishedByTheNextRun() {
    return isIntentDurable() && compareTo(INTENT_FORGOTTEN) < 0;
  }
}
