package org.docduel.core.workload;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Properties;
import java.util.TreeMap;
import org.docduel.core.config.Parameter;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.StoreProvider;
import org.docduel.stats.sidecar.Sidecar.Description;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.WorkloadParams;

/** One JMH class of a {@link Workload}, as the launcher sees it. */
public interface Experiment {
  /**
   * The JMH class: the one in which the experiment is nested, unless it says otherwise. Its simple
   * name is the benchmark's name on the command line.
   */
  default Class<?> benchmark() {
    return Objects.requireNonNull(getClass().getEnclosingClass(), "an experiment of its own");
  }

  /** What it needs of a store. */
  Optional<Capability> requiredCapability();

  /**
   * What it compares. Not asked for a benchmark without a store.
   *
   * @return the stores themselves, unless a store runs in several ways; nothing without a store
   */
  default Subjects subjects(List<StoreProvider> providers) {
    return requiredCapability().isEmpty() ? Subjects.NONE : Subjects.of(providers);
  }

  /**
   * Its parameters. The subjects' and {@code durability} are added to them.
   *
   * @return in the order in which the help shows them
   */
  List<Parameter<?>> parameters();

  /** Why a combination makes no sense, whatever the store; empty when it does. */
  default Optional<String> unsupportedReason(Combination combination) {
    return Optional.empty();
  }

  /**
   * The collection that a combination works on, where a store may refuse it.
   *
   * @return empty unless its documents or indexes are more than some stores can have
   */
  default Optional<Collection> collection(Combination combination) {
    return Optional.empty();
  }

  /**
   * Normalises a combination; equal results run once.
   *
   * @return the same, unless some of its parameters mean nothing beside the others
   */
  default Combination normalize(Combination combination) {
    return combination;
  }

  /**
   * What stands in the results for values that name files of this machine.
   *
   * @return by parameter; none where the values themselves are written
   */
  default Map<String, String> publishedValues(Combination combination) {
    return Map.of();
  }

  /** Whether several clients can share its work; its class then waits at their gates. */
  default boolean supportsMultipleClients() {
    return false;
  }

  /** What turns published winners: parameters, its own or a store's, with two values each. */
  default Map<String, List<String>> switches() {
    return Map.of();
  }

  /**
   * Does what has to be done once, when the servers run and before the first fork.
   *
   * @param allowMissing whether the run may go on without what some stores cannot do
   * @return the combinations of the plan that are worth their forks
   */
  default List<Combination> prepare(List<Combination> plan, boolean allowMissing, PrintWriter out) {
    return plan;
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
   * Whether its class warms each fork up itself until it is steady, unless JMH has warm-up
   * iterations to do: it calls {@link org.docduel.core.work.WarmUp}.
   */
  default boolean warmsUp() {
    return false;
  }

  /**
   * What a fork measured, as it is written to the results.
   *
   * @return the same, unless one fork measures what are several results to a reader
   */
  default List<RunResult> results(RunResult fork) {
    return List.of(fork);
  }

  /** How many connections a server has to take at once: one for each thread, unless they share. */
  default int connections(Combination combination, int threads) {
    return threads;
  }

  /** Why a combination does not run with so many threads; empty when it does. */
  default Optional<String> threadLimit(Combination combination, int threads) {
    return Optional.empty();
  }

  /** Why a fork's heap cannot hold a combination's documents; empty when it can, or holds none. */
  default Optional<String> heapShortage(Combination combination, int threads, long heapBytes) {
    return Optional.empty();
  }

  /**
   * The workload in words, for people who read its results: each combination of a run needs the
   * same text, since values stand in it by the names of their parameters.
   *
   * @return empty where nobody wrote any; durability and clients are added to it
   */
  default Optional<Description> description(Combination combination) {
    return Optional.empty();
  }

  /**
   * How large a combination's documents are that are there when it begins, as JSON, in bytes.
   *
   * @return empty when it does not begin with documents of which the parameter {@code documents}
   *     says how many
   */
  default OptionalDouble dataBytes(Combination combination) {
    return OptionalDouble.empty();
  }

  /** What the tables and the verdict after a run look at: JMH's score, unless it says otherwise. */
  default PrimaryMetric primaryMetric() {
    return new PrimaryMetric("", "1");
  }

  /**
   * Named sets of arguments for {@code --profile}: the file {@code NAME.profiles} beside the JMH
   * class, in the format of {@link java.util.Properties}; none when there is no file.
   */
  default Map<String, List<String>> profiles() {
    Properties lines = new Properties();
    String name = benchmark().getSimpleName() + ".profiles";
    try (InputStream file = benchmark().getResourceAsStream(name)) {
      if (file != null) {
        lines.load(new InputStreamReader(file, StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name, e);
    }
    Map<String, List<String>> profiles = new TreeMap<>();
    for (String profile : lines.stringPropertyNames()) {
      profiles.put(profile, List.of(lines.getProperty(profile).trim().split("\\s+")));
    }
    return profiles;
  }

  /**
   * How a benchmark's results are read: what the tables and the verdict after a run look at.
   *
   * @param metric the secondary metric that is compared, or empty for JMH's own score
   * @param items the parameter that says how many things an operation handles, or their number
   */
  record PrimaryMetric(String metric, String items) {}

  /** A benchmark of the client alone, compared by JMH's own score. */
  record StorelessExperiment(Class<?> benchmark, List<Parameter<?>> parameters)
      implements Experiment {
    public StorelessExperiment {
      parameters = List.copyOf(parameters);
    }

    @Override
    public Optional<Capability> requiredCapability() {
      return Optional.empty();
    }
  }

  /**
   * What a benchmark compares: the values of one parameter, and the store behind each. Mostly these
   * are the stores themselves; a benchmark that runs one store in several ways has a name for each
   * way.
   *
   * @param stores value to the store behind it, in the order in which they are shown; several
   *     values may have the same store
   */
  record Subjects(String parameter, Map<String, StoreProvider> stores) {
    /** The parameter of a benchmark that compares the stores themselves. */
    public static final String STORE = "store";

    /** Those of a benchmark that uses no store: no combination has a value of their parameter. */
    public static final Subjects NONE = new Subjects("", Map.of());

    /** Copies the map and keeps its order. */
    public Subjects {
      stores = Collections.unmodifiableMap(new LinkedHashMap<>(stores));
    }

    /** Every store under its own name. */
    public static Subjects of(List<StoreProvider> providers) {
      Map<String, StoreProvider> stores = new LinkedHashMap<>();
      providers.forEach(provider -> stores.put(provider.name(), provider));
      return new Subjects(STORE, stores);
    }

    /** The store behind a combination; empty when that has no subject. */
    public Optional<StoreProvider> store(Combination combination) {
      return Optional.ofNullable(stores.get(combination.value(parameter)));
    }
  }

  /** For results whose parameters a reader sees otherwise than JMH ran them. */
  final class ResultParts {
    private ResultParts() {}

    /** What a whole iteration says of one part; empty when it says nothing. */
    public interface Part {
      Optional<IterationResult> of(String value, IterationResult iteration, BenchmarkParams params);
    }

    /** A result for each value of a parameter, as if each had been a benchmark of its own. */
    public static List<RunResult> split(
        RunResult fork, String parameter, Iterable<String> values, Part part) {
      List<RunResult> results = new ArrayList<>();
      for (String value : values) {
        List<BenchmarkResult> forks = new ArrayList<>();
        for (BenchmarkResult forkResult : fork.getBenchmarkResults()) {
          BenchmarkParams params = params(forkResult.getParams(), parameter, value);
          List<IterationResult> iterations =
              forkResult.getIterationResults().stream()
                  .flatMap(iteration -> part.of(value, iteration, params).stream())
                  .toList();
          if (!iterations.isEmpty()) {
            forks.add(new BenchmarkResult(params, iterations));
          }
        }
        if (!forks.isEmpty()) { // an iteration alone may say nothing of a part
          results.add(new RunResult(forks.get(0).getParams(), forks));
        }
      }
      return results;
    }

    /** The parameters of a result, with another value for one of them. */
    public static BenchmarkParams params(BenchmarkParams from, String name, String value) {
      WorkloadParams workload = new WorkloadParams();
      int position = 0;
      for (String key : from.getParamsKeys()) {
        workload.put(key, key.equals(name) ? value : from.getParam(key), position++);
      }
      return params(from, from.getThreads(), workload);
    }

    /** The parameters of a result, with another number of threads and others of its own. */
    public static BenchmarkParams params(
        BenchmarkParams from, int threads, WorkloadParams workload) {
      return new BenchmarkParams(
          from.getBenchmark(),
          from.generatedBenchmark(),
          from.shouldSynchIterations(),
          threads,
          from.getThreadGroups(),
          from.getThreadGroupLabels(),
          from.getForks(),
          from.getWarmupForks(),
          from.getWarmup(),
          from.getMeasurement(),
          from.getMode(),
          workload,
          from.getTimeUnit(),
          from.getOpsPerInvocation(),
          from.getJvm(),
          from.getJvmArgs(),
          from.getJdkVersion(),
          from.getVmName(),
          from.getVmVersion(),
          from.getJmhVersion(),
          from.getTimeout());
    }
  }
}
