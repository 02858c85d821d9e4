package org.docduel.stores.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.encoding.WireBuffer;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.query.Index;
import org.docduel.core.query.Projection;
import org.docduel.core.query.Query;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.stores.jdbc.IndexedKind;
import org.docduel.stores.jdbc.JdbcInserts;
import org.docduel.stores.jdbc.JdbcSystem;
import org.docduel.stores.jdbc.JdbcUpdates;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlDialect;

/**
 * A collection in SQLite: {@code id} and the document in {@code doc}. A value is reached by {@code
 * ->>}, and an index is on that very expression (JSON Functions and Indexes On Expressions, SQLite
 * documentation).
 *
 * @param system where it is
 * @param form how the column holds JSON
 * @param encoding how bytes are written in JSON
 * @param collection what is held
 * @param plainName the table's, not quoted
 */
record SqliteTable(
    SqliteSystem system,
    Form form,
    PayloadEncoding encoding,
    Collection collection,
    String plainName)
    implements SqlDialect, JdbcSystem.Table {
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

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    String store() {
      return "sqlite-" + label();
    }
  }

  /** Elements of lists and parts of texts are searched without an index: SQLite has none. */
  static boolean indexable(Index index) {
    return switch (index.kind()) {
      case ORDERED, PREFIX -> true;
      case SUBSTRING, ELEMENTS, AS_TEXT -> false;
    };
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

  @Override
  public List<String> empty() {
    return List.of("DELETE FROM " + name());
  }

  @Override
  public List<String> analyze() {
    return List.of("ANALYZE " + name());
  }

  /** Every index holds the id: it is the key of the table itself. The same one is made once. */
  @Override
  public List<String> createIndexes() {
    Map<String, String> byColumns = new LinkedHashMap<>();
    for (Index index : collection.indexes()) {
      if (indexable(index)) {
        String columns =
            index.fields().stream()
                .map(field -> value(Path.of(field), IndexedKind.of(collection, field)))
                .collect(Collectors.joining(", "));
        String name = Sql.identifier(plainName + "_i" + byColumns.size());
        byColumns.putIfAbsent(
            columns, "CREATE INDEX " + name + " ON " + name() + " (" + columns + ")");
      }
    }
    return List.copyOf(byColumns.values());
  }

  @Override
  public JdbcInserts.Form insert() {
    JsonBytes json = new JsonBytes(encoding);
    WireBuffer buffer = new WireBuffer();
    return new JdbcInserts.Form() {
      @Override
      public String sql() {
        return "INSERT INTO " + name() + " (id, doc) VALUES (?, " + form.sent + ")";
      }

      @Override
      public byte[] encode(Document document) {
        buffer.clear();
        json.write(document, document.body(), buffer);
        return Arrays.copyOf(buffer.array(), buffer.size());
      }

      @Override
      public void bind(PreparedStatement statement, long id, byte[] encoded) throws SQLException {
        statement.setLong(1, id);
        statement.setBytes(2, encoded);
      }
    };
  }

  @Override
  public JdbcUpdates.Statement update(UpdateSpec spec) {
    boolean binary = form == Form.JSONB;
    String changed =
        switch (spec.kind()) {
          case SET -> (binary ? "jsonb_set" : "json_set") + "(doc, " + path(spec.path()) + ", ?)";
          case MERGE -> (binary ? "jsonb_patch" : "json_patch") + "(doc, " + patch(spec) + ")";
          case REPLACE -> form.sent;
          case SUBSCRIPT, TYPED ->
              throw new UnsupportedOperationException(
                  "update=" + spec.kind().label() + " is none of its statements");
        };
    String sql =
        "UPDATE " + name() + " SET doc = " + changed + " WHERE " + key(spec.key()) + " = ?";
    JdbcInserts.Form whole = insert();
    return new JdbcUpdates.Statement() {
      @Override
      public String sql() {
        return sql;
      }

      @Override
      public long run(PreparedStatement statement, long key, long value) throws SQLException {
        if (spec.kind() == UpdateKind.REPLACE) {
          ObjectValue body = spec.replacement().document(key, value);
          statement.setBytes(1, whole.encode(new Document(key, body)));
        } else {
          statement.setLong(1, value);
        }
        statement.setLong(2, key);
        long[] changed = new long[1];
        system.inTurn(() -> changed[0] = statement.executeUpdate());
        return changed[0];
      }
    };
  }

  private static String patch(UpdateSpec spec) {
    List<String> names = new ArrayList<>(spec.names());
    Collections.reverse(names);
    String patch = "?";
    for (String name : names) {
      patch = "json_object(" + Sql.literal(name) + ", " + patch + ")";
    }
    return patch;
  }

  static String path(Path path) {
    return SqlDialect.path(path, "");
  }

  @Override
  public String key(String field) {
    return field.equals(UpdateSpec.ID) ? "id" : value(Path.of(field), IndexedKind.NUMBER);
  }

  @Override
  public String value(Path path, IndexedKind kind) {
    return "(doc ->> " + path(path) + ")";
  }

  /** As text: in this form the order of texts is the order of instants. */
  @Override
  public String literal(Instant instant) {
    return Sql.literal(JsonForm.text(new TimestampValue(instant)));
  }

  /** {@code IS TRUE} would not use an index. */
  @Override
  public String isTrue(Path path) {
    return value(path, IndexedKind.BOOLEAN) + " = 1";
  }

  /** {@code LIKE} would not use an index, since it does not tell capitals. */
  @Override
  public String startsWith(Path path, String prefix) {
    String plain = prefix.replaceAll("[*?\\[]", "[$0]");
    return value(path, IndexedKind.TEXT) + " GLOB " + Sql.literal(plain + "*");
  }

  @Override
  public String contains(Path path, String part) {
    if (part.chars().anyMatch(character -> character > 127)) {
      throw new UnsupportedOperationException("its LIKE knows the capitals of ASCII alone");
    }
    return value(path, IndexedKind.TEXT) + " LIKE " + SqlDialect.pattern("%", part);
  }

  @Override
  public String holdsAll(Path path, List<String> elements) {
    return elements.stream()
        .map(element -> holding(path, "= " + Sql.literal(element)))
        .collect(Collectors.joining(" AND "));
  }

  @Override
  public String holdsAny(Path path, List<String> elements) {
    return holding(
        path, elements.stream().map(Sql::literal).collect(Collectors.joining(", ", "IN (", ")")));
  }

  /** A scalar is taken for a list of its own, without a position. */
  private static String holding(Path path, String what) {
    return "EXISTS (SELECT 1 FROM json_each(doc, "
        + path(path)
        + ") WHERE type = 'text' AND typeof(key) = 'integer' AND value "
        + what
        + ")";
  }

  @Override
  public String select() {
    return "SELECT id, " + form.received + " FROM " + name();
  }

  @Override
  public Search search(Query query) {
    String selected = "id";
    ColumnReader reader = ColumnReader.NUMBER;
    if (query.projection() instanceof Projection.ValueAt at) {
      selected = at.asText() ? text(at.path()) : "doc -> " + path(at.path());
      reader = at.asText() ? ColumnReader.TEXT : SqliteTable::json;
    } else if (query.projection() instanceof Projection.CountAt at) {
      selected = "count(" + value(at.path(), IndexedKind.TEXT) + ")";
    }
    String order =
        query
            .orderedBy()
            .map(path -> " ORDER BY " + value(path, IndexedKind.of(collection, path)))
            .orElse("");
    return new Search(
        "SELECT "
            + selected
            + " FROM "
            + name()
            + " WHERE "
            + where(query.where())
            + order
            + (query.limit() > 0 ? " LIMIT " + query.limit() : ""),
        reader,
        false,
        0,
        false);
  }

  /** SQLite gives a truth value as a number. */
  private String text(Path path) {
    String value = value(path, IndexedKind.TEXT);
    return path.in(collection.example()).orElse(NullValue.NULL) instanceof BooleanValue
        ? "CASE json_type(doc, "
            + path(path)
            + ") WHEN 'true' THEN 'true' WHEN 'false' THEN 'false'"
            + " ELSE "
            + value
            + " END"
        : value;
  }

  private static Value json(ResultSet row, int column) throws SQLException {
    String json = row.getString(column);
    return json == null ? NullValue.NULL : JsonBytes.read(json);
  }

  @Override
  public long id(ResultSet row) throws SQLException {
    return row.getLong(1);
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
  public QueryPlan of(Connection connection, Search search) throws SQLException {
    return plan(connection, search.sql());
  }

  /** EXPLAIN QUERY PLAN, whose rows name the row that they are below. */
  static QueryPlan plan(Connection connection, String sql) throws SQLException {
    Map<Integer, Integer> depths = new HashMap<>();
    List<String> steps =
        Sql.rows(
            connection,
            "EXPLAIN QUERY PLAN " + sql,
            row -> {
              int depth = depths.getOrDefault(row.getInt("parent"), -1) + 1;
              depths.put(row.getInt("id"), depth);
              return "  ".repeat(depth) + row.getString("detail");
            });
    List<String> indexes =
        steps.stream()
            .map(USED::matcher)
            .filter(Matcher::find)
            .map(used -> used.group(1))
            .distinct()
            .toList();
    return QueryPlan.ofSteps(steps, indexes);
  }
}
