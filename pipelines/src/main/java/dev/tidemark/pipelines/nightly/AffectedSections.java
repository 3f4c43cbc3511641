// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines.nightly;

import dev.tidemark.transforms.block.RowBlocks;
import dev.tidemark.transforms.block.RowLayout;
import dev.tidemark.transforms.block.RowView;
import dev.tidemark.transforms.facts.ReferenceData;
import dev.tidemark.transforms.facts.Section;
import dev.tidemark.transforms.islands.MissingPeriods;
import java.time.LocalDate;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.beam.sdk.values.Row;
import org.jspecify.annotations.Nullable;

/** From sections to the groups of marts that they belong to, each group once. */
final class AffectedSections {

  private static final RowLayout TOUCHED = RowLayout.of(TouchedSections.SCHEMA);

  private final ReferenceData reference;
  private final MartGroups groups = new MartGroups();

  /** By what each is known by. */
  private final Map<MartScope, Map<List<@Nullable Object>, Row>> found =
      new EnumMap<>(MartScope.class);

  AffectedSections(ReferenceData reference) {
    this.reference = reference;
  }

  /** The groups of a scope, rows of its schema. */
  Collection<Row> groups(MartScope scope) {
    return of(scope).values();
  }

  /** Adds sections whose partial sums changed: rows of {@link TouchedSections#SCHEMA}. */
  void addTouched(RowBlocks touched) {
    forEach(touched, TOUCHED, this::add);
  }

  /** Adds the known sections of which a bordereau falls due between two as-of dates. */
  void addFallenDue(LocalDate one, LocalDate other) {
    LocalDate from = one.isBefore(other) ? one : other;
    LocalDate before = one.isBefore(other) ? other : one;
    for (Section section : reference.sections()) {
      if (!section.isDeleted()
          && MissingPeriods.anyFallsDue(SectionMarts.contract(section), from, before)) {
        add(member(section));
      }
    }
  }

  /**
   * Adds sections whose history changed, and the accounts that their rows belonged to before.
   *
   * @param touched as of {@link #addTouched}
   * @param parties of all partial sums: rows of {@link FactParties#SCHEMA}
   */
  void addChanged(ChangedSections changed, RowBlocks touched, RowBlocks parties) {
    for (List<String> key : changed.sections()) {
      add(member(key.get(0), key.get(1), null));
    }
    changed.accounts().forEach(this::addAccount);
    Consumer<MartGroups.Member> before =
        member -> {
          if (changed.becameKnown(member.umr(), member.sectionNo())) {
            addAccount(MartGroups.unknown(member.coverholderId()));
          }
        };
    forEach(touched, TOUCHED, before);
    forEachReported(parties, before);
  }

  /** Adds the accounts that show a coverholder, by what it is called. */
  void addShown(Set<String> coverholderIds) {
    if (coverholderIds.isEmpty()) {
      return;
    }
    for (String coverholder : coverholderIds) {
      put(MartScope.ACCOUNT, MartGroups.unknown(coverholder));
    }
    for (Section section : reference.sections()) {
      if (coverholderIds.contains(section.coverholderId())) {
        put(MartScope.ACCOUNT, groups.row(MartScope.ACCOUNT, member(section)));
      }
    }
  }

  /** How many groups all partial sums and known sections make. */
  int countAll(MartScope scope, RowBlocks parties) {
    Set<List<@Nullable Object>> ids = new HashSet<>();
    forEachReported(parties, member -> ids.add(groups.id(scope, member)));
    return ids.size();
  }

  private void add(MartGroups.Member member) {
    List<@Nullable Object> id = groups.id(MartScope.SECTION, member);
    of(MartScope.SECTION).computeIfAbsent(id, key -> groups.row(MartScope.SECTION, member));
    addAccount(groups.row(MartScope.ACCOUNT, member));
  }

  /** Adds an account, and its coverholder. */
  private void addAccount(Row account) {
    put(MartScope.ACCOUNT, account);
    put(
        MartScope.COVERHOLDER,
        Row.withSchema(MartScope.COVERHOLDER.schema())
            .addValue(account.getString("coverholder_key"))
            .build());
  }

  private void put(MartScope scope, Row group) {
    of(scope).putIfAbsent(scope.id(group), group);
  }

  private Map<List<@Nullable Object>, Row> of(MartScope scope) {
    return found.computeIfAbsent(scope, any -> new LinkedHashMap<>());
  }

  /** Hands on whom marts are of: the parties of their partial sums, and every known section. */
  private void forEachReported(RowBlocks parties, Consumer<MartGroups.Member> members) {
    forEach(
        parties.where(FactParties.LAYOUT, row -> row.getBoolean(FactParties.MAKES_MARTS)),
        FactParties.LAYOUT,
        members);
    reference.sections().forEach(section -> members.accept(member(section)));
  }

  /** Rows that begin with umr, section_no and coverholder_id. */
  private void forEach(RowBlocks rows, RowLayout layout, Consumer<MartGroups.Member> members) {
    RowView row = new RowView(layout);
    for (long ref : rows.refs()) {
      row.at(rows, ref);
      members.accept(member(row.getString(0), row.getString(1), row.getStringOrNull(2)));
    }
  }

  private MartGroups.Member member(String umr, String sectionNo, @Nullable String coverholderId) {
    return new MartGroups.Member(umr, sectionNo, reference.section(umr, sectionNo), coverholderId);
  }

  private static MartGroups.Member member(Section section) {
    return new MartGroups.Member(
        section.umr(), section.sectionNo(), section, section.coverholderId());
  }
}
