package org.docduel.stores.postgres;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = PackageDirectionsTest.ROOT,
    importOptions = ImportOption.DoNotIncludeTests.class)
class PackageDirectionsTest {
  static final String ROOT = "org.docduel.stores.postgres";

  @ArchTest
  static final ArchRule serversKnowNoTables =
      noClasses()
          .that()
          .resideInAPackage(ROOT + ".server")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(ROOT);

  @ArchTest
  static final ArchRule nobodyKnowsABenchmark =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.docduel.core.launch..",
              "org.docduel.core.workload..",
              "org.docduel.core.fork..",
              "org.docduel.core.work..",
              "org.openjdk.jmh..");
}
