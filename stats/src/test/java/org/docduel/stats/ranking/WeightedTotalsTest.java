package org.docduel.stats.ranking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.ranking.WeightedTotals.QueryDifference;
import org.docduel.stats.ranking.WeightedTotals.Total;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.verdict.Superiority;
import org.docduel.stats.verdict.SuperiorityTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Totals of queries by their weights, against sums that are made here from the same numbers. */
class WeightedTotalsTest {
  private static final int FORKS = 6;
  private static final int ITERATIONS = 3;

  @TempDir private Path directory;
  private final Map<String, Double> weights = new LinkedHashMap<>();
  private final List<String> results = new ArrayList<>();
  private final List<String> plans = new ArrayList<>();
  private String captured = "{}";

  /** Milliseconds by store and query, fork by iteration. */
  private final Map<String, double[][]> millis = new LinkedHashMap<>();

  private Random random = new Random(11);

  @BeforeEach
  void threeQueries() {
    weights.put("hot", 6000.0);
    weights.put("slow", 60.0);
    weights.put("rare", 6.0);
  }

  /** A store whose forks vary by 2 % together, their iterations by 1 %. */
  private void store(String store, double hot, double slow, double rare) {
    double[] levels = {hot, slow, rare};
    double[][][] drawn = new double[levels.length][FORKS][ITERATIONS];
    for (int fork = 0; fork < FORKS; fork++) {
      double level = Math.exp(0.02 * random.nextGaussian());
      for (int query = 0; query < levels.length; query++) {
        for (int i = 0; i < ITERATIONS; i++) {
          drawn[query][fork][i] = levels[query] * level * Math.exp(0.01 * random.nextGaussian());
        }
      }
    }
    int query = 0;
    for (String name : weights.keySet()) {
      add(store, name, drawn[query++]);
    }
  }

  private void add(String store, String query, double[][] observed) {
    millis.put(store + " " + query, observed);
    String raw =
        Arrays.stream(observed).map(Arrays::toString).collect(Collectors.joining(", ", "[", "]"));
    results.add(
        String.format(
            Locale.ROOT,
            "{\"jmhVersion\":\"1.37\",\"benchmark\":\"org.x.Suite.ask\",\"mode\":\"ss\","
                + "\"threads\":1,\"forks\":1,\"params\":{\"store\":\"%s\",\"query\":\"%s\","
                + "\"suite\":\"shop\",\"timeLimit\":\"60\"},\"primaryMetric\":{\"score\":1,"
                + "\"scoreUnit\":\"ms/op\",\"rawData\":%s},\"secondaryMetrics\":{}}",
            store,
            query,
            raw));
  }

  private void plan(String store, String query, String step) {
    plans.add(
        "{\"store\":\"%1$s\",\"parameters\":{\"store\":\"%1$s\",\"query\":\"%2$s\"},\"plan\":[\"%3$s\"]}"
            .formatted(store, query, step));
  }

  private WeightedTotals totals() throws IOException {
    Path json = directory.resolve("out.json");
    Files.writeString(json, results.toString());
    String calls =
        weights.entrySet().stream()
            .map(weight -> "\"%s\":%s".formatted(weight.getKey(), weight.getValue()))
            .collect(Collectors.joining(",", "{", "}"));
    Files.writeString(
        directory.resolve("out.sidecar.json"),
        "{\"workloads\":[{\"parameters\":{\"suite\":\"shop\"},\"callsPerMinute\":%s,\"captured\":%s}],\"plans\":%s}"
            .formatted(calls, captured, plans));
    List<SidecarFile> sidecars = SidecarFile.readAll(List.of(json));
    Contest contest =
        Contest.of(
                SidecarFile.placed(
                    sidecars, Selection.ALL.usable(JmhFile.readAll(List.of(json))).results()),
                sidecars,
                ComparedSubjects.UNSAID,
                SuperiorityTest.withDefaults(),
                List.of())
            .get(0);
    return WeightedTotals.of(contest, sidecars);
  }

  private Total total() throws IOException {
    WeightedTotals totals = totals();
    assertThat(totals.missing()).isEmpty();
    assertThat(totals.totals()).hasSize(1);
    return totals.totals().get(0);
  }

  private double[][] observed(String of) {
    return millis.getOrDefault(of, new double[0][]);
  }

  /** Seconds a minute of each fork and iteration, added up here. */
  private Observations sums(String store) {
    double[][] sums = new double[FORKS][ITERATIONS];
    weights.forEach((query, calls) -> {
      double[][] observed = observed(store + " " + query);
      for (int fork = 0; fork < observed.length; fork++) {
        for (int i = 0; i < observed[fork].length; i++) {
          sums[fork][i] += calls * observed[fork][i] / 1000;
        }
      }
    });
    return Observations.ofSeconds(sums);
  }

  @Test
  void totalIsTestedAsSumsOfForks() throws IOException {
    store("a", 1, 30, 4);
    store("b", 0.9, 20, 5);
    Total total = total();
    Superiority expected = SuperiorityTest.withDefaults().test(sums("a"), sums("b"));
    assertThat(total.row().baseline()).isCloseTo(sums("a").mean(), within(1e-12));
    assertThat(total.row().candidate()).isCloseTo(sums("b").mean(), within(1e-12));
    assertThat(total.row().delta())
        .isCloseTo(1 - sums("b").mean() / sums("a").mean(), within(1e-12));
    assertThat(total.row().verdict()).isEqualTo(expected.verdict());
    assertThat(total.row().p()).isCloseTo(expected.p(), within(1e-12));
    assertThat(total.row().interval().lower())
        .isCloseTo(expected.interval().lower(), within(1e-12));
    assertThat(total.calls()).isEqualTo(1);
    assertThat(total.time()).isEqualTo(1);
    assertThat(total.sentence()).startsWith("weighted total: b takes ");
  }

  /** The rare query takes ten times as long: it is named, and the total hardly moves. */
  @Test
  void slowRareQueryIsNamedAndIsNoHeadline() throws IOException {
    store("a", 1, 30, 4);
    store("b", 1, 30, 40);
    Total total = total();
    assertThat(Math.abs(total.row().delta())).isLessThan(0.06);
    assertThat(total.queries())
        .filteredOn(QueryDifference::isSlower)
        .extracting(QueryDifference::query)
        .containsExactly("rare");
    assertThat(total.sentences()).contains("slower: rare");
  }

  @Test
  void slowHotQueryComesFirst() throws IOException {
    store("a", 1, 30, 4);
    store("b", 2, 25, 40);
    Total total = total();
    assertThat(total.queries().get(0).query()).isEqualTo("hot");
    assertThat(total.queries().get(0).secondsPerMinute()).isBetween(5.0, 7.0);
    assertThat(total.row().interval().upper()).isNegative();
    assertThat(total.sentences().get(1)).startsWith("by weight x difference: hot +");
  }

  @Test
  void sharesCoverWhatBothSidesHave() throws IOException {
    store("a", 1, 30, 4);
    store("b", 1, 30, 4);
    results.removeIf(result -> result.contains("\"slow\"") && result.contains("\"store\":\"b\""));
    weights.put("never", 4.0);
    Total total = total();
    assertThat(total.calls()).isCloseTo(6006.0 / 6070, within(1e-12));
    double hot = 6 * Observations.ofSeconds(observed("a hot")).mean();
    double slow = 0.06 * Observations.ofSeconds(observed("a slow")).mean();
    double rare = 0.006 * Observations.ofSeconds(observed("a rare")).mean();
    assertThat(total.time()).isCloseTo((hot + rare) / (hot + slow + rare), within(1e-9));
    assertThat(total.sentences().get(0))
        .isEqualTo(
            "covers 98.9 %% of calls and at most %.1f %% of time, in 2 queries; without a time: never"
                .formatted(100 * total.time()));
  }

  /** A suite with 90 % of its source's calls and 60 % of its time, all of which is timed. */
  @Test
  void sharesAreOfSourceOfCapturedSuite() throws IOException {
    captured = "{\"calls\": 0.9, \"time\": 0.6}";
    store("a", 1, 30, 4);
    store("b", 1, 30, 4);
    Total total = total();
    assertThat(total.calls()).isCloseTo(0.9, within(1e-12));
    assertThat(total.time()).isCloseTo(0.6, within(1e-12));
    assertThat(total.sentences().get(0))
        .isEqualTo(
            "covers 90.0 % of calls and 60.0 % of time, in 3 queries; the capture left out 10.0 % of calls and 40.0 % of time");
  }

  @Test
  void namesChangedPlansOfSameStoreAlone() throws IOException {
    store("a@15", 1, 30, 4);
    store("a@18", 1, 30, 4);
    store("b", 1, 30, 4);
    plan("a@15", "hot", "Index Scan using i on t");
    plan("a@18", "hot", "Seq Scan on t");
    plan("b", "hot", "COLLSCAN");
    plan("a@15", "slow", "Seq Scan on t");
    plan("a@18", "slow", "Seq Scan on t");
    WeightedTotals totals = totals();
    assertThat(totals.totals()).hasSize(3);
    for (Total total : totals.totals()) {
      boolean versions = total.baseline().equals("a@15") && total.candidate().equals("a@18");
      assertThat(total.queries())
          .filteredOn(QueryDifference::planChanged)
          .extracting(QueryDifference::query)
          .isEqualTo(versions ? List.of("hot") : List.of());
    }
  }

  @Test
  void hasNoTotalOfBounds() throws IOException {
    store("a", 1, 30, 4);
    store("b", 1, 60_000, 4);
    double[][] limits = new double[FORKS][ITERATIONS];
    Arrays.stream(limits).forEach(fork -> Arrays.fill(fork, 60_000));
    results.removeIf(result -> result.contains("\"slow\"") && result.contains("\"store\":\"b\""));
    add("b", "slow", limits);
    WeightedTotals totals = totals();
    assertThat(totals.totals()).isEmpty();
    assertThat(totals.missing())
        .containsExactly(
            "no weighted total of b against a: slow takes longer than the limit of 60 s; raise timeLimit");
  }

  @Test
  void hasNoTotalOfDifferentForks() throws IOException {
    store("a", 1, 30, 4);
    store("b", 1, 30, 4);
    results.removeIf(result -> result.contains("\"rare\"") && result.contains("\"store\":\"b\""));
    add("b", "rare", Arrays.copyOf(observed("b hot"), FORKS - 1));
    assertThat(totals().missing())
        .containsExactly(
            "no weighted total of b against a: hot and rare were not timed by the same forks in the same iterations");
  }

  @Test
  void suiteWithoutWeightsHasNone() throws IOException {
    store("a", 1, 30, 4);
    store("b", 1, 30, 4);
    weights.clear();
    assertThat(totals().totals()).isEmpty();
    assertThat(totals().missing()).isEmpty();
  }
}
