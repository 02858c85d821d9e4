package org.docduel.core.launch.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.config.BadInputException;

/**
 * In which order the forks of a plan run, so that a machine that grows slower or faster during the
 * run does so for every store alike: in rounds of one fork of every combination, except where the
 * order is sequential.
 *
 * @param seed for {@code random}; 0 otherwise
 */
public record Order(Kind kind, long seed) {
  public enum Kind {
    /** Every round in an order of its own. */
    RANDOM,
    /** Every round in the plan's order. */
    INTERLEAVED,
    /** All forks of a combination together, as stock JMH runs them. */
    SEQUENTIAL
  }

  public static final Order DEFAULT = new Order(Kind.RANDOM, 42);

  private static final Pattern ORDER =
      Pattern.compile("(random)(?::(-?[0-9]{1,18}))?|interleaved|sequential");

  /** Reads {@code random}, {@code random:SEED}, {@code interleaved} or {@code sequential}. */
  public static Order parse(String text) {
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

  @Override
  public String toString() {
    return kind.name().toLowerCase(Locale.ROOT) + (kind == Kind.RANDOM ? ":" + seed : "");
  }
}
