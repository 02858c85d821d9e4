package org.docduel.core.encoding;

import com.fasterxml.jackson.core.JsonGenerationException;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Function;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
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

/**
 * Value trees to a JSON generator and from a JSON parser. One that writes remembers the field names
 * that it has encoded.
 */
final class JsonTree {
  /** Datasets share one object for each shape: more than these are documents of all shapes. */
  private static final int REMEMBERED_SHAPES = 256;

  private final boolean integers;
  private final IdentityHashMap<FieldNames, SerializableString[]> encodedNames =
      new IdentityHashMap<>();

  JsonTree(PayloadEncoding binaries) {
    this.integers = binaries == PayloadEncoding.INTARRAY;
  }

  void write(JsonGenerator json, Value value) throws IOException {
    // The most frequent kind first: a chain of type tests, since Java 17 has no pattern switch.
    if (value instanceof StringValue text) {
      json.writeString(text.value());
    } else if (value instanceof IntegerValue number) {
      json.writeNumber(number.value());
    } else if (value instanceof ObjectValue object) {
      writeObject(json, object);
    } else if (value instanceof ArrayValue array) {
      json.writeStartArray();
      List<Value> elements = array.elements();
      for (int i = 0, size = elements.size(); i < size; i++) {
        write(json, elements.get(i));
      }
      json.writeEndArray();
    } else if (value instanceof BinaryValue binary) {
      writeBinary(json, binary.value());
    } else if (value instanceof DecimalValue decimal) {
      json.writeNumber(decimal.value());
    } else if (value instanceof BooleanValue bool) {
      json.writeBoolean(bool.value());
    } else if (value instanceof TimestampValue timestamp) {
      json.writeString(JsonForm.text(timestamp));
    } else if (value instanceof NullValue) {
      json.writeNull();
    }
  }

  private void writeObject(JsonGenerator json, ObjectValue object) throws IOException {
    SerializableString[] names = encoded(json, object.names());
    List<Value> values = object.values();
    json.writeStartObject();
    for (int i = 0; i < names.length; i++) {
      json.writeFieldName(names[i]);
      write(json, values.get(i));
    }
    json.writeEndObject();
  }

  private void writeBinary(JsonGenerator json, byte[] bytes) throws IOException {
    if (!integers) {
      json.writeBinary(JsonForm.BASE64, bytes, 0, bytes.length);
      return;
    }
    json.writeStartArray();
    for (byte b : bytes) {
      json.writeNumber(b & 0xFF);
    }
    json.writeEndArray();
  }

  private SerializableString[] encoded(JsonGenerator json, FieldNames names)
      throws JsonGenerationException {
    SerializableString[] known = encodedNames.get(names);
    if (known != null) {
      return known;
    }
    SerializableString[] encoded = new SerializableString[names.size()];
    for (int i = 0; i < encoded.length; i++) {
      // The library would write it as an escape in a text, but not read it in a name.
      if (!WellFormedText.is(names.name(i))) {
        throw new JsonGenerationException("a field name has half of a surrogate pair", json);
      }
      encoded[i] = new SerializedString(names.name(i));
    }
    if (encodedNames.size() >= REMEMBERED_SHAPES) {
      encodedNames.clear();
    }
    encodedNames.put(names, encoded);
    return encoded;
  }

  /** Builds a tree from a parser that stands on the value's first token. */
  static Value read(JsonParser json, Function<List<String>, FieldNames> names) throws IOException {
    JsonToken token = json.currentToken();
    if (token == null) {
      throw new JsonParseException(json, "an empty text");
    }
    return switch (token) {
      case START_OBJECT -> readObject(json, names);
      case START_ARRAY -> readArray(json, names);
      case VALUE_STRING -> new StringValue(json.getText());
      case VALUE_NUMBER_INT -> readInteger(json);
      case VALUE_NUMBER_FLOAT -> JsonForm.number(json.getDecimalValue());
      case VALUE_TRUE -> BooleanValue.TRUE;
      case VALUE_FALSE -> BooleanValue.FALSE;
      case VALUE_NULL -> NullValue.NULL;
      default -> throw new JsonParseException(json, "a value was expected, not " + token);
    };
  }

  private static Value readInteger(JsonParser json) throws IOException {
    return json.getNumberType() == JsonParser.NumberType.BIG_INTEGER
        ? JsonForm.number(new BigDecimal(json.getBigIntegerValue()))
        : new IntegerValue(json.getLongValue());
  }

  private static Value readObject(JsonParser json, Function<List<String>, FieldNames> shared)
      throws IOException {
    List<String> names = new ArrayList<>();
    List<Value> values = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      names.add(json.currentName());
      json.nextToken();
      values.add(read(json, shared));
    }
    return new ObjectValue(shared.apply(names), values);
  }

  private static Value readArray(JsonParser json, Function<List<String>, FieldNames> names)
      throws IOException {
    List<Value> elements = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      elements.add(read(json, names));
    }
    return new ArrayValue(elements);
  }
}
