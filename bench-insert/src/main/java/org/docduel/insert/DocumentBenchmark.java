package org.docduel.insert;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.docduel.core.config.AttributeCount;
import org.docduel.core.config.DocumentShape;
import org.docduel.core.config.PayloadEncoding;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.encoding.BsonBytes;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.encoding.WireBuffer;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Document;
import org.docduel.core.model.InsertDocuments;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The client's own work, without any store: documents per second that one thread makes, and that it
 * encodes as BSON and as JSON. Timed is nothing else; the documents that are encoded are made
 * before. Times the payload, the score is bytes per second.
 *
 * <pre>java -jar bench-insert/target/benchmarks.jar DocumentBenchmark -p payload=200B,4KB</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class DocumentBenchmark {
  private static final int DOCUMENTS = 500;

  /** The size of a document's payload. */
  @Param({"200B", "4KB"})
  public String payload = "";

  /** Over how many attributes it is split. */
  @Param("1")
  public String attributes = "";

  /** Text or bytes. */
  @Param("text")
  public String encoding = "";

  /** Flat or nested. */
  @Param("flat")
  public String shape = "";

  private final BsonBytes bson = new BsonBytes();
  private final WireBuffer buffer = new WireBuffer();
  private JsonBytes json = new JsonBytes(PayloadEncoding.TEXT);
  private Dataset dataset = InsertDocuments.withDefaults();
  private List<Document> made = new ArrayList<>();

  /** Makes what is to be encoded. */
  @Setup
  public void make() {
    PayloadEncoding chosen = PayloadEncoding.parse(encoding);
    dataset =
        InsertDocuments.withDefaults()
            .withPayload(PayloadSize.parse(payload))
            .withAttributes(AttributeCount.parse(attributes))
            .withEncoding(chosen)
            .withShape(DocumentShape.parse(shape));
    json = new JsonBytes(chosen);
    made = dataset.documents(0, DOCUMENTS);
  }

  /**
   * Makes documents.
   *
   * @param hole takes them
   */
  @Benchmark
  @OperationsPerInvocation(DOCUMENTS)
  public void made(Blackhole hole) {
    for (int i = 0; i < DOCUMENTS; i++) {
      hole.consume(dataset.document(i));
    }
  }

  /**
   * Encodes documents as BSON.
   *
   * @param hole takes the bytes
   */
  @Benchmark
  @OperationsPerInvocation(DOCUMENTS)
  public void bson(Blackhole hole) {
    for (Document document : made) {
      hole.consume(bson.documentView(document));
    }
  }

  /**
   * Encodes documents as JSON.
   *
   * @param hole takes the bytes
   */
  @Benchmark
  @OperationsPerInvocation(DOCUMENTS)
  public void json(Blackhole hole) {
    for (Document document : made) {
      buffer.clear();
      json.write(document, document.body(), buffer);
      hole.consume(buffer.array());
    }
  }
}
