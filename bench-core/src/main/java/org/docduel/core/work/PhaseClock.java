package org.docduel.core.work;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Adds up the time of named phases, and apart from them the time of work that does not count. */
public final class PhaseClock {
  private static final double NANOS_PER_MILLI = 1e6;

  private final Map<String, Double> millis = new LinkedHashMap<>();
  private double untimedMillis;

  /** Times work and adds it to its phase. */
  public void time(String phase, Runnable work) {
    long start = System.nanoTime();
    work.run();
    millis.merge(phase, (System.nanoTime() - start) / NANOS_PER_MILLI, Double::sum);
  }

  /** Does work between phases, which does not count. */
  public <T> T untimed(Supplier<T> work) {
    long start = System.nanoTime();
    T result = work.get();
    untimedMillis += (System.nanoTime() - start) / NANOS_PER_MILLI;
    return result;
  }

  /** Phase to milliseconds, in the order in which they began. */
  public Map<String, Double> millis() {
    return Collections.unmodifiableMap(millis);
  }

  /** A phase's milliseconds; 0 when it never began. */
  public double millis(String phase) {
    return millis.getOrDefault(phase, 0.0);
  }

  /** All phases together, in milliseconds. */
  public double totalMillis() {
    return millis.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /** The work between phases, in milliseconds. */
  public double untimedMillis() {
    return untimedMillis;
  }

  /** For people, such as {@code copy 2.5 s, index 0.3 s}. */
  public String inSeconds() {
    return millis.entrySet().stream()
        .map(phase ->
            String.format(Locale.ROOT, "%s %.1f s", phase.getKey(), phase.getValue() / 1e3))
        .collect(Collectors.joining(", "));
  }
}
