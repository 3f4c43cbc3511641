// SPDX-License-Identifier: Apache-2.0
package dev.tidemark.transforms;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.LocationProvider;
import dev.tidemark.transforms.block.Columns;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.RandomAccessFile;
import java.net.URI;
import java.util.Set;
import org.apache.beam.sdk.transforms.PTransform;
import org.apache.beam.sdk.values.POutput;

/** Rules know nothing of Beam's graphs; transforms know nothing of I/O, options and runners. */
@AnalyzeClasses(locations = TransformsArchitectureTest.Module.class)
class TransformsArchitectureTest {
  @ArchTest
  static void noTransformKnowsAnotherModule(JavaClasses classes) {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "dev.tidemark.pipelines..", "dev.tidemark.runners..", "dev.tidemark.testing..")
        .check(classes);
  }

  @ArchTest
  static void noTransformReadsOrWritesAnything(JavaClasses classes) {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "java.sql..",
            "javax.sql..",
            "java.net..",
            "java.nio.file..",
            "java.nio.channels..",
            "org.apache.hadoop..",
            "org.apache.parquet..",
            "org.apache.beam.sdk.io..")
        .orShould()
        .dependOnClassesThat(
            belongToAnyOf(
                File.class,
                FileInputStream.class,
                FileOutputStream.class,
                FileReader.class,
                FileWriter.class,
                RandomAccessFile.class))
        .check(classes);
  }

  @ArchTest
  static void noTransformTakesOptionsOrKnowsARunner(JavaClasses classes) {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.apache.beam.sdk.options..", "org.apache.beam.runners..", "org.apache.spark..")
        .check(classes);
  }

  @ArchTest
  static void onlyTransformsKnowGraphs(JavaClasses classes) {
    noClasses()
        .that(belongToNoTransform())
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.beam.sdk.transforms..")
        .orShould()
        .dependOnClassesThat()
        .haveNameMatching("org\\.apache\\.beam\\.sdk\\.(Pipeline|values\\.P[A-Z].*)")
        .check(classes);
  }

  @ArchTest
  static void keysAndTheCalendarKnowNothingOfBeam(JavaClasses classes) {
    noClasses()
        .that()
        .resideInAnyPackage("dev.tidemark.transforms.keys..", "dev.tidemark.transforms.calendar..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.beam..")
        .check(classes);
  }

  @ArchTest
  static void everyTransformIsFinal(JavaClasses classes) {
    classes()
        .that()
        .areAssignableTo(PTransform.class)
        .should()
        .haveModifier(JavaModifier.FINAL)
        .check(classes);
  }

  @ArchTest
  static void packagesDependOnEachOtherInOneDirection(JavaClasses classes) {
    slices().matching("dev.tidemark.transforms.(*)..").should().beFreeOfCycles().check(classes);
  }

  /** Neither a transform or its result, nor written inside one. */
  private static DescribedPredicate<JavaClass> belongToNoTransform() {
    return new DescribedPredicate<>("belong to no transform") {
      @Override
      public boolean test(JavaClass type) {
        JavaClass outermost = type;
        while (outermost.getEnclosingClass().isPresent()) {
          outermost = outermost.getEnclosingClass().get();
        }
        return !outermost.isAssignableTo(PTransform.class)
            && !outermost.isAssignableTo(POutput.class);
      }
    };
  }

  /** Its own files only: by package, every jar of the class path would be searched. */
  static final class Module implements LocationProvider {
    @Override
    public Set<Location> get(Class<?> testClass) {
      String file = "/" + Columns.class.getName().replace('.', '/') + ".class";
      String found = String.valueOf(Columns.class.getResource(file));
      return Set.of(
          Location.of(URI.create(found.substring(0, found.length() - file.length() + 1))));
    }
  }
}
