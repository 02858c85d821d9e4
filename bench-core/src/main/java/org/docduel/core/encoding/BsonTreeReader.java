package org.docduel.core.encoding;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonReader;
import org.bson.BsonType;
import org.docduel.core.model.ArrayValue;
import org.docduel.core.model.BinaryValue;
import org.docduel.core.model.BooleanValue;
import org.docduel.core.model.DecimalValue;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.NullValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.TimestampValue;
import org.docduel.core.model.Value;
import org.docduel.core.model.datasets.FieldNames;
import org.docduel.core.spi.StoreException;

/** Reads what {@link BsonTreeWriter} wrote; any other BSON type is an error, not a guess. */
final class BsonTreeReader {
  private final List<String> names = new ArrayList<>();
  private final List<Value> values = new ArrayList<>();

  private BsonTreeReader() {}

  /** Reads the fields that are left of an object whose start and end the caller reads. */
  static ObjectValue readFields(BsonReader reader) {
    BsonTreeReader object = new BsonTreeReader();
    while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
      String name = reader.readName();
      object.names.add(name);
      object.values.add(read(reader, name));
    }
    try {
      return new ObjectValue(FieldNames.of(object.names), object.values);
    } catch (IllegalArgumentException e) {
      throw new StoreException("the BSON read back cannot be a document: " + e.getMessage(), e);
    }
  }

  private static Value read(BsonReader reader, String name) {
    BsonType type = reader.getCurrentBsonType();
    return switch (type) {
      case STRING -> new StringValue(reader.readString());
      case INT32 -> new IntegerValue(reader.readInt32());
      case INT64 -> new IntegerValue(reader.readInt64());
      case ARRAY -> readArray(reader, name);
      case DOCUMENT -> readObject(reader);
      case BINARY -> new BinaryValue(reader.readBinaryData().getData());
      case BOOLEAN -> BooleanValue.of(reader.readBoolean());
      case DECIMAL128 -> readDecimal(reader, name);
      case DATE_TIME -> new TimestampValue(Instant.ofEpochMilli(reader.readDateTime()));
      case NULL -> readNull(reader);
      default ->
          throw new StoreException(
              "field '" + name + "' came back as BSON type " + type + ", which no document has");
    };
  }

  private static ObjectValue readObject(BsonReader reader) {
    reader.readStartDocument();
    ObjectValue object = readFields(reader);
    reader.readEndDocument();
    return object;
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

  private static DecimalValue readDecimal(BsonReader reader, String name) {
    var decimal = reader.readDecimal128();
    try {
      return new DecimalValue(decimal.bigDecimalValue());
    } catch (ArithmeticException e) {
      throw new StoreException(
          "field '" + name + "' came back as " + decimal + ", which no document has", e);
    }
  }

  private static NullValue readNull(BsonReader reader) {
    reader.readNull();
    return NullValue.NULL;
  }
}
