package org.docduel.stores.postgres.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Value;
import org.docduel.core.model.datasets.FieldNames;
import org.docduel.stores.postgres.column.ColumnPath;

/**
 * Where a field lies in a document.
 *
 * @param names the names that lead to it from the top, at least one
 */
record FieldPath(List<String> names) {
  /** The column that holds it. */
  String column() {
    return ColumnPath.of(names);
  }

  boolean isTop(String field) {
    return names.size() == 1 && names.get(0).equals(field);
  }

  /** The field's value. */
  Optional<Value> in(ObjectValue body) {
    Optional<Value> value = body.field(names.get(0));
    return names.size() == 1
        ? value
        : value
            .filter(ObjectValue.class::isInstance)
            .flatMap(object -> below().in((ObjectValue) object));
  }

  /** The object without the field; the object itself when it has no such field. */
  ObjectValue without(ObjectValue body) {
    int position = body.names().position(names.get(0));
    if (position < 0) {
      return body;
    }
    List<Value> values = new ArrayList<>(body.values());
    if (names.size() > 1) {
      values.set(position, below().without((ObjectValue) values.get(position)));
      return new ObjectValue(body.names(), values);
    }
    List<String> left = new ArrayList<>(body.names().asList());
    left.remove(position);
    values.remove(position);
    return new ObjectValue(FieldNames.of(left), values);
  }

  /** The object with the field, after its other fields. */
  ObjectValue with(ObjectValue body, Value value) {
    List<Value> values = new ArrayList<>(body.values());
    int position = body.names().position(names.get(0));
    if (names.size() > 1) {
      values.set(position, below().with((ObjectValue) values.get(position), value));
      return new ObjectValue(body.names(), values);
    }
    List<String> all = new ArrayList<>(body.names().asList());
    all.add(names.get(0));
    values.add(value);
    return new ObjectValue(FieldNames.of(all), values);
  }

  private FieldPath below() {
    return new FieldPath(names.subList(1, names.size()));
  }
}
