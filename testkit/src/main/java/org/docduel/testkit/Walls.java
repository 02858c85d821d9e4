package org.docduel.testkit;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;

/** What a module may know of the others, as rules that its own test applies to it. */
public final class Walls {
  private Walls() {}

  /** A store knows neither other stores nor what is done with it. */
  public static final class Stores {
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

    @ArchTest public static final ArchTests SIZE = ArchTests.in(Packages.class);

    private Stores() {}
  }

  /** A workload knows stores by what they do, never by whose they are. */
  public static final class Workloads {
    /**
     * Nothing of a store, a driver, a server or a verdict; the facts beside scores are no verdict.
     */
    @ArchTest
    public static final ArchRule KNOWS_NO_STORE_DRIVER_OR_VERDICT =
        noClasses()
            .should()
            .dependOnClassesThat(
                resideInAnyPackage(
                        "org.docduel.stores..",
                        "org.docduel.tools..",
                        "org.docduel.stats..",
                        "org.docduel.core.server..",
                        "org.postgresql..",
                        "com.mongodb..",
                        "org.bson..",
                        "oracle..",
                        "java.sql..",
                        "javax.sql..")
                    .and(not(resideInAPackage("org.docduel.stats.sidecar.."))));

    @ArchTest public static final ArchTests SIZE = ArchTests.in(Packages.class);

    private Workloads() {}
  }

  /** No package is a hall. */
  public static final class Packages {
    private static final long MOST = 25;

    private Packages() {}

    /** Files, that is classes that are in no other, those aside that JMH generates. */
    @ArchTest
    public static void aPackageHasNoMoreThan25Files(JavaClasses classes) {
      assertThat(
              classes.stream()
                  .filter(
                      one -> one.isTopLevelClass() && !one.getPackageName().contains("generated"))
                  .collect(groupingBy(JavaClass::getPackageName, counting())))
          .allSatisfy((name, files) -> assertThat(files).as(name).isLessThanOrEqualTo(MOST));
    }
  }
}
