package org.docduel.core.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;

/**
 * A document as JSON that a person reads at a glance: long texts are cut, and of long arrays and
 * objects only the first parts stand there.
 */
public final class ExampleDocument {
  private static final int MAX_CHARACTERS = 300;
  private static final int MAX_TEXT = 20;
  private static final int MAX_FIELDS = 8;
  private static final int MAX_ELEMENTS = 2;
  private static final int MAX_DEPTH = 3;
  private static final String CUT = "…";

  private ExampleDocument() {}

  /** The text, of at most 300 characters. */
  public static String text(ObjectValue document) {
    String json = JsonBytes.text(shortened(document, 0));
    if (json.codePointCount(0, json.length()) <= MAX_CHARACTERS) {
      return json;
    }
    return json.substring(0, json.offsetByCodePoints(0, MAX_CHARACTERS - 1)) + CUT;
  }

  private static Value shortened(Value value, int depth) {
    if (value instanceof StringValue text) {
      return new StringValue(cut(text.value()));
    } else if (value instanceof BinaryValue binary) {
      return new StringValue(count(binary.value().length, "byte"));
    } else if (value instanceof ArrayValue array) {
      return new ArrayValue(elements(array.elements(), depth));
    } else if (value instanceof ObjectValue object) {
      return fields(object, depth);
    }
    return value;
  }

  private static String cut(String text) {
    int length = text.codePointCount(0, text.length());
    return length <= MAX_TEXT
        ? text
        : text.substring(0, text.offsetByCodePoints(0, MAX_TEXT / 2))
            + CUT
            + count(length, "character");
  }

  private static String count(int number, String singular) {
    return String.format(Locale.ROOT, "%,d %s%s", number, singular, number == 1 ? "" : "s");
  }

  private static List<Value> elements(List<Value> all, int depth) {
    List<Value> first = new ArrayList<>();
    int end = depth == MAX_DEPTH ? 0 : Math.min(MAX_ELEMENTS, all.size());
    all.subList(0, end).forEach(each -> first.add(shortened(each, depth + 1)));
    if (end < all.size()) {
      first.add(new StringValue(String.format(Locale.ROOT, "%s%,d more", CUT, all.size() - end)));
    }
    return first;
  }

  private static ObjectValue fields(ObjectValue object, int depth) {
    int size = object.names().size();
    int end = depth == MAX_DEPTH ? 0 : size <= MAX_FIELDS ? size : MAX_FIELDS - 1;
    List<String> names = new ArrayList<>();
    List<Value> values = new ArrayList<>();
    for (int i = 0; i < end; i++) {
      names.add(object.names().name(i));
      values.add(shortened(object.values().get(i), depth + 1));
    }
    if (end < size) {
      names.add(CUT);
      values.add(new StringValue(count(size - end, "more field")));
    }
    return new ObjectValue(FieldNames.of(names), values);
  }
}
