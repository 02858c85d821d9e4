package org.docduel.testkit;

import java.util.Collection;
import org.docduel.core.fork.ForkProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** A benchmark's shortest run, in this JVM, as an IDE would do it. */
public final class TinyRun {
  static {
    // JMH reads it once, before the first run.
    System.setProperty("jmh.ignoreLock", "true");
  }

  private TinyRun() {}

  /** Two iterations without warm-up. What fails in them fails the run. */
  public static ChainedOptionsBuilder of(String benchmark) {
    return new OptionsBuilder()
        .include("\\." + benchmark + "\\b")
        .addProfiler(ForkProfiler.class)
        .verbosity(VerboseMode.SILENT)
        .shouldFailOnError(true)
        .forks(0)
        .warmupIterations(0)
        .measurementIterations(2);
  }

  public static RunResult single(ChainedOptionsBuilder options) throws RunnerException {
    return new Runner(options.build()).runSingle();
  }

  public static Collection<RunResult> all(ChainedOptionsBuilder options) throws RunnerException {
    return new Runner(options.build()).run();
  }
}
