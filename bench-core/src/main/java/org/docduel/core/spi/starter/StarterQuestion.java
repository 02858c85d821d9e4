package org.docduel.core.spi.starter;

import java.util.List;
import java.util.Optional;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Value;

/**
 * A question that can be asked of any collection. Stores put it in their own words, so that a
 * person who brings documents has queries to begin with. A row's fields have the names given here.
 */
public sealed interface StarterQuestion {
  /** A field that all documents have in the same kind. */
  record Field(List<String> names, Kind kind) {
    /** Copies the list. */
    public Field {
      names = List.copyOf(names);
    }

    /** Whether its values are lists. */
    public boolean isList() {
      return kind.isList();
    }
  }

  /** How a condition compares a field. */
  enum Test {
    /** The field has the value. */
    EQUAL,
    /** The field has the value, or a greater one. */
    AT_LEAST,
    /** The value is an element of the field's list. */
    CONTAINS,
    /** The field's text begins with the value. */
    PREFIX,
    /** The field has a value other than null. */
    EXISTS,
    /** The field is absent or null. */
    MISSING
  }

  /**
   * What documents are asked for.
   *
   * @param value what the field is compared with; null for {@link Test#EXISTS} and {@link
   *     Test#MISSING}
   */
  record Condition(Field field, Test test, Value value) {}

  /** How many documents there are, or meet a condition: {@code n}. */
  record Count(Optional<Condition> where) implements StarterQuestion {}

  /** The whole documents that meet a condition. */
  record Documents(Condition where) implements StarterQuestion {}

  /** How many documents have each value of a field, and a number's mean: {@code value, n, mean}. */
  record Groups(Field by, Optional<Field> mean) implements StarterQuestion {}

  /**
   * The documents with the greatest numbers, the smaller key first among equals: {@code id, value}.
   */
  record Greatest(Field number, int limit) implements StarterQuestion {}
}
