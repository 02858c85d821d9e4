package org.docduel.core;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Which package may know which. */
@AnalyzeClasses(packages = "org.docduel.core", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
  @ArchTest
  static final ArchRule knowsNoStoreWorkloadOrTool =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.docduel.stores..",
              "org.docduel.insert..",
              "org.docduel.read..",
              "org.docduel.update..",
              "org.docduel.tools..",
              "org.docduel.testkit..",
              "org.postgresql..",
              "com.mongodb..",
              "oracle..",
              "java.sql..",
              "javax.sql..");

  @ArchTest
  static final ArchRule onlyEncodingsKnowBson =
      noClasses()
          .that()
          .resideOutsideOfPackage("..core.encoding..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.bson..");

  @ArchTest
  static final ArchRule documentsKnowNothingElse =
      noClasses()
          .that()
          .resideInAPackage("..core.model..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..core.spi..", "..core.harness..", "..core.server..");

  @ArchTest
  static final ArchRule whatStoresUseKnowsNothingOfRuns =
      noClasses()
          .that()
          .resideOutsideOfPackage("..core.harness..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..core.harness..", "org.openjdk.jmh..", "org.docduel.stats..");

  @ArchTest
  static final ArchRule whatRunsInForksKnowsNoLauncher =
      noClasses()
          .that()
          .resideInAnyPackage(
              "..harness.ingest..", "..harness.jmh..", "..harness.record..", "..harness.verify..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("..harness.launch..");

  @ArchTest
  static final ArchRule onlyTheLauncherAsksForVerdicts =
      noClasses()
          .that()
          .resideOutsideOfPackages("..harness.launch..", "..harness.findmax..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("org.docduel.stats..")
                  .and(not(resideInAPackage("org.docduel.stats.sidecar.."))));

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("org.docduel.core.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule outsideSettingsAreReadInOnePlace =
      noClasses()
          .that()
          .resideOutsideOfPackages("..core.config..", "..harness.launch..")
          .should()
          .callMethod(System.class, "getenv", String.class)
          .orShould()
          .callMethod(System.class, "getenv");
}
