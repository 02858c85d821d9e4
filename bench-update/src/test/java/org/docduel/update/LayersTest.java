package org.docduel.update;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** A workload knows stores by what they do, never by whose they are. */
@AnalyzeClasses(
    packages = "org.docduel.update",
    importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
  @ArchTest
  static final ArchRule noVendorNoDriverNoStatistics =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "..core.store..",
              "..core.server..",
              "org.docduel.stats..",
              "org.postgresql..",
              "com.mongodb..",
              "org.bson..",
              "java.sql..");
}
