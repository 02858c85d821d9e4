package org.docduel.stores.postgres.layout;

import java.util.ArrayList;
import java.util.List;
import org.docduel.core.config.PayloadEncoding;
import org.docduel.core.model.Document;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Value;
import org.docduel.core.model.datasets.FieldNames;
import org.docduel.core.spi.RejectedDocumentException;
import org.docduel.stores.postgres.column.Column;
import org.docduel.stores.postgres.column.ColumnPath;
import org.docduel.stores.postgres.column.ColumnTypes;
import org.docduel.stores.postgres.column.ValueKind;
import org.docduel.stores.postgres.sql.QuotedName;
import org.jspecify.annotations.Nullable;

/**
 * An object's fields, each either one column or an object of its own.
 *
 * @param names the fields' names
 * @param children the fields' columns or shapes, in the names' order
 */
record ColumnTree(FieldNames names, List<Child> children) {
  /**
   * A field.
   *
   * @param column its column, or -1 when it is an object
   * @param shape the object's shape, or null when it is a column
   */
  record Child(int column, @Nullable ColumnTree shape) {}

  /** The shape of an example; its columns are added to a list. */
  static ColumnTree of(ObjectValue example, PayloadEncoding binaries, List<Column> columns) {
    return of(example, "", binaries, columns);
  }

  private static ColumnTree of(
      ObjectValue example, String parent, PayloadEncoding binaries, List<Column> columns) {
    List<Child> children = new ArrayList<>();
    for (int i = 0; i < example.values().size(); i++) {
      String key = example.names().name(i);
      String name = parent.isEmpty() ? ColumnPath.top(key) : ColumnPath.child(parent, key);
      Value value = example.values().get(i);
      if (value instanceof ObjectValue object) {
        children.add(new Child(-1, of(object, name, binaries, columns)));
      } else {
        children.add(new Child(columns.size(), null));
        columns.add(ColumnTypes.column(name, ColumnTypes.typeFor(value, binaries)));
      }
    }
    return new ColumnTree(example.names(), List.copyOf(children));
  }

  /** Puts an object's leaves into their columns' places. */
  void split(Document document, ObjectValue object, Value[] into) {
    boolean sameOrder = names.equals(object.names());
    if (!sameOrder && names.size() != object.names().size()) {
      throw mismatch(document, object.names().size() + " fields, not " + names.size());
    }
    for (int i = 0; i < children.size(); i++) {
      int position = sameOrder ? i : object.names().position(names.name(i));
      if (position < 0) {
        throw mismatch(document, "no field " + QuotedName.of(names.name(i)));
      }
      Value value = object.values().get(position);
      ColumnTree shape = children.get(i).shape();
      if (shape == null) {
        into[children.get(i).column()] = leaf(document, names.name(i), value);
      } else if (value instanceof ObjectValue child) {
        shape.split(document, child, into);
      } else {
        throw mismatch(document, ValueKind.of(value) + " at " + QuotedName.of(names.name(i)));
      }
    }
  }

  /** Puts an object together from its leaves. */
  ObjectValue join(List<Value> columns) {
    List<Value> values = new ArrayList<>(children.size());
    for (Child child : children) {
      ColumnTree shape = child.shape();
      values.add(shape == null ? columns.get(child.column()) : shape.join(columns));
    }
    return new ObjectValue(names, values);
  }

  private static Value leaf(Document document, String name, Value value) {
    if (value instanceof ObjectValue) {
      throw mismatch(document, "an object at " + QuotedName.of(name));
    }
    return value;
  }

  private static RejectedDocumentException mismatch(Document document, String what) {
    return new RejectedDocumentException(
        "document "
            + document.id()
            + " does not have the shape of the collection's example: it has "
            + what);
  }
}
