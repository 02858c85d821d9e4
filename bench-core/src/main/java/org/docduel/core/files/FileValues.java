package org.docduel.core.files;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.docduel.core.config.BadInputException;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.encoding.WellFormedText;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.DoubleValue;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;

/** Values of a file's JSON as all stores can hold them; what no store holds is refused. */
final class FileValues {
  /** More digits than any store's decimals have, few enough to be read in no time. */
  static final int MAX_DIGITS = 1_000;

  static final String TOO_MANY_DIGITS = "a number of more than " + MAX_DIGITS + " digits";

  /** PostgreSQL's limits of numeric, the widest of all stores. */
  private static final int MAX_BEFORE_POINT = 131_072;

  private static final int MAX_AFTER_POINT = 16_383;

  static final String OUT_OF_RANGE =
      "a number that no store holds: at most %d digits stand before the point, and %d after it"
          .formatted(MAX_BEFORE_POINT, MAX_AFTER_POINT);

  /** More than these are objects with ever new names, which share nothing. */
  private static final int MAX_NAMES = 50_000;

  private final Function<String, BadInputException> badInput;
  private final ExtendedJson extended;
  private final Map<List<String>, FieldNames> shapes = new HashMap<>();
  private int namesHeld;

  /**
   * For one file.
   *
   * @param badInput makes the exception of a message, with the place of what is read
   */
  FileValues(Function<String, BadInputException> badInput) {
    this.badInput = badInput;
    this.extended = new ExtendedJson(badInput, this::number);
  }

  /** What became of values that only MongoDB has, in words. */
  List<String> notes() {
    return extended.notes();
  }

  /** Objects with the same names share one list of them. */
  FieldNames names(List<String> read) {
    FieldNames cached = shapes.get(read);
    if (cached == null) {
      read.forEach(this::requireWhole);
      cached = FieldNames.of(read);
      namesHeld += read.size();
      if (namesHeld > MAX_NAMES) {
        shapes.clear();
        namesHeld = read.size();
      }
      shapes.put(cached.asList(), cached);
    }
    return cached;
  }

  /** A document, which is never one value of MongoDB's. */
  ObjectValue document(ObjectValue read) {
    Value[] values = new Value[read.names().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(read.names().name(i), read.values().get(i));
    }
    return new ObjectValue(read.names(), List.of(values));
  }

  /** What all stores can hold of what a field has. */
  Value value(String field, Value value) {
    if (value instanceof StringValue text) {
      requireWhole(text.value());
    } else if (value instanceof DecimalValue decimal) {
      requireHeld(decimal.value());
    } else if (value instanceof ArrayValue array) {
      Value[] elements = new Value[array.elements().size()];
      for (int i = 0; i < elements.length; i++) {
        elements[i] = value(field, array.elements().get(i));
      }
      return new ArrayValue(List.of(elements));
    } else if (value instanceof ObjectValue object) {
      return extended.read(field, document(object));
    }
    return value;
  }

  private void requireHeld(BigDecimal decimal) {
    long before = (long) decimal.precision() - decimal.scale();
    if (before > MAX_BEFORE_POINT || decimal.scale() > MAX_AFTER_POINT) {
      throw badInput.apply(OUT_OF_RANGE);
    }
  }

  private void requireWhole(String text) {
    if (!WellFormedText.is(text)) {
      throw badInput.apply("half of a surrogate pair in a text, which no store can hold");
    }
  }

  /** A fraction that stands in the file: a double where one holds it. */
  static Value fraction(JsonParser at) throws IOException {
    BigDecimal number = at.getDecimalValue();
    return TypedTexts.toDouble(number, at.getText())
        .map(Value.class::cast)
        .orElseGet(() -> new DecimalValue(number));
  }

  /** A number of a type of MongoDB's. */
  private Value number(String type, String text) {
    return switch (type) {
      case "$numberDouble" -> finite(text, digits(text).doubleValue());
      case "$numberDecimal" -> value("", new DecimalValue(digits(text)));
      default -> JsonForm.number(digits(text));
    };
  }

  private Value finite(String text, double number) {
    if (!Double.isFinite(number)) {
      throw badInput.apply(text + " is more than a double holds");
    }
    // A BigDecimal has no negative zero.
    return new DoubleValue(number == 0 && text.startsWith("-") ? -0.0 : number);
  }

  private BigDecimal digits(String text) {
    if (text.length() > MAX_DIGITS) {
      throw badInput.apply(TOO_MANY_DIGITS);
    }
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException e) {
      throw badInput.apply(
          text.replaceAll("\\p{Cntrl}", "?") + " is not a number in JSON; write null");
    }
  }
}
