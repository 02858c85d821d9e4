package org.docduel.stores.oracle;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import oracle.sql.json.OracleJsonArray;
import oracle.sql.json.OracleJsonException;
import oracle.sql.json.OracleJsonFactory;
import oracle.sql.json.OracleJsonGenerator;
import oracle.sql.json.OracleJsonObject;
import oracle.sql.json.OracleJsonValue;
import org.docduel.core.encoding.Codec;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.encoding.WellFormedText;
import org.docduel.core.encoding.WireBuffer;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.DoubleValue;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.jspecify.annotations.Nullable;

/**
 * {@code oson}: Oracle's binary JSON, by the driver's event writer straight from the value tree,
 * and read by the driver. It keeps each name once, sorted by hash, and the offset of every value,
 * so that a reader jumps to a key wherever it lies. Keeps one buffer: for one thread.
 *
 * <p>Refused before anything is sent, since the driver would round, replace or go on for ever: a
 * number with more than 38 digits or outside of 1E-130 to 1E126, half of a surrogate pair, a
 * timestamp outside of the years 1 to 9999, a double that is not finite, more than {@value
 * JsonBytes#MAX_LEVELS} levels, a field name of more than 65,535 bytes. Any kind of value that is
 * not written is an error when it is read.
 */
public final class OsonCodec implements Codec {
  /** The primary key's field. */
  static final String ID = "_id";

  private static final OracleJsonFactory FACTORY = new OracleJsonFactory();

  // What NUMBER holds: 20 digits of base 100, so 39 or 40 decimal ones, of which 38 are promised.
  private static final int MAX_DIGITS = 38;
  private static final int MAX_BEFORE_POINT = 126;
  private static final int MIN_BEFORE_POINT = -129;

  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

  /**
   * The driver (23.26) keeps names of more than 255 bytes apart and misses some of those with other
   * characters than ASCII: UTF-8 takes up to four bytes for one.
   */
  private static final int SURELY_SHORT = 255 / 4;

  private final WireBuffer buffer = new WireBuffer();

  @Override
  public String name() {
    return "oson";
  }

  @Override
  public ByteBuffer encode(ObjectValue document) {
    write(new Document(0, document), false);
    return ByteBuffer.wrap(buffer.array(), 0, buffer.size());
  }

  /** As an array of its own, since a batch keeps each; with {@code _id} as its first field. */
  byte[] bytes(Document document, boolean withId) {
    write(document, withId);
    return Arrays.copyOf(buffer.array(), buffer.size());
  }

  private void write(Document document, boolean withId) {
    buffer.clear();
    try {
      if (withId && document.body().names().position(ID) >= 0) {
        throw new RejectedDocumentException("the field '_id' is the primary key's");
      }
      OracleJsonGenerator oson = FACTORY.createJsonBinaryGenerator(buffer);
      oson.writeStartObject();
      if (withId) {
        oson.write(ID, document.id());
      }
      fields(oson, document.body(), 1);
      oson.writeEnd();
      oson.close();
    } catch (RejectedDocumentException e) {
      throw rejected(document, String.valueOf(e.getMessage()), e);
    } catch (OracleJsonException e) { // the lines after the first one lead to Oracle's manual
      throw rejected(document, String.valueOf(e.getMessage()).lines().findFirst().orElse(""), e);
    }
  }

  private static RejectedDocumentException rejected(
      Document document, String reason, RuntimeException e) {
    return new RejectedDocumentException(
        "document " + document.id() + " is not valid OSON: " + reason.replaceAll("\\p{Cntrl}", "?"),
        e);
  }

  private static void fields(OracleJsonGenerator oson, ObjectValue object, int level) {
    FieldNames names = object.names();
    List<Value> values = object.values();
    for (int i = 0, size = values.size(); i < size; i++) {
      String name = names.name(i);
      WellFormedText.require("the field name '", name, name);
      oson.writeKey(name);
      value(oson, name, values.get(i), level);
    }
  }

  private static void value(OracleJsonGenerator oson, String name, Value value, int level) {
    if (value instanceof StringValue text) {
      WellFormedText.require("the text in field '", name, text.value());
      oson.write(text.value());
    } else if (value instanceof IntegerValue number) {
      oson.write(number.value());
    } else if (value instanceof ArrayValue array) {
      int inside = below(level);
      oson.writeStartArray();
      List<Value> elements = array.elements();
      for (int i = 0, size = elements.size(); i < size; i++) {
        value(oson, name, elements.get(i), inside);
      }
      oson.writeEnd();
    } else if (value instanceof ObjectValue object) {
      oson.writeStartObject();
      fields(oson, object, below(level));
      oson.writeEnd();
    } else if (value instanceof BinaryValue binary) {
      oson.write(binary.value());
    } else if (value instanceof BooleanValue truth) {
      oson.write(truth.value());
    } else if (value instanceof DoubleValue number) {
      oson.write(JsonForm.finite(number));
    } else if (value instanceof DecimalValue decimal) {
      oson.write(number(name, decimal.value()));
    } else if (value instanceof TimestampValue timestamp) {
      oson.write(timestamp(name, timestamp.value()));
    } else if (value instanceof NullValue) {
      oson.writeNull();
    }
  }

  private static int below(int level) {
    if (level == JsonBytes.MAX_LEVELS) {
      throw new RejectedDocumentException("it has more than " + level + " levels");
    }
    return level + 1;
  }

  private static BigDecimal number(String name, BigDecimal value) {
    if (value.signum() == 0) {
      return BigDecimal.ZERO;
    }
    // Zeros at the end are no digits of NUMBER; stripping them is dear and seldom needed.
    BigDecimal digits = value.precision() > MAX_DIGITS ? value.stripTrailingZeros() : value;
    long beforePoint = (long) value.precision() - value.scale();
    if (digits.precision() > MAX_DIGITS
        || beforePoint > MAX_BEFORE_POINT
        || beforePoint < MIN_BEFORE_POINT) {
      throw new RejectedDocumentException(
          "the decimal in field '%s' has %d digits and scale %d: more than NUMBER holds (38 digits,"
                  .formatted(name, digits.precision(), digits.scale())
              + " 1E-130 to 1E126)");
    }
    return digits;
  }

  private static LocalDateTime timestamp(String name, Instant instant) {
    if (instant.isBefore(FIRST) || instant.isAfter(LAST)) {
      throw new RejectedDocumentException(
          "the timestamp in field '" + name + "' is outside of the years 1 to 9999");
    }
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }

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
          "the value read is not valid OSON: " + e.getClass().getSimpleName() + ": " + line, e);
    }
  }

  @Override
  public ObjectValue decode(byte[] encoded) {
    if (read(encoded, OsonCodec::value) instanceof ObjectValue document) {
      return document;
    }
    throw new StoreException("the value read is OSON, but not an object");
  }

  /** Reads the body of a document with {@code _id}. */
  static ObjectValue body(byte[] oson) {
    return read(oson, top -> object(top.asJsonObject(), false));
  }

  static Value value(OracleJsonValue value) {
    return switch (value.getOracleJsonType()) {
      case OBJECT -> object(value.asJsonObject(), true);
      case ARRAY -> array(value.asJsonArray());
      case STRING -> new StringValue(value.asJsonString().getString());
      case DOUBLE -> new DoubleValue(value.asJsonDouble().doubleValue());
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

  private static ObjectValue object(OracleJsonObject object, boolean withId) {
    List<String> names = new ArrayList<>(object.size());
    List<Value> values = new ArrayList<>(object.size());
    for (Map.Entry<String, OracleJsonValue> field : object.entrySet()) {
      if (withId || !field.getKey().equals(ID)) {
        names.add(field.getKey());
        values.add(value(field.getValue()));
      }
    }
    return new ObjectValue(FieldNames.of(names), values);
  }

  /** A stream would take several frames of the stack for each level. */
  private static ArrayValue array(OracleJsonArray array) {
    List<Value> elements = new ArrayList<>(array.size());
    for (OracleJsonValue element : array) {
      elements.add(value(element));
    }
    return new ArrayValue(elements);
  }

  private static TimestampValue timestamp(LocalDateTime time) {
    return new TimestampValue(time.toInstant(ZoneOffset.UTC).truncatedTo(ChronoUnit.MILLIS));
  }

  /** OSON has one kind of exact number. */
  @Override
  public ObjectValue asDecoded(ObjectValue document) {
    return new ObjectValue(
        document.names(), document.values().stream().map(this::asDecoded).toList());
  }

  private Value asDecoded(Value value) {
    if (value instanceof ObjectValue object) {
      return asDecoded(object);
    } else if (value instanceof ArrayValue array) {
      return new ArrayValue(array.elements().stream().map(this::asDecoded).toList());
    }
    return value instanceof DecimalValue decimal ? JsonForm.number(decimal.value()) : value;
  }

  @Override
  public Lookup lookup(Path path) {
    return encoded ->
        read(
            encoded,
            top -> {
              OracleJsonValue found = find(top, path);
              return found == null ? null : value(found);
            });
  }

  private static @Nullable OracleJsonValue find(OracleJsonValue top, Path path) {
    OracleJsonValue here = top;
    for (Path.Step step : path.steps()) {
      if (step instanceof Path.Field field && here instanceof OracleJsonObject object) {
        here = field(object, field.name());
      } else if (step instanceof Path.Element element
          && here instanceof OracleJsonArray array
          && element.index() < array.size()) {
        here = array.get(element.index());
      } else {
        return null;
      }
    }
    return here;
  }

  private static @Nullable OracleJsonValue field(OracleJsonObject object, String name) {
    OracleJsonValue found = object.get(name);
    if (found != null || name.length() <= SURELY_SHORT) {
      return found;
    }
    return object.entrySet().stream()
        .filter(field -> field.getKey().equals(name))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }
}
