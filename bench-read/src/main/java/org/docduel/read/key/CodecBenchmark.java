package org.docduel.read.key;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.docduel.core.config.Parameter;
import org.docduel.core.encoding.Codec;
import org.docduel.core.fork.ForkProfiler.IterationMetrics;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ObjectValue;
import org.jspecify.annotations.Nullable;
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
import org.openjdk.jmh.annotations.TearDown;
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
 * docduel run CodecBenchmark -prof gc
 * </pre>
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 3, jvmArgsPrepend = "-Xmx512m")
@Warmup(iterations = 3, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 400, timeUnit = TimeUnit.MILLISECONDS)
public class CodecBenchmark {
  /** To the name that {@link KeyedDocuments} has for it. */
  private static final Parameter<String> POSITION =
      Parameter.choice(
          "position",
          Map.of("early", "early", "middle", "middle", "late", "last"),
          "early, middle, late: where the key lies",
          "position=early,late");

  public static final List<Parameter<?>> PARAMETERS =
      List.of(
          new Parameter<>(
              "format",
              String.join(", ", Codec.names()) + ": how documents are written",
              "format=bson,json-text",
              Codec::byName),
          KeyedDocuments.PARAMETER,
          POSITION);

  @Benchmark
  public @Nullable Value find(Key key, Encoded documents) {
    return key.lookup.find(documents.nextEncoded());
  }

  @Benchmark
  public ByteBuffer encode(Encoded documents) {
    return documents.codec.encode(documents.nextTree());
  }

  @Benchmark
  public ObjectValue decode(Encoded documents) {
    return documents.codec.decode(documents.nextEncoded());
  }

  /** A format and documents in it; one for each thread. */
  @State(Scope.Thread)
  public static class Encoded {
    private static final int COUNT = 64;

    @Param({"json-text", "json-tree", "bson", "bson-tree", "oson"})
    public String format = "bson";

    @Param({"users-10", "users-50", "users-90"})
    public String documents = "users-50";

    private Codec codec = Codec.all().get(0);
    private List<ObjectValue> trees = List.of();
    private byte[][] encoded = {};
    private double meanBytes;
    private int next;

    @Setup(Level.Trial)
    public void open() {
      codec = Codec.byName(format);
      trees =
          KeyedDocuments.PARAMETER.parse(documents).dataset().documents(0, COUNT).stream()
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

    @TearDown(Level.Iteration)
    public void report() {
      IterationMetrics.put("size", meanBytes, "B");
    }

    private byte[] nextEncoded() {
      return encoded[next++ & COUNT - 1];
    }

    private ObjectValue nextTree() {
      return trees.get(next++ & COUNT - 1);
    }
  }

  /** The key that is looked for; one for each thread. */
  @State(Scope.Thread)
  public static class Key {
    @Param({"early", "middle", "late"})
    public String position = "late";

    private Codec.Lookup lookup = encoded -> null;

    /** Prepares the look-up, and has every document answer as its tree does. */
    @Setup(Level.Trial)
    public void open(Encoded documents) {
      Path path =
          KeyedDocuments.PARAMETER.parse(documents.documents).path(POSITION.parse(position));
      lookup = documents.codec.lookup(path);
      for (int i = 0; i < Encoded.COUNT; i++) {
        Value expected = path.in(documents.codec.asDecoded(documents.trees.get(i))).orElseThrow();
        if (!Objects.equals(lookup.find(documents.encoded[i]), expected)) {
          throw new IllegalStateException(
              "format=" + documents.format + ": " + path + " is not what the document's tree has");
        }
      }
    }
  }
}
