package org.docduel.stores.mysql;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.LinkRead.LinkQuery;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.stores.jdbc.JdbcSystem;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlDialect;

/** A collection in MySQL or MariaDB: {@code id}, and the documents in other columns. */
abstract sealed class MysqlTable implements SqlDialect, JdbcSystem.Table
    permits MysqlJsonTable, MysqlTypedTable {
  /** The comment on every table; what does not carry it is never dropped. */
  static final String MARK = "made by DocDuel";

  /** A parameter of bytes of JSON, which the servers take as text alone. */
  static final String JSON_PARAMETER = "CONVERT(? USING utf8mb4)";

  protected final Place place;
  private final Collection collection;

  /**
   * Where a store's tables are.
   *
   * @param prefix of their names
   */
  record Place(MysqlServer server, PayloadEncoding encoding, String database, String prefix) {}

  protected MysqlTable(Place place, Collection collection) {
    this.place = place;
    this.collection = collection;
  }

  /** Another collection of the same store. */
  protected abstract MysqlTable sibling(Collection other);

  /** Of the columns beside the key. */
  protected abstract Stream<String> definitions();

  /** The column of JSON that a path leads into, as SQL. */
  protected abstract String jsonColumn(Path path);

  /** How many steps of a path lead to that column. */
  protected abstract int stepsToColumn(Path path);

  @Override
  public final Collection collection() {
    return collection;
  }

  @Override
  public final SqlDialect dialect() {
    return this;
  }

  @Override
  public final String plainName() {
    return place.prefix + collection.name();
  }

  @Override
  public final String name() {
    return Sql.identifier(place.database) + "." + Sql.identifier(plainName());
  }

  @Override
  public List<String> create() {
    String columns =
        Stream.concat(Stream.of("id BIGINT PRIMARY KEY"), definitions())
            .collect(Collectors.joining(", "));
    return List.of(
        "DROP TABLE IF EXISTS " + name(),
        "CREATE TABLE %s (%s) ENGINE = InnoDB CHARACTER SET utf8mb4 COMMENT = %s"
            .formatted(name(), columns, Sql.literal(MARK)));
  }

  @Override
  public final List<String> empty() {
    return List.of("TRUNCATE TABLE " + name());
  }

  @Override
  public final String analyze() {
    return "ANALYZE TABLE " + name();
  }

  /** The fields of ordered indexes. */
  protected final List<Path> ordered() {
    return collection.indexes().stream()
        .filter(index -> index.kind() == Index.Kind.ORDERED || index.kind() == Index.Kind.PREFIX)
        .flatMap(index -> index.fields().stream())
        .distinct()
        .toList();
  }

  /** What is searched without the index that the collection should have, for each such index. */
  final List<String> scanned() {
    return collection.indexes().stream()
        .map(index ->
            switch (index.kind()) {
              case SUBSTRING -> "parts of texts";
              case ELEMENTS -> index(index).isEmpty() ? "elements of lists" : null;
              default -> null;
            })
        .filter(Objects::nonNull)
        .toList();
  }

  /** Such that a plan that names another table's says which it is; unique within its table. */
  @Override
  public final String indexName(int number, Index index) {
    String name = "i" + number + "_" + index.name();
    return name.substring(0, Math.min(name.length(), MysqlWorkspace.MAX_NAME));
  }

  /** Every index holds the id: it is the key of the table itself. */
  @Override
  public final String index(Index index) {
    Path first = index.fields().get(0);
    return switch (index.kind()) {
      case SUBSTRING -> "";
      case ELEMENTS -> place.server.elements(json(first), leafKind(first));
      default ->
          index.fields().stream()
              .map(path -> value(path, kind(path)))
              .collect(Collectors.joining(", ", "(", ")"));
    };
  }

  private Kind leafKind(Path list) {
    return collection.shape().leafKinds().getOrDefault(list, Kind.TEXTS);
  }

  /** Whole numbers stay such: a double would round them beyond 2^53. */
  protected final Kind scalarKind(Path path, Kind kind) {
    return kind == Kind.DECIMAL && collection.shape().leafKinds().get(path) == Kind.INTEGER
        ? Kind.INTEGER
        : kind;
  }

  /** Any value, as JSON. */
  protected final String json(Path path) {
    return guarded(path, extracted(path));
  }

  private String extracted(Path path) {
    return "JSON_EXTRACT(" + jsonColumn(path) + ", " + insidePath(path) + ")";
  }

  private String insidePath(Path path) {
    List<Path.Step> steps = path.steps();
    return SqlDialect.path(steps.subList(stepsToColumn(path), steps.size()), "");
  }

  /** A scalar in JSON. */
  protected final String scalar(Path path, Kind kind) {
    Kind exact = scalarKind(path, kind);
    return guarded(path, place.server.inside(jsonColumn(path), insidePath(path), exact));
  }

  /** Both servers take a scalar for a list of its own: it has no first element here. */
  private String guarded(Path path, String value) {
    String lists =
        IntStream.range(stepsToColumn(path), path.steps().size())
            .filter(step -> path.steps().get(step) instanceof Path.Element)
            .mapToObj(step -> new Path(path.steps().subList(0, step)))
            .filter(list -> !(list.in(collection.example()).orElse(null) instanceof ArrayValue))
            .map(list -> "JSON_TYPE(" + extracted(list) + ") = 'ARRAY'")
            .collect(Collectors.joining(" AND "));
    return lists.isEmpty() ? value : "CASE WHEN " + lists + " THEN " + value + " END";
  }

  /** Columns of truth values are 1 and 0, and {@code IS TRUE} would not use their index. */
  @Override
  public String literal(Value value) {
    return value instanceof BooleanValue truth
        ? truth.value() ? "1" : "0"
        : SqlDialect.super.literal(value);
  }

  /**
   * MEMBER OF uses a multi-valued index, whose type is that of the list's elements, and would find
   * the text 77 by one of numbers. Elements of another type are compared as JSON, by a function
   * with a path, which uses no index.
   */
  @Override
  public final String holdsAny(Path path, List<Value> elements) {
    return elements.stream()
        .map(element -> member(path, element))
        .collect(Collectors.joining(" OR ", "(", ")"));
  }

  private String member(Path path, Value element) {
    Kind type = leafKind(path) == Kind.INTEGERS ? Kind.INTEGER : Kind.TEXT;
    return place.server == MysqlServer.MYSQL && Kind.of(element) == type
        ? literal(element) + " MEMBER OF (" + json(path) + ")"
        : "JSON_CONTAINS(%s, %s, %s)"
            .formatted(
                jsonColumn(path),
                Sql.literal(JsonBytes.text(JsonForm.of(element, PayloadEncoding.TEXT))),
                insidePath(path));
  }

  @Override
  public final String links(LinkQuery query, List<String> ids) {
    if (query instanceof LinkQuery.Referring referring) {
      String links = "(" + json(referring.links()) + ")";
      return select() + " WHERE " + ids.get(0) + " MEMBER OF " + links;
    }
    String linked = String.join(", ", ids);
    if (query instanceof LinkQuery.Lookup lookup) {
      MysqlTable links = sibling(lookup.links());
      linked =
          "SELECT %s FROM %s WHERE %s = %s"
              .formatted(
                  links.key(lookup.target()), links.name(), links.key(lookup.source()), linked);
    }
    return select() + " WHERE id IN (" + linked + ")";
  }

  /** Sets the parameters of an insert. For one thread. */
  interface Parameters extends Insert.Parameters {
    /** The size of the last document that was set, in bytes that were sent. */
    long bytes();
  }

  /** Writes values as JSON, of which MySQL would round some numbers. For one thread. */
  final class JsonWriter {
    private final JsonBytes json = new JsonBytes(place.encoding);
    private final boolean refusesLongDecimals;

    JsonWriter() {
      refusesLongDecimals =
          place.server == MysqlServer.MYSQL
              && collection.shape().leafKinds().values().stream()
                  .anyMatch(kind ->
                      kind == Kind.DECIMAL
                          || kind == Kind.DECIMALS
                          || kind == Kind.JSON
                          || kind.isList());
    }

    byte[] bytes(Document document, Value value) {
      byte[] text = json.bytes(document, value); // refuses a tree that is too deep
      if (refusesLongDecimals) {
        requireDoubles(document, value);
      }
      return text;
    }
  }

  /** Refuses a number that MySQL would round in silence. */
  private static void requireDoubles(Document document, Value value) {
    Stream<Value> inside =
        value instanceof ObjectValue object
            ? object.values().stream()
            : value instanceof ArrayValue array ? array.elements().stream() : Stream.of();
    inside.forEach(part -> requireDoubles(document, part));
    if (value instanceof DecimalValue decimal && !isDouble(decimal.value())) {
      throw new RejectedDocumentException(
          "document %d holds %s, which MySQL's JSON would round to %s"
              .formatted(document.id(), decimal.value(), decimal.value().doubleValue()));
    }
  }

  /** Whether a number's digits are those of a double, or of a whole number of 64 bits. */
  static boolean isDouble(BigDecimal number) {
    double nearest = number.doubleValue();
    return (Double.isFinite(nearest)
            && new BigDecimal(Double.toString(nearest)).compareTo(number) == 0)
        || (number.stripTrailingZeros().scale() <= 0
            && number.precision() - number.scale() <= 20
            && number.toBigInteger().bitLength() < Long.SIZE);
  }

  @Override
  public SelectItem value(Path path, boolean asText) {
    if (!asText) {
      return new SelectItem(json(path), ColumnReader.JSON);
    }
    // A truth value as a text is true or false in both servers.
    boolean truth = path.in(collection.example()).orElse(NullValue.NULL) instanceof BooleanValue;
    String text =
        truth ? "NULLIF(CAST(" + json(path) + " AS CHAR), 'null')" : scalar(path, Kind.TEXT);
    return new SelectItem(text, ColumnReader.TEXT);
  }

  /** Of the columns beside the key; texts are counted, since JSON's columns give no bytes. */
  @Override
  public final long bytes(ResultSet row) throws SQLException {
    long bytes = 0;
    for (int column = 2; column <= row.getMetaData().getColumnCount(); column++) {
      Object value = row.getObject(column);
      if (value instanceof String text) {
        bytes += text.getBytes(StandardCharsets.UTF_8).length;
      } else if (value != null) {
        bytes += value instanceof byte[] binary ? binary.length : Long.BYTES;
      }
    }
    return bytes;
  }

  @Override
  public final QueryPlan plan(Connection connection, String sql) throws SQLException {
    Map<String, Index> indexes = indexes();
    return MysqlPlan.execute(
        place.server,
        connection,
        sql,
        name -> indexes.containsKey(name) ? indexes.get(name).name() : name);
  }
}
