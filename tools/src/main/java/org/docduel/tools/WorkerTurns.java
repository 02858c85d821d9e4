package org.docduel.tools;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * One side of {@link WorkerComparison}, in a process of its own: updates at a given rate for some
 * time for each line that comes in, and the process's processor time as a line that goes out.
 *
 * <p>Arguments: workers, store, documents, durability, updates per second, seconds, turns. Where
 * the server is comes in the file that forks get. Before the first turn it updates at five times
 * the rate, for twice as long, in many short iterations: while the JVM compiles the code of an
 * update, or of an iteration's beginning and end, that is most of what the client does.
 */
public final class WorkerTurns {
  private static final int WARMUP_RATE = 5;
  private static final int WARMUP_TURNS = 2;
  private static final int WARMUP_ITERATIONS = 200;

  private final int workers;
  private final String store;
  private final String documents;
  private final String durability;
  private final int rate;
  private final int seconds;
  private final int turns;

  private WorkerTurns(List<String> arguments) {
    this.workers = Integer.parseInt(arguments.get(0));
    this.store = arguments.get(1);
    this.documents = arguments.get(2);
    this.durability = arguments.get(3);
    this.rate = Integer.parseInt(arguments.get(4));
    this.seconds = Integer.parseInt(arguments.get(5));
    this.turns = Integer.parseInt(arguments.get(6));
  }

  /**
   * Measures.
   *
   * @param arguments how many workers there are, and what they update
   * @throws RunnerException when a server or a driver does not do what it should
   */
  public static void main(String[] arguments) throws RunnerException {
    System.setProperty("jmh.ignoreLock", "true");
    WorkerTurns side = new WorkerTurns(Arrays.asList(arguments));
    TimeValue turn = TimeValue.seconds(side.seconds);
    TimeValue warmup =
        TimeValue.milliseconds(
            turn.convertTo(TimeUnit.MILLISECONDS) * WARMUP_TURNS / WARMUP_ITERATIONS);
    new Runner(side.updates(WARMUP_RATE * side.rate, warmup, WARMUP_ITERATIONS).build())
        .runSingle();
    new Runner(side.updates(side.rate, turn, side.turns).addProfiler(ProcessorGate.class).build())
        .runSingle();
  }

  private ChainedOptionsBuilder updates(int perSecond, TimeValue time, int iterations) {
    return new OptionsBuilder()
        .include("\\.UpdateBenchmark\\.")
        .verbosity(VerboseMode.SILENT)
        .shouldFailOnError(true)
        .forks(0)
        .threads(workers)
        .warmupIterations(0)
        .measurementIterations(iterations)
        .measurementTime(time)
        .param("store", store)
        .param("documents", documents)
        .param("durability", durability)
        .param("rate", String.valueOf(perSecond));
  }
}
