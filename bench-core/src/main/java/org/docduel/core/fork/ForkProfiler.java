package org.docduel.core.fork;

import java.io.File;
import java.nio.file.Files;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.docduel.core.config.Settings;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Aggregator;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * What the launcher adds to every fork: on its way there the {@link RunDirectory} and other
 * settings, on its way back the {@link IterationMetrics}, with raw data. Names of tables and
 * statements have the same digits in all forks. A profiler's JVM options are the only ones that JMH
 * keeps out of the result file's {@code jvmArgs}, and a path that differs in every run does not
 * belong there.
 */
public final class ForkProfiler implements ExternalProfiler, InternalProfiler {
  /** The file of arguments for the forks' JVMs, in the {@link RunDirectory} if there are any. */
  public static final String ARGUMENTS = "jvm.arguments";

  /** The setting that says what was done so that the next fork finds empty caches. */
  public static final String COLD = "cold";

  /**
   * The setting of forks that warm up until they are steady: for so many seconds at most. JMH has
   * no warm-up iterations then.
   */
  public static final String STEADY = "steady.limit";

  /**
   * The setting of forks after which a store on another server may be measured: one that writes
   * settles its server at its end too.
   */
  public static final String SETTLE_AFTER = "settle.after";

  /** The setting of a warm-up fork, which leaves no facts. */
  static final String WARM_UP = "warmup";

  /** What it says of a server that was restarted begins with this. */
  public static final String RESTARTED = "restarted: ";

  /** Of no country, whatever this process and the system have. */
  private static final List<String> LOCALE =
      List.of(
          "-Duser.language=",
          "-Duser.country=",
          "-Duser.language.format=",
          "-Duser.country.format=");

  /** How many forks were told so far. JMH begins with those that warm up. */
  private int startedForks;

  @Override
  public String getDescription() {
    return "what a fork is told, and what it measures beside JMH's score";
  }

  @Override
  public Collection<String> addJVMInvokeOptions(BenchmarkParams params) {
    return List.of();
  }

  @Override
  public Collection<String> addJVMOptions(BenchmarkParams params) {
    Settings settings = Settings.ofProcess();
    boolean warmsUp = startedForks++ < params.getWarmupForks();
    Stream<String> warmUp =
        warmsUp ? Stream.of("-D" + Settings.property(WARM_UP) + "=true") : Stream.of();
    Stream<String> passedOn =
        Stream.of(
                RunDirectory.SETTING,
                ExplainedTime.SETTING,
                COLD,
                STEADY,
                SETTLE_AFTER,
                ServerWatches.SETTING)
            .flatMap(name ->
                settings
                    .get(name)
                    .map(value -> "-D" + Settings.property(name) + "=" + value)
                    .stream());
    Stream<String> arguments =
        RunDirectory.ofFork(settings)
            .map(run -> run.path().resolve(ARGUMENTS))
            .filter(Files::exists)
            .map(file -> "@" + file)
            .stream();
    return Stream.of(passedOn, warmUp, arguments, LOCALE.stream()).flatMap(all -> all).toList();
  }

  @Override
  public void beforeTrial(BenchmarkParams params) {
    // nothing is measured
  }

  @Override
  public Collection<? extends Result<?>> afterTrial(
      BenchmarkResult result, long pid, File standardOutput, File standardError) {
    return List.of();
  }

  @Override
  public boolean allowPrintOut() {
    return true;
  }

  @Override
  public boolean allowPrintErr() {
    return true;
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    IterationMetrics.take(); // what a trial's set-up measured belongs to no iteration
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    return IterationMetrics.take();
  }

  /**
   * Metrics of the current iteration that JMH's own clock does not give. Workloads put them, {@link
   * ForkProfiler} takes them after each iteration, so that they stand in the JMH JSON beside the
   * score, iteration by iteration.
   */
  public static final class IterationMetrics {
    /** What names of metrics begin with that are of a whole fork; its last iteration has them. */
    public static final String OF_FORK = "fork.";

    private static final Map<String, Metric> CURRENT = new LinkedHashMap<>();

    private IterationMetrics() {}

    /**
     * One number of one iteration. The score is the mean, or of what is of whole forks the largest.
     * JMH counts iterations without a metric as zeros where there is a result that says zero.
     */
    public static final class Metric extends ScalarResult {
      private static final long serialVersionUID = 1L;

      public Metric(String name, double value, String unit) {
        super(
            name,
            value,
            unit,
            name.startsWith(OF_FORK) ? AggregationPolicy.MAX : AggregationPolicy.AVG);
      }

      @Override
      protected Aggregator<ScalarResult> getThreadAggregator() {
        return results -> results.iterator().next(); // there is one in an iteration: itself
      }

      @Override
      @SuppressWarnings("NullAway") // JMH's own word for no such result
      protected ScalarResult getZeroResult() {
        return null;
      }
    }

    /** Sets a metric of the current iteration. */
    public static synchronized void put(String name, double value, String unit) {
      CURRENT.put(name, new Metric(name, value, unit));
    }

    /** Takes what was set since the last time, in the order in which it was first set. */
    static synchronized List<Metric> take() {
      List<Metric> metrics = List.copyOf(CURRENT.values());
      CURRENT.clear();
      return metrics;
    }
  }
}
