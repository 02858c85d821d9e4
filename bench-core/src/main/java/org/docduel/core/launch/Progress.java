package org.docduel.core.launch;

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
  private volatile long heardNanos = startNanos;
  private long saidNanos = startNanos;
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
            tellSilence();
          }
        };
    silence.schedule(look, QUIET.toMillis(), QUIET.toMillis());
  }

  /** The fork is at work, or the server is silent. */
  private void tellSilence() {
    Duration quiet = Duration.ofNanos(System.nanoTime() - heardNanos);
    if (quiet.compareTo(QUIET) >= 0) {
      stay("    no word from the fork for " + words(quiet));
    }
  }

  /** Prints a line that stays. */
  private synchronized void stay(String line) {
    out.println((passing ? "\r\u001b[K" : "") + line);
    passing = false;
    out.flush();
  }

  /** Prints a line that the next one replaces, where this is a terminal. */
  private synchronized void pass(String line) {
    if (terminal) {
      out.print("\r    " + line + "\u001b[K");
      passing = true;
      out.flush();
    } else {
      stay("    " + line);
    }
  }

  /** Hears that a fork is at work. */
  void heard() {
    heardNanos = System.nanoTime();
  }

  /** Shows what a fork says of its work: how far a load has come as iterations are shown. */
  synchronized void told(String line) {
    heard();
    if (!LoadProgress.isIn(line)) {
      stay("    " + line);
    } else if (terminal || heardNanos - saidNanos > QUIET_NANOS) {
      pass(line);
      saidNanos = heardNanos;
    }
  }

  /** Shows an iteration of the fork that runs: each on a terminal, else one now and then. */
  synchronized void iteration(
      BenchmarkParams benchmark, IterationParams kind, int number, IterationResult data) {
    heardNanos = System.nanoTime();
    if (terminal || heardNanos - saidNanos > QUIET_NANOS) {
      BenchmarkResult alone = new BenchmarkResult(benchmark, List.of(data));
      pass(
          String.format(
              Locale.ROOT,
              "%siteration %d of %d: %s",
              kind.getType() == IterationType.WARMUP ? "warm-up " : "",
              number,
              kind.getCount(),
              measured.apply(new RunResult(benchmark, List.of(alone)))));
      saidNanos = heardNanos;
    }
  }

  /** Prints what a fork gave. */
  void ended(Order.Turn turn, Collection<RunResult> results) {
    say(turn, results.stream().map(measured).collect(Collectors.joining("  ")));
  }

  /** Prints why a fork failed. */
  void failed(Order.Turn turn, String reason) {
    say(turn, "FAILED: " + reason);
  }

  private synchronized void say(Order.Turn turn, String what) {
    done++;
    heardNanos = System.nanoTime();
    saidNanos = heardNanos;
    int total = done + waiting.size();
    stay(
        String.format(
            Locale.ROOT,
            "[%" + String.valueOf(total).length() + "d/%d] %s %s  fork %d: %s%s",
            done,
            total,
            turn.combination().shortName(),
            labels.of(turn.named().parameters()),
            turn.fork() + 1,
            what,
            left()));
  }

  private String left() {
    Duration left = Duration.ofNanos((System.nanoTime() - startNanos) / done * waiting.size());
    return left.toSeconds() < 10
        ? ""
        : "  (" + (mayEndEarlier ? "at most " : "") + words(left) + " left, then the verdicts)";
  }

  @Override
  public void close() {
    silence.cancel();
  }

  /** A duration as people say it, such as {@code 2 min 05 s}. */
  static String words(Duration time) {
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
    private static final int MOST = 12;

    @Override
    public String apply(RunResult fork) {
      Experiment own = experiment.apply(fork.getParams().getBenchmark());
      List<RunResult> results = own.results(fork);
      boolean atRate = Selection.offersRate(StoreState.parameters(fork.getParams()));
      String compared = atRate ? Selection.RESPONSE : own.primaryMetric().metric();
      String before = atRate ? compared + " " : "";
      if (results.size() == 1) {
        return before + observations(results.get(0), compared);
      }
      Set<String> telling =
          Labels.varying(results.stream().map(one -> StoreState.parameters(one.getParams())));
      String numbers =
          results.stream()
              .limit(MOST)
              .map(one ->
                  telling.stream()
                          .map(one.getParams()::getParam)
                          .collect(Collectors.joining(" ", "", ": "))
                      + words(ofFork(one, compared)))
              .collect(Collectors.joining(", "));
      int more = results.size() - MOST;
      return before + numbers + (more > 0 ? ", and " + more + " more" : "");
    }

    private static String observations(RunResult result, String metric) {
      if (result.getSecondaryResults().containsKey(OF_FORK + metric)) {
        return words(ofFork(result, metric));
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
      Result<?> together = result.getSecondaryResults().get(OF_FORK + metric);
      Result<?> mean = result.getSecondaryResults().get(metric);
      return together != null ? together : mean != null ? mean : result.getPrimaryResult();
    }

    private static String words(Result<?> result) {
      return number(result.getScore()) + " " + result.getScoreUnit();
    }

    /** Four digits, and no power of ten where people write none. */
    private static String number(double score) {
      boolean large = Math.abs(score) >= 10_000 && Math.abs(score) < 1e12;
      return String.format(Locale.ROOT, large ? "%,.0f" : "%.4g", score);
    }
  }
}
