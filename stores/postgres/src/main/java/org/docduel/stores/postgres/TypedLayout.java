package org.docduel.stores.postgres;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
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
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.stores.jdbc.JdbcSystem.Table.Selected;
import org.docduel.stores.jdbc.Sql;
import org.jspecify.annotations.Nullable;

/** A column for each leaf of the collection's shape; see {@link Column#name} for their names. */
final class TypedLayout extends Layout {
  /** MaxHeapAttributeNumber, less one for the primary key. */
  private static final int MAX_COLUMNS = 1_599;

  private static final Selected NOTHING = selected("NULL::text", ColumnType.TEXT, false);

  private final Tree tree;
  private final List<Column> columns;

  TypedLayout(Collection collection, StoreConfig config) {
    super(collection);
    List<Column> leaves = new ArrayList<>();
    this.tree = Tree.of(collection.shape(), List.of(), config.encoding(), leaves);
    this.columns = List.copyOf(leaves);
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
  static Optional<String> refusal(Collection collection, StoreConfig config) {
    try {
      new TypedLayout(collection, config);
    } catch (StoreException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
    int mostBytes = 8_160; // MaxHeapTupleSize of pages of 8 KB
    int headBytes = 24; // of a row
    int least = headBytes + Long.BYTES + leastBytes(collection.example());
    return least <= mostBytes
        ? Optional.empty()
        : Optional.of(
            "its row would have at least %d bytes in columns, and a page holds %d"
                .formatted(least, mostBytes));
  }

  private static int leastBytes(Value value) {
    int pointerBytes = 18; // a value that was moved out leaves one; no shorter value is moved
    int numericBytes = 3;
    if (value instanceof ObjectValue object) {
      return object.values().stream().mapToInt(TypedLayout::leastBytes).sum();
    } else if (value instanceof StringValue text) {
      return Math.min(1 + text.value().getBytes(StandardCharsets.UTF_8).length, pointerBytes);
    }
    return switch (Kind.of(value)) {
      case INTEGER, TIMESTAMP -> Long.BYTES;
      case BOOLEAN -> 1;
      default -> value == NullValue.NULL ? 0 : numericBytes;
    };
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public void split(Document document, Value[] into) {
    Arrays.fill(into, NullValue.NULL);
    tree.split(document, document.body(), into);
  }

  @Override
  public ObjectValue join(List<Value> values) {
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
  public Selected valueAt(Path path, boolean asText) {
    List<String> names = new ArrayList<>();
    for (Path.Step step : path.steps()) {
      if (!(step instanceof Path.Field field)) {
        break;
      }
      names.add(field.name());
      Optional<Column> column = find(names);
      if (column.isPresent()) {
        return within(
            column.get(), path.steps().subList(names.size(), path.steps().size()), asText);
      }
    }
    if (path.in(collection().example()).filter(ObjectValue.class::isInstance).isPresent()) {
      throw new UnsupportedOperationException(
          "the object at " + Sql.shown(path.toString()) + " is several columns");
    }
    return NOTHING;
  }

  /** A column, or inside one that holds JSON or a list; no document has anything elsewhere. */
  private static Selected within(Column column, List<Path.Step> rest, boolean asText) {
    if (rest.isEmpty()) {
      return selected(column.quoted(), column.type(), asText);
    }
    if (column.type().isJson()) {
      String value = "(" + DocumentLayout.OfJson.at(column.quoted(), rest, asText) + ")";
      return selected(value, asText ? ColumnType.TEXT : column.type(), false);
    }
    Optional<ColumnType> element = column.type().element();
    return element.isPresent() && rest.size() == 1 && rest.get(0) instanceof Path.Element one
        ? selected(column.quoted() + "[" + (one.index() + 1) + "]", element.get(), asText)
        : NOTHING;
  }

  @Override
  public String value(Path path, Kind kind) {
    return column(path).quoted();
  }

  @Override
  public String literal(Instant instant) {
    return "timestamptz " + Sql.literal(instant.toString());
  }

  @Override
  public String isTrue(Path path) {
    return column(path).quoted() + " = true";
  }

  @Override
  public String holdsAll(Path path, List<String> elements) {
    return column(path).quoted()
        + " @> "
        + (isJson(path) ? DocumentLayout.OfJson.list(elements) : textArray(elements));
  }

  @Override
  public String holds(Path path) {
    return column(path).quoted()
        + " @> "
        + (isJson(path) ? DocumentLayout.OfJson.PARAMETER : "ARRAY[?]::text[]");
  }

  @Override
  public String holdsAny(Path path, List<String> elements) {
    if (isJson(path)) {
      throw new UnsupportedOperationException("its lists of mixed kinds have no such operator");
    }
    return column(path).quoted() + " && " + textArray(elements);
  }

  private static String textArray(List<String> elements) {
    return elements.stream().map(Sql::literal).collect(Collectors.joining(", ", "ARRAY[", "]"))
        + "::text[]";
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
                "it has no column for the path " + Sql.shown(path.toString())));
  }

  private Optional<Column> find(List<String> names) {
    String name = Column.name(names);
    return columns.stream().filter(candidate -> candidate.name().equals(name)).findFirst();
  }

  /** An object's fields, each either one column or an object of its own. */
  private record Tree(FieldNames names, List<Child> children) {
    /** A field, and its column or, when it is an object, the fields of that from the column on. */
    private record Child(Shape.Field field, int column, @Nullable Tree object) {
      boolean isClear(List<Value> columns) {
        return object == null
            ? columns.get(column) == NullValue.NULL
            : object.children().stream().allMatch(child -> child.isClear(columns));
      }
    }

    /** The fields of a shape; their columns are added to a list. */
    static Tree of(
        Shape shape, List<String> parents, PayloadEncoding binaries, List<Column> columns) {
      List<Child> children = new ArrayList<>();
      for (Shape.Field field : shape.fields()) {
        List<String> path = new ArrayList<>(parents);
        path.add(field.name());
        int next = columns.size();
        Shape inside = field.object().orElse(null);
        Tree object = inside == null ? null : of(inside, path, binaries, columns);
        children.add(new Child(field, next, object));
        if (object == null) {
          columns.add(new Column(Column.name(path), ColumnType.of(field.kind(), binaries)));
        }
      }
      return new Tree(
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
        Value value = position < 0 ? NullValue.NULL : object.values().get(position);
        Tree below = child.object();
        boolean always = child.field().missing() == Missing.NEVER;
        if (position < 0 && always) {
          throw mismatch(document, i);
        } else if (below == null) {
          if (value instanceof ObjectValue && child.field().kind() != Kind.JSON) {
            throw mismatch(document, i);
          }
          into[child.column()] = value;
        } else if (value instanceof ObjectValue inside) {
          below.split(document, inside, into);
        } else if (value != NullValue.NULL || always) {
          throw mismatch(document, i);
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
      List<String> present = new ArrayList<>(children.size());
      for (int i = 0; i < children.size(); i++) {
        Child child = children.get(i);
        boolean none = child.isClear(columns);
        Missing missing = child.field().missing();
        if (none && missing == Missing.ABSENT) {
          continue;
        }
        present.add(names.name(i));
        Tree inside = child.object();
        if (none && missing == Missing.NULL) {
          values.add(NullValue.NULL);
        } else {
          values.add(inside == null ? columns.get(child.column()) : inside.join(columns));
        }
      }
      return new ObjectValue(
          present.size() == names.size() ? names : FieldNames.of(present), values);
    }

    private RejectedDocumentException mismatch(Document document, int child) {
      return new RejectedDocumentException(
          "document %d does not have the shape of the collection's example at %s"
              .formatted(document.id(), Sql.shown(names.name(child))));
    }
  }
}
