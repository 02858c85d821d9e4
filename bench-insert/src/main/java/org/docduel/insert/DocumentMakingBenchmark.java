package org.docduel.insert;

import java.util.concurrent.TimeUnit;
import org.docduel.core.model.Document;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Makes the documents of the insert workload, one after the other, each a new tree. Needs no store.
 *
 * <p>Timed: a document from its index to the finished tree. Nothing is encoded. {@code
 * InsertBenchmark} makes its documents before it measures and {@code IngestionBenchmark} between
 * its phases, so this speed bounds how long a run takes and no score.
 *
 * <p>Bytes of payload a second are the score times the payload.
 *
 * <pre>
 * java -jar bench-insert/target/benchmarks.jar DocumentMakingBenchmark -p payload=200B,4KB
 * </pre>
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 3, jvmArgsAppend = "-Xmx2g")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class DocumentMakingBenchmark {
  /**
   * Makes the next document.
   *
   * @param state the dataset
   * @return the document
   */
  @Benchmark
  public Document make(MakingState state) {
    return state.next();
  }
}
