package org.docduel.stats.ranking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Observations.ForkSeries;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.verdict.PlackettBurman;
import org.docduel.stats.verdict.PlackettBurman.Switch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Planted effects are found again, and the dummy has none. */
class SwitchEffectsTest {
  private static final double[] PLANTED = {2.1, 0.61, 1, 1, 1.3, 1};

  private static PlackettBurman design(int switches) {
    return new PlackettBurman(
        IntStream.range(0, switches).mapToObj(i -> new Switch("p" + i, "off", "on")).toList());
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 6, 7, 10, 11, 14})
  void aDesignIsBalancedAndHasNoSetUpTwice(int switches) {
    PlackettBurman design = design(switches);
    Set<List<Boolean>> setUps = new HashSet<>();
    for (int run = 0; run < design.runs(); run++) {
      int row = run;
      setUps.add(IntStream.range(0, switches).mapToObj(c -> design.on(row, c)).toList());
    }
    assertThat(setUps).hasSize(design.runs());
    assertThat(IntStream.range(0, switches)).noneMatch(column -> design.on(0, column));
    for (int one = 0; one <= switches; one++) {
      for (int other = 0; other < one; other++) {
        int together = 0;
        for (int run = 0; run < design.runs(); run++) {
          together += design.on(run, one) && design.on(run, other) ? 1 : 0;
        }
        assertThat(together).as("columns %d and %d", one, other).isEqualTo(design.runs() / 4);
      }
    }
  }

  @Test
  void otherNumbersOfSwitchesAreRefused() {
    assertThatThrownBy(() -> design(2)).hasMessage("2 switches; a design has 3 to 14");
    assertThatThrownBy(() -> design(15)).hasMessageContaining("15 switches");
  }

  @Test
  void whatIsPlantedIsFoundWithoutNoise() {
    SwitchEffects effects = simulated(new Random(1), 0);
    for (int i = 0; i < PLANTED.length; i++) {
      assertThat(effects.effects().get(i).factor()).isCloseTo(PLANTED[i], within(1e-9));
    }
    assertThat(effects.dummy().factor()).isCloseTo(1, within(1e-9));
    assertThat(effects.setUps().get(0).on()).isEmpty();
    assertThat(effects.setUps().get(0).factor()).isCloseTo(0.8, within(1e-9));
  }

  /** Of 300 intervals of 95 % the 99.9 % band has 272 to 298. */
  @Test
  void intervalsHoldWhatTheyPromise() {
    Random random = new Random(7);
    int planted = 0;
    int dummies = 0;
    for (int run = 0; run < 300; run++) {
      SwitchEffects effects = simulated(random, 0.1);
      planted += effects.effects().get(0).interval().contains(PLANTED[0]) ? 1 : 0;
      dummies += effects.dummy().interval().contains(1) ? 1 : 0;
    }
    assertThat(planted).isBetween(272, 298);
    assertThat(dummies).isBetween(272, 298);
  }

  @Test
  void theNearestSetUpThatTurnsHasTheFewestSwitches() {
    SwitchEffects effects = simulated(new Random(3), 0.01);
    int fewest =
        effects.setUps().stream()
            .filter(setUp -> setUp.factor() > 1)
            .mapToInt(setUp -> setUp.on().size())
            .min()
            .orElseThrow();
    assertThat(effects.nearestThatTurns().orElseThrow().on()).hasSize(fewest);
    assertThat(effects.agreeing())
        .isEqualTo(effects.setUps().stream().filter(setUp -> setUp.factor() < 1).count());
  }

  @Test
  void oneForkHasNoInterval() {
    List<Comparison> pairs = new ArrayList<>();
    for (int run = 0; run < 8; run++) {
      pairs.add(
          new Comparison(
              "",
              Observations.ofSeconds(new double[] {1, 1.1}),
              Observations.ofSeconds(new double[] {2, 2.1})));
    }
    SwitchEffects effects = SwitchEffects.of("a", "b", design(3), pairs);
    assertThat(effects.dummy().interval().lower()).isNaN();
    assertThat(effects.dummy().factor()).isCloseTo(1, within(1e-12));
    assertThat(effects.nearestThatTurns()).isEmpty();
  }

  @Test
  void aSideWithoutAnyOperationIsBadInput() {
    Observations some = rates(1, 2);
    Observations none = rates(0, 0);
    List<Comparison> pairs =
        new ArrayList<>(Collections.nCopies(8, new Comparison("", some, some)));
    pairs.set(5, new Comparison("", some, none));

    assertThatThrownBy(() -> SwitchEffects.of("a", "b", design(3), pairs))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("no operation ended in any iteration");
  }

  private static Observations rates(double... values) {
    return Observations.of(
        List.of(), Quantity.rate("ops/s"), List.of(ForkSeries.ofValues("run", values)));
  }

  /**
   * Five forks a side; the candidate takes 0.8 times as long, changed by each switch that is on.
   */
  private static SwitchEffects simulated(Random random, double sd) {
    PlackettBurman design = design(PLANTED.length);
    List<Comparison> pairs = new ArrayList<>();
    for (int run = 0; run < design.runs(); run++) {
      double ratio = 0.8;
      for (int i = 0; i < PLANTED.length; i++) {
        ratio *= design.on(run, i) ? PLANTED[i] : 1;
      }
      pairs.add(new Comparison("", forks(random, 1, sd), forks(random, ratio, sd)));
    }
    return SwitchEffects.of("a", "b", design, pairs);
  }

  private static Observations forks(Random random, double level, double sd) {
    double[][] forks = new double[5][1];
    for (double[] fork : forks) {
      fork[0] = level * (1 + sd * random.nextGaussian());
    }
    return Observations.ofSeconds(forks);
  }
}
