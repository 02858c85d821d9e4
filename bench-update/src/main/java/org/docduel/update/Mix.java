package org.docduel.update;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.ListSampler;
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

  /** What an operation does. */
  enum Kind {
    /** Reads one document by its id. */
    READ(Capability.READ_BACK),
    /** Sets a number in one document, found by its id. */
    UPDATE(Capability.UPDATE),
    /** Replaces one document, found by its id. */
    REPLACE(Capability.UPDATE),
    /** Reads one document and then sets the number in it: one operation. */
    MODIFY(Capability.READ_BACK),
    /** Adds one document with a new id. */
    INSERT(Capability.INSERT),
    /** Removes one document by its id. */
    DELETE(Capability.DELETE),
    /** Reads documents in the order of an indexed field, from a value on. */
    FIND(Capability.SCAN);

    final Capability needed;

    Kind(Capability needed) {
      this.needed = needed;
    }

    String label() {
      return Parameter.label(this);
    }

    boolean reads() {
      return this == READ || this == MODIFY || this == FIND;
    }

    boolean writes() {
      return this != READ && this != FIND;
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

  static final Parameter<Mix> PARAMETER =
      new Parameter<>(
          "mix",
          "ycsb-a to ycsb-f, or kinds and weights, whole numbers from 1 to 1000: read, update,"
              + " replace, modify (read, then update), insert, delete, find",
          "mix=read:95,update:5",
          text -> PRESETS.containsKey(text) ? PRESETS.get(text) : of(text, Keys.UNIFORM));

  private static Mix of(String text, Keys keys) {
    Map<Kind, Integer> weights = new EnumMap<>(Kind.class);
    for (String part : text.split(",", -1)) {
      Matcher pair = PART.matcher(part);
      if (!pair.matches()
          || weights.put(
                  Kind.valueOf(pair.group(1).toUpperCase(Locale.ROOT)),
                  Integer.valueOf(pair.group(2)))
              != null) {
        throw refusal(
            text, "'" + part + "' is no kind with a weight from 1 to 1000, or named twice");
      }
    }
    if (weights.getOrDefault(Kind.DELETE, 0) > weights.getOrDefault(Kind.INSERT, 0)) {
      throw refusal(text, "more deletes than inserts would leave no documents");
    }
    return new Mix(weights, keys);
  }

  private static BadInputException refusal(String text, String reason) {
    return BadInputException.parameter(
        "mix",
        text,
        "one of ycsb-a to ycsb-f, or kinds with weights such as read:95,update:5; " + reason);
  }

  List<Kind> kinds() {
    return List.copyOf(weights.keySet());
  }

  boolean has(Kind kind) {
    return weights.containsKey(kind);
  }

  /**
   * A worker's kinds, one after the other, dealt like cards in random order: among as many as the
   * weights come to, each kind has its weight exactly.
   */
  final class Deck {
    private final UniformRandomProvider random;
    private final List<Kind> cards = new ArrayList<>();
    private int left;

    Deck(UniformRandomProvider random) {
      this.random = random;
      weights.forEach((kind, weight) -> cards.addAll(Collections.nCopies(weight, kind)));
    }

    Kind next() {
      if (left == 0) {
        ListSampler.shuffle(random, cards);
        left = cards.size();
      }
      left--;
      return cards.get(left);
    }
  }
}
