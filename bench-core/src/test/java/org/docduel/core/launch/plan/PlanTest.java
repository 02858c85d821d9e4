package org.docduel.core.launch.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.fork.StoreState;
import org.docduel.core.group.ClientGroup;
import org.docduel.core.launch.TestStore;
import org.docduel.core.launch.TestWorkload;
import org.docduel.core.launch.cli.Arguments;
import org.docduel.core.launch.cli.Order;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreParameter;
import org.docduel.core.workload.Combination;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.verdict.Switch;
import org.junit.jupiter.api.Test;

class PlanTest {
  private static final StoreParameter<Integer> PAGE =
      new StoreParameter<>(
          Parameter.number("page", 1, 64, "page size", "page=8"), Set.of(Capability.INSERT), "8");
  private static final StoreParameter<Integer> CACHE =
      new StoreParameter<>(
          Parameter.number("cache", 0, 9, "cache size", "cache=1"), Set.of(Capability.READ), "0");
  private static final List<StoreProvider> STORES =
      List.of(
          TestStore.inserting("here"),
          TestStore.inserting("gone"),
          TestStore.inserting("paged", PAGE, CACHE),
          new TestStore("other", Set.of(Capability.INSERT, Capability.READ_BACK), List.of(), true),
          new TestStore(
              "shy",
              Set.of(Capability.INSERT),
              List.of(),
              true,
              Optional.of(new ServerFamily("db", List.of(), Map.of("dbstat", "")))));
  private static final Map<String, String> PROFILERS = Map.of("dbstat", "", "other", "");
  private static final Map<String, Sidecar.Skip> UNAVAILABLE_STORES =
      Map.of(
          "gone", new Sidecar.Skip("store=gone", "no address is given", "set DOCDUEL_GONE_URL", 1));

  /** As of a store whose image would have to be pulled. */
  @Test
  void runsStoresThatNeedADownloadOnlyWhenSelected() {
    Set<String> request = Set.of("gone");
    Map<String, String> defaults = Map.of("store", "all", "payload", "1B", "durability", "default");

    assertThat(values(plan("a.Insert", "Insert", defaults, request), "store"))
        .doesNotContain("gone");
    assertThat(values(plan("a.Insert", "Insert -p store=gone", defaults, request), "store"))
        .containsExactly("gone");
  }

  private static Plan plan(String benchmark, String line) {
    return plan(benchmark, line, Map.of("store", "all", "payload", "1B", "durability", "default"));
  }

  private static Plan plan(String benchmark, String line, Map<String, String> defaults) {
    return plan(benchmark, line, defaults, Set.of());
  }

  private static Plan plan(
      String benchmark, String line, Map<String, String> defaults, Set<String> onRequest) {
    TestWorkload workload = new TestWorkload();
    return new Plan(
        workload,
        STORES,
        new Arguments(List.of(line.split(" ", -1)), workload, PROFILERS),
        List.of(TestWorkload.entry(benchmark, defaults)),
        () -> new ClientGroup.Stores(UNAVAILABLE_STORES, Set.of(), onRequest));
  }

  private static List<String> values(Plan plan, String parameter) {
    return plan.combinations().stream().map(combination -> combination.value(parameter)).toList();
  }

  private static void assertRejected(String benchmark, String line, String message) {
    assertThatThrownBy(() -> plan(benchmark, line))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(message);
  }

  /** Two servers of a family are neighbours too; what keeps nothing has nothing to flush. */
  @Test
  void seesWhetherDataAreOnSeveralServers() {
    StoreProvider jsonb = TestStore.on("postgres", "jsonb");
    StoreProvider typed = TestStore.on("postgres", "typed");
    StoreProvider newer = TestStore.on("postgres@18", "jsonb@18");
    StoreProvider file = TestStore.inserting("file");
    StoreProvider forgetful =
        new TestStore("forgetful", Set.of(Capability.INSERT), List.of(), false);
    assertThat(hasSeveralServers(jsonb, typed)).isFalse();
    assertThat(hasSeveralServers(jsonb, forgetful)).isFalse();
    assertThat(hasSeveralServers(jsonb, file)).isTrue();
    assertThat(hasSeveralServers(jsonb, newer)).isTrue();
  }

  private static boolean hasSeveralServers(StoreProvider... stores) {
    TestWorkload workload = new TestWorkload();
    return new Plan(
            workload,
            List.of(stores),
            new Arguments(List.of("Insert"), workload, Map.of()),
            List.of(
                TestWorkload.entry(
                    "a.Insert", Map.of("store", "all", "payload", "1B", "durability", "default"))),
            () -> new ClientGroup.Stores(Map.of(), Set.of(), Set.of()))
        .hasSeveralServers();
  }

  @Test
  void storeAllSelectsDefaultsAndKeepsNamedStores() {
    assertThat(values(plan("a.Insert", "Insert"), "store")).containsExactly("here", "paged");
    assertThat(values(plan("a.Insert", "Insert -p store=shy"), "store")).containsExactly("shy");
  }

  @Test
  void reportsProfilerUnsupportedByAllServersAsIdle() {
    String shy = "Insert -p store=shy -prof gc -prof dbstat";
    assertThat(plan("a.Insert", shy).unsupportedProfilers()).isEmpty();
    assertThat(plan("a.Insert", shy + " -prof other").unsupportedProfilers())
        .containsExactly("other");
    assertThat(plan("a.Insert", "Insert -prof dbstat").unsupportedProfilers())
        .containsExactly("dbstat");
  }

  @Test
  void flipPlanRunsEveryStoreInEveryDesignPoint() {
    Plan plan =
        plan(
            "a.Insert",
            "Insert --flip -p store=here,other -p payload=1B,3B -p durability=default,relaxed"
                + " -p batch=1,9",
            Map.of("store", "all", "payload", "1B", "durability", "default", "batch", "1"));
    assertThat(plan.combinations()).hasSize(16).doesNotHaveDuplicates();
    assertThat(values(plan, "store").subList(0, 4))
        .containsExactly("here", "other", "here", "other");
    assertThat(plan.switches)
        .containsExactlyInAnyOrder(
            new Switch("payload", "1B", "3B"),
            new Switch("durability", "default", "relaxed"),
            new Switch("batch", "1", "9"));
    assertThat(plan.combinations().get(0).parameters())
        .containsAllEntriesOf(Map.of("payload", "1B", "durability", "default", "batch", "1"));
    assertThat(values(plan, "payload").stream().filter("3B"::equals)).hasSize(8);
    assertThat(plan.skips.lines())
        .anyMatch(line -> line.startsWith("skipped the switch age (1 combination): it means not"));
  }

  /** The columns of a design go by this order: another one would be another experiment. */
  @Test
  void typedSwitchesPrecedeBuiltInOnes() {
    Plan plan =
        plan(
            "a.Insert",
            "Insert --flip -p store=here,other -p payload=1B,3B -p batch=9,1",
            Map.of(
                "store",
                "all",
                "payload",
                "1B",
                "durability",
                "default",
                "batch",
                "1",
                "age",
                "1"));
    assertThat(plan.switches)
        .containsExactly(
            new Switch("batch", "9", "1"),
            new Switch("payload", "1B", "3B"),
            new Switch("age", "1", "2"),
            new Switch("durability", "default", "relaxed"));
    assertThat(plan.combinations().subList(2, 6))
        .extracting(combination ->
            combination.value("batch") + combination.value("payload") + combination.value("age"))
        .containsExactly("13B2", "13B2", "13B1", "13B1");
  }

  @Test
  void flipRequiresTwoStoresAndThreeSwitches() {
    assertRejected(
        "a.Insert",
        "Insert --flip -p store=here",
        "--flip needs one benchmark, two stores or more that keep documents, and one value (or two,"
            + " a switch) of each other parameter; given: 1 combination, different in []");
    assertRejected(
        "a.Insert",
        "Insert --flip -p store=shy,here -p payload=1B,3B -p durability=default,relaxed",
        "two stores or more that keep documents, and one value (or two, a switch) of each other"
            + " parameter; given: 2 combinations, different in [store]");
    assertRejected(
        "a.Insert",
        "Insert --flip -p payload=1B,3B,5B",
        "given: 6 combinations, different in [payload, store]");
    assertRejected(
        "a.Insert",
        "Insert --flip -p store=other -p payload=1B,3B,5B",
        "given: 3 combinations, different in [payload]");
    assertRejected(
        "a.Insert",
        "Insert --flip -p payload=1B,3B",
        "--flip: a design has 3 to 14 switches, not [payload, durability]; -p NAME=OFF,ON adds one;"
            + " skipped store=gone (1 combination): no address is given; set DOCDUEL_GONE_URL;"
            + " skipped the switch age (1 combination): it means nothing beside the other parameters");
    assertThatThrownBy(() ->
            plan(
                "a.Insert",
                "Insert --flip -p store=here,other -p durability=default",
                Map.of("store", "all", "durability", "default", "batch", "1", "age", "1")))
        .hasMessage(
            "--flip: a design has 3 to 14 switches, not [age, batch]; -p NAME=OFF,ON adds one");
    assertRejected("a.Insert", "Insert --flip --until decided", "--flip does not go with --until");
  }

  @Test
  void skipsUnavailableStoresOnceWithReasonAndRemedy() {
    Plan plan = plan("a.Insert", "Insert -p payload=1B,3B");
    assertThat(values(plan, "payload")).containsExactly("1B", "1B", "3B", "3B");
    assertThat(plan.skips.lines())
        .containsExactly(
            "skipped store=gone (2 combinations): no address is given; set DOCDUEL_GONE_URL");
  }

  @Test
  void groupsSkippedStoresByReason() {
    assertThat(plan("a.Insert", "Insert -p durability=none,default").skips.lines())
        .anyMatch(
            line -> line.matches("skipped store=here,.*paged \\(\\d combinations\\): .*unlogged.*"))
        .filteredOn(line -> line.contains("unlogged"))
        .hasSize(1);
  }

  @Test
  void rejectsUnavailableNamedStore() {
    assertRejected(
        "a.Insert",
        "Insert -p store=gone",
        "-p store=gone: no address is given; set DOCDUEL_GONE_URL");
  }

  @Test
  void skipsInvalidCombinations() {
    Plan plan = plan("a.Insert", "Insert -p store=here -p payload=1B,13B,2B");
    assertThat(values(plan, "payload")).containsExactly("1B");
    assertThat(plan.skips.all())
        .extracting(Sidecar.Skip::reason)
        .containsExactly("thirteen is unlucky", "it does not support index=unusable");
  }

  @Test
  void everyRoundHasEveryNumberOfThreads() {
    Plan plan = plan("a.Insert", "Insert -p store=paged,here -t 4,1,2,2 -f 2");
    List<Turn> turns = Turn.inOrder(Order.DEFAULT, plan.first(plan.combinations()), 2);

    for (List<Turn> round : List.of(turns.subList(0, 6), turns.subList(6, 12))) {
      assertThat(
              round.stream()
                  .map(turn ->
                      turn.combination().value("store")
                          + turn.threadsLabel()
                          + " fork "
                          + turn.fork()))
          .containsExactlyInAnyOrder(
              Stream.of("paged", "here")
                  .flatMap(store -> Stream.of(1, 2, 4).map(threads -> store + " -t " + threads))
                  .map(name -> name + " fork " + round.get(0).fork())
                  .toArray(String[]::new));
    }
    assertThat(plan.arguments.jmh.getThreads().get()).isEqualTo(4);
  }

  @Test
  void rejectsBadNumbersOfThreads() {
    assertRejected("a.Insert", "Insert -t 1,0", "-t 1,0: accepted is a number of threads, max, or");
    assertRejected("a.Insert", "Insert -t 1,", "-t 1,: accepted is a number of threads");
    assertRejected(
        "a.Insert", "Insert -t 1,2 --flip", "-t 1,2: several numbers of threads do not go with");
    assertRejected("a.Insert", "Insert -t 1,9", "-t 9: the test workload takes 8 threads at most");
  }

  private static List<String> twins(Plan plan) {
    return plan.first(plan.combinations()).stream()
        .filter(turn -> !turn.twin().isEmpty())
        .map(turn ->
            turn.publishedCombination().value("store")
                + " "
                + turn.publishedCombination().value("payload"))
        .toList();
  }

  @Test
  void twinCopiesFirstNamedPersistentStore() {
    assertThat(twins(plan("a.Insert", "Insert -p store=paged,here -p payload=1B,3B"))).isEmpty();
    assertThat(twins(plan("a.Insert", "Insert --twin -p store=paged,here -p payload=1B,3B")))
        .containsExactly("paged~twin 1B", "paged~twin 3B");
    assertThat(twins(plan("a.Insert", "Insert --twin"))).containsExactly("here~twin 1B");
    assertRejected(
        "a.Insert", "Insert --twin -p store=shy", "--twin: nothing in the plan is a store");
  }

  @Test
  void rejectsPlanWithNothingToRun() {
    assertRejected("a.Insert", "Insert -p store=here -p durability=none", "has no unlogged tables");
    assertRejected(
        "a.Ingest", "Ingest -p store=here", "Ingest.b needs a store that can load in bulk");
  }

  @Test
  void rejectsUnknownParametersAndValues() {
    assertRejected(
        "a.Insert", "Insert -p size=1", "-p size=1: no such parameter of Insert; there are");
    assertRejected(
        "a.Insert", "Insert -p cache=1", "-p cache=1: no such parameter of Insert; there are");
    assertRejected(
        "a.Insert", "Insert -p store=nobody", "-p store=nobody: accepted is all, or any of");
    assertRejected(
        "a.Insert", "Insert -p=page=65", "-p page=65: accepted is a whole number from 1 to 64");
    assertThat(values(plan("a.Insert", "Insert -p=page=64"), "store")).containsExactly("paged");
  }

  @Test
  void resultsOfAllStoresHaveDefaultOfDeclaredParameter() {
    assertThat(values(plan("a.Insert", "Insert"), "page")).containsExactly("8", "8");
  }

  @Test
  void storeWithoutParameterRunsOnlyAtDefault() {
    Plan plan = plan("a.Insert", "Insert -p store=here,paged -p page=8,16");
    assertThat(plan.combinations())
        .extracting(combination -> combination.value("store") + " " + combination.value("page"))
        .containsExactly("here 8", "paged 8", "paged 16");
    assertThat(plan.skips.all())
        .extracting(Sidecar.Skip::reason)
        .containsExactly("it has no parameter page");
  }

  @Test
  void rejectsStoreParameterThatBenchmarkHas() {
    assertThatThrownBy(() -> plan("a.Insert", "Insert", Map.of("store", "paged", "page", "1")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("page");
  }

  @Test
  void storeReadsItsValueAndJmhSeesOneParameter() {
    Combination combination =
        plan("a.Insert", "Insert -p store=paged -p page=16").combinations().get(0);
    assertThat(PAGE.in(combination.storeConfig())).isEqualTo(16);
    assertThat(combination.forJmh(StoreState.SETTINGS))
        .containsEntry(StoreState.SETTINGS, "page=16");
    assertThat(combination.declared()).isEqualTo(Set.of("page"));
  }

  @Test
  void rejectsTooManyThreadsBeforeStart() {
    assertRejected("a.Insert", "Insert -t 9", "-t 9: the test workload takes 8 threads at most");
    assertThat(plan("a.Insert", "Insert -t 8").connections()).isEqualTo(8);
  }

  @Test
  void eachClientHasThreadsAndConnections() {
    String three = " --clients 3 --group 127.0.0.1:7801,127.0.0.1:7802,127.0.0.1:7803";
    assertRejected(
        "a.Insert",
        "Insert -t 3" + three,
        "-t 3 on each of 3 clients: the test workload takes 8 threads at most");
    assertThat(plan("a.Insert", "Insert -t 2" + three).connections()).isEqualTo(6);
    assertThat(plan("a.Insert", "Insert -p payload=5B" + three).connections()).isEqualTo(15);
  }

  @Test
  void checksHeapOfForks() {
    String jvmArgs = " -jvmArgs -Da=b"; // not this JVM's
    String shared = jvmArgs + " --clients 2 --group 127.0.0.1,127.0.0.1:7801";
    assertRejected("a.Insert", "Insert -p payload=7B -t 3" + jvmArgs, "too small");
    assertThat(plan("a.Insert", "Insert -p payload=7B -t 2" + shared).combinations()).isNotEmpty();
    String small = "a heap of %d MB is too small, or give the forks more with -jvmArgsAppend";
    assertRejected("a.Insert", "Insert -p payload=9B" + jvmArgs, small.formatted(2048));
    assertRejected("a.Insert", "Insert -p payload=9B -jvmArgs -Xmx63m", small.formatted(63));
    assertRejected("a.Insert", "Insert -p payload=9B -jvmArgsAppend -Xmx64m", small.formatted(64));
    assertRejected(
        "a.Insert", "Insert -p payload=9B -jvmArgsAppend -Xmx67108864", small.formatted(64));
    assertRejected(
        "a.Insert", "Insert -p payload=9B -jvmArgs -XX:MaxHeapSize=65536k", small.formatted(64));
    String line = "Insert -p store=here -p payload=9B -jvmArgsAppend -Xmx4g";
    assertThat(plan("a.Insert", line).combinations()).hasSize(1);
  }
}
