package org.docduel.insert;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Encodes documents of the insert workload as JSON or as BSON and throws the bytes away. Needs no
 * store: it is what the client alone can do, in documents a second for each thread.
 *
 * <p>Timed: a document from the finished tree to its bytes in a buffer. Making the documents is
 * not.
 *
 * <pre>
 * java -jar bench-insert/target/benchmarks.jar EncodingBenchmark -p payload=200B,4KB
 * </pre>
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 3, jvmArgsAppend = "-Xmx2g")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class EncodingBenchmark {
  /**
   * Encodes the next document as JSON.
   *
   * @param state the documents
   * @return the number of bytes
   */
  @Benchmark
  public int json(EncodingState state) {
    return state.json();
  }

  /**
   * Encodes the next document as BSON.
   *
   * @param state the documents
   * @return the bytes
   */
  @Benchmark
  public ByteBuffer bson(EncodingState state) {
    return state.bson();
  }
}
