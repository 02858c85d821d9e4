package org.docduel.stores.jdbc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Path;
import org.docduel.core.model.Shape;
import org.docduel.core.model.Shape.Missing;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.StoreException.RejectedDocumentException;

/** Documents as rows: a column for each leaf of a collection's shape, named by its path. */
public final class LeafColumns {
  private final Collection collection;
  private final Set<String> reserved;
  private final List<Leaf> fields = new ArrayList<>();
  private final ShapeNode tree;

  /** A field that is no object, and the name of its column. */
  public record Leaf(String name, Kind kind) {}

  /**
   * The leaf that a path leads to, or into.
   *
   * @param column its place among the columns
   * @param remainingSteps those of the path inside the leaf's value
   */
  public record Place(int column, Leaf leaf, List<Path.Step> remainingSteps) {}

  /**
   * Lays a collection out.
   *
   * @param reserved names that the table has already
   */
  public LeafColumns(Collection collection, Set<String> reserved) {
    this.collection = collection;
    this.reserved = reserved;
    Optional<Shape> shape = Optional.of(collection.shape());
    this.tree = node(new Shape.Field("", Kind.OBJECT, Missing.NEVER, shape), List.of());
  }

  private ShapeNode node(Shape.Field field, List<String> path) {
    int column = fields.size();
    List<ShapeNode> children = new ArrayList<>();
    for (Shape.Field child : field.object().map(Shape::fields).orElse(List.of())) {
      List<String> inside = new ArrayList<>(path);
      inside.add(child.name());
      children.add(node(child, inside));
    }
    if (field.object().isEmpty()) {
      fields.add(new Leaf(name(path, reserved), field.kind()));
    }
    List<String> names = children.stream().map(child -> child.field.name()).toList();
    return new ShapeNode(field, column, FieldNames.of(names), List.copyOf(children));
  }

  /**
   * The name of a field's column: the keys from the top, joined by dots. A dot or a backslash
   * inside a key gets a backslash before it, an empty key is {@code \e}, and a reserved name gets a
   * backslash before it; so that different paths never meet in one name.
   */
  public static String name(List<String> path, Set<String> reserved) {
    String first = path.get(0);
    StringBuilder name =
        new StringBuilder(reserved.contains(first) ? "\\" + first : escaped(first));
    path.subList(1, path.size()).forEach(key -> name.append('.').append(escaped(key)));
    return name.toString();
  }

  private static String escaped(String key) {
    return key.isEmpty() ? "\\e" : key.replace("\\", "\\\\").replace(".", "\\.");
  }

  /** In the table's order. */
  public List<Leaf> leaves() {
    return fields;
  }

  /**
   * Finds the leaf that a path leads to, or into; empty where no document has anything.
   *
   * @throws UnsupportedOperationException when the path leads to an object
   */
  public Optional<Place> find(Path path) {
    List<Path.Step> steps = path.steps();
    for (int length = 1; length <= steps.size(); length++) {
      Optional<List<String>> names = new Path(steps.subList(0, length)).names();
      String name = names.map(keys -> name(keys, reserved)).orElse("");
      for (int column = 0; column < fields.size(); column++) {
        if (fields.get(column).name().equals(name)) {
          List<Path.Step> remainingSteps = steps.subList(length, steps.size());
          return Optional.of(new Place(column, fields.get(column), remainingSteps));
        }
      }
    }
    if (path.in(collection.example()).filter(ObjectValue.class::isInstance).isPresent()) {
      throw new UnsupportedOperationException(
          "the object at " + Sql.quoteForMessage(path.toString()) + " is several columns");
    }
    return Optional.empty();
  }

  /** The leaf that a path leads to, for conditions, orders and indexes. */
  public Place column(Path path) {
    return find(path)
        .filter(place -> place.remainingSteps().isEmpty())
        .orElseThrow(() ->
            new UnsupportedOperationException(
                "it has no column for the path " + Sql.quoteForMessage(path.toString())));
  }

  /** Why there are no updates of a kind, as half a sentence. */
  public static Optional<String> unsupportedReason(UpdateKind kind) {
    return kind == UpdateKind.SUBSCRIPT || kind == UpdateKind.MERGE
        ? Optional.of(
            "every field has a column of its own, so that update="
                + kind.label()
                + " has nothing to work on; set, typed and replace have")
        : Optional.empty();
  }

  /** A document that has something which its columns cannot hold. */
  public static RejectedDocumentException rejection(Document document, String what) {
    return new RejectedDocumentException("document " + document.id() + " has " + what);
  }

  /**
   * Splits a document into the values of its columns.
   *
   * @param into a place for each column
   * @throws RejectedDocumentException when the document does not have the collection's shape
   */
  public void split(Document document, Value[] into) {
    Arrays.fill(into, NullValue.NULL);
    tree.split(document, document.body(), into);
  }

  /** Puts a document's body together again from the values of its columns. */
  public ObjectValue join(List<Value> values) {
    return tree.join(values);
  }

  /** A field, and its column or, when it is an object, the fields of that from the column on. */
  private record ShapeNode(
      Shape.Field field, int column, FieldNames names, List<ShapeNode> children) {
    private boolean isObject() {
      return field.object().isPresent();
    }

    private boolean isRequired() {
      return field.missing() == Missing.NEVER;
    }

    private boolean allNull(List<Value> columns) {
      return isObject()
          ? children.stream().allMatch(child -> child.allNull(columns))
          : columns.get(column) == NullValue.NULL;
    }

    /** Puts an object's fields into their columns' places. */
    void split(Document document, ObjectValue object, Value[] into) {
      boolean sameOrder = names.equals(object.names());
      int found = 0;
      for (int i = 0; i < children.size(); i++) {
        ShapeNode child = children.get(i);
        int position = sameOrder ? i : object.names().position(names.name(i));
        found += position < 0 ? 0 : 1;
        Value value = position < 0 ? NullValue.NULL : object.values().get(position);
        boolean isObject = value instanceof ObjectValue;
        boolean fits =
            child.isObject()
                ? isObject || (value == NullValue.NULL && !child.isRequired())
                : !isObject || child.field.kind() == Kind.JSON;
        if (!fits || (position < 0 && child.isRequired())) {
          throw new RejectedDocumentException(
              "document %d does not have the shape of the collection's example at %s"
                  .formatted(document.id(), Sql.quoteForMessage(names.name(i))));
        } else if (!child.isObject()) {
          into[child.column] = value;
        } else if (value instanceof ObjectValue inside) {
          child.split(document, inside, into);
        }
      }
      if (found < object.names().size()) {
        throw new RejectedDocumentException(
            "document %d has fields that the collection's example does not have"
                .formatted(document.id()));
      }
    }

    /** Puts an object together from its fields. */
    ObjectValue join(List<Value> columns) {
      List<Value> values = new ArrayList<>(children.size());
      List<String> presentNames = new ArrayList<>(children.size());
      for (ShapeNode child : children) {
        boolean none = child.allNull(columns);
        Missing missing = child.field.missing();
        if (none && missing == Missing.ABSENT) {
          continue;
        }
        presentNames.add(child.field.name());
        if (!child.isObject()) {
          values.add(columns.get(child.column));
        } else if (none && missing == Missing.NULL) {
          values.add(NullValue.NULL);
        } else {
          values.add(child.join(columns));
        }
      }
      return new ObjectValue(
          presentNames.size() == names.size() ? names : FieldNames.of(presentNames), values);
    }
  }
}
