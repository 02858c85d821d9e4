package org.docduel.core.launch;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.docduel.core.fork.RowProgress;
import org.docduel.core.launch.Summary.Labels;
import org.docduel.stats.cli.Terminal;
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
  private final UnaryOperator<String> metric;
  private final long startNanos = System.nanoTime();
  private final Timer silence = new Timer("docduel-quiet", true);
  private volatile long heardNanos = startNanos;
  private long saidNanos = startNanos;
  private boolean lineShown;
  private int done;

  /**
   * For a run.
   *
   * @param metric the metric that is compared for a benchmark, given by its full name; empty for
   *     JMH's own score
   */
  Progress(
      PrintWriter out,
      Labels labels,
      Collection<?> waiting,
      boolean mayEndEarlier,
      UnaryOperator<String> metric) {
    this.out = out;
    this.terminal = Terminal.isInteractive();
    this.waiting = waiting;
    this.mayEndEarlier = mayEndEarlier;
    this.labels = labels;
    this.metric = metric;
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
      synchronized (this) {
        clearLine();
        out.println("    no word from the fork for " + words(quiet));
        out.flush();
      }
    }
  }

  private void clearLine() {
    if (lineShown) {
      out.print("\r\u001b[K");
      lineShown = false;
    }
  }

  /** Looks for a workload's own progress in what a fork prints. */
  void heard(String line) {
    heardNanos = System.nanoTime();
    RowProgress.parse(line).ifPresent(this::rows);
  }

  private synchronized void rows(RowProgress progress) {
    if (terminal) {
      transientLine("    " + progress.line());
    } else {
      out.println("    " + progress.line());
    }
    out.flush();
  }

  /** Shows an iteration of the fork that runs: each on a terminal, else one now and then. */
  synchronized void iteration(
      BenchmarkParams benchmark, IterationParams kind, int number, IterationResult data) {
    heardNanos = System.nanoTime();
    Result<?> observed = observation(data, metric.apply(benchmark.getBenchmark()));
    String line =
        String.format(
            Locale.ROOT,
            "    %siteration %d of %d: %s %s",
            kind.getType() == IterationType.WARMUP ? "warm-up " : "",
            number,
            kind.getCount(),
            number(observed.getScore()),
            observed.getScoreUnit());
    if (terminal) {
      transientLine(line);
    } else if (System.nanoTime() - saidNanos > QUIET_NANOS) {
      out.println(line);
      saidNanos = System.nanoTime();
    }
    out.flush();
  }

  private void transientLine(String line) {
    out.print("\r" + line + "\u001b[K");
    lineShown = true;
  }

  /** Prints what a fork gave. */
  void ended(Order.Turn turn, Collection<RunResult> results) {
    String primary = metric.apply(turn.combination().benchmark());
    say(
        turn,
        results.stream()
            .map(result -> observations(result, primary))
            .collect(Collectors.joining("  ")));
  }

  /** Prints why a fork failed. */
  void failed(Order.Turn turn, String reason) {
    say(turn, "FAILED: " + reason);
  }

  private synchronized void say(Order.Turn turn, String what) {
    done++;
    heardNanos = System.nanoTime();
    clearLine();
    String label = labels.of(turn.named().parameters());
    int total = done + waiting.size();
    int width = String.valueOf(total).length();
    out.printf(
        Locale.ROOT,
        "[%" + width + "d/%d] %s %s  fork %d: %s%s%n",
        done,
        total,
        turn.combination().shortName(),
        label,
        turn.fork() + 1,
        what,
        left());
    out.flush();
    saidNanos = System.nanoTime();
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

  /**
   * A duration as people say it.
   *
   * @return such as {@code 2 min 05 s}
   */
  static String words(Duration time) {
    return time.toMinutes() > 0
        ? String.format(Locale.ROOT, "%d min %02d s", time.toMinutes(), time.toSecondsPart())
        : time.toSeconds() + " s";
  }

  private static Result<?> observation(IterationResult iteration, String metric) {
    Result<?> secondary = iteration.getSecondaryResults().get(metric);
    return secondary == null ? iteration.getPrimaryResult() : secondary;
  }

  private static String observations(RunResult result, String metric) {
    List<Result<?>> observations = new ArrayList<>();
    for (BenchmarkResult fork : result.getBenchmarkResults()) {
      for (IterationResult iteration : fork.getIterationResults()) {
        observations.add(observation(iteration, metric));
      }
    }
    String numbers =
        observations.stream()
            .map(observation -> number(observation.getScore()))
            .collect(Collectors.joining(", "));
    return observations.isEmpty() ? "" : numbers + " " + observations.get(0).getScoreUnit();
  }

  /** Four digits, and no power of ten where people write none. */
  private static String number(double score) {
    boolean large = Math.abs(score) >= 10_000 && Math.abs(score) < 1e12;
    return String.format(Locale.ROOT, large ? "%,.0f" : "%.4g", score);
  }
}
