package org.docduel.read;

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
 * Finds documents by their content: the scenarios S1 to S10 on fields that are indexed or not, in
 * typed columns, in JSON and in BSON.
 *
 * <p>One observation is one execution. Timed: sending the prepared query, the server's work, and
 * receiving the id of every document in the answer. Not timed: loading (once for each number of
 * rows), checking the answer (once a fork, before anything is measured), and the execution under
 * EXPLAIN that follows each observation and gives the metrics {@code execution} and {@code
 * planning} by the server's clock, {@code sharedHits} and {@code sharedReads} in blocks, and {@code
 * rows}. With {@code clock=server} that execution is the only one, and JMH's score the time until
 * its plan has come.
 *
 * <pre>
 * java -jar bench-read/target/benchmarks.jar IndexedRead -p scenario=S1,S4 -p rows=100000
 * </pre>
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 3, jvmArgsAppend = "-Xmx448m")
@Warmup(iterations = 2)
@Measurement(iterations = 10)
@Timeout(time = 2, timeUnit = TimeUnit.HOURS)
public class IndexedReadBenchmark {
  /**
   * Runs the query and receives the ids.
   *
   * @param state the prepared query
   * @return how many there were
   */
  @Benchmark
  public long read(IndexedReadState state) {
    return state.run();
  }
}
