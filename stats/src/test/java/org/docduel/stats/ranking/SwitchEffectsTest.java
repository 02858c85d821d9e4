package org.docduel.stats.ranking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.ranking.SwitchEffects.Factor;
import org.docduel.stats.verdict.Switch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Planted effects are found again, and the dummy has none. */
class SwitchEffectsTest {
  private static final double[] PLANTED = {2.1, 0.61, 1, 1, 1.3, 1};

  private static List<Switch> switches(int count) {
    return IntStream.range(0, count).mapToObj(i -> new Switch("p" + i, "off", "on")).toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 6, 7, 10, 11, 14})
  void designIsBalancedWithoutDuplicates(int count) {
    List<Set<Switch>> design = Switch.design(switches(count));
    assertThat(design).hasSize(count <= 4 ? 8 : count <= 10 ? 12 : 16);
    assertThat(design.get(0)).isEmpty();
    List<Switch> columns = new ArrayList<>(switches(count));
    assertThat(design.stream().map(on -> columns.stream().map(column -> column.in(on)).toList()))
        .doesNotHaveDuplicates();
    columns.add(Switch.DUMMY);
    for (Switch column : columns) {
      for (Switch other : columns) {
        assertThat(design.stream().filter(on -> on.contains(column) && on.contains(other)))
            .as("%s and %s", column, other)
            .hasSize(design.size() / (column.equals(other) ? 2 : 4));
      }
    }
  }

  /** The columns go by the order of the switches: results of one command are of one design. */
  @Test
  void designMatchesPublication() {
    List<Switch> switches = switches(3);
    assertThat(Switch.design(switches))
        .extracting(on ->
            switches.stream().map(column -> column.in(on)).collect(Collectors.joining(" "))
                + (on.contains(Switch.DUMMY) ? " dummy" : ""))
        .containsExactly(
            "off off off",
            "on on on",
            "on on off dummy",
            "on off on",
            "off on off",
            "on off off dummy",
            "off off on dummy",
            "off on on dummy");
  }

  @Test
  void rejectsOtherNumbersOfSwitches() {
    assertThatThrownBy(() -> Switch.design(switches(2)))
        .isInstanceOf(BadInputException.class)
        .hasMessage("a design has 3 to 14 switches, not [p0, p1]");
    assertThatThrownBy(() -> Switch.design(switches(15))).hasMessageContaining("p13, p14]");
  }

  private static Factor effect(SwitchEffects effects, int of) {
    return effects.effects().stream()
        .filter(factor -> factor.what().parameter().equals("p" + of))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void recoversPlantedEffectsWithoutNoise() {
    SwitchEffects effects = simulated(new Random(1), 0);
    for (int i = 0; i < PLANTED.length; i++) {
      assertThat(effect(effects, i).factor()).isCloseTo(PLANTED[i], within(1e-9));
    }
    assertThat(effects.effects())
        .extracting(factor -> factor.what().parameter())
        .startsWith("p0", "p1", "p4")
        .endsWith("(dummy, switches nothing)");
    assertThat(effects.dummy().factor()).isCloseTo(1, within(1e-9));
    assertThat(effects.setUps().get(0).on()).isEmpty();
    assertThat(effects.setUps().get(0).factor()).isCloseTo(0.8, within(1e-9));
  }

  /** Of 300 intervals of 95 % the 99.9 % band has 272 to 298. */
  @Test
  void intervalsHaveNominalCoverage() {
    Random random = new Random(7);
    int planted = 0;
    int dummies = 0;
    for (int run = 0; run < 300; run++) {
      SwitchEffects effects = simulated(random, 0.1);
      planted += effect(effects, 0).interval().contains(PLANTED[0]) ? 1 : 0;
      dummies += effects.dummy().interval().contains(1) ? 1 : 0;
    }
    assertThat(planted).isBetween(272, 298);
    assertThat(dummies).isBetween(272, 298);
  }

  @Test
  void nearestFlippingSetUpHasMinimumSwitches() {
    SwitchEffects effects = simulated(new Random(3), 0.01);
    List<Factor> slower = effects.setUps().stream().filter(setUp -> setUp.factor() > 1).toList();
    int minSwitches = slower.stream().mapToInt(setUp -> setUp.on().size()).min().orElseThrow();
    assertThat(effects.sentences().get(0))
        .contains("is faster in %d of 12 set-ups".formatted(12 - slower.size()));
    assertThat(effects.sentences().get(2))
        .containsPattern("; %d switch.*:( -p p[0-9]=on){%d}$".formatted(minSwitches, minSwitches));
  }

  @Test
  void singleForkHasNoInterval() {
    Comparison pair =
        new Comparison(
            "",
            Observations.ofSeconds(new double[] {1, 1.1}),
            Observations.ofSeconds(new double[] {2, 2.1}));
    SwitchEffects effects = all(3, on -> pair);
    assertThat(effects.dummy().interval().lower()).isNaN();
    assertThat(effects.dummy().factor()).isCloseTo(1, within(1e-12));
    assertThat(effects.sentences()).element(2).isEqualTo("No set-up of the design turns it.");
    assertThat(effects.sentences()).element(1).asString().endsWith("the dummy x1.000.");
  }

  @Test
  void rejectsSideWithoutOperations() {
    Observations some = rates(1, 2);
    Observations none = rates(0, 0);

    assertThatThrownBy(
            () -> all(3, on -> new Comparison("", some, on.contains(Switch.DUMMY) ? none : some)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("no operation ended in any iteration");
  }

  private static Observations rates(double... values) {
    return Observations.of(Quantity.rate("ops/s"), List.of(ForkSeries.ofValues("run", values)));
  }

  /**
   * Five forks a side; the candidate takes 0.8 times as long, changed by each switch that is on.
   */
  private static SwitchEffects simulated(Random random, double sd) {
    return all(
        PLANTED.length,
        on -> {
          double ratio = 0.8;
          for (int i = 0; i < PLANTED.length; i++) {
            ratio *= on.contains(switches(PLANTED.length).get(i)) ? PLANTED[i] : 1;
          }
          return new Comparison("", forks(random, 1, sd), forks(random, ratio, sd));
        });
  }

  private static SwitchEffects all(int switches, Function<Set<Switch>, Comparison> measured) {
    List<SelectedResult> results = new ArrayList<>();
    for (Set<Switch> on : Switch.design(switches(switches))) {
      Comparison pair = measured.apply(on);
      results.add(result("a", on, switches(switches), pair.baseline()));
      results.add(result("b", on, switches(switches), pair.candidate()));
    }
    return SwitchEffects.of(switches(switches), "store", results).get(0);
  }

  private static SelectedResult result(
      String store, Set<Switch> on, List<Switch> switches, Observations observations) {
    Map<String, String> fields = new LinkedHashMap<>(Map.of("store", store));
    switches.forEach(column -> fields.put(column.parameter(), column.in(on)));
    return new SelectedResult(fields, List.of(), "", observations);
  }

  private static Observations forks(Random random, double level, double sd) {
    double[][] forks = new double[5][1];
    for (double[] fork : forks) {
      fork[0] = level * (1 + sd * random.nextGaussian());
    }
    return Observations.ofSeconds(forks);
  }
}
