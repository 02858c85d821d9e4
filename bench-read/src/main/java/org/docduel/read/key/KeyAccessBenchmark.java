package org.docduel.read.key;

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
 * Reads one key of every document of a collection; the server finds it in each.
 *
 * <p>One observation is one execution. Timed: sending the prepared query, the server's work, and
 * receiving a value for each document, or their count. Not timed: loading (once for each number of
 * rows), comparing every value with the generator's (once a fork, before anything is measured), and
 * the execution under EXPLAIN that follows each observation and gives {@code execution}, the
 * server's own time. Further metrics: {@code stored}, bytes for each document without indexes, and
 * {@code toasted}, the share of them that lies outside the rows, where the server tells.
 *
 * <pre>
 * java -jar bench-read/target/benchmarks.jar KeyAccess --profile friends
 * </pre>
 *
 * @see KeyInClientBenchmark
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 3, jvmArgsAppend = "-Xmx448m")
@Warmup(iterations = 2)
@Measurement(iterations = 5)
@Timeout(time = 1, timeUnit = TimeUnit.HOURS)
public class KeyAccessBenchmark {
  /**
   * Runs the query and receives its answer.
   *
   * @param state the prepared query
   * @return how many values there were
   */
  @Benchmark
  public long read(KeyAccessState state) {
    return state.run();
  }
}
