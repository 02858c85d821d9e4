package org.docduel.tools.compare;

import java.util.List;
import java.util.Map;

/**
 * The same work done in several ways.
 *
 * @param sides the ways
 * @param cases parameters of all sides; {@code store} also tells which server is needed
 * @param timing how each fork measures
 * @param metric what is compared: a metric of the benchmarks, or empty for JMH's score
 * @param goals what is to be shown
 */
record Comparison(
    List<Side> sides,
    List<Map<String, String>> cases,
    Timing timing,
    String metric,
    List<Goal> goals) {

  /**
   * One way: a JMH benchmark.
   *
   * @param name such as {@code ours}
   * @param benchmark class and method, such as {@code InsertBenchmark.insert}
   * @param threads JMH's threads
   * @param parameters those that the cases do not give
   */
  record Side(String name, String benchmark, int threads, Map<String, String> parameters) {
    Side(String name, String benchmark) {
      this(name, benchmark, 1, Map.of());
    }
  }

  /**
   * What a fork does.
   *
   * @param forks forks of each side, unless the command line says otherwise
   * @param warmups iterations that do not count
   * @param iterations iterations that count
   * @param millis time of an iteration in milliseconds; 0 for single shots
   */
  record Timing(int forks, int warmups, int iterations, long millis) {}

  /**
   * One side is fast enough beside another.
   *
   * @param side whose speed it is
   * @param reference the side with the speed 1
   * @param speed the least speed that will do: 0.97 allows 3 % fewer operations a second
   */
  record Goal(String side, String reference, double speed) {}
}
