package org.docduel.stores.mongodb;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.stream.Stream;

/** Which package of the module may know which. */
@AnalyzeClasses(
    packages = "org.docduel.stores.mongodb",
    importOptions = ImportOption.DoNotIncludeTests.class)
class PackageDirectionsTest {
  private static final String ROOT = "org.docduel.stores.mongodb";

  @ArchTest static final ArchRule theClientKnowsNoOtherPackage = knowsOnly("client");
  @ArchTest static final ArchRule insertsKnowTheClient = knowsOnly("insert", "client");
  @ArchTest static final ArchRule updatesKnowTheClient = knowsOnly("update", "client");
  @ArchTest static final ArchRule plansKnowTheClient = knowsOnly("plan", "client");
  @ArchTest static final ArchRule readsKnowPlans = knowsOnly("read", "plan", "client");
  @ArchTest static final ArchRule watchesKnowTheClient = knowsOnly("watch", "client");
  @ArchTest static final ArchRule shardsKnowNoOtherPackage = knowsOnly("shard");
  @ArchTest static final ArchRule serversKnowNoCollections = knowsOnly("server", "client");

  private static ArchRule knowsOnly(String who, String... whom) {
    String[] allowed =
        Stream.concat(Stream.of(who), Stream.of(whom))
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
