// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.RowGroups;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.facts.ReferenceData;
import dev.tidemark.transforms.facts.Section;
import dev.tidemark.transforms.islands.MissingPeriods;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.beam.sdk.transforms.DoFn;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/**
 * From sections, rows of {@link TouchedSections#SCHEMA}, to the groups of marts that they belong
 * to.
 */
final class AffectedSections {

  private AffectedSections() {}

  /** A text of a row that is never null. */
  private static String text(Row row, String column) {
    String value = row.getString(column);
    if (value == null) {
      throw new IllegalStateException("column " + column + " is null in " + row);
    }
    return value;
  }

  private static Row section(String umr, String sectionNo) {
    return Row.withSchema(TouchedSections.SCHEMA).addValues(umr, sectionNo, null).build();
  }

  /** The sections of rows of partial sums, those that they share once per bundle. */
  static final class OfPartialsFn extends DoFn<Row, Row> {

    private static final long serialVersionUID = 1L;

    private transient @Nullable Set<Row> given;

    @StartBundle
    public void start() {
      given = new HashSet<>();
    }

    @ProcessElement
    public void section(@Element Row partial, OutputReceiver<Row> out) {
      if (given == null) {
        throw new IllegalStateException("no bundle was started");
      }
      Row section =
          Row.withSchema(TouchedSections.SCHEMA)
              .addValues(
                  partial.getString("umr"),
                  partial.getString("section_no"),
                  partial.getString("coverholder_id"))
              .build();
      if (given.add(section)) {
        out.output(section);
      }
    }
  }

  /** The group of a section. */
  static final class GroupFn extends DoFn<Row, Row> {

    private static final long serialVersionUID = 1L;

    private final MartScope scope;
    private final ReferenceViews.BundleReader reference;
    private transient @Nullable MartGroups groups;

    GroupFn(MartScope scope, ReferenceViews views) {
      this.scope = scope;
      this.reference = views.perBundle();
    }

    @StartBundle
    public void start() {
      reference.reset();
      groups = null;
    }

    @ProcessElement
    public void group(ProcessContext context) {
      MartGroups of = groups;
      if (of == null) {
        of = new MartGroups(reference.read(context));
        groups = of;
      }
      context.output(of.row(scope, context.element()));
    }
  }

  /** The known sections of which a bordereau falls due between two as-of dates. */
  static final class FellDueFn extends DoFn<Void, Row> {

    private static final long serialVersionUID = 1L;

    private final ReferenceViews reference;
    private final LocalDate from;
    private final LocalDate before;

    FellDueFn(ReferenceViews reference, LocalDate one, LocalDate other) {
      this.reference = reference;
      from = one.isBefore(other) ? one : other;
      before = one.isBefore(other) ? other : one;
    }

    @ProcessElement
    public void find(ProcessContext context) {
      for (Section section : reference.read(context).sections()) {
        if (!section.isDeleted()
            && MissingPeriods.anyFallsDue(SectionMarts.contract(section), from, before)) {
          context.output(section(section.umr(), section.sectionNo()));
        }
      }
    }
  }

  /** The accounts that rows of sections belonged to before these were known. */
  static final class UnknownBeforeFn extends DoFn<Row, Row> {

    private static final long serialVersionUID = 1L;

    private final RowGroups becameKnown;
    private transient @Nullable Set<List<@Nullable Object>> known;

    UnknownBeforeFn(RowGroups becameKnown) {
      this.becameKnown = becameKnown;
    }

    @StartBundle
    public void start() {
      known = null;
    }

    @ProcessElement
    public void account(ProcessContext context) {
      Set<List<@Nullable Object>> sections = known;
      if (sections == null) {
        sections = new HashSet<>();
        for (Row row : becameKnown.read(context).toRows(RowLayout.of(TouchedSections.SCHEMA))) {
          sections.add(List.of(text(row, "umr"), text(row, "section_no")));
        }
        known = sections;
      }
      Row section = context.element();
      if (sections.contains(List.of(text(section, "umr"), text(section, "section_no")))) {
        context.output(MartGroups.unknown(section.getString("coverholder_id")));
      }
    }
  }

  /** The accounts of a coverholder. */
  static final class OfCoverholderFn extends DoFn<Row, Row> {

    private static final long serialVersionUID = 1L;

    private final ReferenceViews.BundleReader reference;
    private transient @Nullable Map<String, Set<Row>> ofSections;

    OfCoverholderFn(ReferenceViews views) {
      this.reference = views.perBundle();
    }

    @StartBundle
    public void start() {
      reference.reset();
      ofSections = null;
    }

    @ProcessElement
    public void accounts(ProcessContext context) {
      Map<String, Set<Row>> accounts = ofSections;
      if (accounts == null) {
        accounts = ofSections(reference.read(context));
        ofSections = accounts;
      }
      String coverholder = text(context.element(), "coverholder_id");
      context.output(MartGroups.unknown(coverholder));
      accounts.getOrDefault(coverholder, Set.of()).forEach(context::output);
    }

    private static Map<String, Set<Row>> ofSections(ReferenceData data) {
      MartGroups groups = new MartGroups(data);
      Map<String, Set<Row>> accounts = new HashMap<>();
      for (Section section : data.sections()) {
        accounts
            .computeIfAbsent(section.coverholderId(), coverholder -> new HashSet<>())
            .add(groups.row(MartScope.ACCOUNT, section(section.umr(), section.sectionNo())));
      }
      return accounts;
    }
  }
}
