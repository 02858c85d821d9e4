package org.docduel.stores.mysql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlDialect;

/**
 * Each document as JSON, in {@code doc}. Each indexed field has a generated column, which
 * statements name: an index on the expression itself is never covering in MySQL, and MariaDB has
 * none (Functional Key Parts, MySQL 9.7).
 */
final class MysqlJsonTable extends MysqlTable {
  MysqlJsonTable(Place place, Collection collection) {
    super(place, collection);
  }

  @Override
  protected MysqlTable sibling(Collection other) {
    return new MysqlJsonTable(place, other);
  }

  @Override
  protected String jsonColumn(Path path) {
    return "doc";
  }

  @Override
  protected int stepsToColumn(Path path) {
    return 0;
  }

  private static String column(int number) {
    return "v" + (number + 1);
  }

  @Override
  protected Stream<String> definitions() {
    return Stream.concat(Stream.of("doc JSON NOT NULL"), generated());
  }

  private Stream<String> generated() {
    List<Path> paths = ordered();
    return IntStream.range(0, paths.size())
        .mapToObj(i -> {
          Path path = paths.get(i);
          return place.server().column(column(i), path, scalarKind(path, kind(path)));
        });
  }

  @Override
  public List<String> suiteColumns(String table) {
    return generated()
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
  public String value(Path path, Kind kind) {
    int column = ordered().indexOf(path);
    if (column >= 0) {
      return column(column);
    }
    return kind == Kind.TEXTS
        ? "CASE WHEN JSON_TYPE(%1$s) <> 'NULL' THEN %1$s END".formatted(json(path))
        : scalar(path, kind);
  }

  @Override
  public Insert insert(boolean bulk) {
    return new Insert(
        "INSERT INTO " + name() + " (id, doc) VALUES (?, " + JSON_PARAMETER + ")",
        new DocumentParameters());
  }

  private final class DocumentParameters implements Parameters {
    private final JsonWriter json = new JsonWriter();
    private long bytes;

    @Override
    public void set(PreparedStatement statement, Document document) throws SQLException {
      byte[] text = json.bytes(document, document.body());
      statement.setLong(1, document.id());
      statement.setBytes(2, text);
      bytes = text.length;
    }

    @Override
    public long bytes() {
      return bytes;
    }
  }

  @Override
  public Update update(UpdateSpec spec) {
    String changed =
        switch (spec.kind()) {
          case SET -> "JSON_SET(doc, " + SqlDialect.path(spec.path(), "") + ", ?)";
          case MERGE -> "JSON_MERGE_PATCH(doc, " + patch(spec.names()) + ")";
          case REPLACE -> JSON_PARAMETER;
          case SUBSCRIPT, TYPED -> throw spec.unknown();
        };
    JsonWriter json = new JsonWriter();
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

  @Override
  public ObjectValue body(ResultSet row) throws SQLException {
    return (ObjectValue) JsonBytes.read(row.getString(2));
  }

  @Override
  public ObjectValue asStored(Document document) {
    return JsonForm.of(document.body(), place.encoding());
  }
}
