package org.docduel.read.suite;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Timeout;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Asks the questions of a suite in each iteration, in an order shuffled by the seed, by every
 * thread in an order of its own. One that takes less than 100 ms is repeated, at least ten times
 * and for 100 ms; the iteration's time is the mean.
 *
 * <p>Timed, each question by itself: sending the prepared question, the server's work, and
 * receiving every field of every row. Not timed: loading, and comparing the answers, once before
 * the first fork. The launcher writes one result for each question, with the parameter {@code
 * query}; its score is the mean over threads. The metric {@code cold} is the first execution of the
 * fork after the server was restarted, {@code first} the same where the server is not ours.
 *
 * <pre>
 * java -jar bench-read/target/benchmarks.jar QuerySuite -p suite=customer -p rows=10000
 * </pre>
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 3, jvmArgsAppend = "-Xmx448m")
@Warmup(iterations = 1)
@Measurement(iterations = 5)
@Timeout(time = 6, timeUnit = TimeUnit.HOURS)
public class QuerySuiteBenchmark {
  /**
   * Asks every question.
   *
   * @param asker the thread's session and its questions
   * @return how many rows there were
   */
  @Benchmark
  public long ask(SuiteAsker asker) {
    return asker.askAll();
  }
}
