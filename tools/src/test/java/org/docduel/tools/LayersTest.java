package org.docduel.tools;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.PackageMatchers;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.docduel.testkit.files.ModuleFiles;

/** Which package may know which, in all modules: this one has all of them on its class path. */
@ArchTag("first")
@AnalyzeClasses(packages = "org.docduel", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
  private static final String CORE = "org.docduel.core..";
  private static final String STORES = "org.docduel.stores..";
  private static final String WORKLOADS = "org.docduel.[insert|read|update]..";
  private static final String TOOLS = "org.docduel.tools..";
  private static final String STATS = "org.docduel.stats..";
  private static final String AUDIT = "org.docduel.audit..";
  private static final String SIDECAR = "org.docduel.stats.sidecar..";
  private static final String BSON = "org.bson..";
  private static final String JMH = "org.openjdk.jmh..";

  /** What is about a run, and not about a store. */
  private static final String RUNS = "org.docduel.core.[launch|workload|fork|group|work]..";

  private static final DescribedPredicate<JavaClass> DRIVERS =
      in("org.postgresql..", "com.mongodb..", "oracle..", "java.sql..", "javax.sql..");

  private static final long MAX_FILES = 25;

  /** Rules say nothing of what is not there. */
  @ArchTest
  static void everyStoreIsThere(JavaClasses all) throws IOException {
    try (Stream<Path> modules = Files.list(ModuleFiles.resolve(LayersTest.class, "../stores"))) {
      assertThat(modules.filter(module -> Files.exists(module.resolve("pom.xml"))))
          .isNotEmpty()
          .allMatch(module -> all.containPackage("org.docduel.stores." + module.getFileName()));
    }
  }

  /** DocumentDB is an extension of PostgreSQL; what SQL stores share is no store. */
  @ArchTest
  static final ArchRule aStoreKnowsNoOtherStore =
      slices()
          .matching("org.docduel.stores.(*)..")
          .should()
          .notDependOnEachOther()
          .ignoreDependency(
              resideInAPackage("..stores.documentdb.."), resideInAPackage("..stores.postgres.."))
          .ignoreDependency(alwaysTrue(), resideInAPackage("..stores.jdbc.."));

  @ArchTest
  static final ArchRule aStoreKnowsNothingOfRuns =
      none(in(STORES), in(RUNS, WORKLOADS, TOOLS, STATS, JMH));

  @ArchTest
  static final ArchRule serversOfPostgresKnowNoTables =
      none(in("..stores.postgres.server"), in("..stores.postgres"));

  /** The facts beside scores are no verdict. */
  @ArchTest
  static final ArchRule aWorkloadKnowsNoStoreDriverServerOrVerdict =
      none(
          in(WORKLOADS),
          in(STORES, BSON, TOOLS, STATS, "..core.server..")
              .or(DRIVERS)
              .and(resideOutsideOfPackage(SIDECAR)));

  @ArchTest
  static final ArchRule theCoreKnowsNoStoreWorkloadOrTool =
      none(in(CORE), in(STORES, WORKLOADS, TOOLS, "org.docduel.testkit..").or(DRIVERS));

  @ArchTest
  static final ArchRule onlyEncodingsOfTheCoreKnowBson =
      none(in(CORE).and(resideOutsideOfPackage("..core.encoding..")), in(BSON));

  @ArchTest
  static final ArchRule documentsKnowNothingElse =
      none(in("..core.model.."), in(RUNS, "..core.[spi|server].."));

  @ArchTest
  static final ArchRule documentsKnowNoDatasets =
      none(in("..core.model"), in("..core.model.datasets.."));

  /** The facts beside scores are no run: a server's memory is one of them from its start on. */
  @ArchTest
  static final ArchRule whatStoresUseKnowsNothingOfRuns =
      none(
          in(CORE).and(resideOutsideOfPackage(RUNS)),
          in(RUNS, JMH, STATS).and(resideOutsideOfPackage(SIDECAR)));

  @ArchTest
  static final ArchRule whatRunsInForksKnowsNoLauncher =
      none(in("..core.[fork|work].."), in("..core.launch.."));

  /** A command line becomes a plan, and a run of it fills the results; commands know all stages. */
  @ArchTest
  static void stagesOfTheLauncherKnowNoLaterOne(JavaClasses all) {
    List<String> stages =
        Stream.of(".cli", ".plan", ".result", ".run", "")
            .map(stage -> "org.docduel.core.launch" + stage)
            .toList();
    for (int i = 0; i < stages.size() - 1; i++) {
      List<String> later = stages.subList(i + 1, stages.size());
      none(in(stages.get(i)), in(later.toArray(String[]::new))).check(all);
    }
  }

  /** The rule of a warm-up is one, in forks and in its calibration. */
  @ArchTest
  static final ArchRule onlyLauncherUsesVerdicts =
      none(
          in(CORE).and(resideOutsideOfPackage("..core.launch..")),
          in(STATS)
              .and(resideOutsideOfPackage(SIDECAR))
              .and(describe("are no warm-up rule", type -> !isWarmUpRule(type))));

  private static boolean isWarmUpRule(JavaClass type) {
    return type.getName().startsWith("org.docduel.stats.diagnose.SteadyRule");
  }

  @ArchTest
  static final ArchRule onlyGroupsKnowJGroups =
      none(resideOutsideOfPackage("..core.group.."), in("org.jgroups.."));

  /** So a run without a container loads nothing of its 18 MB. */
  @ArchTest
  static final ArchRule onlyTheStartOfAContainerKnowsTestcontainers =
      noClasses()
          .that()
          .haveNameNotMatching("org\\.docduel\\.core\\.server\\.(ContainerRun|ImagePull)(\\$.*)?")
          .should()
          .dependOnClassesThat(
              in("org.testcontainers..", "com.github.dockerjava..", "com.sun.jna.."));

  @ArchTest
  static final ArchRule packagesOfTheCoreHaveNoCycles =
      slices().matching("org.docduel.core.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule packagesOfAStoreHaveNoCycles =
      slices().matching("org.docduel.stores.(*).(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule outsideSettingsAreReadInOnePlace =
      noClasses()
          .that(in(CORE).and(resideOutsideOfPackages("..core.config..", "..core.launch..")))
          .should()
          .callMethod(System.class, "getenv", String.class)
          .orShould()
          .callMethod(System.class, "getenv");

  @ArchTest
  static final ArchRule statisticsKnowNoWorkloadDriverOrHarness =
      none(in(STATS), in(CORE, WORKLOADS, JMH).or(DRIVERS));

  /** Benchmarks are found by name. */
  @ArchTest
  static final ArchRule auditKnowsNoWorkloadOrStore =
      none(in(AUDIT), in(WORKLOADS, STORES, TOOLS, JMH).or(DRIVERS));

  /** Nor do publications show in statistics. */
  @ArchTest
  static final ArchRule onlyTheCommandKnowsAudit =
      none(resideOutsideOfPackages(AUDIT, "org.docduel.cli.."), in(AUDIT));

  /** Reading knows nothing of testing, testing nothing of printing. */
  @ArchTest
  static void packagesOfTheStatisticsKnowWhatIsBelowThem(JavaClasses all) {
    String read = "jmh";
    for (List<String> layer :
        List.of(
            List.of(read),
            List.of("stat", read),
            List.of("diagnose", read, "stat", "table"),
            List.of("sidecar", read, "table", "verdict"),
            List.of("verdict", read, "diagnose", "stat"))) {
      PackageMatchers allowed =
          PackageMatchers.of(
              layer.stream().map(name -> "org.docduel.stats." + name + "..").toList());
      classes()
          .that(in("org.docduel.stats." + layer.get(0) + ".."))
          .should()
          .onlyDependOnClassesThat(
              describe(
                  "are below",
                  type -> !in(STATS).test(type) || allowed.test(type.getPackageName())))
          .check(all);
    }
  }

  @ArchTest
  static final ArchRule tablesKnowNoReport = none(in("..stats.table.."), in("..stats.report.."));

  @ArchTest
  static final ArchRule nothingDependsOnCommandLine =
      none(in(STATS).and(resideOutsideOfPackage("..stats.cli..")), in("org.docduel.stats.cli.."));

  /** Files, that is classes that are in no other, those aside that JMH generates. */
  @ArchTest
  static void noPackageOfAStoreOrWorkloadIsAHall(JavaClasses all) {
    assertThat(
            all.that(in(STORES, WORKLOADS)).stream()
                .filter(JavaClass::isTopLevelClass)
                .filter(javaClass -> !javaClass.getPackageName().contains("generated"))
                .collect(groupingBy(JavaClass::getPackageName, counting())))
        .allSatisfy((name, files) -> assertThat(files).as(name).isLessThanOrEqualTo(MAX_FILES));
  }

  private static DescribedPredicate<JavaClass> in(String... packages) {
    return resideInAnyPackage(packages);
  }

  private static ArchRule none(
      DescribedPredicate<JavaClass> who, DescribedPredicate<JavaClass> whom) {
    return noClasses().that(who).should().dependOnClassesThat(whom);
  }
}
