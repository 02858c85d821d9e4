package org.docduel.update;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.ListSampler;
import org.apache.commons.rng.sampling.distribution.DiscreteSampler;
import org.apache.commons.rng.sampling.distribution.RejectionInversionZipfSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.spi.Capability;

/**
 * Kinds of operations and their weights.
 *
 * @param weights in the order of the kinds
 * @param keys how keys are chosen unless the command line says it
 */
record Mix(Map<Kind, Integer> weights, Keys keys) {
  private static final Pattern PART =
      Pattern.compile("(read|update|replace|modify|insert|delete|find):([1-9][0-9]{0,2}|1000)");

  /** What an operation does, mostly with one document that is found by its id. */
  enum Kind {
    READ(Capability.READ_BACK),
    UPDATE(Capability.UPDATE),
    REPLACE(Capability.UPDATE),
    /** Reads one document and then sets the number in it: one operation. */
    MODIFY(Capability.READ_BACK),
    INSERT(Capability.INSERT),
    DELETE(Capability.DELETE),
    /** Reads documents in the order of an indexed field, from a value on. */
    FIND(Capability.SCAN);

    final Capability needed;

    Kind(Capability needed) {
      this.needed = needed;
    }

    boolean reads() {
      return this == READ || this == MODIFY || this == FIND;
    }

    boolean writes() {
      return this != READ && this != FIND;
    }
  }

  /** How much of the operations go to a document that was there before, 0 to 1. */
  double existing() {
    double all = weights.values().stream().mapToInt(Integer::intValue).sum();
    return 1 - weights.getOrDefault(Kind.INSERT, 0) / all;
  }

  /** Which documents a worker draws how often, in random order with repetitions. */
  enum Keys {
    /** As the mix says it, which is one of the others. */
    MIX,

    UNIFORM,

    /**
     * A few often, by Zipf's law. The hot ones are spread over the collection: rank r goes to index
     * r * step mod count, with a step that has no divisor in common with a smaller count.
     */
    ZIPFIAN,

    /** The last ones most often, by Zipf's law. */
    LATEST;

    /** A prime near 2^31 / the golden ratio. */
    private static final long STEP = 1_327_217_909L;

    /** A worker's random numbers, by its number from 0: the same in every run. */
    static UniformRandomProvider random(int worker) {
      return RandomSource.XO_RO_SHI_RO_128_PP.create(42L + ((long) worker << 32));
    }

    /**
     * Draws indexes below a number of documents, or among so many latest ones.
     *
     * @param end the index after the latest
     */
    DiscreteSampler indexes(
        int documents, double exponent, UniformRandomProvider random, AtomicInteger end) {
      if (this == UNIFORM) {
        return () -> random.nextInt(documents);
      }
      DiscreteSampler ranks = RejectionInversionZipfSampler.of(random, documents, exponent);
      return this == LATEST
          ? () -> end.get() - ranks.sample()
          : () -> (int) ((ranks.sample() - 1) * STEP % documents);
    }
  }

  /** YCSB's core workloads (Cooper et al., SoCC 2010; the files in its folder workloads). */
  private static final Map<String, Mix> PRESETS =
      Map.of(
          "ycsb-a", of("read:50,update:50", Keys.ZIPFIAN),
          "ycsb-b", of("read:95,update:5", Keys.ZIPFIAN),
          "ycsb-c", of("read:100", Keys.ZIPFIAN),
          "ycsb-d", of("read:95,insert:5", Keys.LATEST),
          "ycsb-e", of("find:95,insert:5", Keys.ZIPFIAN),
          "ycsb-f", of("read:50,modify:50", Keys.ZIPFIAN));

  static final Mix UPDATES = of("update:1", Keys.UNIFORM);

  static final Parameter<Mix> PARAMETER =
      new Parameter<>(
          "mix",
          "ycsb-a to ycsb-f, or kinds and weights, whole numbers from 1 to 1000: read, update,"
              + " replace, modify (read, then update), insert, delete, find",
          "mix=read:95,update:5",
          text -> PRESETS.containsKey(text) ? PRESETS.get(text) : of(text, Keys.UNIFORM));

  private static Mix of(String text, Keys keys) {
    Map<Kind, Integer> weights = new EnumMap<>(Kind.class);
    String fault = "";
    for (String part : text.split(",", -1)) {
      Matcher pair = PART.matcher(part);
      Kind kind = pair.matches() ? Kind.valueOf(pair.group(1).toUpperCase(Locale.ROOT)) : null;
      if (kind == null || weights.put(kind, Integer.valueOf(pair.group(2))) != null) {
        fault = "'" + part + "' is not a kind with a weight from 1 to 1000, or is named twice";
      }
    }
    if (weights.getOrDefault(Kind.DELETE, 0) > weights.getOrDefault(Kind.INSERT, 0)) {
      fault = "more deletes than inserts would leave no documents";
    }
    if (!fault.isEmpty()) {
      throw BadInputException.parameter(
          "mix",
          text,
          "one of ycsb-a to ycsb-f, or kinds with weights such as read:95,update:5; " + fault);
    }
    return new Mix(weights, keys);
  }

  /** The kinds with their parts of all operations: "95 % read and 5 % update". */
  String label() {
    double all = weights.values().stream().mapToInt(Integer::intValue).sum();
    List<String> parts = new ArrayList<>();
    weights.forEach((kind, weight) -> {
      BigDecimal percent =
          new BigDecimal(100 * weight / all).round(new MathContext(6)).stripTrailingZeros();
      parts.add(percent.toPlainString() + " % " + Parameter.label(kind));
    });
    int last = parts.size() - 1;
    return last == 0
        ? parts.get(0)
        : String.join(", ", parts.subList(0, last)) + " and " + parts.get(last);
  }

  List<Kind> kinds() {
    return List.copyOf(weights.keySet());
  }

  /**
   * A worker's kinds, one after the other, dealt like cards in random order: among as many as the
   * weights come to, each kind has its weight exactly.
   */
  final class Deck {
    private final UniformRandomProvider random;
    private final List<Kind> cards = new ArrayList<>();
    private int remaining;

    Deck(UniformRandomProvider random) {
      this.random = random;
      weights.forEach((kind, weight) -> cards.addAll(Collections.nCopies(weight, kind)));
    }

    Kind next() {
      if (remaining == 0) {
        ListSampler.shuffle(random, cards);
        remaining = cards.size();
      }
      remaining--;
      return cards.get(remaining);
    }

    /** Puts the last one back: it is dealt again. */
    void putBack() {
      remaining++;
    }
  }
}
