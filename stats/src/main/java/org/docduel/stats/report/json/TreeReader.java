package org.docduel.stats.report.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a small JSON file as a whole. */
public final class TreeReader {

  private static final JsonFactory JSON = new JsonFactory();

  private TreeReader() {}

  /**
   * Reads a value.
   *
   * @return an empty tree for an empty stream
   * @throws IOException if the stream fails or is not JSON
   */
  public static Tree read(InputStream in) throws IOException {
    try (JsonParser parser = JSON.createParser(in)) {
      return parser.nextToken() == null ? new Tree(null) : new Tree(value(parser));
    }
  }

  private static @Nullable Object value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> parser.getText();
    };
  }

  private static Map<String, @Nullable Object> object(JsonParser parser) throws IOException {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      fields.put(name, value(parser));
    }
    return fields;
  }

  private static List<@Nullable Object> array(JsonParser parser) throws IOException {
    List<@Nullable Object> elements = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      elements.add(value(parser));
    }
    return elements;
  }
}
