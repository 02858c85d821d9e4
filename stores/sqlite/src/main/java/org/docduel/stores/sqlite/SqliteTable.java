package org.docduel.stores.sqlite;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.query.Index;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.stores.jdbc.JdbcSystem;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlDialect;

/**
 * A collection in SQLite: {@code id} and the document in {@code doc}. A value is reached by {@code
 * ->>}, and an index is on that very expression (JSON Functions and Indexes On Expressions, SQLite
 * documentation).
 */
record SqliteTable(Form form, PayloadEncoding encoding, Collection collection, String plainName)
    implements SqlDialect, JdbcSystem.Table {
  static final String EXPLAIN = "EXPLAIN QUERY PLAN ";

  /** SQLite has no such indexes. */
  private static final Map<Index.Kind, String> SCANNED =
      Map.of(Index.Kind.ELEMENTS, "elements of lists", Index.Kind.SUBSTRING, "parts of texts");

  private static final Pattern USED = Pattern.compile("USING (?:COVERING )?INDEX (\\S+)");

  /** How the column holds JSON. */
  enum Form {
    /** SQLite's binary form. */
    JSONB("BLOB", "jsonb(CAST(? AS TEXT))", "json(doc)"),
    /** Text. */
    JSON("TEXT", "CAST(? AS TEXT)", "doc");

    private final String type;
    private final String sent;
    private final String received;

    Form(String type, String sent, String received) {
      this.type = type;
      this.sent = sent;
      this.received = received;
    }
  }

  @Override
  public SqlDialect dialect() {
    return this;
  }

  @Override
  public String name() {
    return Sql.identifier(plainName);
  }

  @Override
  public List<String> create() {
    return List.of(
        "DROP TABLE IF EXISTS " + name(),
        "CREATE TABLE " + name() + " (id INTEGER PRIMARY KEY, doc " + form.type + " NOT NULL)");
  }

  /**
   * Makes it again and gives its pages back: a table whose pages are free in the file would be
   * filled faster than a new one, which every other store begins with.
   */
  @Override
  public List<String> empty() {
    return Stream.of(create(), createIndexes(), List.of("VACUUM", SqliteSystem.CHECKPOINT))
        .flatMap(List::stream)
        .toList();
  }

  /** What of a collection is searched without the index that it should have, for each such one. */
  static List<String> unindexedKinds(Collection collection) {
    return collection.indexes().stream()
        .map(index -> SCANNED.get(index.kind()))
        .filter(Objects::nonNull)
        .toList();
  }

  /** Every index holds the id: it is the key of the table itself. */
  @Override
  public String index(Index index) {
    return SCANNED.containsKey(index.kind())
        ? ""
        : index.fields().stream()
            .map(path -> value(path, kind(path)))
            .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String at(Path path) {
    return SqlDialect.path(path, "");
  }

  @Override
  public String value(Path path, Kind kind) {
    return "(doc ->> " + at(path) + ")";
  }

  /** A truth value as a text, which {@code ->>} gives as a number, or nothing. */
  private static String truth(Path path) {
    return "NULLIF(doc -> " + at(path) + ", 'null')";
  }

  @Override
  public String selectExpression(Path path) {
    return kind(path) == Kind.BOOLEAN ? truth(path) : value(path, Kind.TEXT);
  }

  /** SQLite has no truth values, and {@code IS TRUE} would not use an index. */
  @Override
  public String literal(Value value) {
    return value instanceof BooleanValue truth
        ? truth.value() ? "1" : "0"
        : SqlDialect.super.literal(value);
  }

  /** {@code LIKE} would not use an index, since it does not tell capitals. */
  @Override
  public String startsWith(Path path, String prefix) {
    String pattern = prefix.replaceAll("[*?\\[]", "[$0]") + "*";
    return value(path, Kind.TEXT) + " GLOB " + Sql.literal(pattern);
  }

  @Override
  public String contains(Path path, String part) {
    if (part.chars().anyMatch(character -> character > 127)) {
      throw new UnsupportedOperationException("its LIKE knows the capitals of ASCII alone");
    }
    return value(path, Kind.TEXT) + " LIKE " + SqlDialect.pattern("%", part);
  }

  /** A scalar is taken for a list of its own, without a position. */
  @Override
  public String holdsAny(Path path, List<Value> elements) {
    String type =
        switch (Kind.of(elements.get(0))) {
          case TEXT -> "type = 'text'";
          case BOOLEAN -> "type IN ('true', 'false')";
          default -> "type IN ('integer', 'real')";
        };
    return "EXISTS (SELECT 1 FROM json_each(doc, %s) WHERE %s AND typeof(key) = 'integer' AND value IN (%s))"
        .formatted(
            at(path), type, elements.stream().map(this::literal).collect(Collectors.joining(", ")));
  }

  @Override
  public String document(List<Path> without) {
    return without.stream()
        .map(path -> ", " + at(path))
        .collect(
            Collectors.joining("", without.isEmpty() ? "json(doc" : "json_remove(doc", ") AS doc"));
  }

  @Override
  public Insert insert(boolean bulk) {
    JsonBytes json = new JsonBytes(encoding);
    return new Insert(
        "INSERT INTO " + name() + " (id, doc) VALUES (?, " + form.sent + ")",
        (statement, document) -> {
          statement.setLong(1, document.id());
          statement.setBytes(2, json.bytes(document, document.body()));
        });
  }

  @Override
  public Update update(UpdateSpec spec) {
    String function = form == Form.JSONB ? "jsonb_" : "json_";
    String changed =
        switch (spec.kind()) {
          case SET -> function + "set(doc, " + at(spec.path()) + ", ?)";
          case MERGE -> function + "patch(doc, " + patch(spec.names()) + ")";
          case REPLACE -> form.sent;
          case SUBSCRIPT, TYPED -> throw spec.unknown();
        };
    JsonBytes json = new JsonBytes(encoding);
    Update.Change replaced =
        (statement, key, value) -> {
          ObjectValue body = spec.replacement().document(key, value);
          statement.setBytes(1, json.bytes(new Document(key, body), body));
          statement.setLong(2, key);
        };
    return new Update(
        "UPDATE " + name() + " SET doc = " + changed + " WHERE " + key(spec.key()) + " = ?",
        spec.kind() == UpdateKind.REPLACE ? replaced : Update.Change.NUMBER);
  }

  private static String patch(List<String> names) {
    return names.stream()
        .map(name -> "json_object(" + Sql.literal(name) + ", ")
        .collect(Collectors.joining("", "", "?" + ")".repeat(names.size())));
  }

  @Override
  public String select() {
    return "SELECT id, " + form.received + " FROM " + name();
  }

  @Override
  public SelectItem value(Path path, boolean asText) {
    if (!asText) {
      return new SelectItem("doc -> " + at(path), ColumnReader.JSON);
    }
    boolean truth = path.in(collection.example()).orElse(NullValue.NULL) instanceof BooleanValue;
    String text = truth ? truth(path) : value(path, Kind.TEXT);
    return new SelectItem(text, ColumnReader.TEXT);
  }

  @Override
  public long bytes(ResultSet row) throws SQLException {
    return row.getBytes(2).length;
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
    List<String> steps = Sql.rows(connection, EXPLAIN + sql, row -> row.getString("detail"));
    List<String> indexes =
        USED.matcher(String.join("\n", steps))
            .results()
            .map(used -> used.group(1))
            .distinct()
            .toList();
    return new QueryPlan(Map.of(), steps, indexes);
  }
}
