// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.testing;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.LocationProvider;
import java.net.URI;
import java.util.Set;

/** The test kit knows Beam, JUnit and Hamcrest, and nothing that is tested with it. */
@AnalyzeClasses(locations = TestingArchitectureTest.Module.class)
class TestingArchitectureTest {

  @ArchTest
  static void theKitKnowsNothingOfWhatIsTestedWithIt(JavaClasses classes) {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "dev.tidemark.testing..",
            "java..",
            "org.apache.beam.sdk..",
            "org.hamcrest..",
            "org.jspecify.annotations..",
            "org.junit.jupiter.api..")
        .check(classes);
  }

  @ArchTest
  static void databasesAreKnownToTheEmbeddedOneOnly(JavaClasses classes) {
    noClasses()
        .that()
        .doNotHaveSimpleName("EmbeddedDatabase")
        .and()
        .doNotHaveSimpleName("TableInsert")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("java.sql..")
        .check(classes);
  }

  /** Its own files only: by package, every jar of the class path would be searched. */
  static final class Module implements LocationProvider {
    @Override
    public Set<Location> get(Class<?> testClass) {
      String file = "/" + Rows.class.getName().replace('.', '/') + ".class";
      String found = String.valueOf(Rows.class.getResource(file));
      return Set.of(
          Location.of(URI.create(found.substring(0, found.length() - file.length() + 1))));
    }
  }
}
