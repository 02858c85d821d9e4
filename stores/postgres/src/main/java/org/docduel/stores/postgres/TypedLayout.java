package org.docduel.stores.postgres;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Path;
import org.docduel.core.model.Shape;
import org.docduel.core.model.Shape.Missing;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.stores.jdbc.JdbcSystem.Table.SelectItem;
import org.docduel.stores.jdbc.Sql;

/** A column for each leaf of the collection's shape; see {@link Column#name} for their names. */
final class TypedLayout extends Layout {
  /** MaxHeapAttributeNumber, less one for the primary key. */
  private static final int MAX_COLUMNS = 1_599;

  private static final SelectItem NOTHING = selected("NULL::text", ColumnType.TEXT, false);

  private final ShapeNode tree;
  private final List<Column> columns;

  TypedLayout(Collection collection, StoreConfig config) {
    super(collection);
    List<Column> leafColumns = new ArrayList<>();
    Shape.Field root =
        new Shape.Field("", Kind.OBJECT, Missing.NEVER, Optional.of(collection.shape()));
    this.tree = ShapeNode.of(root, List.of(), config.encoding(), leafColumns);
    this.columns = List.copyOf(leafColumns);
    if (columns.size() > MAX_COLUMNS) {
      throw new StoreException(
          "collection %s has %d leaves: a table has at most %d columns beside its key"
              .formatted(collection.name(), columns.size(), MAX_COLUMNS));
    }
  }

  /**
   * Why a document's values are no row: columns that cannot be, or too many bytes. PostgreSQL moves
   * long values out of a row, never short ones, and a row lies in one page (Database Page Layout,
   * PostgreSQL 17 documentation).
   */
  static Optional<String> unsupportedReason(Collection collection, StoreConfig config) {
    try {
      new TypedLayout(collection, config);
    } catch (StoreException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
    int maxBytes = 8_160; // MaxHeapTupleSize of pages of 8 KB
    int headBytes = 24; // of a row
    int rowBytes = headBytes + Long.BYTES + minBytes(collection.example());
    return rowBytes <= maxBytes
        ? Optional.empty()
        : Optional.of(
            "its row would have at least %d bytes in columns, and a page holds %d"
                .formatted(rowBytes, maxBytes));
  }

  private static int minBytes(Value value) {
    int pointerBytes = 18; // a value that was moved out leaves one; no shorter value is moved
    int numericBytes = 3;
    if (value instanceof ObjectValue object) {
      return object.values().stream().mapToInt(TypedLayout::minBytes).sum();
    } else if (value instanceof StringValue text) {
      return Math.min(1 + text.value().getBytes(StandardCharsets.UTF_8).length, pointerBytes);
    }
    return switch (Kind.of(value)) {
      case INTEGER, DOUBLE, TIMESTAMP -> Long.BYTES;
      case BOOLEAN -> 1;
      default -> value == NullValue.NULL ? 0 : numericBytes;
    };
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public void toColumns(Document document, Value[] into) {
    Arrays.fill(into, NullValue.NULL);
    tree.split(document, document.body(), into);
  }

  @Override
  public ObjectValue toDocument(List<Value> values) {
    return tree.join(values);
  }

  @Override
  public String assignment(UpdateSpec spec) {
    return switch (spec.kind()) {
      case SET, TYPED -> Sql.identifier(Column.name(spec.names())) + " = ?";
      case SUBSCRIPT, MERGE, REPLACE -> throw spec.unknown();
    };
  }

  @Override
  public SelectItem valueAt(Path path, boolean asText) {
    List<Path.Step> steps = path.steps();
    for (int length = 1; length <= steps.size(); length++) {
      Optional<Column> column = new Path(steps.subList(0, length)).names().flatMap(this::find);
      if (column.isPresent()) {
        return within(column.get(), steps.subList(length, steps.size()), asText);
      }
    }
    if (path.in(collection().example()).filter(ObjectValue.class::isInstance).isPresent()) {
      throw new UnsupportedOperationException(
          "the object at " + Sql.quoteForMessage(path.toString()) + " is several columns");
    }
    return NOTHING;
  }

  /** A column, or inside one that holds JSON or a list; no document has anything elsewhere. */
  private static SelectItem within(Column column, List<Path.Step> remainingSteps, boolean asText) {
    if (remainingSteps.isEmpty()) {
      return selected(column.quoted(), column.type(), asText);
    }
    if (column.type().isJson()) {
      String value = "(" + DocumentLayout.OfJson.at(column.quoted(), remainingSteps, asText) + ")";
      return selected(value, asText ? ColumnType.TEXT : column.type(), false);
    }
    Optional<ColumnType> element = column.type().element();
    return element.isPresent()
            && remainingSteps.size() == 1
            && remainingSteps.get(0) instanceof Path.Element position
        ? selected(column.quoted() + "[" + (position.index() + 1) + "]", element.get(), asText)
        : NOTHING;
  }

  @Override
  public String value(Path path, Kind kind) {
    return column(path).quoted();
  }

  /** Of every kind: JSON too is a column. */
  @Override
  public String selectExpression(Path path) {
    return column(path).quoted();
  }

  @Override
  public String literal(Value value) {
    return value instanceof TimestampValue timestamp
        ? "timestamptz " + Sql.literal(timestamp.value().toString())
        : super.literal(value);
  }

  @Override
  public String holdsAll(Path path, List<Value> elements) {
    return value(path, Kind.TEXTS)
        + " @> "
        + (isJson(path) ? DocumentLayout.OfJson.list(elements) : array(path, elements));
  }

  @Override
  public String containsElement(Path path) {
    return column(path).quoted()
        + " @> "
        + (isJson(path) ? DocumentLayout.OfJson.PARAMETER : "ARRAY[?]::text[]");
  }

  @Override
  public String holdsAny(Path path, List<Value> elements) {
    if (isJson(path)) {
      throw new UnsupportedOperationException("its lists of mixed kinds have no such operator");
    }
    return value(path, Kind.TEXTS) + " && " + array(path, elements);
  }

  private String array(Path path, List<Value> elements) {
    return elements.stream().map(this::literal).collect(Collectors.joining(", ", "ARRAY[", "]"))
        + "::"
        + column(path).type().sql();
  }

  @Override
  protected boolean isJson(Path path) {
    return column(path).type().isJson();
  }

  private Column column(Path path) {
    return path.names()
        .flatMap(this::find)
        .orElseThrow(() ->
            new UnsupportedOperationException(
                "it has no column for the path " + Sql.quoteForMessage(path.toString())));
  }

  private Optional<Column> find(List<String> names) {
    String name = Column.name(names);
    return columns.stream().filter(candidate -> candidate.name().equals(name)).findFirst();
  }

  /** A field, and its column or, when it is an object, the fields of that from the column on. */
  private record ShapeNode(
      Shape.Field field, int column, FieldNames names, List<ShapeNode> children) {
    /** One whose columns are added to a list. */
    static ShapeNode of(
        Shape.Field field, List<String> path, PayloadEncoding binaries, List<Column> columns) {
      int column = columns.size();
      List<ShapeNode> children = new ArrayList<>();
      for (Shape.Field child : field.object().map(Shape::fields).orElse(List.of())) {
        List<String> inside = new ArrayList<>(path);
        inside.add(child.name());
        children.add(of(child, inside, binaries, columns));
      }
      if (field.object().isEmpty()) {
        columns.add(new Column(Column.name(path), ColumnType.of(field.kind(), binaries)));
      }
      List<String> names = children.stream().map(child -> child.field.name()).toList();
      return new ShapeNode(field, column, FieldNames.of(names), List.copyOf(children));
    }

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

    /** Puts an object's leaves into their columns' places. */
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

    /** Puts an object together from its leaves. */
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
