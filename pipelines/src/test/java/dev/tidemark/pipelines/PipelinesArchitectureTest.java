// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.pipelines;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.LocationProvider;
import dev.tidemark.pipelines.config.TidemarkConfig;
import java.net.URI;
import java.util.Set;

/** Pipelines know nothing of runners, and each edge has one owner. */
@AnalyzeClasses(locations = PipelinesArchitectureTest.Module.class)
class PipelinesArchitectureTest {
  @ArchTest
  static void noPipelineKnowsARunner(JavaClasses classes) {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.tidemark.runners..",
            "dev.tidemark.testing..",
            "org.apache.beam.runners..",
            "org.apache.spark..",
            "scala..")
        .check(classes);
  }

  @ArchTest
  static void packagesDependOnEachOtherInOneDirection(JavaClasses classes) {
    slices().matching("dev.tidemark.pipelines.(*)..").should().beFreeOfCycles().check(classes);
  }

  @ArchTest
  static void databasesAreOpenedByTheSourceTheControlStoreAndTheDemoOnly(JavaClasses classes) {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "dev.tidemark.pipelines.source..",
            "dev.tidemark.pipelines.control..",
            "dev.tidemark.pipelines.demo..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "java.sql..", "javax.sql..", "com.zaxxer..", "org.h2..", "org.postgresql..")
        .check(classes);
  }

  /** An H2 file cannot be opened from executors: what a graph holds must not reach for it. */
  @ArchTest
  static void noGraphTouchesTheControlStore(JavaClasses classes) {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "dev.tidemark.pipelines.control..",
            "dev.tidemark.pipelines.run..",
            "dev.tidemark.pipelines.reconcile..",
            "dev.tidemark.pipelines.finding..",
            "dev.tidemark.pipelines.observe..",
            "dev.tidemark.pipelines.report..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.tidemark.pipelines.control..")
        .check(classes);
  }

  @ArchTest
  static void deltaIsKnownToTheTablesOnly(JavaClasses classes) {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.tidemark.pipelines.table..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.delta..")
        .check(classes);
  }

  @ArchTest
  static void oneClassReachesIntoDeltaKernelsInternals(JavaClasses classes) {
    noClasses()
        .that()
        .haveNameNotMatching("dev\\.tidemark\\.pipelines\\.table\\.DeltaLog(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.delta.kernel.internal..")
        .orShould()
        .dependOnClassesThat()
        .resideInAPackage("io.delta.kernel.defaults.internal..")
        .check(classes);
  }

  @ArchTest
  static void parquetIsKnownToItsPackageAndLandingOnly(JavaClasses classes) {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "dev.tidemark.pipelines.parquet..", "dev.tidemark.pipelines.landing..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.parquet..")
        .check(classes);
  }

  @ArchTest
  static void onlyTheLauncherSideTakesOptions(JavaClasses classes) {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.tidemark.pipelines.run..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.beam.sdk.options..")
        .check(classes);
  }

  @ArchTest
  static void theRootHoldsMainsOnly(JavaClasses classes) {
    classes()
        .that()
        .resideInAPackage("dev.tidemark.pipelines")
        .should()
        .haveSimpleName("package-info")
        .orShould()
        .haveSimpleNameEndingWith("Main")
        .check(classes);
  }

  /** Its own files only: by package, every jar of the class path would be searched. */
  static final class Module implements LocationProvider {
    @Override
    public Set<Location> get(Class<?> testClass) {
      String file = "/" + TidemarkConfig.class.getName().replace('.', '/') + ".class";
      String found = String.valueOf(TidemarkConfig.class.getResource(file));
      return Set.of(
          Location.of(URI.create(found.substring(0, found.length() - file.length() + 1))));
    }
  }
}
