package org.docduel.insert;

import java.util.List;
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
 * Inserts documents in batches into an empty collection.
 *
 * <p>Timed: for every batch, encoding the documents, sending them and waiting for the server's
 * acknowledgement. Not timed: making the documents (once a fork, before anything is measured),
 * emptying the collection before each observation, and checking the content before the first and
 * after the last one.
 *
 * <p>One observation is the insertion of all {@code documents}; with {@code -t n}, of n times as
 * many by n clients.
 *
 * <pre>
 * java -jar bench-insert/target/benchmarks.jar InsertBenchmark -p payload=10B,4KB -p store=postgres-json,postgres-jsonb
 * </pre>
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 3, jvmArgsAppend = "-Xmx2g")
@Warmup(iterations = 1)
@Measurement(iterations = 5)
public class InsertBenchmark {
  /**
   * Inserts all documents of one client.
   *
   * @param client the thread's documents and connection
   */
  @Benchmark
  public void insert(InsertClient client) {
    for (List<Document> batch : client.batches()) {
      client.inserts().insert(batch);
    }
  }
}
