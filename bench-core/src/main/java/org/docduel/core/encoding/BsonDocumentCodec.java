package org.docduel.core.encoding;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bson.BSONException;
import org.bson.BsonBinary;
import org.bson.BsonReader;
import org.bson.BsonType;
import org.bson.BsonWriter;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.types.Decimal128;
import org.docduel.core.model.Dataset.Document;
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

/**
 * A document as BSON with its primary key as the first field, {@code _id}, an int64. Straight from
 * the value tree to the writer and back; stateless. Integers become int32 when they fit and int64
 * otherwise, decimals Decimal128, timestamps dates, bytes binaries of subtype 0. Object ids, which
 * only a server adds, are read as their digits; any other BSON type that is read is an error, not a
 * guess.
 *
 * <p>Encoding throws {@link RejectedDocumentException} for what BSON cannot hold: a NUL in a field
 * name, half a surrogate pair, a decimal beyond Decimal128, a timestamp beyond BSON's dates, more
 * than 1,024 levels, a field of its own named {@code _id}, and for a double that is not finite.
 * Decoding throws {@link StoreException} for BSON that no document gives.
 */
public final class BsonDocumentCodec implements Codec<Document> {
  public static final String ID = "_id";

  @Override
  public void encode(BsonWriter writer, Document document, EncoderContext context) {
    write(writer, document, true);
  }

  static void write(BsonWriter writer, Document document, boolean withId) {
    try {
      if (withId && document.body().names().position(ID) >= 0) {
        throw new RejectedDocumentException("the field '_id' is the primary key's");
      }
      writer.writeStartDocument();
      if (withId) {
        writer.writeInt64(ID, document.id());
      }
      writeFields(writer, document.body());
      writer.writeEndDocument();
    } catch (RejectedDocumentException | BSONException e) {
      // A field's name may hold anything, line breaks included; the message is one line.
      String reason = String.valueOf(e.getMessage()).replaceAll("\\p{Cntrl}", "?");
      throw new RejectedDocumentException(
          "document " + document.id() + " is not valid BSON: " + reason, e);
    }
  }

  @Override
  public Document decode(BsonReader reader, DecoderContext context) {
    reader.readStartDocument();
    if (reader.readBsonType() == BsonType.END_OF_DOCUMENT) {
      throw new StoreException("an empty BSON document came back: it has no _id");
    }
    String first = reader.readName();
    if (!first.equals(ID)) {
      throw new StoreException("a BSON document came back that begins with '" + first + "'");
    }
    long id = readId(reader);
    ObjectValue body = readFields(reader);
    reader.readEndDocument();
    return new Document(id, body);
  }

  private static long readId(BsonReader reader) {
    return switch (reader.getCurrentBsonType()) {
      case INT64 -> reader.readInt64();
      case INT32 -> reader.readInt32();
      default ->
          throw new StoreException(
              "a BSON document came back whose _id is a " + reader.getCurrentBsonType());
    };
  }

  @Override
  public Class<Document> getEncoderClass() {
    return Document.class;
  }

  /** Writes the fields of an object whose start and end the caller writes. */
  private static void writeFields(BsonWriter writer, ObjectValue object) {
    FieldNames names = object.names();
    List<Value> values = object.values();
    for (int i = 0, size = values.size(); i < size; i++) {
      String name = names.name(i);
      checkName(name);
      writer.writeName(name);
      write(writer, name, values.get(i));
    }
  }

  private static void write(BsonWriter writer, String name, Value value) {
    // The most frequent kind first: a chain of type tests, since Java 17 has no pattern switch.
    if (value instanceof StringValue text) {
      WellFormedText.require("the text in field '", name, text.value());
      writer.writeString(text.value());
    } else if (value instanceof IntegerValue number) {
      if ((int) number.value() == number.value()) {
        writer.writeInt32((int) number.value());
      } else {
        writer.writeInt64(number.value());
      }
    } else if (value instanceof ArrayValue array) {
      writer.writeStartArray();
      List<Value> elements = array.elements();
      for (int i = 0, size = elements.size(); i < size; i++) {
        write(writer, name, elements.get(i));
      }
      writer.writeEndArray();
    } else if (value instanceof ObjectValue object) {
      writer.writeStartDocument();
      writeFields(writer, object);
      writer.writeEndDocument();
    } else if (value instanceof BinaryValue binary) {
      writer.writeBinaryData(new BsonBinary(binary.value()));
    } else if (value instanceof BooleanValue bool) {
      writer.writeBoolean(bool.value());
    } else if (value instanceof DoubleValue number) {
      writer.writeDouble(JsonForm.finite(number));
    } else if (value instanceof DecimalValue decimal) {
      writer.writeDecimal128(decimal128(name, decimal));
    } else if (value instanceof TimestampValue timestamp) {
      writer.writeDateTime(milliseconds(name, timestamp));
    } else if (value instanceof NullValue) {
      writer.writeNull();
    }
  }

  private static Decimal128 decimal128(String name, DecimalValue decimal) {
    try {
      return new Decimal128(decimal.value());
    } catch (NumberFormatException e) {
      throw new RejectedDocumentException(
          ("the decimal in field '%s' has %d digits and scale %d: more than Decimal128 holds (34"
                  + " digits, exponents -6176 to 6111)")
              .formatted(name, decimal.value().precision(), decimal.value().scale()),
          e);
    }
  }

  private static long milliseconds(String name, TimestampValue timestamp) {
    try {
      return timestamp.value().toEpochMilli();
    } catch (ArithmeticException e) {
      throw new RejectedDocumentException(
          "the timestamp in field '" + name + "' is outside of what a BSON date holds", e);
    }
  }

  private static void checkName(String name) {
    int union = 0;
    int lessOne = 0;
    for (int i = 0, length = name.length(); i < length; i++) {
      char c = name.charAt(i);
      union |= c;
      lessOne |= c - 1;
    }
    // Negative if one of them was NUL; below the surrogates if none of them can be one.
    if (lessOne >= 0 && union < Character.MIN_SURROGATE) {
      return;
    }
    if (name.indexOf('\0') >= 0) {
      throw new RejectedDocumentException(
          "the field name '%s' has a NUL, which ends a name in BSON"
              .formatted(name.replace("\0", "\\u0000")));
    }
    WellFormedText.require("the field name '", name, name);
  }

  /** Reads the fields that are left of an object whose start and end the caller reads. */
  static ObjectValue readFields(BsonReader reader) {
    List<String> names = new ArrayList<>();
    List<Value> values = new ArrayList<>();
    while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
      String name = reader.readName();
      names.add(name);
      values.add(read(reader, name));
    }
    if (names.isEmpty()) {
      return ObjectValue.empty();
    }
    try {
      return new ObjectValue(FieldNames.of(names), values);
    } catch (IllegalArgumentException e) {
      throw new StoreException("the BSON read back cannot be a document: " + e.getMessage(), e);
    }
  }

  static Value read(BsonReader reader, String name) {
    BsonType type = reader.getCurrentBsonType();
    return switch (type) {
      case STRING -> new StringValue(reader.readString());
      case INT32 -> new IntegerValue(reader.readInt32());
      case INT64 -> new IntegerValue(reader.readInt64());
      case ARRAY -> readArray(reader, name);
      case DOCUMENT -> BsonBytes.readBody(reader);
      case BINARY -> new BinaryValue(reader.readBinaryData().getData());
      case BOOLEAN -> BooleanValue.of(reader.readBoolean());
      case DECIMAL128 -> decimal(reader.readDecimal128());
      case DOUBLE -> new DoubleValue(reader.readDouble());
      case OBJECT_ID -> new StringValue(reader.readObjectId().toHexString());
      case DATE_TIME -> new TimestampValue(Instant.ofEpochMilli(reader.readDateTime()));
      case NULL -> {
        reader.readNull();
        yield NullValue.NULL;
      }
      default ->
          throw new StoreException(
              "field '" + name + "' came back as BSON type " + type + ", which no document has");
    };
  }

  private static ArrayValue readArray(BsonReader reader, String name) {
    List<Value> elements = new ArrayList<>();
    reader.readStartArray();
    while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
      elements.add(read(reader, name));
    }
    reader.readEndArray();
    return new ArrayValue(elements);
  }

  /** NaN, the infinities and minus zero are no decimals here. */
  private static Value decimal(Decimal128 decimal) {
    try {
      return new DecimalValue(decimal.bigDecimalValue());
    } catch (ArithmeticException e) {
      return new DoubleValue(decimal.doubleValue());
    }
  }
}
