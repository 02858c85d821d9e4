package org.docduel.insert;

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
 * Loads many documents in bulk and times each phase: COPY (or the store's own bulk insertion),
 * index build, SET LOGGED, ANALYZE.
 *
 * <p>JMH's own score is the whole call, making the documents included. The phases are metrics
 * beside it, in milliseconds, and {@code total} is their sum, without the making; {@code raw} is
 * rows over the load phase alone, {@code effective} rows over the total, and {@code
 * raw_over_effective} how many times the first is the second.
 *
 * <pre>
 * java -jar bench-insert/target/benchmarks.jar IngestionBenchmark -p rows=1000000 -p dataset=w2 -p store=postgres-jsonb
 * </pre>
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 3, jvmArgsAppend = "-Xmx2g")
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Timeout(time = 6, timeUnit = TimeUnit.HOURS)
public class IngestionBenchmark {
  /**
   * Loads everything.
   *
   * @param state the collection and the clocks
   */
  @Benchmark
  public void ingest(IngestionState state) {
    state.ingest();
  }
}
