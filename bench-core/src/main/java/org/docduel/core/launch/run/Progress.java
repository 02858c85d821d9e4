package org.docduel.core.launch.run;

import static org.docduel.core.fork.ForkProfiler.IterationMetrics.OF_FORK;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.docduel.core.fork.LoadProgress;
import org.docduel.core.fork.StoreState;
import org.docduel.core.launch.plan.Labels;
import org.docduel.core.launch.plan.Turn;
import org.docduel.core.workload.Experiment;
import org.docduel.stats.cli.Terminal;
import org.docduel.stats.jmh.Selection;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.IterationType;

/**
 * What a person sees while the forks run: a line for each, with its observations and the time left.
 */
final class Progress implements AutoCloseable {
  /** Where lines stay, a long fork is heard of this often. */
  private static final long QUIET_NANOS = Duration.ofSeconds(10).toNanos();

  /** After so long without a word it is said that there was none. */
  private static final Duration QUIET = Duration.ofSeconds(30);

  private final PrintWriter out;
  private final boolean terminal;
  private final Labels labels;
  private final Collection<?> waiting;
  private final boolean mayEndEarlier;
  private final Function<RunResult, String> measured;
  private final long startNanos = System.nanoTime();
  private final Timer silence = new Timer("docduel-quiet", true);
  private volatile long activityNanos = startNanos;
  private long printedNanos = startNanos;
  private boolean passing;
  private int done;

  /**
   * For a run.
   *
   * @param measured what a fork, or one iteration of it, measured, in words
   */
  Progress(
      PrintWriter out,
      Labels labels,
      Collection<?> waiting,
      boolean mayEndEarlier,
      Function<RunResult, String> measured) {
    this.out = out;
    this.terminal = Terminal.isInteractive();
    this.waiting = waiting;
    this.mayEndEarlier = mayEndEarlier;
    this.labels = labels;
    this.measured = measured;
    TimerTask look =
        new TimerTask() {
          @Override
          public void run() {
            warnIfQuiet();
          }
        };
    silence.schedule(look, QUIET.toMillis(), QUIET.toMillis());
  }

  /** The fork is at work, or the server is silent. */
  private void warnIfQuiet() {
    Duration quiet = Duration.ofNanos(System.nanoTime() - activityNanos);
    if (quiet.compareTo(QUIET) >= 0) {
      printLine("    no word from the fork for " + formatDuration(quiet));
    }
  }

  /** Prints a line that stays. */
  private synchronized void printLine(String line) {
    out.println((passing ? "\r\u001b[K" : "") + line);
    passing = false;
    out.flush();
  }

  /** Prints a line that the next one replaces, where this is a terminal. */
  private synchronized void printStatus(String line) {
    if (terminal) {
      out.print("\r    " + line + "\u001b[K");
      passing = true;
      out.flush();
    } else {
      printLine("    " + line);
    }
  }

  /** Hears that a fork is at work. */
  void markActivity() {
    activityNanos = System.nanoTime();
  }

  /** Shows what a fork says of its work: how far a load has come as iterations are shown. */
  synchronized void onForkOutput(String line) {
    markActivity();
    if (!LoadProgress.isIn(line)) {
      printLine("    " + line);
    } else if (terminal || activityNanos - printedNanos > QUIET_NANOS) {
      printStatus(line);
      printedNanos = activityNanos;
    }
  }

  /** Shows an iteration of the fork that runs: each on a terminal, else one now and then. */
  synchronized void iteration(
      BenchmarkParams benchmark, IterationParams kind, int number, IterationResult data) {
    activityNanos = System.nanoTime();
    if (terminal || activityNanos - printedNanos > QUIET_NANOS) {
      BenchmarkResult single = new BenchmarkResult(benchmark, List.of(data));
      printStatus(
          String.format(
              Locale.ROOT,
              "%siteration %d of %d: %s",
              kind.getType() == IterationType.WARMUP ? "warm-up " : "",
              number,
              kind.getCount(),
              measured.apply(new RunResult(benchmark, List.of(single)))));
      printedNanos = activityNanos;
    }
  }

  /** Prints what a fork gave. */
  void ended(Turn turn, Collection<RunResult> results) {
    printForkResult(turn, results.stream().map(measured).collect(Collectors.joining("  ")));
  }

  /** Prints why a fork failed. */
  void failed(Turn turn, String reason) {
    printForkResult(turn, "FAILED: " + reason);
  }

  private synchronized void printForkResult(Turn turn, String what) {
    done++;
    activityNanos = System.nanoTime();
    printedNanos = activityNanos;
    int total = done + waiting.size();
    printLine(
        String.format(
            Locale.ROOT,
            "[%" + String.valueOf(total).length() + "d/%d] %s %s%s  fork %d: %s%s",
            done,
            total,
            turn.combination().shortName(),
            labels.of(turn.publishedCombination().parameters()),
            turn.threadsLabel(),
            turn.fork() + 1,
            what,
            remainingTime()));
  }

  private String remainingTime() {
    Duration remaining = Duration.ofNanos((System.nanoTime() - startNanos) / done * waiting.size());
    return remaining.toSeconds() < 10
        ? ""
        : "  ("
            + (mayEndEarlier ? "at most " : "")
            + formatDuration(remaining)
            + " left, then the verdicts)";
  }

  @Override
  public void close() {
    silence.cancel();
  }

  /** A duration as people say it, such as {@code 2 min 05 s}. */
  static String formatDuration(Duration time) {
    return time.toMinutes() > 0
        ? String.format(Locale.ROOT, "%d min %02d s", time.toMinutes(), time.toSecondsPart())
        : time.toSeconds() + " s";
  }

  /**
   * What is compared of a fork, in words: the observations of its one result, or a number for each
   * of several, such as the queries of a suite.
   *
   * @param experiment the experiment of a benchmark, given by its full name
   */
  record Compared(Function<String, Experiment> experiment) implements Function<RunResult, String> {
    /** Of more results than a line holds the rest is counted. */
    private static final int MAX_RESULTS = 12;

    @Override
    public String apply(RunResult fork) {
      Experiment benchmark = experiment.apply(fork.getParams().getBenchmark());
      List<RunResult> results = benchmark.results(fork);
      boolean atRate = Selection.offersRate(StoreState.parameters(fork.getParams()));
      String compared = atRate ? Selection.RESPONSE : benchmark.primaryMetric().metric();
      String before = atRate ? compared + " " : "";
      if (results.size() == 1) {
        return before + observations(results.get(0), compared);
      }
      Set<String> varying =
          Labels.varying(results.stream().map(result -> StoreState.parameters(result.getParams())));
      String numbers =
          results.stream()
              .limit(MAX_RESULTS)
              .map(result ->
                  varying.stream()
                          .map(result.getParams()::getParam)
                          .collect(Collectors.joining(" ", "", ": "))
                      + formatScore(ofFork(result, compared)))
              .collect(Collectors.joining(", "));
      int more = results.size() - MAX_RESULTS;
      return before + numbers + (more > 0 ? ", and " + more + " more" : "");
    }

    private static String observations(RunResult result, String metric) {
      if (result.getSecondaryResults().containsKey(OF_FORK + metric)) {
        return formatScore(ofFork(result, metric));
      }
      List<Result<?>> observations = new ArrayList<>();
      for (IterationResult iteration : result.getAggregatedResult().getIterationResults()) {
        Result<?> secondary = iteration.getSecondaryResults().get(metric);
        observations.add(secondary == null ? iteration.getPrimaryResult() : secondary);
      }
      String numbers =
          observations.stream()
              .map(observation -> number(observation.getScore()))
              .collect(Collectors.joining(", "));
      return observations.isEmpty() ? "" : numbers + " " + observations.get(0).getScoreUnit();
    }

    /** Of all iterations together where the fork measured that, else their mean. */
    private static Result<?> ofFork(RunResult result, String metric) {
      Result<?> overall = result.getSecondaryResults().get(OF_FORK + metric);
      Result<?> mean = result.getSecondaryResults().get(metric);
      return overall != null ? overall : mean != null ? mean : result.getPrimaryResult();
    }

    private static String formatScore(Result<?> result) {
      return number(result.getScore()) + " " + result.getScoreUnit();
    }

    /** Four digits, and no power of ten where people write none. */
    private static String number(double score) {
      boolean large = Math.abs(score) >= 10_000 && Math.abs(score) < 1e12;
      return String.format(Locale.ROOT, large ? "%,.0f" : "%.4g", score);
    }
  }
}
