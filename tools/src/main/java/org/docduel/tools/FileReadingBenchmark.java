package org.docduel.tools;

import java.io.IOException;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.docduel.core.files.FileDocuments;
import org.docduel.core.fork.IterationMetrics;
import org.docduel.core.model.Document;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Reads orders from an NDJSON file of 64 MB into value trees. The score is MB a second of one
 * thread, the metric {@code processor} MB a second of that thread's processor time, which holds on
 * a busy machine too. Timed: from the file's bytes, which are in the page cache, to the trees. Not
 * timed: the first pass, which works out columns.
 *
 * <pre>
 * java -cp tools/target/classes:$(cat tools/target/classpath) org.openjdk.jmh.Main FileReading \
 *     -prof org.docduel.core.fork.MetricsProfiler
 * </pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class FileReadingBenchmark {
  private static final int MEGABYTES = 64;

  private Path file = Path.of("");
  private final ThreadMXBean processor = ManagementFactory.getThreadMXBean();
  private long size;
  private long reads;
  private long processorNanos;

  /** Writes the file. */
  @Setup(Level.Trial)
  public void write() throws IOException {
    file = Files.createTempFile("orders", ".ndjson");
    Random random = new Random(42);
    long written = 0;
    try (Writer out = Files.newBufferedWriter(file)) {
      for (long i = 0; written < MEGABYTES * 1_000_000L; i++) {
        String line = order(i, random);
        out.write(line);
        written += line.length();
      }
    }
    size = FileDocuments.read(file, Map.of(), "").size();
  }

  private static String order(long number, Random random) {
    StringBuilder items = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      items.append(i == 0 ? "" : ",");
      items.append("{\"sku\":\"S").append(random.nextInt(9_999));
      items.append("\",\"qty\":").append(1 + random.nextInt(9));
      items.append(",\"price\":").append(random.nextInt(99_999) / 100.0).append('}');
    }
    return "{\"order\":"
        + number
        + ",\"status\":\"shipped\",\"placed\":\"2025-03-13T20:03:00.000Z\",\"total\":"
        + random.nextInt(99_999) / 100.0
        + ",\"customer\":{\"name\":\"Ann Example\",\"vip\":false,\"address\":{\"city\":\"Springfield\","
        + "\"zip\":\"0"
        + random.nextInt(9_999)
        + "\",\"street\":\"Long Road 12, second floor\"}},\"tags\":[\"gift\",\"express\"],\"items\":["
        + items
        + "],\"note\":"
        + (number % 3 == 0 ? "null" : "\"leave it at the door, please\"")
        + "}\n";
  }

  /** Begins to count. */
  @Setup(Level.Iteration)
  public void begin() {
    reads = 0;
    processorNanos = 0;
  }

  /** Puts the metric. */
  @TearDown(Level.Iteration)
  public void put() {
    IterationMetrics.put("processor", reads * MEGABYTES / (processorNanos / 1e9), "MB/s");
  }

  /** Removes the file. */
  @TearDown(Level.Trial)
  public void remove() throws IOException {
    Files.delete(file);
  }

  /** Reads all documents. */
  @Benchmark
  @OperationsPerInvocation(MEGABYTES)
  public long read() {
    long begun = processor.getCurrentThreadCpuTime();
    FileDocuments documents = FileDocuments.read(file, Map.of(), "");
    Document last = documents.document(size - 1);
    processorNanos += processor.getCurrentThreadCpuTime() - begun;
    reads++;
    return last.id();
  }
}
