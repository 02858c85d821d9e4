package org.docduel.stats.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.docduel.stats.ResultJson;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.ranking.Ranking;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.verdict.ChangeTest.Change;
import org.docduel.stats.verdict.ChangeTest.GateOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pairs of values, changes between runs. */
class FamiliesTest {
  private static final SuperiorityTest TEST =
      SuperiorityTest.withDefaults().withResampling(new Resampling(2000, 42, 1));

  private static List<SelectedResult> stores(Path directory) {
    ResultJson json = new ResultJson();
    String[] names = {"a", "b", "c"};
    double[] levels = {10, 5, 9.5};
    for (int i = 0; i < names.length; i++) {
      for (String size : List.of("1", "2")) {
        double level = levels[i] * Integer.parseInt(size);
        json.add(
            "store=" + names[i] + ",size=" + size,
            "ms/op",
            new double[] {level, 1.02 * level},
            new double[] {0.98 * level, level},
            new double[] {0.97 * level, 1.01 * level},
            new double[] {1.03 * level, level});
      }
    }
    json.add("store=b,size=3", "ms/op", new double[] {1, 2}, new double[] {1, 2});
    Path file = json.writeTo(directory, "stores.json");
    return Selection.ALL.from(JmhFile.read(file));
  }

  private static List<Ranking.Pair> pairs(List<SelectedResult> results) {
    return Ranking.of(results, TEST, "store", List.of()).pairs();
  }

  @Test
  void pairsAreStratifiedOverTheirCommonGroups(@TempDir Path directory) {
    List<Ranking.Pair> pairs = pairs(stores(directory));

    assertThat(pairs).hasSize(3);
    Ranking.Pair first = pairs.get(0);
    assertThat(List.of(first.baseline(), first.candidate())).containsExactly("a", "b");
    assertThat(first.groups()).hasSize(2);
    assertThat(first.unpaired()).containsExactly("3 (no baseline)");
    assertThat(first.row().delta()).isCloseTo(0.5, within(1e-9));
    assertThat(first.row().decision()).isEqualTo(Decision.SUPERIOR);
    assertThat(first.row().adjusted().p()).isLessThan(0.01);
    assertThat(first.row().adjusted().comparisons()).isEqualTo(3);
    assertThat(pairs.get(1).row().decision()).isEqualTo(Decision.NOT_BETTER);
    assertThat(List.of(pairs.get(2).baseline(), pairs.get(2).candidate()))
        .containsExactly("b", "c");
    assertThat(pairs.get(2).unpaired()).containsExactly("3 (no candidate)");
    assertThat(pairs.get(2).row().decision()).isEqualTo(Decision.INFERIOR);
  }

  @Test
  void pairsWithOneGroupUseItsRow(@TempDir Path directory) {
    List<SelectedResult> size1 =
        stores(directory).stream().filter(r -> r.field("size").equals("1")).toList();

    List<Ranking.Pair> pairs = pairs(size1);

    assertThat(pairs.get(0).groups()).hasSize(1);
    assertThat(pairs.get(0).row().group()).isEqualTo("all");
    assertThatThrownBy(() -> pairs(size1.subList(0, 1)))
        .hasMessageContaining("all results have store=a; a comparison needs two values");
  }

  @Test
  void familyCorrectionCanRemoveSuperiority(@TempDir Path directory) {
    double[] shape = {1.00, 1.03, 0.98, 1.01, 0.97};
    ResultJson json = new ResultJson();
    String[] stores = {"a", "b", "c", "d"};
    double[] levels = {1, 0.775, 0.9, 0.1};
    for (int i = 0; i < stores.length; i++) {
      double[][] forks = new double[shape.length][];
      for (int fork = 0; fork < shape.length; fork++) {
        forks[fork] = new double[] {levels[i] * shape[fork]};
      }
      json.add("store=" + stores[i], "s/op", forks);
    }
    List<SelectedResult> results =
        Selection.ALL.from(JmhFile.read(json.writeTo(directory, "four.json")));

    List<Ranking.Pair> pairs = pairs(results);

    Superiority marginal = pairs.get(0).row();
    assertThat(marginal.p()).isBetween(0.005, 0.05);
    assertThat(marginal.adjusted().p()).isGreaterThan(0.05);
    assertThat(marginal.decision()).isEqualTo(Decision.INCONCLUSIVE);
    assertThat(marginal.interval().contains(0.20)).isTrue();
    assertThat(marginal.findings())
        .filteredOn(finding -> finding.kind() == Finding.Kind.MULTIPLICITY)
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).contains("6 comparisons"));
    assertThat(pairs.get(2).row().decision()).isEqualTo(Decision.SUPERIOR);
  }

  private static Observations steady(double level, double step) {
    return Observations.ofSeconds(
        new double[] {level, level + step},
        new double[] {level + 2 * step, level - step},
        new double[] {level - 2 * step, level},
        new double[] {level + step, level - step},
        new double[] {level, level});
  }

  @Test
  void changesAreSlowerFasterOrNotShown() {
    List<Change> changes =
        new ChangeTest(TEST, 0)
            .testAll(
                List.of(
                    new Comparison("same", steady(1, 0.01), steady(1, 0.011)),
                    new Comparison("slow", steady(1, 0.01), steady(1.2, 0.01)),
                    new Comparison("fast", steady(1, 0.01), steady(0.8, 0.01)),
                    new Comparison(
                        "few",
                        Observations.ofSeconds(new double[] {1, 2}),
                        Observations.ofSeconds(new double[] {1, 2}))));

    assertThat(changes)
        .extracting(Change::verdict)
        .containsExactly(Verdict.UNDECIDED, Verdict.SLOWER, Verdict.FASTER, Verdict.TOO_FEW);
    Change slow = changes.get(1);
    assertThat(slow.relative()).isCloseTo(0.2, within(1e-9));
    assertThat(slow.gate(0.19)).isEqualTo(GateOutcome.FAILED);
    assertThat(slow.gate(0.5)).isEqualTo(GateOutcome.PASSED);
    assertThat(slow.maxSlowdown()).isBetween(slow.relative(), slow.upperBound());
    assertThat(slow.row().adjusted().reversedP()).isLessThan(0.05);
    assertThat(slow.row().adjusted().p()).isEqualTo(1);
    assertThat(changes.get(2).gate(0.05)).isEqualTo(GateOutcome.PASSED);
    assertThat(changes.get(3).gate(0.05)).isEqualTo(GateOutcome.UNDECIDED);
    assertThat(changes.get(2).row().adjusted().p()).isLessThan(0.05);
    assertThat(slow.row().quantity()).isEqualTo(Quantity.SECONDS_PER_OPERATION);
  }

  @Test
  void changesBetweenFilesDoNotWarnAboutMachines() {
    Observations before = file("before.json");
    Observations after = file("after.json");

    Change change =
        new ChangeTest(TEST, 0).testAll(List.of(new Comparison("x", before, after))).get(0);

    assertThat(change.row().findings())
        .isNotEmpty()
        .noneMatch(finding -> finding.kind() == Finding.Kind.MACHINES);
  }

  private static Observations file(String name) {
    return Observations.of(
        Quantity.SECONDS_PER_OPERATION, List.of(ForkSeries.ofValues(name, 1, 1.1, 0.9, 1.05)));
  }
}
