package org.docduel.core.launch.result;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.docduel.core.fork.StoreState;
import org.docduel.core.launch.plan.Turn;
import org.docduel.stats.jmh.SeriesFile;
import org.docduel.stats.jmh.SeriesFile.Iteration;
import org.docduel.stats.jmh.SeriesFile.Measured;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.IterationType;

/**
 * The iterations of a run, each on disk when it has ended, with its latencies: JMH hands results
 * over at the end of a fork, and an interruption or a kill would lose all before. A run whose forks
 * have all ended well needs no such file, since JMH's JSON has all of it.
 */
public final class SeriesJournal {
  private static final String TAG = "Tag=";

  private final RunRecord record;
  private final RunFiles files;
  private final Runnable collect;
  private final Consumer<String> warnings;
  private Optional<Turn> current = Optional.empty();
  private int turn;
  private long seriesStart;
  private long latenciesStart;
  private int iterations;
  private int planned;
  private boolean hasUnfinished;
  private boolean warned;
  private boolean closed;

  /**
   * Of a run, before its first fork.
   *
   * @param collect has the record take what the fork has left, after each iteration
   * @param warnings hears once that the file cannot be written
   */
  public SeriesJournal(
      RunRecord record, RunFiles files, Runnable collect, Consumer<String> warnings) {
    this.record = record;
    this.files = files;
    this.collect = collect;
    this.warnings = warnings;
  }

  /** Begins a fork. */
  public synchronized void start(Turn next) {
    current = Optional.of(next);
    turn++;
    seriesStart = files.series.length();
    latenciesStart = files.latencies.length();
    iterations = 0;
    planned = 0;
  }

  /** Takes an iteration of the current fork; of several clients each knows its own alone. */
  public synchronized void iterationEnded(
      BenchmarkParams benchmark, IterationParams kind, int number, IterationResult data) {
    boolean measured = kind.getType() == IterationType.MEASUREMENT;
    if (closed || current.isEmpty() || !measured || record.group.isPresent()) {
      return;
    }
    if (number == 1) {
      files.series.truncate(seriesStart); // those before were of a fork that warms up
    }
    iterations = number;
    planned = kind.getCount();
    RunResult single =
        new RunResult(benchmark, List.of(new BenchmarkResult(benchmark, List.of(data))));
    StringBuilder lines = new StringBuilder();
    for (RunResult result : record.plan.experiment(current.get().combination()).results(single)) {
      result
          .getAggregatedResult()
          .getIterationResults()
          .forEach(each -> lines.append(iteration(result.getParams(), each).line()));
    }
    attempt(() -> files.series.append(lines.toString()));
    attempt(this::saveLatencies);
  }

  private void saveLatencies() {
    collect.run();
    files.saveLatencies(record);
  }

  private Iteration iteration(BenchmarkParams part, IterationResult data) {
    Turn fork = current.orElseThrow();
    BenchmarkParams params = record.results.flattenParams(part, fork.twin());
    Map<String, Measured> metrics = new LinkedHashMap<>();
    data.getSecondaryResults().forEach((name, metric) -> metrics.put(name, measured(metric)));
    Map<String, String> stated = new LinkedHashMap<>();
    stated.put("jmhVersion", params.getJmhVersion());
    stated.put("jdkVersion", params.getJdkVersion());
    stated.put("vmName", params.getVmName());
    stated.put("vmVersion", params.getVmVersion());
    stated.put("threads", String.valueOf(params.getThreads()));
    stated.put("warmupIterations", String.valueOf(params.getWarmup().getCount()));
    stated.put("warmupTime", String.valueOf(params.getWarmup().getTime()));
    stated.put("measurementIterations", String.valueOf(planned));
    stated.put("measurementTime", String.valueOf(params.getMeasurement().getTime()));
    stated.put("measurementBatchSize", String.valueOf(params.getMeasurement().getBatchSize()));
    return new Iteration(
        turn,
        fork.fork() + 1,
        iterations,
        planned,
        System.currentTimeMillis(),
        params.getBenchmark(),
        params.getMode().shortLabel(),
        StoreState.parameters(params),
        stated,
        measured(data.getPrimaryResult()),
        metrics);
  }

  private static Measured measured(Result<?> result) {
    return new Measured(result.getScore(), result.getScoreUnit());
  }

  /**
   * Takes the end of the current fork.
   *
   * @param valid whether its results count: it came to its end, and its checks passed
   */
  public synchronized void forkEnded(boolean valid) {
    if (iterations > 0 && valid) {
      attempt(() -> files.series.append(SeriesFile.endLine(turn)));
    } else if (!valid) {
      hasUnfinished |= iterations > 0;
      attempt(this::markLatencies);
    }
    iterations = 0;
  }

  /** So that nobody adds them up with those of forks that count. */
  private void markLatencies() {
    saveLatencies();
    files.latencies.rewrite(
        latenciesStart, lines -> lines.replace(TAG, TAG + SeriesFile.UNFINISHED + "."));
  }

  /** What is on disk of the fork that runs or has failed, in words; empty when there is nothing. */
  public synchronized String progress() {
    return iterations == 0
        ? ""
        : "%d of %d iterations are in %s"
            .formatted(iterations, planned, ResultPaths.displayPath(files.series.path));
  }

  /** Takes no more; removes the file where all forks have ended well. */
  public synchronized void close() {
    if (iterations > 0) {
      forkEnded(false);
    }
    closed = true;
    if (!hasUnfinished) {
      attempt(files.series::delete);
    }
  }

  private void attempt(Runnable write) {
    try {
      write.run();
    } catch (ResultWriteException e) {
      if (!warned) {
        warnings.accept(e.getMessage() + "; the run goes on, and tries again");
      }
      warned = true;
    }
  }
}
