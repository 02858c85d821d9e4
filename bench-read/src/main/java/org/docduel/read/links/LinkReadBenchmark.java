package org.docduel.read.links;

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
 * Finds documents along links: those that refer to a document, and those that a document refers to,
 * by their keys or by a join on the server.
 *
 * <p>One observation is a series of look-ups, one after the other, each of another document. Timed:
 * sending each look-up, the server's work, and receiving every document of the answer whole; ids
 * are read and digested, bodies stay as they came. Not timed: loading (once for each collection of
 * a run), and the check before anything is measured, in which every body is decoded and compared
 * with the generator's.
 *
 * <pre>
 * java -jar bench-read/target/benchmarks.jar LinkRead -p links=10 -p documents=10000
 * </pre>
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 3, jvmArgsAppend = "-Xmx448m")
@Warmup(iterations = 2)
@Measurement(iterations = 5)
@Timeout(time = 2, timeUnit = TimeUnit.HOURS)
public class LinkReadBenchmark {
  /**
   * Runs the look-ups and receives the documents.
   *
   * @param state the prepared look-up
   * @return how many documents there were
   */
  @Benchmark
  public long lookUp(LinkReadState state) {
    return state.run();
  }
}
