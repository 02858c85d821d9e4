package org.docduel.stores.mysql;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.config.StoreConfig.UpdateKind;
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
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.LinkRead.LinkQuery;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.stores.jdbc.JdbcSystem;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlDialect;

/**
 * A collection in MySQL or MariaDB: {@code id} and the document in {@code doc}. Each indexed field
 * has a generated column, which statements name: an index on the expression itself is never
 * covering in MySQL, and MariaDB has none (Functional Key Parts, MySQL 9.7).
 */
record MysqlTable(
    MysqlServer server,
    PayloadEncoding encoding,
    Collection collection,
    String database,
    String plainName)
    implements SqlDialect, JdbcSystem.Table {
  /** The comment on every table; what does not carry it is never dropped. */
  static final String MARK = "made by DocDuel";

  /** MySQL keeps fractions as doubles. */
  private boolean refusesLongDecimals() {
    return server == MysqlServer.MYSQL
        && collection.shape().leafKinds().values().stream()
            .anyMatch(kind ->
                kind == Kind.DECIMAL
                    || kind == Kind.DECIMALS
                    || kind == Kind.JSON
                    || kind.isList());
  }

  @Override
  public SqlDialect dialect() {
    return this;
  }

  @Override
  public String name() {
    return Sql.identifier(database) + "." + Sql.identifier(plainName());
  }

  /** The fields with a column of their own, in the order of the indexes. */
  private static List<Path> columns(Collection collection) {
    return collection.indexes().stream()
        .filter(index -> index.kind() == Index.Kind.ORDERED || index.kind() == Index.Kind.PREFIX)
        .flatMap(index -> index.fields().stream())
        .distinct()
        .toList();
  }

  private String column(int number) {
    return "v" + (number + 1);
  }

  /** Whole numbers stay such: a double would round them beyond 2^53. */
  private Kind scalarKind(Path path, Kind kind) {
    return kind == Kind.DECIMAL && collection.shape().leafKinds().get(path) == Kind.INTEGER
        ? Kind.INTEGER
        : kind;
  }

  @Override
  public List<String> create() {
    String columns =
        Stream.concat(Stream.of("id BIGINT PRIMARY KEY, doc JSON NOT NULL"), definitions())
            .collect(Collectors.joining(", "));
    return List.of(
        "DROP TABLE IF EXISTS " + name(),
        "CREATE TABLE %s (%s) ENGINE = InnoDB CHARACTER SET utf8mb4 COMMENT = %s"
            .formatted(name(), columns, Sql.literal(MARK)));
  }

  /** Of the generated columns. */
  private Stream<String> definitions() {
    List<Path> paths = columns(collection);
    return IntStream.range(0, paths.size())
        .mapToObj(i -> {
          Path path = paths.get(i);
          return server.column(column(i), path, scalarKind(path, kind(path)));
        });
  }

  @Override
  public List<String> suiteColumns(String table) {
    return definitions()
        .map(definition -> "ALTER TABLE " + table + " ADD COLUMN " + definition)
        .toList();
  }

  /** Truth values and lists are such as JSON alone. */
  @Override
  public String selectExpression(Path path) {
    Kind kind = kind(path);
    return kind == Kind.BOOLEAN || kind == Kind.TEXTS ? json(path) : value(path, kind);
  }

  @Override
  public String document(List<Path> without) {
    return without.isEmpty()
        ? "doc"
        : without.stream()
            .map(path -> SqlDialect.path(path, ""))
            .collect(Collectors.joining(", ", "JSON_REMOVE(doc, ", ") AS doc"));
  }

  @Override
  public List<String> empty() {
    return List.of("TRUNCATE TABLE " + name());
  }

  @Override
  public String analyze() {
    return "ANALYZE TABLE " + name();
  }

  /** What is searched without the index that the collection should have, for each such index. */
  static List<String> scanned(MysqlServer server, Collection collection) {
    return collection.indexes().stream()
        .map(index ->
            switch (index.kind()) {
              case SUBSTRING -> "parts of texts";
              case ELEMENTS ->
                  elements(server, collection, index).isEmpty() ? "elements of lists" : null;
              default -> null;
            })
        .filter(Objects::nonNull)
        .toList();
  }

  private static String elements(MysqlServer server, Collection collection, Index index) {
    Path list = index.fields().get(0);
    return server.elements(list, collection.shape().leafKinds().getOrDefault(list, Kind.TEXTS));
  }

  /** Such that a plan that names another table's says which it is; unique within its table. */
  @Override
  public String indexName(int number, Index index) {
    String name = "i" + number + "_" + index.name();
    return name.substring(0, Math.min(name.length(), MysqlWorkspace.MAX_NAME));
  }

  /** Every index holds the id: it is the key of the table itself. */
  @Override
  public String index(Index index) {
    return switch (index.kind()) {
      case SUBSTRING -> "";
      case ELEMENTS -> elements(server, collection, index);
      default ->
          index.fields().stream()
              .map(path -> column(columns(collection).indexOf(path)))
              .collect(Collectors.joining(", ", "(", ")"));
    };
  }

  @Override
  public String value(Path path, Kind kind) {
    int column = columns(collection).indexOf(path);
    if (column >= 0) {
      return column(column);
    }
    return kind == Kind.TEXTS
        ? "CASE WHEN JSON_TYPE(%1$s) <> 'NULL' THEN %1$s END".formatted(json(path))
        : guarded(path, server.inside(path, scalarKind(path, kind)));
  }

  /** Any value, as JSON. */
  private String json(Path path) {
    return guarded(path, extracted(path));
  }

  private static String extracted(Path path) {
    return "JSON_EXTRACT(doc, " + SqlDialect.path(path, "") + ")";
  }

  /** Both servers take a scalar for a list of its own: it has no first element here. */
  private String guarded(Path path, String value) {
    String lists =
        IntStream.range(0, path.steps().size())
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
   * the text 77 by one of numbers. Elements of another type are compared as JSON.
   */
  @Override
  public String holdsAny(Path path, List<Value> elements) {
    return elements.stream()
        .map(element -> member(path, element))
        .collect(Collectors.joining(" OR ", "(", ")"));
  }

  private String member(Path path, Value element) {
    String list = SqlDialect.path(path, "");
    Kind type =
        collection.shape().leafKinds().getOrDefault(path, Kind.TEXTS) == Kind.INTEGERS
            ? Kind.INTEGER
            : Kind.TEXT;
    return server == MysqlServer.MYSQL && Kind.of(element) == type
        ? literal(element) + " MEMBER OF (doc->" + list + ")"
        : "JSON_CONTAINS(doc, "
            + Sql.literal(JsonBytes.text(JsonForm.of(element, PayloadEncoding.TEXT)))
            + ", "
            + list
            + ")";
  }

  @Override
  public String links(LinkQuery query, List<String> ids) {
    if (query instanceof LinkQuery.Referring referring) {
      String links = "(doc->" + SqlDialect.path(referring.links(), "") + ")";
      return select() + " WHERE " + ids.get(0) + " MEMBER OF " + links;
    }
    String linked = String.join(", ", ids);
    if (query instanceof LinkQuery.Lookup lookup) {
      MysqlTable links =
          new MysqlTable(
              server, encoding, lookup.links(), database, "json_" + lookup.links().name());
      linked =
          "SELECT %s FROM %s WHERE %s = %s"
              .formatted(
                  links.key(lookup.target()), links.name(), links.key(lookup.source()), linked);
    }
    return select() + " WHERE id IN (" + linked + ")";
  }

  /** Bytes of JSON, which the servers take as text alone. */
  private static final String DOCUMENT = "CONVERT(? USING utf8mb4)";

  @Override
  public Insert insert(boolean bulk) {
    return new Insert(
        "INSERT INTO " + name() + " (id, doc) VALUES (?, " + DOCUMENT + ")",
        new DocumentParameters(new JsonBytes(encoding), refusesLongDecimals()));
  }

  /** Sets the id and the document of an insert. For one thread. */
  static final class DocumentParameters implements Insert.Parameters {
    private final JsonBytes json;
    private final boolean refusesLongDecimals;
    private long bytes;

    private DocumentParameters(JsonBytes json, boolean refusesLongDecimals) {
      this.json = json;
      this.refusesLongDecimals = refusesLongDecimals;
    }

    @Override
    public void set(PreparedStatement statement, Document document) throws SQLException {
      byte[] text = json.bytes(document, document.body()); // refuses a tree that is too deep
      if (refusesLongDecimals) {
        requireDoubles(document, document.body());
      }
      statement.setLong(1, document.id());
      statement.setBytes(2, text);
      bytes = text.length;
    }

    /** The size of the last document that was set, in bytes of JSON. */
    long bytes() {
      return bytes;
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
  public Update update(UpdateSpec spec) {
    String changed =
        switch (spec.kind()) {
          case SET -> "JSON_SET(doc, " + SqlDialect.path(spec.path(), "") + ", ?)";
          case MERGE -> "JSON_MERGE_PATCH(doc, " + patch(spec.names()) + ")";
          case REPLACE -> DOCUMENT;
          case SUBSCRIPT, TYPED -> throw spec.unknown();
        };
    JsonBytes json = new JsonBytes(encoding);
    Update.Change replacement =
        (statement, key, value) -> {
          ObjectValue body = spec.replacement().document(key, value);
          statement.setBytes(1, json.bytes(new Document(key, body), body));
          statement.setLong(2, key);
        };
    return new Update(
        "UPDATE " + name() + " SET doc = " + changed + " WHERE " + key(spec.key()) + " = ?",
        spec.kind() == UpdateKind.REPLACE ? replacement : Update.Change.NUMBER);
  }

  private static String patch(List<String> names) {
    return names.stream()
        .map(name -> "JSON_OBJECT(" + Sql.literal(name) + ", ")
        .collect(Collectors.joining("", "", "?" + ")".repeat(names.size())));
  }

  @Override
  public String select() {
    return "SELECT id, doc FROM " + name();
  }

  /** A truth value as a text is {@code true} or {@code false} in both servers. */
  @Override
  public SelectItem value(Path path, boolean asText) {
    if (!asText) {
      return new SelectItem(json(path), ColumnReader.JSON);
    }
    boolean truth = path.in(collection.example()).orElse(NullValue.NULL) instanceof BooleanValue;
    String text =
        truth
            ? "NULLIF(CAST(" + json(path) + " AS CHAR), 'null')"
            : guarded(path, server.inside(path, Kind.TEXT));
    return new SelectItem(text, ColumnReader.TEXT);
  }

  @Override
  public long bytes(ResultSet row) throws SQLException {
    return row.getString(2).getBytes(StandardCharsets.UTF_8).length; // no bytes of JSON columns
  }

  @Override
  public ObjectValue body(ResultSet row) throws SQLException {
    return (ObjectValue) JsonBytes.read(row.getString(2));
  }

  @Override
  public ObjectValue asStored(Document document) {
    return JsonForm.of(document.body(), encoding);
  }

  @Override
  public QueryPlan plan(Connection connection, String sql) throws SQLException {
    Map<String, Index> indexes = indexes();
    return MysqlPlan.execute(
        server,
        connection,
        sql,
        name -> indexes.containsKey(name) ? indexes.get(name).name() : name);
  }
}
