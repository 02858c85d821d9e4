package org.docduel.core.launch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.config.BadInputException;
import org.docduel.core.workload.Combination;
import org.docduel.stats.verdict.Twins;

/**
 * In which order the forks of a plan run, so that a machine that grows slower or faster during the
 * run does so for every store alike: in rounds of one fork of every combination, except where the
 * order is sequential.
 *
 * @param seed for {@code random}; 0 otherwise
 */
record Order(Kind kind, long seed) {
  enum Kind {
    /** Every round in an order of its own. */
    RANDOM,
    /** Every round in the plan's order. */
    INTERLEAVED,
    /** All forks of a combination together, as stock JMH runs them. */
    SEQUENTIAL
  }

  static final Order DEFAULT = new Order(Kind.RANDOM, 42);

  private static final Pattern ORDER =
      Pattern.compile("(random)(?::(-?[0-9]{1,18}))?|interleaved|sequential");

  /**
   * One fork to run.
   *
   * @param fork which of its forks, from 0
   * @param twin the parameter that names its store, when the store runs a second time under the
   *     name of its twin; else empty. The fork itself never knows.
   * @param threads that call the benchmark; empty for as many as JMH's options say
   */
  record Turn(Combination combination, int fork, String twin, OptionalInt threads) {
    Turn(Combination combination, int fork) {
      this(combination, fork, "");
    }

    Turn(Combination combination, int fork, String twin) {
      this(combination, fork, twin, OptionalInt.empty());
    }

    /** The same with so many threads. */
    Turn withThreads(int count) {
      return new Turn(combination, fork, twin, OptionalInt.of(count));
    }

    /** The combination under the name that its results have. */
    Combination publishedCombination() {
      return twin.isEmpty()
          ? combination
          : combination.with(twin, combination.value(twin) + Twins.SUFFIX);
    }

    /** Such as {@code -t 4}; empty where all have the same number. */
    String threadsLabel() {
      return threads.isPresent() ? " -t " + threads.getAsInt() : "";
    }

    private Turn of(int other) {
      return new Turn(combination, other, twin, threads);
    }
  }

  /** Reads {@code random}, {@code random:SEED}, {@code interleaved} or {@code sequential}. */
  static Order parse(String text) {
    Matcher order = ORDER.matcher(text);
    if (!order.matches()) {
      throw BadInputException.of(
          "--order %s: accepted is random, random:SEED, interleaved or sequential", text);
    }
    if (order.group(1) == null) {
      return new Order(Kind.valueOf(text.toUpperCase(Locale.ROOT)), 0);
    }
    return order.group(2) == null
        ? DEFAULT
        : new Order(Kind.RANDOM, Long.parseLong(order.group(2)));
  }

  /** So many forks, 1 or more, of everything that runs, whose first ones are given. */
  List<Turn> turns(List<Turn> first, int forks) {
    // Random's first draws from neighbouring seeds are alike; SplittableRandom mixes the seed
    Random random = new Random(new SplittableRandom(seed).nextLong());
    List<Turn> turns = new ArrayList<>();
    for (int i = 0; i < forks; i++) {
      int fork = i;
      List<Turn> round = new ArrayList<>(first);
      if (kind == Kind.RANDOM) {
        Collections.shuffle(round, random);
      }
      round.forEach(turn -> turns.add(turn.of(fork)));
    }
    if (kind == Kind.SEQUENTIAL) {
      turns.sort(Comparator.comparingInt(turn -> first.indexOf(turn.of(0))));
    }
    return turns;
  }

  @Override
  public String toString() {
    return kind.name().toLowerCase(Locale.ROOT) + (kind == Kind.RANDOM ? ":" + seed : "");
  }
}
