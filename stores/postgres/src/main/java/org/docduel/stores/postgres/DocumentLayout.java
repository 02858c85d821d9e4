package org.docduel.stores.postgres;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.query.Index;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.stores.jdbc.IndexedKind;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.postgres.PostgresParameters.KeyPlacement;
import org.docduel.stores.postgres.PostgresParameters.ReadKeys;
import org.jspecify.annotations.Nullable;

/**
 * A whole document in one column, {@code doc}, and columns beside it for some of its values. There
 * are four kinds of them:
 *
 * <ul>
 *   <li>moved: whole numbers that are there instead of in the document ({@code key=column},
 *       extracted paths);
 *   <li>sent twice: the indexed fields of documents that the server cannot look into;
 *   <li>generated for covering indexes: the planner answers from an index alone only when the index
 *       has every <em>column</em> that a query names, and an expression on a document names the
 *       document;
 *   <li>generated for values that are often asked for ({@code column=generated}), which are read
 *       without the documents.
 * </ul>
 */
public abstract class DocumentLayout extends Layout {
  protected static final String DOC = "doc";

  /** Of timestamps as texts: their order is that of the instants, whatever the locale. */
  protected static final String BYTE_ORDER = "COLLATE \"C\"";

  private final boolean opaque;
  private final List<Moved> moved = new ArrayList<>();
  private final List<Path> sentTwice = new ArrayList<>();
  private final List<Path> covered;
  private final List<Path> keys;
  private final List<Column> columns;

  /** The columns that conditions, orders and indexes are on. */
  private final Map<Path, Column> searched = new LinkedHashMap<>();

  /** The columns that values are read from. */
  private final Map<Path, Column> shown = new LinkedHashMap<>();

  /**
   * For a collection.
   *
   * @param opaque whether the server cannot look into the documents: it is sent their indexed
   *     fields twice, and gives whole documents where a value in them is asked for
   */
  protected DocumentLayout(
      Collection collection, StoreConfig config, ColumnType type, boolean opaque) {
    super(collection);
    this.opaque = opaque;
    boolean keyToo = PostgresParameters.KEY.in(config) == KeyPlacement.COLUMN;
    List<Path> paths =
        Stream.concat(
                collection.key().filter(key -> keyToo).map(Path::of).stream(),
                collection.extracted().stream())
            .toList();
    List<Index> inside =
        collection.indexes().stream()
            .filter(
                index -> index.fields().stream().noneMatch(field -> paths.contains(Path.of(field))))
            .toList();
    List<Column> all = new ArrayList<>(List.of(new Column(DOC, type)));
    if (opaque) {
      for (Path path : fields(inside.stream())) {
        IndexedKind.of(collection, path);
        Kind kind = Kind.of(path.in(collection.example()).orElseThrow());
        // A prefix of its own keeps a field named as the documents' column apart from it.
        all.add(beside(path, "indexed." + path.top(), ColumnType.of(kind, config.encoding())));
        sentTwice.add(path);
      }
    }
    for (Path path : paths) {
      List<String> names = path.names().orElseThrow();
      moved.add(new Moved(names));
      Column column = beside(path, Column.name(names), ColumnType.Scalar.BIGINT);
      all.add(column);
      shown.put(path, column);
    }
    columns = List.copyOf(all);
    covered = fields(inside.stream().filter(index -> index.covering() && !opaque));
    for (Path path : covered) {
      // A dot cannot be part of another column's name without a backslash before it.
      searched.put(
          path, new Column(DOC + "." + Column.name(List.of(path.top())), ColumnType.Scalar.TEXT));
    }
    keys =
        PostgresParameters.READ_KEYS.in(config) == ReadKeys.GENERATED
            ? collection.read()
            : List.of();
    for (Path path : keys) {
      Value example = path.in(collection.example()).orElse(NullValue.NULL);
      shown.put(
          path,
          new Column(
              "key." + keys.indexOf(path),
              example instanceof IntegerValue
                  ? ColumnType.Scalar.BIGINT
                  : example instanceof BooleanValue
                      ? ColumnType.Scalar.BOOLEAN
                      : ColumnType.Scalar.TEXT));
    }
  }

  /** An index as text is on the key in the document: a key in a column leaves nothing for it. */
  public static Optional<String> refusal(StoreConfig config, Collection collection) {
    boolean unusable =
        collection.indexes().stream().anyMatch(index -> index.kind() == Index.Kind.AS_TEXT);
    return unusable && PostgresParameters.KEY.in(config) == KeyPlacement.COLUMN
        ? Optional.of("key=column: its statements would use every index on the column")
        : Optional.empty();
  }

  private static List<Path> fields(Stream<Index> indexes) {
    return indexes.flatMap(index -> index.fields().stream()).distinct().map(Path::of).toList();
  }

  private Column beside(Path path, String name, ColumnType type) {
    Column column = new Column(name, type);
    searched.put(path, column);
    return column;
  }

  /** The value that a path leads to in the document, as an expression that an index may be on. */
  protected abstract String inside(Path path, IndexedKind kind);

  /** The value that a path leads to in the document, to be sent. */
  protected abstract Expression insideAt(Path path, boolean asText);

  /** How one number in the document is set, in what follows {@code SET}. */
  protected abstract String assignmentInside(UpdateSpec spec);

  /** The type of a generated column for {@link #inside}. */
  protected String generatedType(IndexedKind kind) {
    return switch (kind) {
      case NUMBER -> "numeric";
      case BOOLEAN -> "boolean";
      case TIMESTAMP -> "text " + BYTE_ORDER;
      default -> "text";
    };
  }

  @Override
  public final boolean sendsWholeDocuments() {
    return opaque;
  }

  @Override
  public final List<Column> columns() {
    return columns;
  }

  @Override
  public final List<String> generated() {
    List<String> definitions = new ArrayList<>();
    for (Path path : covered) {
      IndexedKind kind = IndexedKind.of(collection(), path);
      definitions.add(generated(value(path), generatedType(kind), inside(path, kind)));
    }
    for (Path path : keys) {
      Column column = Objects.requireNonNull(shown.get(path));
      String type = column.type().sql();
      String text = inside(path, IndexedKind.TEXT);
      definitions.add(
          generated(column.quoted(), type, isText(column) ? text : "(" + text + "::" + type + ")"));
    }
    return definitions;
  }

  private static boolean isText(Column column) {
    return column.type().wire() == WireType.TEXT;
  }

  private static String generated(String column, String type, String value) {
    return column + " " + type + " GENERATED ALWAYS AS " + value + " STORED";
  }

  @Override
  public final void split(Document document, Value[] into) {
    ObjectValue body = document.body();
    int next = 1;
    for (Path path : sentTwice) {
      into[next++] = body.field(path.top()).orElse(NullValue.NULL);
    }
    for (Moved one : moved) {
      Value value = one.in(body);
      if (value == null) {
        throw new RejectedDocumentException(
            "document "
                + document.id()
                + " lacks one of the fields that have a column of their own");
      }
      into[next++] = value;
      body = one.without(body, 0);
    }
    into[0] = body;
  }

  @Override
  public final ObjectValue join(List<Value> values) {
    ObjectValue body = (ObjectValue) values.get(0);
    int next = 1 + sentTwice.size();
    for (Moved one : moved) {
      body = one.with(body, 0, values.get(next++));
    }
    return body;
  }

  @Override
  public final String value(Path path, IndexedKind kind) {
    return Optional.ofNullable(searched.get(path))
        .map(Column::quoted)
        .orElseGet(() -> inside(path, kind));
  }

  @Override
  public final Expression valueAt(Path path, boolean asText) {
    return Optional.ofNullable(shown.get(path))
        .map(column ->
            asText && !isText(column)
                ? new Expression(column.quoted() + "::text", ColumnType.Scalar.TEXT)
                : new Expression(column.quoted(), column.type()))
        .orElseGet(() -> insideAt(path, asText));
  }

  @Override
  public final String assignment(UpdateSpec spec) {
    return moved.stream().anyMatch(one -> one.names().equals(spec.names()))
        ? Sql.identifier(Column.name(spec.names())) + " = ?"
        : assignmentInside(spec);
  }

  /** A field that is in a column instead of in its document; the names lead to it from the top. */
  private static final class Moved {
    private final List<String> names;

    /** Documents of one shape share their names: what was worked out for the last one holds. */
    private volatile @Nullable Cut cut;

    /** The names of an object with the field and without it. */
    private record Cut(FieldNames with, int position, FieldNames without) {}

    Moved(List<String> names) {
      this.names = names;
    }

    List<String> names() {
      return names;
    }

    @Nullable Value in(ObjectValue body) {
      Value value = body;
      for (String name : names) {
        int position = value instanceof ObjectValue object ? object.names().position(name) : -1;
        if (position < 0) {
          return null;
        }
        value = ((ObjectValue) value).values().get(position);
      }
      return value;
    }

    ObjectValue without(ObjectValue object, int level) {
      List<Value> values = new ArrayList<>(object.values());
      if (level < names.size() - 1) {
        int position = object.names().position(names.get(level));
        values.set(position, without((ObjectValue) values.get(position), level + 1));
        return new ObjectValue(object.names(), values);
      }
      Cut known = cut(object.names());
      values.remove(known.position());
      return new ObjectValue(known.without(), values);
    }

    private Cut cut(FieldNames with) {
      Cut known = cut;
      if (known == null || !known.with().equals(with)) {
        int position = with.position(names.get(names.size() - 1));
        List<String> left = new ArrayList<>(with.asList());
        left.remove(position);
        known = new Cut(with, position, FieldNames.of(left));
        cut = known;
      }
      return known;
    }

    /** The object with the field, after its other fields. */
    ObjectValue with(ObjectValue object, int level, Value value) {
      List<Value> values = new ArrayList<>(object.values());
      if (level < names.size() - 1) {
        int position = object.names().position(names.get(level));
        values.set(position, with((ObjectValue) values.get(position), level + 1, value));
        return new ObjectValue(object.names(), values);
      }
      List<String> all = new ArrayList<>(object.names().asList());
      all.add(names.get(level));
      values.add(value);
      return new ObjectValue(FieldNames.of(all), values);
    }
  }
}
