package org.docduel.stores.postgres.layout;

import java.util.ArrayList;
import java.util.List;
import org.docduel.core.config.PayloadEncoding;
import org.docduel.core.model.Document;
import org.docduel.core.model.Kind;
import org.docduel.core.model.NullValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Shape;
import org.docduel.core.model.Shape.Missing;
import org.docduel.core.model.Value;
import org.docduel.core.model.datasets.FieldNames;
import org.docduel.core.spi.RejectedDocumentException;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.postgres.column.Column;
import org.docduel.stores.postgres.column.ColumnPath;
import org.docduel.stores.postgres.column.ColumnTypes;
import org.docduel.stores.postgres.column.ValueKind;
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
   * @param missing what columns without a value mean
   * @param any whether its column takes objects too
   */
  record Child(int column, @Nullable ColumnTree shape, Missing missing, boolean any) {}

  /** The columns of a shape; they are added to a list. */
  static ColumnTree of(Shape shape, PayloadEncoding binaries, List<Column> columns) {
    return of(shape, "", binaries, columns);
  }

  private static ColumnTree of(
      Shape shape, String parent, PayloadEncoding binaries, List<Column> columns) {
    List<Child> children = new ArrayList<>();
    for (Shape.Field field : shape.fields()) {
      String name =
          parent.isEmpty() ? ColumnPath.top(field.name()) : ColumnPath.child(parent, field.name());
      if (field.object().isPresent()) {
        ColumnTree inside = of(field.object().get(), name, binaries, columns);
        children.add(new Child(-1, inside, field.missing(), false));
      } else {
        boolean any = field.kind() == Kind.JSON;
        children.add(new Child(columns.size(), null, field.missing(), any));
        columns.add(ColumnTypes.column(name, ColumnTypes.typeFor(field.kind(), binaries)));
      }
    }
    return new ColumnTree(
        FieldNames.of(shape.fields().stream().map(Shape.Field::name).toList()),
        List.copyOf(children));
  }

  /** Puts an object's leaves into their columns' places. */
  void split(Document document, ObjectValue object, Value[] into) {
    boolean sameOrder = names.equals(object.names());
    int found = 0;
    for (int i = 0; i < children.size(); i++) {
      Child child = children.get(i);
      int position = sameOrder ? i : object.names().position(names.name(i));
      found += position < 0 ? 0 : 1;
      if (position < 0 && child.missing() == Missing.NEVER) {
        throw mismatch(document, "no field " + Sql.shown(names.name(i)));
      }
      Value value = position < 0 ? NullValue.NULL : object.values().get(position);
      ColumnTree shape = child.shape();
      if (shape == null) {
        into[child.column()] = leaf(document, names.name(i), value, child);
      } else if (value instanceof ObjectValue inside) {
        shape.split(document, inside, into);
      } else if (value == NullValue.NULL && child.missing() != Missing.NEVER) {
        shape.clear(into);
      } else {
        throw mismatch(document, ValueKind.of(value) + " at " + Sql.shown(names.name(i)));
      }
    }
    if (found < object.names().size()) {
      throw mismatch(document, object.names().size() + " fields, not " + found);
    }
  }

  private void clear(Value[] into) {
    for (Child child : children) {
      ColumnTree shape = child.shape();
      if (shape == null) {
        into[child.column()] = NullValue.NULL;
      } else {
        shape.clear(into);
      }
    }
  }

  /** Puts an object together from its leaves. */
  ObjectValue join(List<Value> columns) {
    List<Value> values = new ArrayList<>(children.size());
    List<String> present = new ArrayList<>(children.size());
    for (int i = 0; i < children.size(); i++) {
      Child child = children.get(i);
      ColumnTree shape = child.shape();
      boolean none =
          shape == null ? columns.get(child.column()) == NullValue.NULL : shape.isClear(columns);
      if (none && child.missing() == Missing.ABSENT) {
        continue;
      }
      present.add(names.name(i));
      if (shape == null) {
        values.add(columns.get(child.column()));
      } else {
        values.add(none && child.missing() == Missing.NULL ? NullValue.NULL : shape.join(columns));
      }
    }
    return new ObjectValue(present.size() == names.size() ? names : FieldNames.of(present), values);
  }

  private boolean isClear(List<Value> columns) {
    for (Child child : children) {
      ColumnTree shape = child.shape();
      boolean clear =
          shape == null ? columns.get(child.column()) == NullValue.NULL : shape.isClear(columns);
      if (!clear) {
        return false;
      }
    }
    return true;
  }

  private static Value leaf(Document document, String name, Value value, Child child) {
    if (value instanceof ObjectValue && !child.any()) {
      throw mismatch(document, "an object at " + Sql.shown(name));
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
