package org.docduel.stores.postgres;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
import org.docduel.stores.jdbc.JdbcSystem.Table.Selected;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlDialect;
import org.jspecify.annotations.Nullable;

/** A whole document in one column, {@code doc}, and columns beside it for some of its paths. */
public abstract class DocumentLayout extends Layout {
  protected static final String DOC = "doc";

  /** Of timestamps as texts: their order is that of the instants, whatever the locale. */
  protected static final String BYTE_ORDER = "COLLATE \"C\"";

  /** Why a path has a column. */
  private enum Why {
    /** Indexed, in a document that the server cannot look into: it is sent twice. */
    OPAQUE,
    /** A whole number that is there instead of in the document: {@code key=column}, extracted. */
    MOVED,
    /**
     * Generated for a covering index: the planner answers from an index alone only when the index
     * has every <em>column</em> that a query names, and an expression on a document names it.
     */
    COVERED,
    /** Generated since it is often asked for: {@code column=generated}. */
    READ
  }

  private static final Set<Why> SENT = EnumSet.of(Why.OPAQUE, Why.MOVED);
  private static final Set<Why> SEARCHED = EnumSet.of(Why.OPAQUE, Why.MOVED, Why.COVERED);
  private static final Set<Why> SHOWN = EnumSet.of(Why.MOVED, Why.READ);

  /** A path that has a column. */
  private record Beside(Why why, Path path, Column column) {}

  private final List<Beside> beside = new ArrayList<>();
  private final List<Column> columns;

  /** The names of fields that are sent twice, and the paths that moved, in the columns' order. */
  private final List<String> opaque;

  private final List<Moved> moved;

  /**
   * For a collection.
   *
   * @param opaque whether the server cannot look into the documents
   */
  protected DocumentLayout(
      Collection collection, StoreConfig config, ColumnType type, boolean opaque) {
    super(collection);
    boolean keyToo = PostgresParameters.KEY_COLUMN.in(config);
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
    if (opaque) {
      for (Path path : fields(inside.stream())) {
        SqlDialect.kind(collection, path);
        Kind kind = Kind.of(path.in(collection.example()).orElseThrow());
        // A prefix of its own keeps a field named as the documents' column apart from it.
        add(Why.OPAQUE, path, "indexed." + path.top(), ColumnType.of(kind, config.encoding()));
      }
    }
    for (Path path : paths) {
      add(Why.MOVED, path, Column.name(path.names().orElseThrow()), ColumnType.Scalar.BIGINT);
    }
    for (Path path : fields(inside.stream().filter(index -> index.covering() && !opaque))) {
      // A dot cannot be part of another column's name without a backslash before it.
      String name = DOC + "." + Column.name(List.of(path.top()));
      add(Why.COVERED, path, name, ColumnType.Scalar.TEXT);
    }
    if (PostgresParameters.READ_COLUMN.in(config)) {
      for (Path path : collection.read()) {
        Value example = path.in(collection.example()).orElse(NullValue.NULL);
        ColumnType read =
            example instanceof IntegerValue
                ? ColumnType.Scalar.BIGINT
                : example instanceof BooleanValue
                    ? ColumnType.Scalar.BOOLEAN
                    : ColumnType.Scalar.TEXT;
        add(Why.READ, path, "key." + collection.read().indexOf(path), read);
      }
    }
    columns =
        Stream.concat(
                Stream.of(new Column(DOC, type)),
                beside.stream().filter(one -> SENT.contains(one.why)).map(Beside::column))
            .toList();
    this.opaque = of(Why.OPAQUE).map(one -> one.path.top()).toList();
    this.moved = of(Why.MOVED).map(one -> new Moved(one.path.names().orElseThrow())).toList();
  }

  private void add(Why why, Path path, String name, ColumnType type) {
    beside.add(new Beside(why, path, new Column(name, type)));
  }

  private Stream<Beside> of(Why why) {
    return beside.stream().filter(one -> one.why == why);
  }

  private Optional<Column> column(Path path, Set<Why> whys) {
    return beside.stream()
        .filter(one -> whys.contains(one.why) && one.path.equals(path))
        .map(Beside::column)
        .findFirst();
  }

  /** An index as text is on the key in the document: a key in a column leaves nothing for it. */
  public static Optional<String> refusal(StoreConfig config, Collection collection) {
    boolean unusable =
        collection.indexes().stream().anyMatch(index -> index.kind() == Index.Kind.AS_TEXT);
    return unusable && PostgresParameters.KEY_COLUMN.in(config)
        ? Optional.of("key=column: its statements would use every index on the column")
        : Optional.empty();
  }

  private static List<Path> fields(Stream<Index> indexes) {
    return indexes.flatMap(index -> index.fields().stream()).distinct().map(Path::of).toList();
  }

  /** The value that a path leads to in the document, as an expression that an index may be on. */
  protected abstract String inside(Path path, Kind kind);

  /** Whole numbers compare faster as what they are, and bind as what the client has. */
  protected final String number(Path path) {
    Value example = path.in(collection().example()).orElse(NullValue.NULL);
    return example instanceof IntegerValue ? "bigint" : "numeric";
  }

  /** The value that a path leads to in the document, to be sent. */
  protected abstract Selected insideAt(Path path, boolean asText);

  /** How one number in the document is set, in what follows {@code SET}. */
  protected abstract String assignmentInside(UpdateSpec spec);

  /** The type of a generated column for {@link #inside}. */
  protected String generatedType(Kind kind) {
    return switch (kind) {
      case DECIMAL -> "numeric";
      case BOOLEAN -> "boolean";
      case TIMESTAMP -> "text " + BYTE_ORDER;
      default -> "text";
    };
  }

  @Override
  public final List<Column> columns() {
    return columns;
  }

  @Override
  public final List<String> generated() {
    return Stream.concat(of(Why.COVERED), of(Why.READ)).map(this::generated).toList();
  }

  private String generated(Beside one) {
    boolean covered = one.why == Why.COVERED;
    Kind kind = covered ? SqlDialect.kind(collection(), one.path) : Kind.TEXT;
    String type = covered ? generatedType(kind) : one.column.type().sql();
    String value = inside(one.path, kind);
    boolean cast = !covered && one.column.type() != ColumnType.Scalar.TEXT;
    return one.column.quoted()
        + " "
        + type
        + " GENERATED ALWAYS AS "
        + (cast ? "(" + value + "::" + type + ")" : value)
        + " STORED";
  }

  @Override
  public final void split(Document document, Value[] into) {
    ObjectValue body = document.body();
    int next = 1;
    for (String name : opaque) {
      into[next++] = body.field(name).orElse(NullValue.NULL);
    }
    for (Moved one : moved) {
      body = one.take(body, 0, into, next++);
      if (body == null) {
        throw new RejectedDocumentException(
            "document "
                + document.id()
                + " lacks one of the fields that have a column of their own");
      }
    }
    into[0] = body;
  }

  @Override
  public final ObjectValue join(List<Value> values) {
    ObjectValue body = (ObjectValue) values.get(0);
    int next = 1 + opaque.size();
    for (Moved one : moved) {
      body = body.with(one.names, values.get(next++));
    }
    return body;
  }

  @Override
  public final String value(Path path, Kind kind) {
    return column(path, SEARCHED).map(Column::quoted).orElseGet(() -> inside(path, kind));
  }

  @Override
  public final Selected valueAt(Path path, boolean asText) {
    return column(path, SHOWN)
        .map(column -> selected(column.quoted(), column.type(), asText))
        .orElseGet(() -> insideAt(path, asText));
  }

  @Override
  public final String assignment(UpdateSpec spec) {
    return of(Why.MOVED).anyMatch(one -> one.path.equals(spec.path()))
        ? Sql.identifier(Column.name(spec.names())) + " = ?"
        : assignmentInside(spec);
  }

  /** Takes a field out of documents; the names lead to it from the top. */
  private static final class Moved {
    private final List<String> names;

    /** Documents of one shape share their names: what was worked out for the last one holds. */
    private volatile @Nullable Cut cut;

    /** The names of an object with the field and without it. */
    private record Cut(FieldNames with, FieldNames without) {}

    Moved(List<String> names) {
      this.names = names;
    }

    /** An object without the field, whose value goes to a place; null when it lacks the field. */
    @Nullable ObjectValue take(ObjectValue object, int level, Value[] into, int place) {
      int position = object.names().position(names.get(level));
      if (position < 0) {
        return null;
      }
      List<Value> values = new ArrayList<>(object.values());
      if (level == names.size() - 1) {
        into[place] = values.remove(position);
        return new ObjectValue(cut(object.names(), position), values);
      }
      if (!(values.get(position) instanceof ObjectValue inside)) {
        return null;
      }
      ObjectValue left = take(inside, level + 1, into, place);
      if (left == null) {
        return null;
      }
      values.set(position, left);
      return new ObjectValue(object.names(), values);
    }

    private FieldNames cut(FieldNames with, int position) {
      Cut known = cut;
      if (known == null || !known.with().equals(with)) {
        List<String> left = new ArrayList<>(with.asList());
        left.remove(position);
        known = new Cut(with, FieldNames.of(left));
        cut = known;
      }
      return known.without();
    }
  }
}
