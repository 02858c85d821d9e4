package org.docduel.stores.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.query.Index;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.LinkRead.LinkQuery;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.stores.jdbc.JdbcSystem;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.postgres.server.PostgresErrors;
import org.docduel.stores.postgres.server.PostgresWorkspace;

/**
 * The statements on a collection's table: {@code id bigint} and the dialect's columns, in a schema
 * of the suite's own. EXPLAIN's line of settings says in every plan how its session plans.
 */
record PostgresTable(
    PostgresSystem system, String schema, String plainName, Layout dialect, Citus distribution)
    implements JdbcSystem.Table {
  private static final String SESSION = Sql.file(PostgresSystem.class, "read-session.sql");
  private static final String PUBLISHED = Sql.file(PostgresSystem.class, "published-planner.sql");

  private static final String PREPARED =
      "SELECT name FROM pg_prepared_statements WHERE NOT from_sql AND statement = ?"
          + " ORDER BY prepare_time DESC LIMIT 1";

  @Override
  public String name() {
    return Sql.identifier(schema) + "." + Sql.identifier(plainName);
  }

  /** Makes it by statements, in place of one that an earlier run has left. */
  void recreate(Connection connection, List<String> statements) throws SQLException {
    boolean trigrams =
        collection().indexes().stream().anyMatch(index -> index.kind() == Index.Kind.SUBSTRING);
    PostgresWorkspace.recreateTable(connection, schema, name(), trigrams, statements);
  }

  /** With its primary key, distributed, without other indexes. */
  @Override
  public List<String> create() {
    return create(durability() == Durability.NONE, List.of(distribution.primaryKey()));
  }

  /**
   * Without primary key and indexes: the fastest to load. Without a log too, unless it is
   * distributed: the log of its shards cannot be switched on later.
   */
  List<String> createForLoading() {
    return create(!distribution.isDistributed() || durability() == Durability.NONE, List.of());
  }

  /** Tells a reader of the store's numbers something. */
  void finds(String what) {
    system.findings().add(what);
  }

  Durability durability() {
    return system.config().durability();
  }

  private List<String> create(boolean unlogged, List<String> constraints) {
    String compression = PostgresParameters.COMPRESSION.in(system.config()).clause;
    int fillFactor = PostgresParameters.FILL_FACTOR.in(system.config());
    List<String> columns = new ArrayList<>(List.of("id bigint NOT NULL"));
    for (Layout.Column column : dialect.columns()) {
      ColumnType type = column.type();
      String clause = type.compressible() ? compression : "";
      columns.add(column.quoted() + " " + type.sql() + clause);
    }
    columns.addAll(dialect.generated());
    columns.addAll(constraints);
    List<String> statements = new ArrayList<>();
    statements.add(
        (unlogged ? "CREATE UNLOGGED TABLE " : "CREATE TABLE ")
            + name()
            + " ("
            + String.join(", ", columns)
            + ")"
            + (fillFactor == 100 ? "" : " WITH (fillfactor = " + fillFactor + ")"));
    distribution.statement(name()).ifPresent(statements::add);
    return statements;
  }

  @Override
  public Collection collection() {
    return dialect.collection();
  }

  @Override
  public List<String> empty() {
    return List.of("TRUNCATE " + name());
  }

  String insertInto() {
    return "INSERT INTO " + name() + " (" + columnList() + ") ";
  }

  String copyFromStdin() {
    return "COPY " + name() + " (" + columnList() + ") FROM STDIN (FORMAT binary)";
  }

  String columnList() {
    return dialect.columns().stream()
        .map(column -> ", " + column.quoted())
        .collect(Collectors.joining("", "id", ""));
  }

  @Override
  public String select() {
    String columns =
        dialect.columns().stream()
            .map(column -> ", " + column.type().selected().apply(column.quoted()))
            .collect(Collectors.joining("", "id", ""));
    return "SELECT " + columns + " FROM " + name();
  }

  @Override
  public Insert insert(boolean bulk) {
    return Rows.insert(this);
  }

  @Override
  public Update update(UpdateSpec spec) {
    String key = key(spec.key());
    if (distribution.isScatterQuery(key)) {
      finds(
          ("updates of %s go to all shards, in two-phase commit: they find documents by %s, and the"
                  + " shard key is %s")
              .formatted(plainName, spec.key(), distribution.column()));
    }
    boolean replaces = spec.kind() == UpdateKind.REPLACE;
    return new Update(
        "UPDATE "
            + name()
            + " SET "
            + (replaces ? Rows.everyColumn(dialect) : dialect.assignment(spec))
            + " WHERE "
            + key
            + " = ?",
        replaces ? Rows.replacing(dialect, spec.replacement()) : Update.Change.NUMBER);
  }

  @Override
  public SelectItem value(Path path, boolean asText) {
    return dialect.valueAt(path, asText);
  }

  /** Without autovacuum, so that nothing but searches is measured. */
  @Override
  public void prepareSession(Connection connection, boolean searches) throws SQLException {
    Sql.run(connection, SESSION);
    if (distribution.isDistributed()) {
      Sql.run(connection, "SET citus.explain_all_tasks = on");
    }
    if (searches) {
      PostgresErrors.permitted(
          () -> Sql.run(connection, "ALTER TABLE " + name() + " SET (autovacuum_enabled = off)"),
          why -> finds("autovacuum may run during the reads: " + why));
      if (PostgresParameters.PUBLISHED_PLANNER.in(system.config())) {
        Sql.run(connection, PUBLISHED);
      }
    }
  }

  /** The one parameter is the id's digits, the ids as a {@code bigint[]}, or the id. */
  @Override
  public String links(LinkQuery query, List<String> ids) {
    if (query instanceof LinkQuery.Referring referring) {
      return select() + " WHERE " + dialect.containsElement(referring.links());
    } else if (query instanceof LinkQuery.Lookup lookup) {
      PostgresTable pairs = system.table(lookup.links());
      return select()
          + " JOIN (SELECT "
          + pairs.key(lookup.target())
          + " AS linked FROM "
          + pairs.name()
          + " WHERE "
          + pairs.key(lookup.source())
          + " = ?) pairs ON id = linked";
    }
    return select() + " WHERE id = ANY (?)";
  }

  @Override
  public void bind(PreparedStatement statement, LinkQuery query, long[] ids) throws SQLException {
    if (query instanceof LinkQuery.In) {
      statement.setObject(1, ids);
    } else {
      JdbcSystem.Table.super.bind(statement, query, ids);
    }
  }

  @Override
  public long bytes(ResultSet row) throws SQLException {
    long bytes = 0;
    for (int column = 2; column <= dialect.columns().size() + 1; column++) {
      byte[] received = row.getBytes(column);
      bytes += received == null ? 0 : received.length;
    }
    return bytes;
  }

  /** The first column is the id. */
  @Override
  public ObjectValue body(ResultSet row) throws SQLException {
    List<Layout.Column> columns = dialect.columns();
    List<Value> values = new ArrayList<>(columns.size());
    for (int i = 0; i < columns.size(); i++) {
      values.add(columns.get(i).type().reader().read(row, i + 2));
    }
    return dialect.toDocument(values);
  }

  @Override
  public ObjectValue asStored(Document document) {
    List<Layout.Column> columns = dialect.columns();
    Value[] values = new Value[columns.size()];
    dialect.toColumns(document, values);
    return dialect.toDocument(
        IntStream.range(0, values.length)
            .mapToObj(i -> columns.get(i).type().stored().apply(values[i]))
            .toList());
  }

  @Override
  public QueryPlan plan(Connection connection, String sql) throws SQLException {
    boolean timing = PostgresParameters.EXPLAIN_TIMING.in(system.config());
    return explain(connection, timing ? "ON" : "OFF", sql, indexes());
  }

  private QueryPlan explain(
      Connection connection, String timing, String statement, Map<String, Index> indexes)
      throws SQLException {
    String explain =
        "EXPLAIN (ANALYZE, TIMING %s, BUFFERS, SETTINGS, FORMAT JSON) %s"
            .formatted(timing, statement);
    String json = Sql.rows(connection, explain, row -> row.getString(1)).get(0);
    return new PlanReader(plainName, indexes, system.findings()).read(json);
  }

  /**
   * EXPLAIN runs the very statement that the driver has prepared, so that its plan, generic or not,
   * is the one of the look-ups.
   */
  @Override
  public QueryPlan plan(Connection connection, LinkQuery query, long[] ids) throws SQLException {
    Map<String, Index> indexes = indexes();
    if (query instanceof LinkQuery.Lookup lookup) {
      indexes.putAll(system.table(lookup.links()).indexes());
    }
    String execute = "EXECUTE " + prepared(connection, links(query, List.of()).replace("?", "$1"));
    return explain(connection, "OFF", execute + "(" + literal(query, ids) + ")", indexes);
  }

  /**
   * The name that the driver has given to a statement, by its text on the server; to the last one
   * of a text: the driver ends earlier ones when nobody holds them any more.
   */
  static String prepared(Connection connection, String sql) throws SQLException {
    Optional<String> name = Sql.first(connection, PREPARED, sql);
    return Sql.identifier(
        name.orElseThrow(() ->
            new SQLException(
                "the server has not kept the prepared statement; is there a pooler between, which"
                    + " shares connections? Give the server's own address")));
  }

  private static String literal(LinkQuery query, long[] ids) {
    String digits = Arrays.stream(ids).mapToObj(Long::toString).collect(Collectors.joining(","));
    return query instanceof LinkQuery.Lookup
        ? digits
        : Sql.literal(query instanceof LinkQuery.In ? "{" + digits + "}" : digits);
  }
}
