package org.docduel.tools;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.stores.mongodb.server.MongoServer;
import org.docduel.stores.postgres.server.PostgresServer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What {@code InsertBenchmark} does, written straight on the driver. Timed, as there: encoding,
 * sending and waiting, of documents made before. Run with {@code scripts/compare insert}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(jvmArgsAppend = "-Xmx2g")
public class BareInsertBenchmark {
  private static final int BATCH = 500;

  /** Which driver, and which table. */
  @Param("postgres-jsonb")
  public String store = "";

  /** Bytes of payload in a document. */
  @Param("4KB")
  public String payload = "";

  /** Over how many attributes it is split. */
  @Param("1")
  public int attributes;

  /** Documents in an observation. */
  @Param("5000")
  public int documents;

  private final List<List<Document>> batches = new ArrayList<>();
  private Optional<BareLoop> loop = Optional.empty();

  /** Makes the documents and the collection. */
  @Setup(Level.Trial)
  public void open() throws Exception {
    Dataset dataset =
        InsertDocuments.withDefaults()
            .withPayload(PayloadSize.parse(payload))
            .withAttributes(attributes);
    for (int from = 0; from < documents; from += BATCH) {
      batches.add(dataset.documents(from, Math.min(BATCH, documents - from)));
    }
    BareLoop opened = loop();
    opened.create();
    loop = Optional.of(opened);
    System.gc();
  }

  private BareLoop loop() throws Exception {
    return switch (store) {
      case "postgres-jsonb" -> new BareCopy(ForkServer.of(PostgresServer.FAMILY));
      case "mongodb" -> new BareMongo(ForkServer.of(MongoServer.FAMILY), "w1");
      default -> throw new IllegalArgumentException("no bare loop for " + store);
    };
  }

  /** Empties the collection. */
  @Setup(Level.Iteration)
  public void empty() throws Exception {
    loop.orElseThrow().empty();
  }

  /** Inserts all documents. */
  @Benchmark
  public void insert() throws Exception {
    BareLoop opened = loop.orElseThrow();
    for (List<Document> batch : batches) {
      opened.insert(batch);
    }
  }

  /** Drops the collection. */
  @TearDown(Level.Trial)
  public void close() throws Exception {
    loop.orElseThrow().close();
  }
}
