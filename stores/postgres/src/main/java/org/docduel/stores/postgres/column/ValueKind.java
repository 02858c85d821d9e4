package org.docduel.stores.postgres.column;

import org.docduel.core.model.ArrayValue;
import org.docduel.core.model.BinaryValue;
import org.docduel.core.model.BooleanValue;
import org.docduel.core.model.DecimalValue;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.TimestampValue;
import org.docduel.core.model.Value;

/** What kinds of values are called in messages. */
public final class ValueKind {
  private ValueKind() {}

  public static String of(Value value) {
    if (value instanceof ObjectValue) {
      return "an object";
    } else if (value instanceof ArrayValue) {
      return "a list";
    } else if (value instanceof StringValue) {
      return "a text";
    } else if (value instanceof IntegerValue) {
      return "an integer";
    } else if (value instanceof DecimalValue) {
      return "a decimal";
    } else if (value instanceof BooleanValue) {
      return "a truth value";
    } else if (value instanceof TimestampValue) {
      return "a timestamp";
    } else if (value instanceof BinaryValue) {
      return "bytes";
    }
    return "null";
  }
}
