package org.docduel.insert;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Adds up the time of named phases, and apart from them the time of work that does not count. */
final class PhaseClock {
  private static final double NANOS_PER_MILLI = 1e6;

  private final Map<String, Double> millis = new LinkedHashMap<>();
  private double asideMillis;

  /**
   * Times work and adds it to its phase.
   *
   * @param phase the phase's name
   * @param work what is timed
   */
  void time(String phase, Runnable work) {
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
  <T> T aside(Supplier<T> work) {
    long start = System.nanoTime();
    T result = work.get();
    asideMillis += (System.nanoTime() - start) / NANOS_PER_MILLI;
    return result;
  }

  /** Phase to milliseconds, in the order in which they began. */
  Map<String, Double> millis() {
    return Collections.unmodifiableMap(millis);
  }

  double millis(String phase) {
    return millis.getOrDefault(phase, 0.0);
  }

  double totalMillis() {
    return millis.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  double asideMillis() {
    return asideMillis;
  }
}
