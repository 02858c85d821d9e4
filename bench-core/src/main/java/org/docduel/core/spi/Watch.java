package org.docduel.core.spi;

import java.util.List;

/**
 * Watches a server while a workload runs, for a {@linkplain
 * org.docduel.core.server.ServerFamily#profilers profiler}. Used by one thread.
 *
 * @implSpec reads only what the server counts anyway: watching must not slow down what is watched
 */
public interface Watch {
  /**
   * Marks the beginning of an iteration.
   *
   * @throws StoreException when the server does not answer
   */
  void begin();

  /**
   * Tells what happened since {@link #begin}.
   *
   * @return the readings, always under the same names; what the server does not tell is missing
   * @throws StoreException when the server does not answer
   */
  List<Reading> end();

  /**
   * One number of one iteration: for what a server counts the difference between end and beginning,
   * for a level the level at the end.
   *
   * @param name the metric's name in the JMH JSON, such as {@code pgstat.hot_ratio}
   * @param value the number
   * @param unit its unit, such as {@code bytes}
   */
  record Reading(String name, double value, String unit) {}
}
