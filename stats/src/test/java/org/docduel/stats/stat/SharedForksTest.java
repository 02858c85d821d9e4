package org.docduel.stats.stat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.ranking.Ranking;
import org.docduel.stats.verdict.Decision;
import org.docduel.stats.verdict.Superiority;
import org.docduel.stats.verdict.SuperiorityTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Results of the same forks, of which some lack forks that others have. */
class SharedForksTest {
  private static final SuperiorityTest TEST =
      SuperiorityTest.withDefaults().withDelta(0).withResampling(new Resampling(2000, 42, 1));

  private static Path suite(String name) {
    return Path.of("src/test/resources/suites/" + name + ".json");
  }

  private static Superiority overall(String suite, SuperiorityTest test) {
    return overall(suite(suite), test);
  }

  private static Superiority overall(Path file, SuperiorityTest test) {
    return Ranking.of(Selection.ALL.from(JmhFile.read(file)), test, "store", List.of())
        .pairs()
        .get(0)
        .row();
  }

  // Twelve queries of two stores, in six forks that vary by 10 %; equal but for noise. Of
  // "shifted", each query lacks another fork; of "unequal", each one more than the one before it.
  // Computed with NumPy 2.4.6 and SciPy 1.17.1: for each side, c = sum over queries of the
  // deviations times sqrt(n / (n - 1)) / n, operator A of the working model by matrix products,
  // variance c'c a'a / tr(A'A), degrees of freedom tr(A'A)^2 / tr(A'A A'A) by eigenvalues.
  @ParameterizedTest
  @CsvSource({
    "complete, -0.1083874090, 0.1658134900, 0.2713072733",
    "shifted, -0.1085337809, 0.1655271728, 0.2724426862",
    "unequal, -0.1256743842, 0.2711765164, 0.1382310439"
  })
  void agreesWithNumPyWhicheverForksAreMissing(String suite, double lower, double upper, double p) {
    Superiority overall = overall(suite, TEST);

    assertThat(overall.decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(overall.interval().lower()).isCloseTo(lower, within(1e-8));
    assertThat(overall.interval().upper()).isCloseTo(upper, within(1e-8));
    assertThat(overall.p()).isCloseTo(p, within(1e-8));
    assertThat(overall.primary().baselineUnits()).isEqualTo(6);
  }

  /**
   * Without sidecars and without empty arrays nothing says which fork a query lacks. Here it is the
   * last: the same by NumPy, with forks matched by their place, gives the least width and p.
   */
  @ParameterizedTest
  @CsvSource({
    "first, -0.1034615169, 0.1681925902, 0.2519622164",
    "last, -0.1036228021, 0.1681136145, 0.2526022837"
  })
  void addsStandardErrorsWhereMissingForkIsUnknown(
      String suite, double lower, double upper, double p) {
    Superiority overall = overall(suite, TEST);

    assertThat(overall.decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(overall.p()).isGreaterThan(p);
    assertThat(overall.interval().lower()).isLessThan(lower);
    assertThat(overall.interval().upper()).isGreaterThan(upper);
    assertThat(overall.findings())
        .extracting(Finding::message)
        .anyMatch(message -> message.contains("nothing says which forks are missing"));
  }

  /** Taken by their places, the forks behind it would be those before them. */
  @Test
  void forkCutOutOfFirstQueryMakesNoClaim(@TempDir Path directory) throws IOException {
    List<String> lines =
        Files.readAllLines(suite("complete")).stream()
            .map(line ->
                line.contains("\"q00\"")
                    ? line.replaceFirst("(\"rawData\": \\[)\\[[^]]*], ", "$1")
                    : line)
            .toList();
    Path cut = Files.write(directory.resolve("cut.json"), lines);

    Superiority overall = overall(cut, TEST);

    assertThat(overall.decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(overall.p()).isGreaterThanOrEqualTo(overall("complete", TEST).p());
    assertThat(width(overall)).isGreaterThanOrEqualTo(width(overall("complete", TEST)));
  }

  private static double width(Superiority row) {
    return row.interval().upper() - row.interval().lower();
  }

  @Test
  void rejectsResamplingResultsOfSameForksAsIndependent() {
    assertThatThrownBy(() -> overall("complete", TEST.withMethod(Method.HIERARCHICAL)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("same forks measured")
        .hasMessageContaining("use --method t");
  }

  private static Observations query(String store, double level, int... rounds) {
    double[] shared = {1, 1.3, 0.9, 1.2, 0.8, 1.1};
    List<ForkSeries> forks =
        IntStream.of(rounds)
            .mapToObj(round ->
                ForkSeries.ofValues(
                        "run", level * (1 + 0.01 * (round * level % 5)) * shared[round - 1])
                    .at("h", round))
            .toList();
    return Observations.of(Quantity.SECONDS_PER_OPERATION, forks).by(Map.of("run", store), false);
  }

  private static Row row(Comparison... members) {
    return Row.of(
        "all", List.of(members), Statistic.MEAN, new Streams(1, 1), Rounds.ALWAYS, List.of());
  }

  /** The second query has two rounds in common, and is compared fork by fork. */
  @Test
  void addsStandardErrorsWhereUnitsOfTheSameForksDiffer() {
    Comparison byRound =
        new Comparison("q1", query("a", 1, 1, 2, 3, 4), query("b", 2, 3, 4, 5, 6, 1));
    Comparison byFork = new Comparison("q2", query("a", 3, 1, 2, 3, 4), query("b", 4, 3, 4, 5, 6));

    Row both = row(byRound, byFork);

    assertThat(both.units()).extracting(Units::name).containsExactly("round", "fork");
    double bound =
        Math.sqrt(row(byRound).ratio().variance()) + Math.sqrt(row(byFork).ratio().variance());
    assertThat(Math.sqrt(both.ratio().variance())).isCloseTo(bound / 2, within(1e-12));
    assertThat(both.ratio().df()).isLessThanOrEqualTo(row(byRound).ratio().df() + 1e-9);
  }

  @Test
  void matchesForksByTheirRound() {
    Comparison all = new Comparison("q1", query("a", 1, 1, 2, 3, 4, 5), query("b", 2, 2, 3, 4, 5));
    Comparison late = new Comparison("q2", query("a", 1, 2, 3, 4, 5), query("b", 2, 2, 3, 4, 5));

    Row both =
        Row.of(
            "all", List.of(all, late), Statistic.MEAN, new Streams(1, 1), Rounds.NONE, List.of());

    // a fork of a round is one draw: two queries of it know no more than one
    assertThat(both.ratio().variance()).isCloseTo(unpaired(all).variance(), withinPercentage(20));
    assertThat(both.ratio().variance()).isGreaterThan(0.8 * unpaired(late).variance());
    assertThat(both.ratio().df()).isLessThan(8);
  }

  private static LogRatio unpaired(Comparison member) {
    return Row.of("one", List.of(member), Statistic.MEAN, new Streams(1, 1), Rounds.NONE, List.of())
        .ratio();
  }
}
