package org.docduel.core.encoding;

import com.fasterxml.jackson.core.JsonGenerationException;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.util.IdentityHashMap;
import java.util.List;
import org.docduel.core.config.PayloadEncoding;
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

/** Writes a value tree to a JSON generator; remembers the field names that it has encoded. */
final class JsonTreeWriter {
  /** Datasets share one object for each shape: more than these are documents of all shapes. */
  private static final int REMEMBERED_SHAPES = 256;

  private final boolean integers;
  private final IdentityHashMap<FieldNames, SerializableString[]> encodedNames =
      new IdentityHashMap<>();

  JsonTreeWriter(PayloadEncoding binaries) {
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
}
