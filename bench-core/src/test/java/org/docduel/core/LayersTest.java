package org.docduel.core;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.docduel.core.spi.StoreProvider;

/** Which package may know which. */
@AnalyzeClasses(packages = "org.docduel.core", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
  @ArchTest
  static final ArchRule documentsKnowNoStore =
      noClasses()
          .that()
          .resideInAPackage("..core.model..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "..core.store..", "..core.jmh..", "..core.launch..", "..core.server..");

  @ArchTest
  static final ArchRule onlyStoresServersAndEncodingsUseDrivers =
      noClasses()
          .that()
          .resideOutsideOfPackages("..core.store..", "..core.server..", "..core.encoding..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.postgresql..", "com.mongodb..", "org.bson..", "java.sql..");

  @ArchTest
  static final ArchRule storesKnowNothingOfRuns =
      noClasses()
          .that()
          .resideInAnyPackage(
              "..core.store..", "..core.spi..", "..core.encoding..", "..core.server..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..core.jmh..", "..core.launch..", "org.openjdk.jmh..");

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
  static final ArchRule nobodyNamesAVendorButItsOwnPackage =
      noClasses()
          .that()
          .resideOutsideOfPackage("..core.store..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("..core.store..");

  @ArchTest
  static final ArchRule aStorePackageShowsItsProvidersOnly =
      classes()
          .that()
          .resideInAPackage("..core.store..")
          .and()
          .arePublic()
          .and()
          .doNotImplement(StoreProvider.class)
          .should()
          .onlyBeAccessed()
          .byAnyPackage("..core.store..")
          .allowEmptyShould(true);

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
