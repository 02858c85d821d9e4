package org.docduel.stores.postgres.layout;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.Durability;
import org.docduel.core.model.Path;
import org.docduel.core.query.Index;
import org.docduel.core.query.Projection;
import org.docduel.core.query.Query;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.LinkQuery;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.postgres.column.Column;
import org.docduel.stores.postgres.column.ColumnType;
import org.docduel.stores.postgres.parameter.PostgresParameters.Storage;
import org.docduel.stores.postgres.sql.Mark;

/**
 * The statements that make, fill and drop a collection's table: {@code id bigint} and the layout's
 * columns, in a schema of the suite's own.
 *
 * @param schema the schema that it is in, not quoted
 * @param plainName the table, without schema and quotes
 * @param layout the columns
 * @param indexes the indexes beside the primary key
 * @param storage how its rows are stored
 * @param distribution where its rows lie in a cluster
 */
public record Table(
    String schema,
    String plainName,
    Layout layout,
    List<Index> indexes,
    Storage storage,
    Distribution distribution) {
  /** Kept apart by store, so that several may be open on one server. */
  public static Table of(
      String schema, String store, Collection collection, Layout layout, Storage storage) {
    String table = store.replace('-', '_') + "_" + collection.name();
    return new Table(schema, table, layout, collection.indexes(), storage, Distribution.SINGLE);
  }

  /** The same table in another place. */
  public Table distributed(Distribution newDistribution) {
    return new Table(schema, plainName, layout, indexes, storage, newDistribution);
  }

  /** A table of the session's own with this one's columns. */
  public Table temporary() {
    return new Table("pg_temp", plainName, layout, List.of(), storage, Distribution.SINGLE);
  }

  /** Under its plain name in a schema of a suite's own. */
  public static Table within(String schema, Collection collection, Layout layout) {
    return new Table(
        schema,
        collection.name(),
        layout,
        collection.indexes(),
        Storage.DEFAULT,
        Distribution.SINGLE);
  }

  /** Schema and table, quoted. */
  public String name() {
    return Sql.identifier(schema) + "." + Sql.identifier(plainName);
  }

  public String drop() {
    return "DROP TABLE IF EXISTS " + name();
  }

  /** With its primary key, distributed, without other indexes. */
  public List<String> create(Durability durability) {
    return distributed(
        createBare(durability == Durability.NONE, List.of(distribution.primaryKey())));
  }

  /**
   * Without primary key and indexes: the fastest to load. Without a log too, unless it is
   * distributed: the log of its shards cannot be switched on later.
   */
  public List<String> createForLoading(Durability durability) {
    boolean unlogged = !distribution.isDistributed() || durability == Durability.NONE;
    return distributed(createBare(unlogged, List.of()));
  }

  private List<String> distributed(String create) {
    return Stream.concat(
            Stream.of(create, Mark.on("TABLE", name())), distribution.statement(name()).stream())
        .toList();
  }

  private String createBare(boolean unlogged, List<String> constraints) {
    List<String> columns = new ArrayList<>();
    columns.add("id bigint NOT NULL");
    for (Column column : layout.columns()) {
      ColumnType type = column.type();
      String compression = type.compressible() ? storage.compression().clause() : "";
      columns.add(column.quoted() + " " + type.sql() + compression);
    }
    columns.addAll(layout.generated());
    columns.addAll(constraints);
    return (unlogged ? "CREATE UNLOGGED TABLE " : "CREATE TABLE ")
        + name()
        + " ("
        + String.join(", ", columns)
        + ")"
        + storage.with();
  }

  /** With the columns of another table. */
  public String createLike(Table other) {
    return "CREATE TABLE " + name() + " (LIKE " + other.name() + ")";
  }

  public String addPrimaryKey() {
    return "ALTER TABLE " + name() + " ADD " + distribution.primaryKey();
  }

  public String setLogged() {
    return "ALTER TABLE " + name() + " SET LOGGED";
  }

  /** In the order in which they were asked for. */
  public List<String> createIndexes() {
    return indexNames().entrySet().stream()
        .map(index ->
            "CREATE INDEX "
                + Sql.identifier(index.getKey())
                + " ON "
                + name()
                + " USING "
                + layout.using(index.getValue()))
        .toList();
  }

  /** The indexes by their names on the server, in order. Numbers keep the names short enough. */
  public Map<String, Index> indexNames() {
    Map<String, Index> names = new LinkedHashMap<>();
    for (int i = 0; i < indexes.size(); i++) {
      names.put(plainName + "_i" + i, indexes.get(i));
    }
    return names;
  }

  /** What a query asks of its documents, in one column. */
  public String select(Query query) {
    return "SELECT "
        + selected(query.projection())
        + " FROM "
        + name()
        + " WHERE "
        + layout.condition(query.where())
        + query.orderedBy().map(path -> " ORDER BY " + layout.value(path)).orElse("")
        + (query.limit() > 0 ? " LIMIT " + query.limit() : "");
  }

  private String selected(Projection projection) {
    if (projection instanceof Projection.ValueAt value) {
      return layout.valueAt(value.path(), value.asText()).selected();
    } else if (projection instanceof Projection.CountAt count) {
      ValueExpression value = layout.valueAt(count.path(), true);
      return layout.sendsWholeDocuments() ? value.selected() : "count(" + value.sql() + ")";
    }
    return "id";
  }

  /** How the column of {@link #select} is read, when it is no id. */
  public ColumnType valueType(Query query) {
    if (query.projection() instanceof Projection.ValueAt value) {
      return layout.valueAt(value.path(), value.asText()).type();
    }
    return query.projection() instanceof Projection.CountAt count && layout.sendsWholeDocuments()
        ? layout.valueAt(count.path(), false).type()
        : ColumnType.Scalar.BIGINT;
  }

  /** Whether the client counts: the server gives a row for each document. */
  public boolean countsInClient(Query query) {
    return query.projection() instanceof Projection.CountAt && layout.sendsWholeDocuments();
  }

  public String truncate() {
    return "TRUNCATE " + name();
  }

  public String analyze() {
    return "ANALYZE " + name();
  }

  public String insertInto() {
    return "INSERT INTO " + name() + " (" + columnList() + ") ";
  }

  /** All rows of a table with the same columns, in its order. */
  public String insertFrom(Table other) {
    return insertInto() + "SELECT " + columnList() + " FROM " + other.name();
  }

  public String copyFromStdin() {
    return "COPY " + name() + " (" + columnList() + ") FROM STDIN (FORMAT binary)";
  }

  public String count() {
    return "SELECT count(*) FROM " + name();
  }

  public String selectById() {
    return select() + " WHERE id = ?";
  }

  public String selectRange() {
    return select() + " WHERE id >= ? AND id < ?";
  }

  /** Whole documents from a number on in its order; the number and how many are its parameters. */
  public String selectFrom(String field) {
    return select() + " WHERE " + key(field) + " >= ? ORDER BY " + key(field) + " LIMIT ?";
  }

  /** The expression of a field of whole numbers, or the id's column. */
  public String key(String field) {
    return field.equals(UpdateSpec.ID) ? "id" : layout.value(Path.of(field));
  }

  /**
   * Whole documents along links, with one parameter: the id's digits, the ids as a {@code
   * bigint[]}, or the id.
   *
   * @param query how they are found
   * @param tables the table of another collection
   * @return the statement
   * @throws UnsupportedOperationException when the layout cannot express it
   */
  public String select(LinkQuery query, Function<Collection, Table> tables) {
    if (query instanceof LinkQuery.Referring referring) {
      return select() + " WHERE " + layout.dialect().holds(referring.links());
    } else if (query instanceof LinkQuery.Lookup lookup) {
      Table pairs = tables.apply(lookup.links());
      return select()
          + " JOIN (SELECT "
          + pairs.layout.value(Path.of(lookup.target()))
          + " AS linked FROM "
          + pairs.name()
          + " WHERE "
          + pairs.layout.value(Path.of(lookup.source()))
          + " = ?) pairs ON id = linked";
    }
    return select() + " WHERE id = ANY (?)";
  }

  private String select() {
    String columns =
        layout.columns().stream()
            .map(column -> ", " + column.type().selected(column.quoted()))
            .collect(Collectors.joining("", "id", ""));
    return "SELECT " + columns + " FROM " + name();
  }

  /** What follows SET comes from the layout; the last parameter is the key. */
  public String update(String assignments, String key) {
    return "UPDATE " + name() + " SET " + assignments + " WHERE " + key + " = ?";
  }

  private String columnList() {
    return layout.columns().stream()
        .map(column -> ", " + column.quoted())
        .collect(Collectors.joining("", "id", ""));
  }
}
