package org.docduel.core.encoding;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.docduel.core.model.ArrayValue;
import org.docduel.core.model.BooleanValue;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.NullValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.Value;
import org.docduel.core.model.datasets.FieldNames;

/** Builds a value tree from a JSON parser that stands on the value's first token. */
final class JsonTreeReader {
  private JsonTreeReader() {}

  static Value read(JsonParser json) throws IOException {
    JsonToken token = json.currentToken();
    if (token == null) {
      throw new JsonParseException(json, "an empty text");
    }
    return switch (token) {
      case START_OBJECT -> readObject(json);
      case START_ARRAY -> readArray(json);
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

  private static Value readObject(JsonParser json) throws IOException {
    List<String> names = new ArrayList<>();
    List<Value> values = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      names.add(json.currentName());
      json.nextToken();
      values.add(read(json));
    }
    return new ObjectValue(FieldNames.of(names), values);
  }

  private static Value readArray(JsonParser json) throws IOException {
    List<Value> elements = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      elements.add(read(json));
    }
    return new ArrayValue(elements);
  }
}
