package org.docduel.stats.report;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "org.docduel.stats",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ReportPackagesTest {
  private static final String REPORT = "org.docduel.stats.report";

  @ArchTest
  static final ArchRule nobodyBelowKnowsTheReport =
      noClasses()
          .that()
          .resideInAnyPackage(
              "org.docduel.stats.jmh..",
              "org.docduel.stats.stat..",
              "org.docduel.stats.verdict..",
              "org.docduel.stats.diagnose..",
              "org.docduel.stats.sidecar..",
              "org.docduel.stats.table..",
              "org.docduel.stats.claims..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(REPORT + "..");
}
