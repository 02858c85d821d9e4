package org.docduel.core.model;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.DoubleValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;

/** The kinds of values that a field may have in all documents of a collection. */
public enum Kind {
  TEXT,
  /** Whole numbers of 64 bits. */
  INTEGER,
  /** Binary numbers of 64 bits (IEEE 754), whole numbers among them; never NaN or infinite. */
  DOUBLE,
  /** Exact decimals, whole numbers among them. */
  DECIMAL,
  BOOLEAN,
  /** Instants to the millisecond. */
  TIMESTAMP,
  BINARY,
  TEXTS,
  INTEGERS,
  DOUBLES,
  DECIMALS,
  BOOLEANS,
  /** Objects whose fields have kinds of their own. */
  OBJECT,
  /** Anything: values of several kinds, lists of objects, objects with ever new names. */
  JSON;

  private static final Map<Class<?>, Kind> SCALARS =
      Map.of(
          StringValue.class, TEXT,
          IntegerValue.class, INTEGER,
          DoubleValue.class, DOUBLE,
          DecimalValue.class, DECIMAL,
          BooleanValue.class, BOOLEAN,
          TimestampValue.class, TIMESTAMP,
          BinaryValue.class, BINARY,
          ObjectValue.class, OBJECT);

  /**
   * The kind of an example. A list of texts (an empty one too) is {@link #TEXTS}; other lists, and
   * null, are {@link #JSON}.
   */
  public static Kind of(Value example) {
    if (example instanceof ArrayValue array) {
      return array.elements().stream().allMatch(StringValue.class::isInstance) ? TEXTS : JSON;
    }
    return SCALARS.getOrDefault(example.getClass(), JSON);
  }

  /** Whether its values are lists of scalars of one kind. */
  public boolean isList() {
    return this == TEXTS
        || this == INTEGERS
        || this == DOUBLES
        || this == DECIMALS
        || this == BOOLEANS;
  }

  /** Whether its values, or the elements of its lists, are numbers with a fraction. */
  public boolean isFraction() {
    return this == DOUBLE || this == DECIMAL || this == DOUBLES || this == DECIMALS;
  }

  /** How people write it. */
  public String label() {
    String name = name().toLowerCase(Locale.ROOT);
    return isList() ? name.substring(0, name.length() - 1) + "[]" : name;
  }

  /** Reads a label, if it is one; {@code date} is a timestamp at midnight, UTC. */
  public static Optional<Kind> parse(String label) {
    String normalized = label.equals("date") ? TIMESTAMP.label() : label;
    return Arrays.stream(values()).filter(kind -> kind.label().equals(normalized)).findFirst();
  }

  /** The labels of the kinds that a person may choose for a column of documents in text. */
  public static String choices() {
    return Arrays.stream(values())
            .filter(kind -> kind != BINARY && kind != OBJECT)
            .map(Kind::label)
            .collect(Collectors.joining(", "))
        + ", date";
  }
}
