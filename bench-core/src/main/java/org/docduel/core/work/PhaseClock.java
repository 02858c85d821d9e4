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
  private double asideMillis;

  /** At zero. */
  public PhaseClock() {}

  /**
   * Times work and adds it to its phase.
   *
   * @param phase the phase's name
   * @param work what is timed
   */
  public void time(String phase, Runnable work) {
    long start = System.nanoTime();
    work.run();
    millis.merge(phase, (System.nanoTime() - start) / NANOS_PER_MILLI, Double::sum);
  }

  /**
   * Does work between phases.
   *
   * @param work what does not count
   * @param <T> what it gives
   * @return what it gave
   */
  public <T> T aside(Supplier<T> work) {
    long start = System.nanoTime();
    T result = work.get();
    asideMillis += (System.nanoTime() - start) / NANOS_PER_MILLI;
    return result;
  }

  /**
   * What was timed.
   *
   * @return phase to milliseconds, in the order in which they began
   */
  public Map<String, Double> millis() {
    return Collections.unmodifiableMap(millis);
  }

  /**
   * What was timed, for people.
   *
   * @return such as {@code copy 2.5 s, index 0.3 s}
   */
  public String inSeconds() {
    return millis.entrySet().stream()
        .map(one -> String.format(Locale.ROOT, "%s %.1f s", one.getKey(), one.getValue() / 1e3))
        .collect(Collectors.joining(", "));
  }

  /**
   * One phase.
   *
   * @param phase its name
   * @return milliseconds; 0 when it never began
   */
  public double millis(String phase) {
    return millis.getOrDefault(phase, 0.0);
  }

  /**
   * All phases.
   *
   * @return milliseconds
   */
  public double totalMillis() {
    return millis.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /**
   * The work between phases.
   *
   * @return milliseconds
   */
  public double asideMillis() {
    return asideMillis;
  }
}
