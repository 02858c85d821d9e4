package org.docduel.core.harness.launch.console;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.docduel.core.harness.jmh.RowProgress;
import org.docduel.core.harness.launch.plan.Order;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * What a person sees while the forks run: a line for each, with its observations and the time left.
 */
public final class Progress {
  private final PrintWriter out;
  private final boolean terminal;
  private final Labels labels;
  private final int total;
  private final UnaryOperator<String> metric;
  private final long startNanos = System.nanoTime();
  private boolean barShown;
  private int done;

  /**
   * For a run.
   *
   * @param total how many forks it has
   * @param metric the metric that is compared for a benchmark, given by its full name; empty for
   *     JMH's own score
   */
  public Progress(PrintWriter out, Labels labels, int total, UnaryOperator<String> metric) {
    this.out = out;
    this.terminal = Terminal.isInteractive();
    this.total = total;
    this.labels = labels;
    this.metric = metric;
  }

  /** Looks for a workload's own progress in what a fork prints. */
  void heard(String line) {
    RowProgress.parse(line).ifPresent(this::rows);
  }

  private void rows(RowProgress progress) {
    if (terminal) {
      out.print("\r" + progress.bar(30) + "\u001b[K");
      barShown = true;
    } else {
      out.println("    " + progress.line());
    }
    out.flush();
  }

  /**
   * Prints what a fork gave.
   *
   * @param turn which fork
   * @param results its results
   */
  public void ended(Order.Turn turn, Collection<RunResult> results) {
    String primary = metric.apply(turn.combination().benchmark());
    say(
        turn,
        results.stream()
            .map(result -> observations(result, primary))
            .collect(Collectors.joining("  ")));
  }

  /**
   * Prints why a fork failed.
   *
   * @param turn which fork
   * @param reason in one line
   */
  public void failed(Order.Turn turn, String reason) {
    say(turn, "FAILED: " + reason);
  }

  private void say(Order.Turn turn, String what) {
    done++;
    if (barShown) {
      out.print("\r\u001b[K");
      barShown = false;
    }
    String label = labels.of(turn.combination().parameters());
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
  }

  private String left() {
    Duration left = Duration.ofNanos((System.nanoTime() - startNanos) / done * (total - done));
    return done == total || left.toSeconds() < 10 ? "" : "  (" + words(left) + " left)";
  }

  /**
   * A duration as people say it.
   *
   * @param time not negative
   * @return such as {@code 2 min 05 s}
   */
  public static String words(Duration time) {
    return time.toMinutes() > 0
        ? String.format(Locale.ROOT, "%d min %02d s", time.toMinutes(), time.toSecondsPart())
        : time.toSeconds() + " s";
  }

  private static String observations(RunResult result, String metric) {
    List<Result<?>> observations = new ArrayList<>();
    for (BenchmarkResult fork : result.getBenchmarkResults()) {
      for (IterationResult iteration : fork.getIterationResults()) {
        Result<?> secondary = iteration.getSecondaryResults().get(metric);
        observations.add(secondary == null ? iteration.getPrimaryResult() : secondary);
      }
    }
    String numbers =
        observations.stream()
            .map(observation -> String.format(Locale.ROOT, "%.4g", observation.getScore()))
            .collect(Collectors.joining(", "));
    return observations.isEmpty() ? "" : numbers + " " + observations.get(0).getScoreUnit();
  }
}
