package org.docduel.stores.postgres;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.UpdateKind;
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
import org.docduel.core.query.Index;
import org.docduel.core.query.Projection;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.stores.jdbc.JdbcSystem.Table.SelectItem;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlDialect;
import org.jspecify.annotations.Nullable;

/** A whole document in one column, {@code doc}, and columns beside it for some of its paths. */
public abstract class DocumentLayout extends Layout {
  protected static final String DOC = "doc";

  /** Of timestamps as texts: their order is that of the instants, whatever the locale. */
  protected static final String BYTE_ORDER = "COLLATE \"C\"";

  /** Those that are sent: the document's, and one for each of those beside it. */
  private final List<Column> columns = new ArrayList<>();

  private final List<ExtractedField> extractedFields = new ArrayList<>();

  /** Where conditions find a value, when that is a column: one that is sent, or generated. */
  private final Map<Path, Column> filterColumns = new LinkedHashMap<>();

  /** The same where it is selected. */
  private final Map<Path, Column> selectColumns = new LinkedHashMap<>();

  /**
   * For a collection.
   *
   * @param opaque whether the server cannot look into the documents
   */
  protected DocumentLayout(
      Collection collection, StoreConfig config, ColumnType type, boolean opaque) {
    super(collection);
    boolean keyToo = PostgresParameters.KEY_COLUMN.in(config);
    List<Path> moved =
        Stream.concat(
                collection.key().filter(key -> keyToo).map(Path::of).stream(),
                collection.extracted().stream())
            .toList();
    columns.add(new Column(DOC, type));
    // The planner answers from an index alone only when the index has every column that a query
    // names, and an expression on a document names it.
    List<Path> indexed =
        collection.indexes().stream()
            .filter(index -> opaque || index.covering())
            .map(Index::fields)
            .filter(fields -> fields.stream().noneMatch(moved::contains))
            .flatMap(List::stream)
            .distinct()
            .toList();
    for (Path path : indexed) {
      SqlDialect.kind(collection, path); // refuses one that has none
      if (opaque) {
        Kind kind = Kind.of(path.in(collection.example()).orElseThrow());
        // A prefix of its own keeps a field named as the documents' column apart from it.
        add(path, "indexed." + path.top(), ColumnType.of(kind, config.encoding()), false);
      } else {
        // A dot cannot be part of another column's name without a backslash before it.
        String name = DOC + "." + Column.name(path.names().orElseThrow());
        filterColumns.put(path, new Column(name, ColumnType.TEXT));
      }
    }
    for (Path path : moved) {
      add(path, Column.name(path.names().orElseThrow()), ColumnType.BIGINT, true);
      selectColumns.put(path, filterColumns.get(path));
    }
    boolean readToo = PostgresParameters.READ_COLUMN.in(config);
    for (Path path : readToo ? collection.referencedPaths() : List.<Path>of()) {
      Value example = path.in(collection.example()).orElse(NullValue.NULL);
      ColumnType scalar =
          example instanceof IntegerValue
              ? ColumnType.BIGINT
              : example instanceof BooleanValue ? ColumnType.BOOLEAN : ColumnType.TEXT;
      selectColumns.putIfAbsent(
          path, new Column("key." + collection.referencedPaths().indexOf(path), scalar));
    }
  }

  private void add(Path path, String name, ColumnType type, boolean cut) {
    columns.add(new Column(name, type));
    extractedFields.add(new ExtractedField(path.names().orElseThrow(), cut));
    filterColumns.put(path, columns.get(columns.size() - 1));
  }

  /** An index as text is on the key in the document: a key in a column leaves nothing for it. */
  public static Optional<String> unsupportedReason(StoreConfig config, Collection collection) {
    boolean unusable =
        collection.indexes().stream().anyMatch(index -> index.kind() == Index.Kind.AS_TEXT);
    return unusable && PostgresParameters.KEY_COLUMN.in(config)
        ? Optional.of("key=column: its statements would use every index on the column")
        : Optional.empty();
  }

  /** The value that a path leads to in the document, as an expression that an index may be on. */
  protected String inside(Path path, Kind kind) {
    throw new UnsupportedOperationException("the server cannot look into its documents");
  }

  /** Numbers compare faster as what they are, and bind as what the client has. */
  protected final String number(Path path) {
    Kind kind = collection().shape().leafKinds().get(path);
    return kind == Kind.INTEGER ? "bigint" : kind == Kind.DOUBLE ? "double precision" : "numeric";
  }

  /** The value that a path leads to in the document, to be sent. */
  protected abstract SelectItem insideAt(Path path, boolean asText);

  /** How one number in the document is set, in what follows {@code SET}. */
  protected String assignmentInside(UpdateSpec spec) {
    throw spec.unknown();
  }

  /** The type of a generated column for {@link #inside}. */
  protected String generatedType(Path path, Kind kind) {
    return switch (kind) {
      // As published, whole numbers too; a cast of a double to numeric would keep 15 digits.
      case DECIMAL -> number(path).equals("bigint") ? "numeric" : number(path);
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
    List<String> definitions = new ArrayList<>();
    filterColumns.forEach((path, column) -> {
      if (!columns.contains(column)) {
        Kind kind = kind(path);
        definitions.add(generated(column, generatedType(path, kind), inside(path, kind)));
      }
    });
    selectColumns.forEach((path, column) -> {
      if (!columns.contains(column)) {
        String type = column.type().sql();
        String text = inside(path, Kind.TEXT);
        boolean isText = column.type().equals(ColumnType.TEXT);
        definitions.add(generated(column, type, isText ? text : "(" + text + "::" + type + ")"));
      }
    });
    return definitions;
  }

  private static String generated(Column column, String type, String value) {
    return column.quoted() + " " + type + " GENERATED ALWAYS AS " + value + " STORED";
  }

  @Override
  public final void toColumns(Document document, Value[] into) {
    ObjectValue body = document.body();
    for (int i = 0; i < extractedFields.size(); i++) {
      body = extractedFields.get(i).take(document, body, 0, into, 1 + i);
    }
    into[0] = body;
  }

  @Override
  public final ObjectValue toDocument(List<Value> values) {
    ObjectValue body = (ObjectValue) values.get(0);
    for (int i = 0; i < extractedFields.size(); i++) {
      ExtractedField field = extractedFields.get(i);
      body = field.removed ? body.with(field.names, values.get(1 + i)) : body;
    }
    return body;
  }

  @Override
  public final String value(Path path, Kind kind) {
    Column column = filterColumns.get(path);
    return column == null ? inside(path, kind) : column.quoted();
  }

  /** IS uses an index on truth values. */
  @Override
  public String compared(Path path, String operator, Value value) {
    return value instanceof BooleanValue
        ? value(path, Kind.BOOLEAN) + " IS " + (value.equals(BooleanValue.TRUE) ? "TRUE" : "FALSE")
        : super.compared(path, operator, value);
  }

  @Override
  public final SelectItem valueAt(Path path, boolean asText) {
    Column column = selectColumns.get(path);
    return column == null
        ? insideAt(path, asText)
        : selected(column.quoted(), column.type(), asText);
  }

  @Override
  protected final boolean isJson(Path path) {
    return filterColumns.getOrDefault(path, columns.get(0)).type().isJson();
  }

  @Override
  public final String assignment(UpdateSpec spec) {
    return extractedFields.stream()
            .anyMatch(field -> field.removed && field.names.equals(spec.names()))
        ? Sql.identifier(Column.name(spec.names())) + " = ?"
        : assignmentInside(spec);
  }

  /** A field of documents with a column; the names lead to it from the top. */
  private static final class ExtractedField {
    private final List<String> names;

    /** Whether documents are sent without it. */
    private final boolean removed;

    /** Documents of one shape share their names: what was worked out for the last one holds. */
    private volatile @Nullable Without without;

    /** The names of an object with the field and without it. */
    private record Without(FieldNames all, FieldNames remaining) {}

    ExtractedField(List<String> names, boolean cut) {
      this.names = names;
      this.removed = cut;
    }

    /** An object as it is sent; the field's value goes to a place. */
    ObjectValue take(Document document, ObjectValue object, int level, Value[] into, int place) {
      int position = object.names().position(names.get(level));
      if (!removed) {
        into[place] = position < 0 ? NullValue.NULL : object.values().get(position);
        return object;
      }
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
        return new ObjectValue(without(object.names(), position), values);
      }
      ObjectValue inside = (ObjectValue) values.get(position);
      values.set(position, take(document, inside, level + 1, into, place));
      return new ObjectValue(object.names(), values);
    }

    private FieldNames without(FieldNames all, int position) {
      Without cached = without;
      if (cached == null || !cached.all().equals(all)) {
        List<String> remaining = new ArrayList<>(all.asList());
        remaining.remove(position);
        cached = new Without(all, FieldNames.of(remaining));
        without = cached;
      }
      return cached.remaining();
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
    protected SelectItem insideAt(Path path, boolean asText) {
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
      return column + (text ? " #>> " : " #> ") + array(steps);
    }

    private static String array(List<Path.Step> steps) {
      return steps.stream()
          .map(step ->
              step instanceof Path.Field field
                  ? Sql.literal(field.name())
                  : "'" + ((Path.Element) step).index() + "'")
          .collect(Collectors.joining(", ", "ARRAY[", "]"));
    }

    /**
     * The type json has no function that changes anything: its documents are cast to jsonb and
     * back, as an application has to do.
     */
    @Override
    protected String assignmentInside(UpdateSpec spec) {
      List<String> names = spec.names().stream().map(Sql::literal).toList();
      if (binary && spec.kind() == UpdateKind.SUBSCRIPT) {
        return DOC + "[" + String.join("][", names) + "] = " + NUMBER;
      }
      String document = binary ? DOC : DOC + "::jsonb";
      String path = "ARRAY[" + String.join(", ", names) + "]";
      String changed =
          switch (spec.kind()) {
            case SET -> "jsonb_set(" + document + ", " + path + ", " + NUMBER + ")";
            case MERGE -> merged(document, names);
            default -> throw spec.unknown();
          };
      return DOC + " = " + (binary ? changed : "(" + changed + ")::json");
    }

    /** The operator {@code ||} merges the top level alone: each level below is merged by itself. */
    private static String merged(String object, List<String> names) {
      String name = names.get(0);
      String value =
          names.size() == 1
              ? NUMBER
              : merged("(" + object + " -> " + name + ")", names.subList(1, names.size()));
      return object + " || jsonb_build_object(" + name + ", " + value + ")";
    }

    @Override
    public String holdsAll(Path path, List<Value> elements) {
      return value(path, Kind.TEXTS) + " @> " + list(elements);
    }

    /** A list as a literal. */
    static String list(List<Value> elements) {
      return Sql.literal(JsonBytes.text(new ArrayValue(elements))) + "::jsonb";
    }

    /** Texts of instants are compared as they are: a cast has no index. */
    @Override
    public String selectExpression(Path path) {
      boolean instant = kind(path) == Kind.TIMESTAMP;
      return instant
          ? "(" + inside(path, Kind.TEXT) + "::timestamptz)"
          : super.selectExpression(path);
    }

    @Override
    public String document(List<Path> without) {
      return without.isEmpty()
          ? DOC
          : without.stream()
              .map(path -> " #- " + array(path.steps()))
              .collect(Collectors.joining("", DOC, " AS " + DOC));
    }

    @Override
    public String containsElement(Path path) {
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
    protected SelectItem insideAt(Path path, boolean asText) {
      Codec.Lookup lookup = new BsonCodec().lookup(path);
      Projection.ValueAt at = new Projection.ValueAt(path, asText);
      return new SelectItem(
          DOC,
          (row, column) -> {
            Value value = lookup.find(row.getBytes(column));
            return value == null ? NullValue.NULL : at.project(value);
          },
          true);
    }
  }
}
