package org.docduel.read.key;

import java.nio.ByteBuffer;
import java.util.List;
import org.docduel.core.encoding.Codec;
import org.docduel.core.encoding.Codecs;
import org.docduel.core.fork.IterationMetrics;
import org.docduel.core.model.Document;
import org.docduel.core.model.ObjectValue;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A format and documents in it; one for each thread. */
@State(Scope.Thread)
public class FormatState {
  private static final int COUNT = 64;

  /** How documents are written: any format on the class path. */
  @Param({"json-text", "json-tree", "bson", "bson-tree", "oson"})
  public String format = "bson";

  /** users-F, with F friends each; pairs-text, pairs-int32, pairs-bool. */
  @Param({"users-10", "users-50", "users-90"})
  public String documents = "users-50";

  private Codec codec = Codecs.all().get(0);
  private List<ObjectValue> trees = List.of();
  private byte[][] encoded = {};
  private double meanBytes;
  private int next;

  /** Encodes the documents and reads them back. */
  @Setup(Level.Trial)
  public void open() {
    codec = Codecs.named(format);
    trees =
        KeyedDocuments.parse(documents).dataset().documents(0, COUNT).stream()
            .map(Document::body)
            .toList();
    encoded = new byte[COUNT][];
    long bytes = 0;
    for (int i = 0; i < COUNT; i++) {
      ByteBuffer written = codec.encode(trees.get(i));
      encoded[i] = new byte[written.remaining()];
      written.get(encoded[i]);
      bytes += encoded[i].length;
      if (!codec.decode(encoded[i]).equals(codec.asDecoded(trees.get(i)))) {
        throw new IllegalStateException(
            "format=" + format + ": document " + i + " of " + documents + " comes back changed");
      }
    }
    meanBytes = (double) bytes / COUNT;
  }

  /** Tells the encoded size. */
  @TearDown(Level.Iteration)
  public void report() {
    IterationMetrics.put("size", meanBytes, "B");
  }

  Codec codec() {
    return codec;
  }

  /** The encoded documents beside what a reader must make of them. */
  void forEach(Check check) {
    for (int i = 0; i < COUNT; i++) {
      check.check(encoded[i], codec.asDecoded(trees.get(i)));
    }
  }

  byte[] nextEncoded() {
    return encoded[next++ & COUNT - 1];
  }

  ByteBuffer encodeNext() {
    return codec.encode(trees.get(next++ & COUNT - 1));
  }

  ObjectValue decodeNext() {
    return codec.decode(nextEncoded());
  }

  /** Takes a document twice. */
  @FunctionalInterface
  interface Check {
    void check(byte[] encoded, ObjectValue tree);
  }
}
