package org.docduel.stores.oracle;

import java.nio.ByteBuffer;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import oracle.sql.json.OracleJsonArray;
import oracle.sql.json.OracleJsonFactory;
import oracle.sql.json.OracleJsonObject;
import oracle.sql.json.OracleJsonValue;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.spi.StoreException;
import org.jspecify.annotations.Nullable;

/** Reads OSON back. Any kind of value that {@link OsonWriter} does not write is an error. */
final class OsonReader {
  private static final OracleJsonFactory FACTORY = new OracleJsonFactory();

  private OsonReader() {}

  /**
   * Reads of the value at the top, which looks into the bytes when it is asked. The driver tells
   * bytes that end early in many ways, some of them the JDK's.
   *
   * @throws StoreException when the bytes are no OSON
   */
  static <T extends @Nullable Object> T read(byte[] oson, Function<OracleJsonValue, T> reader) {
    try {
      return reader.apply(FACTORY.createJsonBinaryValue(ByteBuffer.wrap(oson)));
    } catch (StoreException e) {
      throw e;
    } catch (RuntimeException e) {
      String line = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      throw new StoreException(
          "what is read is no OSON: " + e.getClass().getSimpleName() + ": " + line, e);
    }
  }

  /**
   * A whole document.
   *
   * @throws StoreException when the bytes are no OSON, or no object
   */
  static ObjectValue document(byte[] oson) {
    if (read(oson, OsonReader::value) instanceof ObjectValue document) {
      return document;
    }
    throw new StoreException("what is read is OSON, but no object");
  }

  /** What is left of a tree in OSON, which has one kind of number. */
  static Value asRead(Value value) {
    if (value instanceof ObjectValue object) {
      return asRead(object);
    } else if (value instanceof ArrayValue array) {
      return new ArrayValue(array.elements().stream().map(OsonReader::asRead).toList());
    }
    return value instanceof DecimalValue decimal ? JsonForm.number(decimal.value()) : value;
  }

  static ObjectValue asRead(ObjectValue object) {
    return new ObjectValue(
        object.names(), object.values().stream().map(OsonReader::asRead).toList());
  }

  static Value value(OracleJsonValue value) {
    return switch (value.getOracleJsonType()) {
      case OBJECT -> object(value.asJsonObject());
      case ARRAY -> array(value.asJsonArray());
      case STRING -> new StringValue(value.asJsonString().getString());
      case DECIMAL -> JsonForm.number(value.asJsonDecimal().bigDecimalValue());
      case TRUE -> BooleanValue.TRUE;
      case FALSE -> BooleanValue.FALSE;
      case NULL -> NullValue.NULL;
      case TIMESTAMP -> timestamp(value.asJsonTimestamp().getLocalDateTime());
      case BINARY -> new BinaryValue(value.asJsonBinary().getBytes());
      default ->
          throw new StoreException(
              "a value came back as " + value.getOracleJsonType() + ", which no document has");
    };
  }

  private static ObjectValue object(OracleJsonObject object) {
    List<String> names = new ArrayList<>(object.size());
    List<Value> values = new ArrayList<>(object.size());
    for (Map.Entry<String, OracleJsonValue> field : object.entrySet()) {
      names.add(field.getKey());
      values.add(value(field.getValue()));
    }
    return new ObjectValue(FieldNames.of(names), values);
  }

  private static ArrayValue array(OracleJsonArray array) {
    List<Value> elements = new ArrayList<>(array.size());
    for (int i = 0; i < array.size(); i++) {
      elements.add(value(array.get(i)));
    }
    return new ArrayValue(elements);
  }

  private static TimestampValue timestamp(LocalDateTime time) {
    return new TimestampValue(time.toInstant(ZoneOffset.UTC).truncatedTo(ChronoUnit.MILLIS));
  }
}
