package org.docduel.read.key;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Value;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What formats of documents cost a client: reaching one key, writing and reading a whole document.
 * Needs no server.
 *
 * <p>Timed: one document's bytes to one value ({@code find}), its tree to bytes ({@code encode}),
 * its bytes to a tree ({@code decode}). Not timed: making the documents, 64 that take turns, and
 * the check that every format gives the tree's own values, before anything is measured. The metric
 * {@code size} is the encoded length, on average.
 *
 * <p>{@code json-text} and {@code bson} step over what lies before the key, {@code json-tree} and
 * {@code bson-tree} build the whole tree first, {@code oson} jumps. Bytes allocated per operation:
 * {@code -prof gc}.
 *
 * <pre>
 * java -jar bench-read/target/benchmarks.jar CodecBenchmark -prof gc
 * </pre>
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 3, jvmArgsAppend = "-Xmx512m")
@Warmup(iterations = 3, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 400, timeUnit = TimeUnit.MILLISECONDS)
public class CodecBenchmark {
  /**
   * Reaches one key.
   *
   * @param key what is looked for
   * @param format the format and its documents
   * @return the value
   */
  @Benchmark
  public @Nullable Value find(KeyState key, FormatState format) {
    return key.find(format.nextEncoded());
  }

  /**
   * Writes a document.
   *
   * @param format the format and its documents
   * @return the bytes
   */
  @Benchmark
  public ByteBuffer encode(FormatState format) {
    return format.encodeNext();
  }

  /**
   * Reads a whole document.
   *
   * @param format the format and its documents
   * @return the tree
   */
  @Benchmark
  public ObjectValue decode(FormatState format) {
    return format.decodeNext();
  }
}
