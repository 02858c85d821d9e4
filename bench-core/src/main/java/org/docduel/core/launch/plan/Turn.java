package org.docduel.core.launch.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.SplittableRandom;
import org.docduel.core.launch.cli.Order;
import org.docduel.core.workload.Combination;
import org.docduel.stats.verdict.Twins;

/**
 * One fork to run.
 *
 * @param fork which of its forks, from 0
 * @param twin the parameter that names its store, when the store runs a second time under the name
 *     of its twin; else empty. The fork itself never knows.
 * @param threads that call the benchmark; empty for as many as JMH's options say
 */
public record Turn(Combination combination, int fork, String twin, OptionalInt threads) {
  public Turn(Combination combination, int fork) {
    this(combination, fork, "");
  }

  public Turn(Combination combination, int fork, String twin) {
    this(combination, fork, twin, OptionalInt.empty());
  }

  /** The same with so many threads. */
  public Turn withThreads(int count) {
    return new Turn(combination, fork, twin, OptionalInt.of(count));
  }

  /** The combination under the name that its results have. */
  public Combination publishedCombination() {
    return twin.isEmpty()
        ? combination
        : combination.with(twin, combination.value(twin) + Twins.SUFFIX);
  }

  /** Such as {@code -t 4}; empty where all have the same number. */
  public String threadsLabel() {
    return threads.isPresent() ? " -t " + threads.getAsInt() : "";
  }

  private Turn of(int other) {
    return new Turn(combination, other, twin, threads);
  }

  /** So many forks, 1 or more, of everything that runs, whose first ones are given. */
  public static List<Turn> inOrder(Order order, List<Turn> first, int forks) {
    // Random's first draws from neighbouring seeds are alike; SplittableRandom mixes the seed
    Random random = new Random(new SplittableRandom(order.seed()).nextLong());
    List<Turn> turns = new ArrayList<>();
    for (int i = 0; i < forks; i++) {
      int fork = i;
      List<Turn> round = new ArrayList<>(first);
      if (order.kind() == Order.Kind.RANDOM) {
        Collections.shuffle(round, random);
      }
      round.forEach(turn -> turns.add(turn.of(fork)));
    }
    if (order.kind() == Order.Kind.SEQUENTIAL) {
      turns.sort(Comparator.comparingInt(turn -> first.indexOf(turn.of(0))));
    }
    return turns;
  }
}
