package org.docduel.core.model;

import org.docduel.core.config.AttributeCount;
import org.docduel.core.config.DocumentShape;
import org.docduel.core.config.PayloadEncoding;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.encoding.BsonBytes;

/**
 * Prints how fast one thread makes documents of the insert workload and encodes them as BSON: the
 * best of several rounds. A quick look; the benchmarks proper are JMH's.
 */
public final class DocumentSpeed {
  private static final int ROUNDS = 8;
  private static final long ROUND_NANOS = 400_000_000L;

  /** As many as a batch, so that no document is a dead store. */
  private static final Document[] KEPT = new Document[512];

  private DocumentSpeed() {}

  /**
   * Measures the usual sizes.
   *
   * @param args none
   */
  public static void main(String[] args) {
    print("10B", 1, DocumentShape.FLAT, PayloadEncoding.TEXT);
    print("200B", 1, DocumentShape.FLAT, PayloadEncoding.TEXT);
    print("4KB", 1, DocumentShape.FLAT, PayloadEncoding.TEXT);
    print("4KB", 200, DocumentShape.FLAT, PayloadEncoding.TEXT);
    print("4KB", 1, DocumentShape.FLAT, PayloadEncoding.BINARY);
    print("4KB", 10, DocumentShape.NESTED, PayloadEncoding.TEXT);
  }

  private static void print(
      String size, int attributes, DocumentShape shape, PayloadEncoding encoding) {
    PayloadSize payload = PayloadSize.parse(size);
    Dataset dataset =
        InsertDocuments.withDefaults()
            .withPayload(payload)
            .withAttributes(new AttributeCount(attributes))
            .withShape(shape)
            .withEncoding(encoding);
    Document[] made = new Document[500];
    for (int i = 0; i < made.length; i++) {
      made[i] = dataset.document(i);
    }
    BsonBytes bytes = new BsonBytes();
    double make = best(i -> keep(dataset.document(i)));
    double encode = best(i -> bytes.documentView(made[(int) (i % made.length)]).remaining());
    System.out.printf(
        "%s %s, %d attributes, %s: make %.0f docs/s, %.2f GB/s; BSON %.0f docs/s, %.2f GB/s%n",
        shape.label(),
        size,
        attributes,
        encoding.label(),
        make,
        make * payload.bytes() / 1e9,
        encode,
        encode * payload.bytes() / 1e9);
  }

  private static int keep(Document document) {
    KEPT[(int) document.id() & (KEPT.length - 1)] = document;
    return 1;
  }

  private interface Work {
    int at(long index);
  }

  private static double best(Work work) {
    double best = 0;
    long sink = 0;
    for (int round = 0; round < ROUNDS; round++) {
      long start = System.nanoTime();
      long done = 0;
      while (System.nanoTime() - start < ROUND_NANOS) {
        for (int i = 0; i < 500; i++) {
          sink += work.at(done + i);
        }
        done += 500;
      }
      best = Math.max(best, done * 1e9 / (System.nanoTime() - start));
    }
    if (sink == 42) {
      System.out.println(sink);
    }
    return best;
  }
}
