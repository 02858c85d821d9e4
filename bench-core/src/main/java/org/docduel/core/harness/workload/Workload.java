package org.docduel.core.harness.workload;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreProvider;

/**
 * What a bench module tells the launcher about its benchmarks. Found by {@link
 * java.util.ServiceLoader}; a module has one.
 */
public interface Workload {
  /**
   * A short name, for directories and headings.
   *
   * @return such as {@code insert}
   */
  String name();

  /**
   * What runs when a command line names no benchmark.
   *
   * @return a regular expression, as JMH takes it
   */
  String mainBenchmark();

  /**
   * What it compares.
   *
   * @param providers the stores that there are
   * @return the stores themselves unless the workload runs a store in several ways
   */
  default Contestants contestants(List<StoreProvider> providers) {
    return Contestants.of(providers);
  }

  /**
   * The parameters of all its benchmarks, the contestants' and {@code durability} aside.
   *
   * @return in the order in which the help shows them
   */
  List<Parameter> parameters();

  /**
   * Why a combination makes no sense, whatever the store.
   *
   * @param combination one of the cross product
   * @return the reason, or empty when it does
   */
  Optional<String> refusal(Combination combination);

  /**
   * What a benchmark needs of a store. Not asked for a benchmark that has no contestants.
   *
   * @param benchmark the benchmark's full name, class and method
   * @return the capability; a store without it is skipped
   */
  Capability needs(String benchmark);

  /**
   * How many connections a server has to take at once.
   *
   * @param combination one that will run
   * @param threads how many threads work, as {@code -t} says
   * @return a connection for each thread, unless the workload shares them
   */
  default int connections(Combination combination, int threads) {
    return threads;
  }

  /**
   * What the tables and the verdict after a run look at.
   *
   * @param benchmark the benchmark's full name, class and method
   * @return the metric and the parameters
   */
  PrimaryMetric primaryMetric(String benchmark);

  /**
   * How a benchmark's results are read.
   *
   * @param metric the secondary metric that is compared, or empty for JMH's own score
   * @param items how many items one operation handles: the parameter that holds it, or a number
   * @param scale the parameter along which degradation factors are taken
   */
  record PrimaryMetric(String metric, String items, String scale) {}

  /**
   * Named sets of arguments for {@code --profile}.
   *
   * @return name to arguments, as they would be typed; arguments on the command line win over them
   */
  Map<String, List<String>> profiles();
}
