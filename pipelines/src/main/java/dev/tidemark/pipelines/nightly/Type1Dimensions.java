// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.TableSpec;
import dev.tidemark.transforms.block.Columns;
import dev.tidemark.transforms.calendar.CalendarDay;
import java.time.LocalDate;
import java.time.temporal.IsoFields;
import java.util.List;
import java.util.stream.Stream;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.schemas.Schema.FieldType;
import org.apache.beam.sdk.values.Row;

/** The dimensions without history: their columns and keys, and the rows of dim_date. */
final class Type1Dimensions {

  static final String CONTRACT = "gold/dim_contract";
  static final String CLASS_OF_BUSINESS = "gold/dim_class_of_business";
  static final String DATE = "gold/dim_date";

  /** Contracts: what their sections have in common. One that only facts know is inferred. */
  static final Schema CONTRACT_SCHEMA =
      Schema.builder()
          .addStringField("contract_key")
          .addStringField("umr")
          .addNullableStringField("broker_code")
          .addNullableStringField("coverholder_key")
          .addNullableStringField("broker_key")
          .addNullableField("period_from", Columns.DATE)
          .addNullableField("period_to", Columns.DATE)
          .addNullableInt32Field("year_of_account")
          .addNullableInt32Field("section_count")
          .addBooleanField("is_deleted")
          .addBooleanField("is_inferred")
          .build();

  /** Classes of business: those that a section has or had. */
  static final Schema CLASS_SCHEMA =
      Schema.builder()
          .addStringField("class_of_business_key")
          .addStringField("class_of_business")
          .addStringField("risk_codes")
          .build();

  /** Days; row 0 stands for a day that is not known. */
  static final Schema DATE_SCHEMA =
      Schema.builder()
          .addInt32Field("date_key")
          .addNullableField("full_date", Columns.DATE)
          .addNullableInt32Field("year")
          .addNullableInt32Field("quarter")
          .addNullableInt32Field("month")
          .addNullableField("month_start", Columns.DATE)
          .addNullableField("month_end", Columns.DATE)
          .addNullableInt32Field("iso_day_of_week")
          .addNullableField("is_month_end", FieldType.BOOLEAN)
          .addNullableInt32Field("working_day_in_month")
          .build();

  private Type1Dimensions() {}

  static List<TableSpec.Builder> specs() {
    return List.of(
        TableSpec.at(CONTRACT).schema(CONTRACT_SCHEMA).key("contract_key"),
        TableSpec.at(CLASS_OF_BUSINESS).schema(CLASS_SCHEMA).key("class_of_business_key"),
        TableSpec.at(DATE).schema(DATE_SCHEMA).key("date_key"));
  }

  /** Every row of dim_date. */
  static Stream<Row> days() {
    Row unknown =
        Row.withSchema(DATE_SCHEMA).withFieldValue("date_key", CalendarDay.UNKNOWN).build();
    return Stream.concat(
        Stream.of(unknown),
        CalendarDay.FIRST.datesUntil(CalendarDay.LAST.plusDays(1)).map(Type1Dimensions::day));
  }

  private static Row day(LocalDate day) {
    LocalDate monthEnd = day.withDayOfMonth(day.lengthOfMonth());
    return Row.withSchema(DATE_SCHEMA)
        .attachValues(
            CalendarDay.key(day),
            day,
            day.getYear(),
            day.get(IsoFields.QUARTER_OF_YEAR),
            day.getMonthValue(),
            day.withDayOfMonth(1),
            monthEnd,
            day.getDayOfWeek().getValue(),
            day.equals(monthEnd),
            CalendarDay.workingDayInMonth(day));
  }
}
