package org.docduel.core.model;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The kinds of values that a field may have in all documents of a collection. */
public enum Kind {
  /** Texts. */
  TEXT,
  /** Whole numbers of 64 bits. */
  INTEGER,
  /** Exact decimals, whole numbers among them. */
  DECIMAL,
  /** Truth values. */
  BOOLEAN,
  /** Instants to the millisecond. */
  TIMESTAMP,
  /** Bytes. */
  BINARY,
  /** Lists of texts. */
  TEXTS,
  /** Lists of whole numbers. */
  INTEGERS,
  /** Lists of decimals. */
  DECIMALS,
  /** Lists of truth values. */
  BOOLEANS,
  /** Objects whose fields have kinds of their own. */
  OBJECT,
  /** Anything: values of several kinds, lists of objects, objects with ever new names. */
  JSON;

  /**
   * The kind of an example. A list of texts (an empty one too) is {@link #TEXTS}; other lists, and
   * null, are {@link #JSON}.
   */
  public static Kind of(Value example) {
    if (example instanceof StringValue) {
      return TEXT;
    } else if (example instanceof IntegerValue) {
      return INTEGER;
    } else if (example instanceof DecimalValue) {
      return DECIMAL;
    } else if (example instanceof BooleanValue) {
      return BOOLEAN;
    } else if (example instanceof TimestampValue) {
      return TIMESTAMP;
    } else if (example instanceof BinaryValue) {
      return BINARY;
    } else if (example instanceof ObjectValue) {
      return OBJECT;
    }
    return example instanceof ArrayValue array
            && array.elements().stream().allMatch(StringValue.class::isInstance)
        ? TEXTS
        : JSON;
  }

  /** Whether its values are lists of scalars of one kind. */
  public boolean isList() {
    return this == TEXTS || this == INTEGERS || this == DECIMALS || this == BOOLEANS;
  }

  /** How people write it. */
  public String label() {
    return switch (this) {
      case TEXTS -> TEXT.label() + "[]";
      case INTEGERS -> INTEGER.label() + "[]";
      case DECIMALS -> DECIMAL.label() + "[]";
      case BOOLEANS -> BOOLEAN.label() + "[]";
      default -> name().toLowerCase(Locale.ROOT);
    };
  }

  /**
   * Reads a label; {@code date} is a timestamp at midnight, UTC.
   *
   * @return the kind, or empty when there is none of this label
   */
  public static Optional<Kind> parse(String label) {
    String known = label.equals("date") ? TIMESTAMP.label() : label;
    return Arrays.stream(values()).filter(kind -> kind.label().equals(known)).findFirst();
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
