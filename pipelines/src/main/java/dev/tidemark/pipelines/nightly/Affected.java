// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.pipelines.table.RowGroups;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.apache.beam.sdk.Pipeline;
import org.apache.beam.sdk.coders.RowCoder;
import org.apache.beam.sdk.coders.VoidCoder;
import org.apache.beam.sdk.schemas.Schema;
import org.apache.beam.sdk.transforms.Create;
import org.apache.beam.sdk.transforms.Flatten;
import org.apache.beam.sdk.transforms.MapElements;
import org.apache.beam.sdk.transforms.ParDo;
import org.apache.beam.sdk.values.PCollection;
import org.apache.beam.sdk.values.PCollectionList;
import org.apache.beam.sdk.values.Row;
import org.apache.beam.sdk.values.TypeDescriptors;
import org.jspecify.annotations.Nullable;

/**
 * What marts are made again for. A section is affected when its partial sums or its reference row
 * changed, or when a bordereau fell due between the last as-of date and this one; its coverholder
 * and its account are with it, and those that it had before. Everything is when a rate changed,
 * when a mart is missing, or when something is made anew that no source changed.
 */
final class Affected {

  private final RunPlan plan;
  private final EnumSet<MartScope> whole = EnumSet.noneOf(MartScope.class);
  private final List<PCollection<Row>> summed = new ArrayList<>();
  private final List<PCollection<Row>> sections = new ArrayList<>();
  private final List<PCollection<Row>> accounts = new ArrayList<>();
  private final List<PCollection<Row>> coverholders = new ArrayList<>();
  private final List<PCollection<Row>> becameKnown = new ArrayList<>();

  Affected(RunPlan plan) {
    this.plan = plan;
    boolean isAnyMissing =
        plan.tables().marts().stream().anyMatch(mart -> !plan.pinned(mart).exists());
    if (isAnyMissing
        || !plan.rebuild().isEmpty()
        || plan.isDue("ExchangeRate")
        || madeAsOf() == null) {
      whole.addAll(EnumSet.allOf(MartScope.class));
    }
  }

  /** The day that missing bordereaux were last judged on; null when it was not kept. */
  private @Nullable LocalDate madeAsOf() {
    return DueDates.madeFor(plan.pinned(plan.tables().mart(Marts.MISSING_BORDEREAUX))).orElse(null);
  }

  /** All marts of a scope are made whole. */
  void addAll(MartScope scope) {
    whole.add(scope);
  }

  /** Sections whose partial sums changed: rows of {@link TouchedSections#SCHEMA}. */
  void addSections(PCollection<Row> touched) {
    summed.add(touched);
    sections.add(touched);
  }

  /** Sections whose history changed. */
  void addSections(ChangedSections changed) {
    sections.add(changed.sections());
    accounts.add(changed.accounts());
    becameKnown.add(changed.becameKnown());
  }

  /** Coverholders of whom accounts show something that changed: rows with a coverholder_id. */
  void addCoverholders(PCollection<Row> changed) {
    coverholders.add(changed);
  }

  /**
   * The groups that these come to.
   *
   * @param partials all partial sums: rows with the columns of {@link TouchedSections#SCHEMA}
   */
  AffectedGroups groups(ReferenceViews reference, List<PCollection<Row>> partials) {
    Pipeline pipeline = partials.get(0).getPipeline();
    PCollection<Row> reported = reported(pipeline, partials);
    LocalDate before = madeAsOf();
    if (before != null) {
      sections.add(
          rows(
              pipeline
                  .apply("As of", Create.of((Void) null).withCoder(VoidCoder.of()))
                  .apply(
                      "Bordereaux that fell due",
                      ParDo.of(new AffectedSections.FellDueFn(reference, before, plan.asOf()))
                          .withSideInputs(reference.all())),
              TouchedSections.SCHEMA));
    }
    PCollection<Row> touched = all("Touched sections", TouchedSections.SCHEMA, pipeline, sections);
    PCollection<Row> ofSections = groupsOf(touched, MartScope.SECTION, "touched", reference);
    PCollection<Row> ofAccounts = accounts(pipeline, touched, reported, reference);
    PCollection<Row> shown =
        all(
            "Affected accounts",
            MartScope.ACCOUNT.schema(),
            pipeline,
            withCoverholders(ofAccounts, reference));
    Map<MartScope, PCollection<Row>> groups = new EnumMap<>(MartScope.class);
    groups.put(MartScope.SECTION, ofSections);
    groups.put(MartScope.ACCOUNT, shown);
    groups.put(MartScope.COVERHOLDER, coverholders(ofAccounts));
    for (MartScope scope : whole) {
      groups.put(scope, groupsOf(reported, scope, "all", reference));
    }
    return AffectedGroups.of(groups, whole, reference);
  }

  /** Every section that partial sums are of, where somebody has to know. */
  private PCollection<Row> reported(Pipeline pipeline, List<PCollection<Row>> partials) {
    List<PCollection<Row>> sections = new ArrayList<>();
    if (!whole.isEmpty() || !becameKnown.isEmpty()) {
      for (PCollection<Row> rows : partials) {
        sections.add(
            rows(
                rows.apply(
                    "Sections of " + rows.getName(), ParDo.of(new AffectedSections.OfPartialsFn())),
                TouchedSections.SCHEMA));
      }
    }
    return all("Sections of partial sums", TouchedSections.SCHEMA, pipeline, sections);
  }

  /** The accounts of sections, before and after. */
  private PCollection<Row> accounts(
      Pipeline pipeline,
      PCollection<Row> touched,
      PCollection<Row> reported,
      ReferenceViews reference) {
    Schema schema = MartScope.ACCOUNT.schema();
    List<PCollection<Row>> all = new ArrayList<>(accounts);
    all.add(groupsOf(touched, MartScope.ACCOUNT, "touched", reference));
    for (PCollection<Row> known : becameKnown) {
      RowGroups now = RowGroups.of("sections that became known", known);
      all.add(
          rows(
              PCollectionList.of(summed)
                  .and(reported)
                  .apply("Before they were known", Flatten.pCollections())
                  .apply(
                      "Accounts before they were known",
                      ParDo.of(new AffectedSections.UnknownBeforeFn(now))
                          .withSideInputs(now.view())),
              schema));
    }
    return all("Touched accounts", schema, pipeline, all);
  }

  /** These accounts, and those that show coverholders that changed. */
  private List<PCollection<Row>> withCoverholders(PCollection<Row> some, ReferenceViews reference) {
    List<PCollection<Row>> all = new ArrayList<>(List.of(some));
    for (PCollection<Row> changed : coverholders) {
      all.add(
          rows(
              changed.apply(
                  "Accounts of coverholders",
                  ParDo.of(new AffectedSections.OfCoverholderFn(reference))
                      .withSideInputs(reference.all())),
              MartScope.ACCOUNT.schema()));
    }
    return all;
  }

  private static PCollection<Row> groupsOf(
      PCollection<Row> sections, MartScope scope, String which, ReferenceViews reference) {
    return rows(
        sections.apply(
            "Groups of " + which + " " + scope.plural(),
            ParDo.of(new AffectedSections.GroupFn(scope, reference))
                .withSideInputs(reference.all())),
        scope.schema());
  }

  private static PCollection<Row> coverholders(PCollection<Row> accounts) {
    Schema schema = MartScope.COVERHOLDER.schema();
    return rows(
        accounts.apply(
            "Coverholders of accounts",
            MapElements.into(TypeDescriptors.rows())
                .via(
                    account ->
                        Row.withSchema(schema)
                            .addValue(account.getString("coverholder_key"))
                            .build())),
        schema);
  }

  private static PCollection<Row> all(
      String name, Schema schema, Pipeline pipeline, List<PCollection<Row>> collections) {
    return collections.isEmpty()
        ? rows(pipeline.apply(name, Create.empty(RowCoder.of(schema))), schema)
        : rows(PCollectionList.of(collections).apply(name, Flatten.pCollections()), schema);
  }

  private static PCollection<Row> rows(PCollection<Row> collection, Schema schema) {
    return collection.setRowSchema(schema);
  }
}
