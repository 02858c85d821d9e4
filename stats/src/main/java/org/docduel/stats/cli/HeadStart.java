package org.docduel.stats.cli;

import java.util.List;
import org.docduel.stats.Comparison;
import org.docduel.stats.Observations;
import org.docduel.stats.analysis.Method;
import org.docduel.stats.analysis.Overall;
import org.docduel.stats.analysis.SuperiorityTest;
import org.docduel.stats.report.text.Format;
import org.docduel.stats.report.text.SuperiorityDocument;

/**
 * Makes a small verdict on made-up numbers while the command line is parsed and files are read, so
 * that what a real verdict needs is loaded and compiled when it is its turn. Its result is thrown
 * away.
 */
final class HeadStart implements Runnable {
  private static final int RESAMPLES = 4096;

  HeadStart() {}

  /** Begins in the background, unless there is but one processor to share. */
  static void begin() {
    if (Runtime.getRuntime().availableProcessors() > 1) {
      Thread thread = new Thread(new HeadStart(), "head-start");
      thread.setDaemon(true);
      thread.start();
    }
  }

  @Override
  public void run() {
    Observations slow = Observations.ofSeconds(series(1.0));
    Observations fast = Observations.ofSeconds(series(0.7));
    var report =
        SuperiorityTest.withDefaults()
            .withThreads(1)
            .withResamples(RESAMPLES)
            .withChecks(List.of(Method.WELCH, Method.BCA, Method.PERCENTILE))
            .withOverall(List.of(Overall.values()))
            .testAll(List.of(new Comparison("a", slow, fast), new Comparison("b", fast, slow)));
    Format.TEXT.render(SuperiorityDocument.of(report, "a", "b", "group", List.of()));
  }

  private static double[] series(double level) {
    double[] values = new double[30];
    for (int i = 0; i < values.length; i++) {
      values[i] = level * (1 + 0.01 * ((i * 7) % 11));
    }
    return values;
  }
}
