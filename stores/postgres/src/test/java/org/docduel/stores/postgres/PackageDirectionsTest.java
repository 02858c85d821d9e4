package org.docduel.stores.postgres;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.stream.Stream;

/** Which package of the module may know which. Parameters are values that all may know. */
@AnalyzeClasses(
    packages = "org.docduel.stores.postgres",
    importOptions = ImportOption.DoNotIncludeTests.class)
class PackageDirectionsTest {
  private static final String ROOT = "org.docduel.stores.postgres";

  @ArchTest static final ArchRule sqlKnowsNoOtherPackage = knowsOnly("sql");
  @ArchTest static final ArchRule columnsKnowSql = knowsOnly("column", "sql");
  @ArchTest static final ArchRule layoutsKnowColumns = knowsOnly("layout", "column", "sql");

  @ArchTest
  static final ArchRule insertsKnowLayouts = knowsOnly("insert", "layout", "column", "sql");

  @ArchTest
  static final ArchRule updatesKnowLayouts = knowsOnly("update", "layout", "column", "sql");

  @ArchTest static final ArchRule plansKnowLayouts = knowsOnly("plan", "layout", "sql");

  @ArchTest
  static final ArchRule readsKnowPlans = knowsOnly("read", "plan", "layout", "column", "sql");

  @ArchTest static final ArchRule parametersKnowNoOtherPackage = knowsOnly("parameter");
  @ArchTest static final ArchRule clustersKnowSql = knowsOnly("citus", "sql");

  @ArchTest
  static final ArchRule watchesKnowClusters = knowsOnly("watch", "citus", "layout", "sql");

  @ArchTest static final ArchRule serversKnowNoTables = knowsOnly("server", "sql");

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

  private static ArchRule knowsOnly(String who, String... whom) {
    String[] allowed =
        Stream.concat(Stream.of(who, "parameter"), Stream.of(whom))
            .map(name -> ROOT + "." + name)
            .toArray(String[]::new);
    return classes()
        .that()
        .resideInAPackage(ROOT + "." + who)
        .should()
        .onlyDependOnClassesThat(
            JavaClass.Predicates.resideInAnyPackage(allowed)
                .or(DescribedPredicate.not(JavaClass.Predicates.resideInAPackage(ROOT + ".."))));
  }
}
