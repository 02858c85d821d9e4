package org.docduel.core.spi.starter;

import java.util.List;
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
  }

  /** How many documents there are: {@code n}. */
  record Count() implements StarterQuestion {}

  /** How many documents have each value of a field: {@code value, n}. */
  record CountBy(Field by) implements StarterQuestion {}

  /**
   * The sum of a number, where there is one, for each value of a field: {@code value, n, total}.
   */
  record SumBy(Field by, Field number) implements StarterQuestion {}

  /** How many documents have a value in a field: {@code n}. */
  record CountEqual(Field field, Value value) implements StarterQuestion {}

  /**
   * The documents with the greatest numbers, the smaller key first among equals: {@code id, value}.
   */
  record Greatest(Field number, int limit) implements StarterQuestion {}

  /** How often each value is an element of a list: {@code value, n}. */
  record CountElements(Field list) implements StarterQuestion {}

  /** How many documents have no value in a field, or a null: {@code n}. */
  record CountWithout(Field field) implements StarterQuestion {}
}
