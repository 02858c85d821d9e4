package org.docduel.core.workload;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.config.Parameter;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.StoreProvider;
import org.openjdk.jmh.results.RunResult;

/** One JMH class of a {@link Workload}, as the launcher sees it. */
public interface Experiment {
  /**
   * The JMH class. Its simple name is the benchmark's name on the command line.
   *
   * @return a class with {@code @Benchmark} methods
   */
  Class<?> benchmark();

  /**
   * What it needs of a store.
   *
   * @return the capability; stores without it are skipped. Empty for a benchmark without a store
   */
  Optional<Capability> needs();

  /**
   * What it compares. Not asked for a benchmark without a store.
   *
   * @param providers the stores that there are
   * @return the stores themselves, unless a store runs in several ways
   */
  default Subjects subjects(List<StoreProvider> providers) {
    return Subjects.of(providers);
  }

  /**
   * Its parameters. The subjects' and {@code durability} are added to them.
   *
   * @return in the order in which the help shows them
   */
  List<Parameter<?>> parameters();

  /**
   * Why a combination makes no sense, whatever the store.
   *
   * @param combination one of this benchmark's
   * @return the reason, or empty when it does
   */
  default Optional<String> refusal(Combination combination) {
    return Optional.empty();
  }

  /**
   * The collection that a combination works on, where a store may refuse it.
   *
   * @param combination one that {@link #refusal} took
   * @return empty unless its documents or indexes are more than some stores can have
   */
  default Optional<Collection> collection(Combination combination) {
    return Optional.empty();
  }

  /**
   * The combination with which it is run. Those that are the same are run once.
   *
   * @param combination one that was asked for
   * @return the same, unless some of its parameters mean nothing beside the others
   */
  default Combination settled(Combination combination) {
    return combination;
  }

  /**
   * Does what has to be done once, when the servers run and before the first fork.
   *
   * @param plan the combinations of this benchmark that will run
   * @param out takes lines for the console
   */
  default void prepare(List<Combination> plan, PrintWriter out) {
    // nothing, unless a benchmark says otherwise
  }

  /**
   * Whether each fork is to find empty caches: the launcher then restarts the server before it,
   * where the server is its own, and drops the page cache where that is permitted.
   *
   * @return no, unless a benchmark measures cold starts
   */
  default boolean startsCold() {
    return false;
  }

  /**
   * What a fork measured, as it is written to the results.
   *
   * @param fork what JMH gives
   * @return the same, unless one fork measures what are several results to a reader
   */
  default List<RunResult> results(RunResult fork) {
    return List.of(fork);
  }

  /**
   * How many connections a server has to take at once.
   *
   * @param combination one that will run
   * @param threads how many threads work, as {@code -t} says
   * @return a connection for each thread, unless they share them
   */
  default int connections(Combination combination, int threads) {
    return threads;
  }

  /**
   * Why a combination does not run with so many threads.
   *
   * @param combination one of the plan
   * @param threads what {@code -t} gives, or the benchmark's own number
   * @return the reason, or empty when it does
   */
  default Optional<String> threadLimit(Combination combination, int threads) {
    return Optional.empty();
  }

  /**
   * What the tables and the verdict after a run look at.
   *
   * @return the metric and the parameters
   */
  PrimaryMetric primaryMetric();

  /**
   * Named sets of arguments for {@code --profile}: the file {@code NAME.profiles} beside the JMH
   * class, in the format of {@link java.util.Properties}.
   *
   * @return name to arguments, as they would be typed, the benchmark's name among them; arguments
   *     on the command line win over them
   */
  default Map<String, List<String>> profiles() {
    return ProfileFile.beside(benchmark());
  }
}
