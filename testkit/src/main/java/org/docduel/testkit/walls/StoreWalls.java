package org.docduel.testkit.walls;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;

/** A store knows neither other stores nor what is done with it. */
public final class StoreWalls {
  /** DocumentDB is an extension of PostgreSQL; what SQL stores share is no store. */
  @ArchTest
  public static final ArchRule KNOWS_NO_OTHER_STORE =
      slices()
          .matching("org.docduel.stores.(*)..")
          .should()
          .notDependOnEachOther()
          .ignoreDependency(
              resideInAPackage("org.docduel.stores.documentdb.."),
              resideInAPackage("org.docduel.stores.postgres.."))
          .ignoreDependency(
              DescribedPredicate.alwaysTrue(), resideInAPackage("org.docduel.stores.jdbc.."));

  /** Nothing of a run, a workload, JMH or a verdict. */
  @ArchTest
  public static final ArchRule KNOWS_NOTHING_OF_RUNS =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.docduel.core.launch..",
              "org.docduel.core.workload..",
              "org.docduel.core.fork..",
              "org.docduel.core.work..",
              "org.docduel.insert..",
              "org.docduel.read..",
              "org.docduel.update..",
              "org.docduel.tools..",
              "org.docduel.stats..",
              "org.openjdk.jmh..");

  /** Sub-packages of one store. */
  @ArchTest
  public static final ArchRule HAS_NO_CYCLES =
      slices()
          .matching("org.docduel.stores.(*).(*)..")
          .should()
          .beFreeOfCycles()
          .allowEmptyShould(true);

  /** Its packages. */
  @ArchTest public static final ArchTests SIZE = ArchTests.in(PackageSize.class);

  private StoreWalls() {}
}
