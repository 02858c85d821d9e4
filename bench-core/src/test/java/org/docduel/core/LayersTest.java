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
          .resideInAnyPackage(
              "..core.spi..",
              "..core.launch..",
              "..core.workload..",
              "..core.fork..",
              "..core.work..",
              "..core.server..");

  @ArchTest
  static final ArchRule documentsKnowNoDatasets =
      noClasses()
          .that()
          .resideInAPackage("..core.model")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("..core.model.datasets..");

  @ArchTest
  static final ArchRule whatStoresUseKnowsNothingOfRuns =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "..core.launch..",
              "..core.workload..",
              "..core.fork..",
              "..core.group..",
              "..core.work..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "..core.launch..",
              "..core.workload..",
              "..core.fork..",
              "..core.group..",
              "..core.work..",
              "org.openjdk.jmh..",
              "org.docduel.stats..");

  @ArchTest
  static final ArchRule whatRunsInForksKnowsNoLauncher =
      noClasses()
          .that()
          .resideInAnyPackage("..core.fork..", "..core.work..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("..core.launch..");

  @ArchTest
  static final ArchRule onlyTheLauncherAsksForVerdicts =
      noClasses()
          .that()
          .resideOutsideOfPackage("..core.launch..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("org.docduel.stats..")
                  .and(not(resideInAPackage("org.docduel.stats.sidecar.."))));

  @ArchTest
  static final ArchRule onlyGroupsKnowJGroups =
      noClasses()
          .that()
          .resideOutsideOfPackage("..core.group..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.jgroups..");

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("org.docduel.core.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule outsideSettingsAreReadInOnePlace =
      noClasses()
          .that()
          .resideOutsideOfPackages("..core.config..", "..core.launch..")
          .should()
          .callMethod(System.class, "getenv", String.class)
          .orShould()
          .callMethod(System.class, "getenv");
}
