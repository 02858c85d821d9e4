package org.docduel.testkit.walls;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;

/** A workload knows stores by what they do, never by whose they are. */
public final class WorkloadWalls {
  /** Nothing of a store, a driver, a server or a verdict. */
  @ArchTest
  public static final ArchRule KNOWS_NO_STORE_DRIVER_OR_VERDICT =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.docduel.stores..",
              "org.docduel.tools..",
              "org.docduel.stats..",
              "org.docduel.core.server..",
              "org.postgresql..",
              "com.mongodb..",
              "org.bson..",
              "oracle..",
              "java.sql..",
              "javax.sql..");

  /** Its packages. */
  @ArchTest public static final ArchTests SIZE = ArchTests.in(PackageSize.class);

  private WorkloadWalls() {}
}
