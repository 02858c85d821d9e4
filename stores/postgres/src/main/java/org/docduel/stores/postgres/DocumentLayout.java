package org.docduel.stores.postgres;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.encoding.BsonCodec;
import org.docduel.core.encoding.Codec;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.query.Index;
import org.docduel.core.query.Projection;
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

  /** Those that are sent: the document, fields that are sent twice, and paths that moved. */
  private final List<Column> columns = new ArrayList<>();

  private final List<String> twice = new ArrayList<>();
  private final List<Moved> moved = new ArrayList<>();
  private final List<Function<DocumentLayout, String>> generated = new ArrayList<>();

  /** Where conditions find a value, and where it is selected, when that is a column. */
  private final Map<Path, Column> searched = new HashMap<>();

  private final Map<Path, Column> shown = new HashMap<>();

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
    columns.add(new Column(DOC, type));
    for (Path path : fields(inside.stream().filter(index -> opaque))) {
      SqlDialect.kind(collection, path);
      Kind kind = Kind.of(path.in(collection.example()).orElseThrow());
      // A prefix of its own keeps a field named as the documents' column apart from it.
      Column column = new Column("indexed." + path.top(), ColumnType.of(kind, config.encoding()));
      twice.add(path.top());
      columns.add(column);
      searched.put(path, column);
    }
    for (Path path : paths) {
      Moved one = new Moved(path.names().orElseThrow());
      Column column = new Column(Column.name(one.names), ColumnType.BIGINT);
      moved.add(one);
      columns.add(column);
      searched.put(path, column);
      shown.put(path, column);
    }
    // The planner answers from an index alone only when the index has every column that a query
    // names, and an expression on a document names it.
    for (Path path : fields(inside.stream().filter(index -> index.covering() && !opaque))) {
      // A dot cannot be part of another column's name without a backslash before it.
      String name = DOC + "." + Column.name(List.of(path.top()));
      Column column = new Column(name, ColumnType.TEXT);
      searched.put(path, column);
      generated.add(layout -> {
        Kind kind = SqlDialect.kind(collection, path);
        return generated(column, layout.generatedType(kind), layout.inside(path, kind));
      });
    }
    boolean readToo = PostgresParameters.READ_COLUMN.in(config);
    for (Path path : readToo ? collection.read() : List.<Path>of()) {
      Value example = path.in(collection.example()).orElse(NullValue.NULL);
      ColumnType scalar =
          example instanceof IntegerValue
              ? ColumnType.BIGINT
              : example instanceof BooleanValue ? ColumnType.BOOLEAN : ColumnType.TEXT;
      Column column = new Column("key." + collection.read().indexOf(path), scalar);
      shown.putIfAbsent(path, column);
      generated.add(layout -> {
        String text = layout.inside(path, Kind.TEXT);
        String value = "(" + text + "::" + scalar.sql() + ")";
        return generated(column, scalar.sql(), scalar.equals(ColumnType.TEXT) ? text : value);
      });
    }
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
    return generated.stream().map(one -> one.apply(this)).toList();
  }

  private static String generated(Column column, String type, String value) {
    return column.quoted() + " " + type + " GENERATED ALWAYS AS " + value + " STORED";
  }

  @Override
  public final void split(Document document, Value[] into) {
    ObjectValue body = document.body();
    int next = 1;
    for (String name : twice) {
      into[next++] = body.field(name).orElse(NullValue.NULL);
    }
    for (Moved one : moved) {
      body = one.take(document, body, 0, into, next++);
    }
    into[0] = body;
  }

  @Override
  public final ObjectValue join(List<Value> values) {
    ObjectValue body = (ObjectValue) values.get(0);
    int next = 1 + twice.size();
    for (Moved one : moved) {
      body = body.with(one.names, values.get(next++));
    }
    return body;
  }

  @Override
  public final String value(Path path, Kind kind) {
    Column column = searched.get(path);
    return column == null ? inside(path, kind) : column.quoted();
  }

  @Override
  public final Selected valueAt(Path path, boolean asText) {
    Column column = shown.get(path);
    return column == null
        ? insideAt(path, asText)
        : selected(column.quoted(), column.type(), asText);
  }

  @Override
  protected final boolean isJson(Path path) {
    return searched.getOrDefault(path, columns.get(0)).type().isJson();
  }

  @Override
  public final String assignment(UpdateSpec spec) {
    return moved.stream().anyMatch(one -> one.names.equals(spec.names()))
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

    /** An object without the field, whose value goes to a place. */
    ObjectValue take(Document document, ObjectValue object, int level, Value[] into, int place) {
      int position = object.names().position(names.get(level));
      boolean last = level == names.size() - 1;
      if (position < 0 || !(last || object.values().get(position) instanceof ObjectValue)) {
        throw new RejectedDocumentException(
            "document "
                + document.id()
                + " lacks one of the fields that have a column of their own");
      }
      List<Value> values = new ArrayList<>(object.values());
      if (last) {
        into[place] = values.remove(position);
        return new ObjectValue(cut(object.names(), position), values);
      }
      ObjectValue inside = (ObjectValue) values.get(position);
      values.set(position, take(document, inside, level + 1, into, place));
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

  /** A whole document in one {@code json} or {@code jsonb} column; indexes are on expressions. */
  static final class OfJson extends DocumentLayout {
    /** A list of the statement's parameter alone. */
    static final String PARAMETER = "jsonb_build_array(?::text)";

    private static final String NUMBER = "to_jsonb(?::bigint)";

    private final boolean binary;

    OfJson(String type, Collection collection, StoreConfig config) {
      super(collection, config, ColumnType.json(type, config.encoding()), false);
      this.binary = type.equals("jsonb");
    }

    @Override
    protected String inside(Path path, Kind kind) {
      String text = at(path, true);
      return switch (kind) {
        case TIMESTAMP -> "((" + text + ") " + BYTE_ORDER + ")";
        case DECIMAL -> "((" + text + ")::" + number(path) + ")";
        case BOOLEAN -> "((" + text + ")::boolean)";
        case TEXTS -> binary ? "(" + at(path, false) + ")" : "((" + at(path, false) + ")::jsonb)";
        default -> "(" + text + ")";
      };
    }

    @Override
    protected Selected insideAt(Path path, boolean asText) {
      return asText
          ? selected(at(path, true), ColumnType.TEXT, true)
          : selected("(" + at(path, false) + ")", columns().get(0).type(), false);
    }

    private static String at(Path path, boolean text) {
      return at(DOC, path.steps(), text);
    }

    /** One operator, whatever the depth: each arrow of a chain would copy what it finds. */
    static String at(String column, List<Path.Step> steps, boolean text) {
      if (steps.size() == 1 && steps.get(0) instanceof Path.Field field) {
        return column + (text ? " ->> " : " -> ") + Sql.literal(field.name());
      }
      String names =
          steps.stream()
              .map(step ->
                  step instanceof Path.Field field
                      ? Sql.literal(field.name())
                      : "'" + ((Path.Element) step).index() + "'")
              .collect(Collectors.joining(", ", "ARRAY[", "]"));
      return column + (text ? " #>> " : " #> ") + names;
    }

    /**
     * The type json has no function that changes anything: its documents are cast to jsonb and
     * back, as an application has to do.
     */
    @Override
    protected String assignmentInside(UpdateSpec spec) {
      String document = binary ? DOC : DOC + "::jsonb";
      List<String> names = spec.names();
      String changed =
          switch (spec.kind()) {
            case SET -> "jsonb_set(" + document + ", " + array(names) + ", " + NUMBER + ")";
            case MERGE -> merged(document, names);
            case SUBSCRIPT -> {
              if (!binary) {
                throw new UnsupportedOperationException("the type json has no subscripts");
              }
              yield NUMBER;
            }
            case TYPED, REPLACE -> throw spec.unknown();
          };
      return switch (spec.kind()) {
        case SUBSCRIPT -> DOC + subscripts(names) + " = " + changed;
        default -> DOC + " = " + (binary ? changed : "(" + changed + ")::json");
      };
    }

    private static String array(List<String> names) {
      return "ARRAY[" + String.join(", ", names.stream().map(Sql::literal).toList()) + "]";
    }

    private static String subscripts(List<String> names) {
      return names.stream()
          .map(name -> "[" + Sql.literal(name) + "]")
          .collect(Collectors.joining());
    }

    /** The operator {@code ||} merges the top level alone: each level below is merged by itself. */
    private static String merged(String object, List<String> path) {
      String name = Sql.literal(path.get(0));
      String value =
          path.size() == 1
              ? NUMBER
              : merged("(" + object + " -> " + name + ")", path.subList(1, path.size()));
      return object + " || jsonb_build_object(" + name + ", " + value + ")";
    }

    @Override
    public String holdsAll(Path path, List<String> elements) {
      return value(path, Kind.TEXTS) + " @> " + list(elements);
    }

    /** A list of texts as a literal. */
    static String list(List<String> elements) {
      return Sql.literal(
              JsonBytes.text(
                  new ArrayValue(elements.stream().<Value>map(StringValue::new).toList())))
          + "::jsonb";
    }

    @Override
    public String holds(Path path) {
      return value(path, Kind.TEXTS) + " @> " + PARAMETER;
    }
  }

  /**
   * BSON bytes in a {@code bytea} column. PostgreSQL cannot look into them, so that each indexed
   * field is kept a second time, in a typed column beside the bytes, which the index is on: what an
   * application has to do that wants to find such documents again. Its bytes count as stored bytes.
   */
  static final class OfBytes extends DocumentLayout {
    OfBytes(Collection collection, StoreConfig config) {
      super(collection, config, ColumnType.bson("bytea"), true);
    }

    /** The whole document: the client finds the value in it. */
    @Override
    protected Selected insideAt(Path path, boolean asText) {
      Codec.Lookup lookup = new BsonCodec().lookup(path);
      Projection.ValueAt at = new Projection.ValueAt(path, asText);
      return new Selected(
          DOC,
          (row, column) -> {
            Value value = lookup.find(row.getBytes(column));
            return value == null ? NullValue.NULL : at.given(value);
          },
          true);
    }

    @Override
    protected String inside(Path path, Kind kind) {
      throw opaque();
    }

    @Override
    protected String assignmentInside(UpdateSpec spec) {
      throw opaque();
    }

    private static UnsupportedOperationException opaque() {
      return new UnsupportedOperationException("the server cannot look into its documents");
    }
  }
}
