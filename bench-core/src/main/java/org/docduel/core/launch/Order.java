package org.docduel.core.launch;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.config.BadInputException;
import org.docduel.core.workload.Combination;
import org.docduel.stats.verdict.Twins;

/**
 * In which order the forks of a plan run, so that a machine that grows slower or faster during the
 * run does so for every store alike.
 *
 * <p>A run of n forks is n rounds of one fork of every combination. {@code random:SEED} shuffles
 * each round anew (the default, seed 42); {@code interleaved} keeps the plan's order in each round;
 * {@code sequential} runs all forks of a combination before the next one, as stock JMH does.
 *
 * @param seed for {@code random}; 0 otherwise
 */
public record Order(Kind kind, long seed) {
  /** The orders there are. */
  public enum Kind {
    /** Every round in an order of its own. */
    RANDOM,
    /** Every round in the plan's order. */
    INTERLEAVED,
    /** All forks of a combination together. */
    SEQUENTIAL
  }

  /** What is used unless another is asked for. */
  public static final Order DEFAULT = new Order(Kind.RANDOM, 42);

  private static final Pattern RANDOM = Pattern.compile("random(?::(-?[0-9]{1,18}))?");

  /**
   * One fork to run.
   *
   * @param fork which of its forks, from 0
   * @param twin the parameter that names its store, when the store runs a second time under the
   *     name of its twin; else empty. The fork itself never knows.
   */
  public record Turn(Combination combination, int fork, String twin) {
    /** The fork of a store under its own name. */
    public Turn(Combination combination, int fork) {
      this(combination, fork, "");
    }

    /** The combination under the name that its results have. */
    public Combination named() {
      return twin.isEmpty()
          ? combination
          : combination.with(twin, combination.value(twin) + Twins.SUFFIX);
    }

    private Turn of(int other) {
      return new Turn(combination, other, twin);
    }
  }

  /**
   * Reads {@code random}, {@code random:SEED}, {@code interleaved} or {@code sequential}.
   *
   * @return the order
   * @throws BadInputException when it is none of these
   */
  public static Order parse(String text) {
    Matcher random = RANDOM.matcher(text);
    if (random.matches()) {
      return new Order(
          Kind.RANDOM, random.group(1) == null ? DEFAULT.seed : Long.parseLong(random.group(1)));
    }
    return switch (text) {
      case "interleaved" -> new Order(Kind.INTERLEAVED, 0);
      case "sequential" -> new Order(Kind.SEQUENTIAL, 0);
      default ->
          throw new BadInputException(
              "--order " + text + ": accepted is random, random:SEED, interleaved or sequential");
    };
  }

  /**
   * Puts the forks of a plan in order.
   *
   * @param first the first fork of everything that runs
   * @param forks how many forks each has, 1 or more
   */
  public List<Turn> turns(List<Turn> first, int forks) {
    List<Turn> turns = new ArrayList<>(first.size() * forks);
    if (kind == Kind.SEQUENTIAL) {
      for (Turn one : first) {
        for (int fork = 0; fork < forks; fork++) {
          turns.add(one.of(fork));
        }
      }
      return turns;
    }
    // Random's first draws from neighbouring seeds are alike; SplittableRandom mixes the seed
    Random random = new Random(new SplittableRandom(seed).nextLong());
    for (int fork = 0; fork < forks; fork++) {
      List<Turn> round = new ArrayList<>(first);
      if (kind == Kind.RANDOM) {
        Collections.shuffle(round, random);
      }
      for (Turn one : round) {
        turns.add(one.of(fork));
      }
    }
    return turns;
  }

  @Override
  public String toString() {
    return switch (kind) {
      case RANDOM -> "random:" + seed;
      case INTERLEAVED -> "interleaved";
      case SEQUENTIAL -> "sequential";
    };
  }
}
