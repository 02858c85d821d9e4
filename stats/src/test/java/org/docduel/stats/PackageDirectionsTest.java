package org.docduel.stats;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.PackageMatchers;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Which package may know which: reading knows nothing of testing, testing nothing of printing. */
@AnalyzeClasses(
    packages = "org.docduel.stats",
    importOptions = ImportOption.DoNotIncludeTests.class)
class PackageDirectionsTest {
  private static final String ROOT = "org.docduel.stats";
  private static final String JMH = ROOT + ".jmh..";

  @ArchTest
  static final ArchRule knowsNoWorkloadDriverOrHarness =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.docduel.core..",
              "org.docduel.insert..",
              "org.docduel.read..",
              "org.docduel.update..",
              "org.openjdk.jmh..",
              "java.sql..",
              "org.postgresql..",
              "com.mongodb..",
              "oracle..");

  @ArchTest static final ArchRule readingKnowsNoOtherPackage = only(JMH, JMH);

  @ArchTest
  static final ArchRule statKnowsWhatWasRead = only(ROOT + ".stat..", JMH, ROOT + ".stat..");

  @ArchTest
  static final ArchRule diagnoseKnowsNoVerdict =
      only(ROOT + ".diagnose..", JMH, ROOT + ".stat..", ROOT + ".table..", ROOT + ".diagnose..");

  @ArchTest
  static final ArchRule sidecarKnowsWhatWasReadAndHowForksArePlanned =
      only(ROOT + ".sidecar..", JMH, ROOT + ".verdict..", ROOT + ".sidecar..");

  @ArchTest
  static final ArchRule verdictKnowsNoPrinting =
      only(ROOT + ".verdict..", JMH, ROOT + ".diagnose..", ROOT + ".stat..", ROOT + ".verdict..");

  @ArchTest
  static final ArchRule claimsKnowNoReport =
      only(
          ROOT + ".claims..",
          JMH,
          ROOT + ".diagnose..",
          ROOT + ".sidecar..",
          ROOT + ".stat..",
          ROOT + ".verdict..",
          ROOT + ".table..",
          ROOT + ".claims..");

  @ArchTest
  static final ArchRule nobodyKnowsTheCommandLine =
      noClasses()
          .that()
          .resideOutsideOfPackage(ROOT + ".cli..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(ROOT + ".cli..");

  private static ArchRule only(String who, String... whom) {
    return classes()
        .that()
        .resideInAPackage(who)
        .should()
        .onlyDependOnClassesThat(
            DescribedPredicate.describe(
                "are allowed",
                type ->
                    !type.getPackageName().startsWith(ROOT)
                        || PackageMatchers.of(whom).test(type.getPackageName())));
  }
}
