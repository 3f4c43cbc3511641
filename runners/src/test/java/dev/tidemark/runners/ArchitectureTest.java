// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.runners;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.is;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.LocationProvider;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.tidemark.pipelines.config.TidemarkConfig;
import dev.tidemark.testing.Rows;
import dev.tidemark.transforms.block.Columns;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.beam.sdk.transforms.DoFn;
import org.jspecify.annotations.NullMarked;

/** What holds for every module, and for the launcher. */
@AnalyzeClasses(locations = ArchitectureTest.Modules.class)
class ArchitectureTest {
  private static final Set<String> WALL_CLOCKS =
      Set.of(
          "java.lang.System.currentTimeMillis",
          "java.lang.System.nanoTime",
          "java.time.Clock.systemUTC",
          "java.time.Clock.systemDefaultZone",
          "java.time.Clock.system",
          "java.util.Date.<init>",
          "java.util.Calendar.getInstance");

  @ArchTest
  static void everyModuleIsLookedAt(JavaClasses classes) {
    for (String module : List.of("testing", "transforms", "pipelines", "runners")) {
      assertThat(classes.containPackage("dev.tidemark." + module), is(true));
    }
  }

  @ArchTest
  static void everyPackageIsNullMarked(JavaClasses classes) {
    classes().should(resideInANullMarkedPackage()).check(classes);
  }

  @ArchTest
  static void noPackageIsADrawerForOddsAndEnds(JavaClasses classes) {
    noClasses()
        .should()
        .resideInAnyPackage(
            "..util..",
            "..utils..",
            "..common..",
            "..impl..",
            "..helper..",
            "..helpers..",
            "..manager..",
            "..misc..")
        .check(classes);
  }

  @ArchTest
  static void noDoFnIsPublic(JavaClasses classes) {
    classes().that().areAssignableTo(DoFn.class).should().notBePublic().check(classes);
  }

  @ArchTest
  static void onlyTheMainReadsTheWallClock(JavaClasses classes) {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName(Main.class.getName())
        .should()
        .callCodeUnitWhere(readsTheWallClock())
        .check(classes);
  }

  @ArchTest
  static void onlyTheMainEndsTheProcess(JavaClasses classes) {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName(Main.class.getName())
        .and()
        .doNotHaveFullyQualifiedName(Signals.class.getName())
        .should()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "halt", int.class)
        .check(classes);
  }

  @ArchTest
  static void noRunnerKnowsTheFormatsOfTheLake(JavaClasses classes) {
    noClasses()
        .that()
        .resideInAPackage("dev.tidemark.runners..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.delta..", "org.apache.parquet..", "java.sql..")
        .check(classes);
  }

  /** Calls of {@code now} without a clock, and of everything that makes a clock. */
  private static DescribedPredicate<JavaCall<?>> readsTheWallClock() {
    return describe(
        "reads the wall clock",
        call -> {
          String owner = call.getTargetOwner().getName();
          boolean isDateOfAGivenTime =
              call.getName().equals("<init>") && !call.getTarget().getRawParameterTypes().isEmpty();
          boolean isNow =
              call.getName().equals("now")
                  && (owner.startsWith("java.time.") || owner.startsWith("org.joda.time."))
                  && call.getTarget().getRawParameterTypes().stream()
                      .noneMatch(type -> type.isEquivalentTo(Clock.class));
          return isNow
              || (WALL_CLOCKS.contains(owner + "." + call.getName()) && !isDateOfAGivenTime);
        });
  }

  private static ArchCondition<JavaClass> resideInANullMarkedPackage() {
    return new ArchCondition<>("reside in a package that is @NullMarked") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        boolean marked = type.getPackage().isAnnotatedWith(NullMarked.class);
        events.add(
            new SimpleConditionEvent(
                type,
                marked,
                "package "
                    + type.getPackageName()
                    + " of "
                    + type.getName()
                    + " is not @NullMarked"));
      }
    };
  }

  /** Their own files only: by package, every jar of the class path would be searched. */
  static final class Modules implements LocationProvider {
    @Override
    public Set<Location> get(Class<?> testClass) {
      return Stream.of(Rows.class, Columns.class, TidemarkConfig.class, Main.class)
          .map(Modules::location)
          .collect(Collectors.toSet());
    }

    private static Location location(Class<?> member) {
      String file = "/" + member.getName().replace('.', '/') + ".class";
      String found = String.valueOf(member.getResource(file));
      return Location.of(URI.create(found.substring(0, found.length() - file.length() + 1)));
    }
  }
}
