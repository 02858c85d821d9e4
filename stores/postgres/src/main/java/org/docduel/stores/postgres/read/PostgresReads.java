package org.docduel.stores.postgres.read;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.docduel.core.model.Document;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Value;
import org.docduel.core.query.Query;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.LinkQuery;
import org.docduel.core.spi.QueryPlan;
import org.docduel.stores.jdbc.JdbcTable;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.jdbc.SqlErrors;
import org.docduel.stores.postgres.column.Column;
import org.docduel.stores.postgres.column.ColumnType;
import org.docduel.stores.postgres.layout.Table;
import org.docduel.stores.postgres.parameter.PostgresParameters.ExplainTiming;
import org.docduel.stores.postgres.parameter.PostgresParameters.PlannerSettings;
import org.docduel.stores.postgres.plan.PlanReader;
import org.docduel.stores.postgres.sql.Findings;
import org.docduel.stores.postgres.sql.PostgresErrors;
import org.docduel.stores.postgres.sql.SqlFile;
import org.postgresql.PGStatement;

/**
 * How a collection of PostgreSQL's is read. EXPLAIN's line of settings says in every plan how its
 * session plans.
 *
 * @param table where the documents are
 * @param tables the table of another collection
 * @param timing whether EXPLAIN times every step
 * @param findings takes down what a reader of the numbers has to know
 */
public record PostgresReads(
    Table table, Function<Collection, Table> tables, ExplainTiming timing, Findings findings)
    implements JdbcTable, JdbcTable.Rows, JdbcTable.Plans {
  private static final String SESSION = SqlFile.read(PostgresReads.class, "read-session.sql");
  private static final String PUBLISHED =
      SqlFile.read(PostgresReads.class, "published-planner.sql");

  /** Whole documents that the driver asks for at once: all of them might not fit into memory. */
  private static final int FETCH_ROWS = 20_000;

  private static final int NEVER_PREPARE = 0;

  private static final String LINKS_PLAN =
      "EXPLAIN (ANALYZE, TIMING OFF, BUFFERS, SETTINGS, FORMAT JSON) EXECUTE ";
  private static final String PREPARED =
      "SELECT name FROM pg_prepared_statements WHERE NOT from_sql AND statement = ?";

  /** Prepares a session that reads. */
  public void begin(Connection connection) throws SQLException {
    Sql.run(connection, SESSION);
    if (table.distribution().isDistributed()) {
      Sql.run(connection, "SET citus.explain_all_tasks = on");
    }
  }

  /**
   * Prepares a session that searches, so that nothing but the searches is measured; the description
   * of the store shows it.
   *
   * @param planner how its queries are planned
   * @param errors makes the messages
   * @throws SQLException when the server refuses a setting
   */
  public void beginSearches(Connection connection, PlannerSettings planner, SqlErrors errors)
      throws SQLException {
    begin(connection);
    try {
      Sql.run(connection, "ALTER TABLE " + table.name() + " SET (autovacuum_enabled = off)");
    } catch (SQLException e) {
      findings.add(
          "autovacuum may run during the reads: "
              + PostgresErrors.refusal(e)
                  .orElseThrow(() -> errors.of("switching autovacuum off", e)));
    }
    if (planner == PlannerSettings.PUBLISHED) {
      Sql.run(connection, PUBLISHED);
    }
  }

  @Override
  public String name() {
    return table.name();
  }

  @Override
  public String find() {
    return table.selectById();
  }

  @Override
  public String range() {
    return table.selectRange();
  }

  @Override
  public String scan(String field) {
    return table.selectFrom(field);
  }

  @Override
  public Search search(Query query) {
    boolean whole = table.layout().sendsWholeDocuments();
    ColumnType type = table.valueType(query);
    return new Search(
        table.select(query),
        type::read,
        table.countsInClient(query),
        whole ? FETCH_ROWS : 0,
        whole);
  }

  @Override
  public String links(LinkQuery query, int ids) {
    return table.select(query, tables);
  }

  @Override
  public void bind(PreparedStatement statement, LinkQuery query, long[] ids) throws SQLException {
    if (query instanceof LinkQuery.In) {
      statement.setObject(1, ids);
    } else {
      JdbcTable.super.bind(statement, query, ids);
    }
  }

  @Override
  public long id(ResultSet row) throws SQLException {
    return row.getLong(1);
  }

  @Override
  public long bytes(ResultSet row) throws SQLException {
    long bytes = 0;
    for (int column = 2; column <= table.layout().columns().size() + 1; column++) {
      byte[] received = row.getBytes(column);
      bytes += received == null ? 0 : received.length;
    }
    return bytes;
  }

  /** The first column is the id. */
  @Override
  public ObjectValue body(ResultSet row) throws SQLException {
    List<Column> columns = table.layout().columns();
    List<Value> values = new ArrayList<>(columns.size());
    for (int i = 0; i < columns.size(); i++) {
      values.add(columns.get(i).type().read(row, i + 2));
    }
    return table.layout().join(values);
  }

  @Override
  public ObjectValue asStored(Document document) {
    return table.layout().asStored(document);
  }

  @Override
  public QueryPlan of(Connection connection, Search search) throws SQLException {
    String explain =
        "EXPLAIN (ANALYZE, TIMING " + timing + ", BUFFERS, SETTINGS, FORMAT JSON) " + search.sql();
    try (PreparedStatement statement = connection.prepareStatement(explain)) {
      // Once prepared, the driver would ask for binary JSON, and then not give it as a string.
      statement.unwrap(PGStatement.class).setPrepareThreshold(NEVER_PREPARE);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return new PlanReader(table, findings).read(row.getString(1));
      }
    }
  }

  /**
   * EXPLAIN runs the very statement that the driver has prepared, so that its plan, generic or not,
   * is the one of the look-ups.
   */
  @Override
  public QueryPlan of(Connection connection, String sql, LinkQuery query, long[] ids)
      throws SQLException {
    List<Table> joined =
        query instanceof LinkQuery.Lookup lookup
            ? List.of(tables.apply(lookup.links()))
            : List.of();
    String explain = LINKS_PLAN + prepared(connection, sql) + "(" + literal(query, ids) + ")";
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(explain)) {
      row.next();
      return new PlanReader(table, joined, findings).read(row.getString(1));
    }
  }

  /** The name that the driver has given to the statement. */
  private static String prepared(Connection connection, String sql) throws SQLException {
    try (PreparedStatement names = connection.prepareStatement(PREPARED)) {
      names.setString(1, sql.replace("?", "$1"));
      try (ResultSet row = names.executeQuery()) {
        if (!row.next()) {
          throw new SQLException(
              "the server has not kept the prepared statement; is there a pooler"
                  + " between, which shares connections? Give the server's own address");
        }
        return Sql.identifier(row.getString(1));
      }
    }
  }

  private static String literal(LinkQuery query, long[] ids) {
    if (query instanceof LinkQuery.Referring) {
      return Sql.literal(Long.toString(ids[0]));
    } else if (query instanceof LinkQuery.In) {
      return Arrays.stream(ids)
          .mapToObj(Long::toString)
          .collect(Collectors.joining(",", "'{", "}'"));
    }
    return Long.toString(ids[0]);
  }
}
