package org.docduel.stores.mysql;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.encoding.WireBuffer;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.DoubleValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.StoreException;
import org.docduel.stores.jdbc.LeafColumns;
import org.docduel.stores.jdbc.LeafColumns.Leaf;
import org.docduel.stores.jdbc.Sql;

/** A column for each leaf of the collection's shape; lists are JSON, since there are no arrays. */
final class MysqlTypedTable extends MysqlTable {
  /** Columns of a table, less one for the key (InnoDB Limits, MySQL 9.7). */
  private static final int MAX_COLUMNS = 1_016;

  /**
   * Beyond it InnoDB's strict mode may refuse a table for what a row could need in its page, 41
   * bytes a column of 8,126 for each long value, though the rows fit.
   */
  private static final int MAX_STRICT_COLUMNS = 190;

  /** Digits of a decimal, at most: 35 before the point and 30 after it. */
  private static final int WHOLE_DIGITS = 35;

  private static final int SCALE = 30;

  /** Of a value that is neither text nor bytes, in a packet. */
  private static final int SCALAR_BYTES = 40;

  private static final int MAX_YEAR = 9_999;

  private static final SelectItem NOTHING = new SelectItem("NULL", ColumnReader.TEXT);

  private final LeafColumns columns;

  /** The texts that an index takes, by their columns. */
  private final Set<String> indexedTexts;

  MysqlTypedTable(Place place, Collection collection) {
    super(place, collection);
    Set<String> reserved = caseless(Set.of("id"));
    columns = new LeafColumns(collection, reserved);
    Set<String> names = caseless(reserved);
    if (columns.leaves().size() > MAX_COLUMNS) {
      throw new StoreException(
          "collection %s has %d leaves: a table has at most %d columns beside its key"
              .formatted(collection.name(), columns.leaves().size(), MAX_COLUMNS));
    }
    for (Leaf leaf : columns.leaves()) {
      String name = leaf.name();
      String reason =
          name.length() > MysqlWorkspace.MAX_NAME
              ? "is too long for a column: names end after 64 characters"
              : name.endsWith(" ")
                  ? "ends in a blank, as no column's name does"
                  : name.chars().anyMatch(c -> c == 0 || Character.isSurrogate((char) c))
                      ? "has a character that is in no column's name: NUL, or one beyond U+FFFF"
                      : names.add(name) ? "" : "differs from another column's name in case alone";
      if (!reason.isEmpty()) {
        throw new StoreException("the field " + Sql.quoteForMessage(name) + " " + reason);
      }
    }
    try {
      indexedTexts =
          ordered().stream()
              .map(path -> columns.column(path).leaf())
              .filter(leaf -> leaf.kind() == Kind.TEXT)
              .map(Leaf::name)
              .collect(Collectors.toSet());
    } catch (UnsupportedOperationException noColumn) {
      throw new StoreException(String.valueOf(noColumn.getMessage()));
    }
  }

  /** As the servers compare the names of columns. */
  private static Set<String> caseless(Set<String> names) {
    Set<String> all = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    all.addAll(names);
    return all;
  }

  @Override
  protected MysqlTable sibling(Collection other) {
    return new MysqlTypedTable(place, other);
  }

  private static String quoted(LeafColumns.Place found) {
    return Sql.identifier(found.leaf().name());
  }

  @Override
  protected String jsonColumn(Path path) {
    return quoted(findJson(path));
  }

  @Override
  protected int stepsToColumn(Path path) {
    return path.steps().size() - findJson(path).remainingSteps().size();
  }

  private LeafColumns.Place findJson(Path path) {
    return columns
        .find(path)
        .filter(found -> isJson(found.leaf().kind()))
        .orElseThrow(() ->
            new UnsupportedOperationException(
                "it has no list for the path " + Sql.quoteForMessage(path.toString())));
  }

  @Override
  public List<String> create() {
    return withoutStrictMode(super.create());
  }

  /** Statements that make or change a table, which strict mode may refuse when it is wide. */
  private List<String> withoutStrictMode(List<String> statements) {
    String mode = "SET SESSION innodb_strict_mode = ";
    return statements.isEmpty() || columns.leaves().size() <= MAX_STRICT_COLUMNS
        ? statements
        : Stream.of(List.of(mode + "OFF"), statements, List.of(mode + "DEFAULT"))
            .flatMap(List::stream)
            .toList();
  }

  @Override
  protected Stream<String> definitions() {
    return columns.leaves().stream().map(this::definition);
  }

  private String definition(Leaf leaf) {
    String text = indexedTexts.contains(leaf.name()) ? MysqlServer.INDEXED_TEXT : "LONGTEXT";
    return Sql.identifier(leaf.name())
        + switch (leaf.kind()) {
          case INTEGER -> " BIGINT";
          case DOUBLE -> " DOUBLE";
          case DECIMAL -> " DECIMAL(" + (WHOLE_DIGITS + SCALE) + ", " + SCALE + ")";
          case BOOLEAN -> " BOOLEAN";
          case TIMESTAMP -> " DATETIME(3)";
          case BINARY -> " LONGBLOB";
          case TEXT -> " " + text + " COLLATE " + place.server().collation;
          default -> " JSON";
        };
  }

  /** An index takes texts of a limited length alone. */
  @Override
  public List<String> suiteColumns(String table) {
    return withoutStrictMode(
        columns.leaves().stream()
            .filter(leaf -> indexedTexts.contains(leaf.name()))
            .map(leaf -> "ALTER TABLE " + table + " MODIFY COLUMN " + definition(leaf))
            .toList());
  }

  @Override
  public String value(Path path, Kind kind) {
    return quoted(columns.column(path));
  }

  @Override
  public String literal(Value value) {
    return value instanceof TimestampValue time
        ? "TIMESTAMP " + Sql.literal(local(time.value()).toString().replace('T', ' '))
        : super.literal(value);
  }

  private static LocalDateTime local(Instant instant) {
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }

  @Override
  public SelectItem value(Path path, boolean asText) {
    Optional<LeafColumns.Place> found = columns.find(path);
    if (found.isEmpty()) {
      return NOTHING;
    }
    Kind kind = found.get().leaf().kind();
    if (isJson(kind)) {
      return super.value(path, asText);
    } else if (!found.get().remainingSteps().isEmpty()) {
      return NOTHING;
    }
    String column = quoted(found.get());
    return asText && kind == Kind.BOOLEAN
        ? new SelectItem(
            "CASE " + column + " WHEN 1 THEN 'true' WHEN 0 THEN 'false' END", ColumnReader.TEXT)
        : asText && kind == Kind.INTEGER
            ? new SelectItem("CAST(" + column + " AS CHAR)", ColumnReader.TEXT)
            : new SelectItem(column, reader(kind));
  }

  private static boolean isJson(Kind kind) {
    return kind == Kind.JSON || kind == Kind.OBJECT || kind.isList();
  }

  private static ColumnReader reader(Kind kind) {
    return switch (kind) {
      case INTEGER -> ColumnReader.nullable(ColumnReader.NUMBER);
      case DOUBLE -> ColumnReader.nullable((row, column) -> new DoubleValue(row.getDouble(column)));
      case DECIMAL ->
          (row, column) -> ColumnReader.orNull(row.getBigDecimal(column), DecimalValue::new);
      case BOOLEAN ->
          ColumnReader.nullable((row, column) -> BooleanValue.of(row.getBoolean(column)));
      case TIMESTAMP ->
          (row, column) ->
              ColumnReader.orNull(
                  row.getObject(column, LocalDateTime.class),
                  time -> new TimestampValue(time.toInstant(ZoneOffset.UTC)));
      case BINARY -> (row, column) -> ColumnReader.orNull(row.getBytes(column), BinaryValue::new);
      case TEXT -> ColumnReader.TEXT;
      default -> ColumnReader.JSON;
    };
  }

  private String columnList() {
    return columns.leaves().stream()
        .map(leaf -> ", " + Sql.identifier(leaf.name()))
        .collect(Collectors.joining());
  }

  private static String parameter(Leaf leaf) {
    return isJson(leaf.kind()) ? JSON_PARAMETER : "?";
  }

  @Override
  public Insert insert(boolean bulk) {
    String parameters =
        columns.leaves().stream().map(leaf -> ", " + parameter(leaf)).collect(Collectors.joining());
    return new Insert(
        "INSERT INTO %s (id%s) VALUES (?%s)".formatted(name(), columnList(), parameters),
        new Row());
  }

  /** Sets a parameter for each column. For one thread. */
  private final class Row implements Parameters {
    private final JsonWriter json = new JsonWriter();
    private final WireBuffer text = new WireBuffer();
    private final Value[] values = new Value[columns.leaves().size()];
    private long bytes;

    @Override
    public void set(PreparedStatement statement, Document document) throws SQLException {
      statement.setLong(1, document.id());
      set(statement, 2, document);
    }

    /** The result is the first parameter after them. */
    int set(PreparedStatement statement, int first, Document document) throws SQLException {
      columns.split(document, values);
      bytes = 0;
      for (int i = 0; i < values.length; i++) {
        Leaf leaf = columns.leaves().get(i);
        if (values[i] == NullValue.NULL) {
          statement.setObject(first + i, null);
        } else if (isJson(leaf.kind())) {
          setBytes(statement, first + i, json.bytes(document, values[i]));
        } else {
          setScalar(statement, first + i, document, leaf.kind(), values[i]);
        }
      }
      return first + values.length;
    }

    private void setScalar(
        PreparedStatement statement, int place, Document document, Kind kind, Value value)
        throws SQLException {
      Value stored = stored(kind, value);
      if (Kind.of(stored) != kind) {
        throw LeafColumns.rejection(
            document,
            "a value of kind %s for a column of kind %s"
                .formatted(Kind.of(value).label(), kind.label()));
      }
      bytes += SCALAR_BYTES;
      if (stored instanceof IntegerValue number) {
        statement.setLong(place, number.value());
      } else if (stored instanceof DoubleValue number) {
        statement.setDouble(place, JsonForm.finite(number));
      } else if (stored instanceof DecimalValue number) {
        statement.setBigDecimal(place, decimal(document, number.value().stripTrailingZeros()));
      } else if (stored instanceof BooleanValue truth) {
        statement.setBoolean(place, truth.value());
      } else if (stored instanceof TimestampValue time) {
        statement.setObject(place, time(document, local(time.value())));
      } else if (stored instanceof BinaryValue binary) {
        setBytes(statement, place, binary.value());
      } else {
        text.clear();
        if (!text.putText(((StringValue) stored).value())) {
          throw LeafColumns.rejection(
              document, "half of a surrogate pair, which UTF-8 cannot hold");
        }
        setBytes(statement, place, Arrays.copyOf(text.array(), text.size()));
      }
    }

    private void setBytes(PreparedStatement statement, int place, byte[] content)
        throws SQLException {
      statement.setBytes(place, content);
      bytes += content.length;
    }

    @Override
    public long bytes() {
      return bytes;
    }
  }

  /** The server would round one of more digits behind the point, and say nothing. */
  private static BigDecimal decimal(Document document, BigDecimal number) {
    if (number.scale() > SCALE || (long) number.precision() - number.scale() > WHOLE_DIGITS) {
      throw LeafColumns.rejection(
          document,
          "a decimal of more digits than DECIMAL has: %d before the point and %d after it"
              .formatted(WHOLE_DIGITS, SCALE));
    }
    return number;
  }

  private static LocalDateTime time(Document document, LocalDateTime time) {
    if (time.getYear() < 1 || time.getYear() > MAX_YEAR) {
      throw LeafColumns.rejection(document, "a timestamp outside of what DATETIME holds");
    }
    return time;
  }

  private static Value stored(Kind kind, Value value) {
    return kind == Kind.DECIMAL && value instanceof IntegerValue number
        ? new DecimalValue(BigDecimal.valueOf(number.value()))
        : value;
  }

  @Override
  public Update update(UpdateSpec spec) {
    LeafColumns.unsupportedReason(spec.kind())
        .ifPresent(reason -> {
          throw spec.unknown();
        });
    boolean replaces = spec.kind() == UpdateKind.REPLACE;
    String assignments =
        replaces
            ? columns.leaves().stream()
                .map(leaf -> Sql.identifier(leaf.name()) + " = " + parameter(leaf))
                .collect(Collectors.joining(", "))
            : quoted(columns.column(spec.path())) + " = ?";
    Row row = new Row();
    Update.Change replacement =
        (statement, key, value) -> {
          Document document = new Document(key, spec.replacement().document(key, value));
          statement.setLong(row.set(statement, 1, document), key);
        };
    return new Update(
        "UPDATE " + name() + " SET " + assignments + " WHERE " + key(spec.key()) + " = ?",
        replaces ? replacement : Update.Change.NUMBER);
  }

  @Override
  public String select() {
    return "SELECT id" + columnList() + " FROM " + name();
  }

  @Override
  public ObjectValue body(ResultSet row) throws SQLException {
    List<Value> values = new ArrayList<>();
    for (Leaf leaf : columns.leaves()) {
      values.add(reader(leaf.kind()).read(row, values.size() + 2));
    }
    return columns.join(values);
  }

  @Override
  public ObjectValue asStored(Document document) {
    Value[] values = new Value[columns.leaves().size()];
    columns.split(document, values);
    return columns.join(
        IntStream.range(0, values.length)
            .mapToObj(i -> {
              Kind kind = columns.leaves().get(i).kind();
              return isJson(kind)
                  ? JsonForm.of(values[i], place.encoding())
                  : stored(kind, values[i]);
            })
            .toList());
  }
}
