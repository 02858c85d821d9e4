package org.docduel.tools;

import java.nio.ByteBuffer;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.TimeUnit;
import oracle.sql.json.OracleJsonArray;
import oracle.sql.json.OracleJsonFactory;
import oracle.sql.json.OracleJsonGenerator;
import oracle.sql.json.OracleJsonObject;
import oracle.sql.json.OracleJsonValue;
import org.docduel.core.encoding.Codec;
import org.docduel.core.encoding.WireBuffer;
import org.docduel.core.model.ArrayValue;
import org.docduel.core.model.BinaryValue;
import org.docduel.core.model.BooleanValue;
import org.docduel.core.model.DecimalValue;
import org.docduel.core.model.Document;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.TimestampValue;
import org.docduel.core.model.Value;
import org.docduel.core.model.datasets.UserDocuments;
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

/**
 * What {@code CodecBenchmark.encode} times with {@code format=oson}, by way of the driver's own
 * objects: an {@code OracleJsonObject} is made of each document, and written. No check is made of
 * what the driver would round. Run with {@code scripts/compare oson}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(jvmArgsAppend = "-Xmx512m")
public class OsonObjectBenchmark {
  private static final int COUNT = 64;
  private static final OracleJsonFactory FACTORY = new OracleJsonFactory();

  /** Not used: the driver's objects have one format. */
  @Param("oson")
  public String format = "";

  /** users-F, with F friends each. */
  @Param("users-50")
  public String documents = "";

  private final WireBuffer buffer = new WireBuffer();
  private List<ObjectValue> trees = List.of();
  private int next;

  /** Makes the documents, and sees that both ways give the same bytes. */
  @Setup(Level.Trial)
  public void make() {
    int friends = Integer.parseInt(documents.substring("users-".length()));
    trees =
        UserDocuments.withDefaults().withFriends(friends).documents(0, COUNT).stream()
            .map(Document::body)
            .toList();
    for (ObjectValue tree : trees) {
      if (!encode(tree).equals(Codec.named(format).encode(tree))) {
        throw new IllegalStateException("the two ways give different bytes");
      }
    }
  }

  /** Builds a document's objects and writes them. */
  @Benchmark
  public ByteBuffer encode() {
    return encode(trees.get(next++ & COUNT - 1));
  }

  private ByteBuffer encode(ObjectValue tree) {
    buffer.clear();
    OracleJsonGenerator oson = FACTORY.createJsonBinaryGenerator(buffer);
    oson.write(object(tree));
    oson.close();
    return ByteBuffer.wrap(buffer.array(), 0, buffer.size());
  }

  private static OracleJsonObject object(ObjectValue document) {
    OracleJsonObject object = FACTORY.createObject();
    for (int i = 0; i < document.values().size(); i++) {
      object.put(document.names().name(i), value(document.values().get(i)));
    }
    return object;
  }

  private static OracleJsonValue value(Value value) {
    if (value instanceof ObjectValue object) {
      return object(object);
    } else if (value instanceof ArrayValue array) {
      OracleJsonArray elements = FACTORY.createArray();
      array.elements().forEach(element -> elements.add(value(element)));
      return elements;
    } else if (value instanceof StringValue text) {
      return FACTORY.createString(text.value());
    } else if (value instanceof IntegerValue number) {
      return FACTORY.createDecimal(number.value());
    } else if (value instanceof DecimalValue decimal) {
      return FACTORY.createDecimal(decimal.value());
    } else if (value instanceof BooleanValue truth) {
      return truth.value() ? OracleJsonValue.TRUE : OracleJsonValue.FALSE;
    } else if (value instanceof TimestampValue timestamp) {
      return FACTORY.createTimestamp(LocalDateTime.ofInstant(timestamp.value(), ZoneOffset.UTC));
    } else if (value instanceof BinaryValue binary) {
      return FACTORY.createBinary(binary.value());
    }
    return OracleJsonValue.NULL;
  }
}
