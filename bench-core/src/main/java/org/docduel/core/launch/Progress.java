package org.docduel.core.launch;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;
import org.docduel.core.jmh.RowProgress;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;

/**
 * What a person sees while the forks run: a line for each, with its observations and the time left.
 */
final class Progress {
  private final PrintWriter out;
  private final boolean terminal;
  private final Labels labels;
  private final int total;
  private final long startNanos = System.nanoTime();
  private boolean barShown;
  private int done;

  Progress(PrintWriter out, boolean terminal, Labels labels, int total) {
    this.out = out;
    this.terminal = terminal;
    this.total = total;
    this.labels = labels;
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

  void ended(Order.Turn turn, Collection<RunResult> results) {
    say(turn, results.stream().map(Progress::observations).collect(Collectors.joining("  ")));
  }

  void failed(Order.Turn turn, String reason) {
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

  static String words(Duration time) {
    return time.toMinutes() > 0
        ? String.format(Locale.ROOT, "%d min %02d s", time.toMinutes(), time.toSecondsPart())
        : time.toSeconds() + " s";
  }

  private static String observations(RunResult result) {
    StringBuilder text = new StringBuilder();
    for (BenchmarkResult fork : result.getBenchmarkResults()) {
      for (IterationResult iteration : fork.getIterationResults()) {
        text.append(text.isEmpty() ? "" : ", ");
        text.append(String.format(Locale.ROOT, "%.4g", iteration.getPrimaryResult().getScore()));
      }
    }
    return text + " " + result.getPrimaryResult().getScoreUnit();
  }
}
