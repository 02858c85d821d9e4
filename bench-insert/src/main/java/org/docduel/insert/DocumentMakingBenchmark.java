package org.docduel.insert;

import java.util.concurrent.TimeUnit;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.datasets.InsertDocuments;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
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
 * docduel run DocumentMakingBenchmark -p payload=200B,4KB
 * </pre>
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 3, jvmArgsPrepend = "-Xmx2g")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class DocumentMakingBenchmark {
  @Benchmark
  public Document make(Next next) {
    return next.dataset.document(next.index++);
  }

  /** A dataset of the insert workload and the index of the next document; one for each thread. */
  @State(Scope.Thread)
  public static class Next {
    @Param({"10B", "200B", "1KB", "2KB", "4KB"})
    public String payload = "4KB";

    @Param("1")
    public String attributes = "1";

    @Param("text")
    public String encoding = "text";

    @Param("flat")
    public String shape = "flat";

    private Dataset dataset = InsertDocuments.withDefaults();
    private long index;

    @Setup(Level.Trial)
    public void open() {
      dataset = InsertBenchmark.Insert.generated(payload, attributes, encoding, shape);
    }
  }
}
