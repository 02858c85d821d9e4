package org.docduel.core.query;

import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;

/** What a query gives of the documents that it finds. */
public sealed interface Projection {
  Projection IDS = new Ids();

  record Ids() implements Projection {}

  /** The value at a path, one for each document; {@link NullValue} where the path leads nowhere. */
  record ValueAt(Path path, boolean asText) implements Projection {
    public Value of(ObjectValue document) {
      return project(path.in(document).orElse(NullValue.NULL));
    }

    /** What is given of a value; as text, whole numbers and truth values are written out. */
    public Value project(Value value) {
      if (asText && value instanceof BooleanValue truth) {
        return new StringValue(Boolean.toString(truth.value()));
      }
      return asText && value instanceof IntegerValue number
          ? new StringValue(Long.toString(number.value()))
          : value;
    }
  }

  /** In how many of them a path leads to a value other than null: one whole number in all. */
  record CountAt(Path path) implements Projection {}
}
