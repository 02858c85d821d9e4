package org.docduel.stores.oracle;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import oracle.sql.json.OracleJsonException;
import oracle.sql.json.OracleJsonFactory;
import oracle.sql.json.OracleJsonGenerator;
import org.docduel.core.encoding.WellFormedText;
import org.docduel.core.encoding.WireBuffer;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.spi.StoreException.RejectedDocumentException;

/**
 * Documents as OSON, Oracle's binary JSON, by the driver's event writer straight from the value
 * tree. Keeps one buffer: for one thread.
 *
 * <p>Refused before anything is sent, since the driver would round, replace or go on for ever: a
 * number with more than 38 digits or outside of 1E-130 to 1E126, half of a surrogate pair, a
 * timestamp outside of the years 1 to 9999, more than {@value #MAX_LEVELS} levels, a field name of
 * more than 65,535 bytes.
 */
final class OsonWriter {
  /** The primary key's field. */
  static final String ID = "_id";

  /** The deepest document that the server takes, the top included. */
  static final int MAX_LEVELS = 1_024;

  private static final OracleJsonFactory FACTORY = new OracleJsonFactory();

  // What NUMBER holds: 20 digits of base 100, so 39 or 40 decimal ones, of which 38 are promised.
  private static final int MAX_DIGITS = 38;
  private static final int MAX_BEFORE_POINT = 126;
  private static final int MIN_BEFORE_POINT = -129;

  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

  private final WireBuffer buffer = new WireBuffer();

  /** A whole document, {@code _id} first, as an array of its own: a batch keeps each. */
  byte[] document(Document document) {
    if (document.body().names().position(ID) >= 0) {
      throw rejected(document, "the field '_id' is the primary key's");
    }
    write(document, true);
    return Arrays.copyOf(buffer.array(), buffer.size());
  }

  /** A body without an {@code _id}. */
  byte[] body(Document document) {
    write(document, false);
    return Arrays.copyOf(buffer.array(), buffer.size());
  }

  /** The same, as a view of the buffer. */
  ByteBuffer bodyView(Document document) {
    write(document, false);
    return ByteBuffer.wrap(buffer.array(), 0, buffer.size());
  }

  private void write(Document document, boolean withId) {
    buffer.clear();
    try {
      OracleJsonGenerator oson = FACTORY.createJsonBinaryGenerator(buffer);
      oson.writeStartObject();
      if (withId) {
        oson.write(ID, document.id());
      }
      fields(oson, document.body(), 1);
      oson.writeEnd();
      oson.close();
    } catch (RejectedDocumentException e) {
      throw rejected(document, String.valueOf(e.getMessage()));
    } catch (OracleJsonException e) {
      throw rejected(document, String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    }
  }

  private static RejectedDocumentException rejected(Document document, String reason) {
    return new RejectedDocumentException(
        "document " + document.id() + " is no OSON: " + reason.replaceAll("\\p{Cntrl}", "?"));
  }

  private static void fields(OracleJsonGenerator oson, ObjectValue object, int level) {
    if (level > MAX_LEVELS) {
      throw new RejectedDocumentException("it has more than " + MAX_LEVELS + " levels");
    }
    FieldNames names = object.names();
    List<Value> values = object.values();
    for (int i = 0, size = values.size(); i < size; i++) {
      String name = names.name(i);
      if (!WellFormedText.is(name)) {
        throw halved("the field name '" + name);
      }
      oson.writeKey(name);
      value(oson, name, values.get(i), level);
    }
  }

  private static void value(OracleJsonGenerator oson, String name, Value value, int level) {
    if (value instanceof StringValue text) {
      if (!WellFormedText.is(text.value())) {
        throw halved("the text in field '" + name);
      }
      oson.write(text.value());
    } else if (value instanceof IntegerValue number) {
      oson.write(number.value());
    } else if (value instanceof ArrayValue array) {
      array(oson, name, array, level + 1);
    } else if (value instanceof ObjectValue object) {
      oson.writeStartObject();
      fields(oson, object, level + 1);
      oson.writeEnd();
    } else if (value instanceof BinaryValue binary) {
      oson.write(binary.value());
    } else if (value instanceof BooleanValue truth) {
      oson.write(truth.value());
    } else if (value instanceof DecimalValue decimal) {
      oson.write(number(name, decimal.value()));
    } else if (value instanceof TimestampValue timestamp) {
      oson.write(timestamp(name, timestamp));
    } else if (value instanceof NullValue) {
      oson.writeNull();
    }
  }

  private static RejectedDocumentException halved(String text) {
    return new RejectedDocumentException(
        text + "' has half of a surrogate pair, which UTF-8 cannot hold");
  }

  private static void array(OracleJsonGenerator oson, String name, ArrayValue array, int level) {
    if (level > MAX_LEVELS) {
      throw new RejectedDocumentException("it has more than " + MAX_LEVELS + " levels");
    }
    oson.writeStartArray();
    List<Value> elements = array.elements();
    for (int i = 0, size = elements.size(); i < size; i++) {
      value(oson, name, elements.get(i), level);
    }
    oson.writeEnd();
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

  private static LocalDateTime timestamp(String name, TimestampValue timestamp) {
    if (timestamp.value().isBefore(FIRST) || timestamp.value().isAfter(LAST)) {
      throw new RejectedDocumentException(
          "the timestamp in field '" + name + "' is outside of the years 1 to 9999");
    }
    return LocalDateTime.ofInstant(timestamp.value(), ZoneOffset.UTC);
  }
}
