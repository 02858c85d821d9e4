package org.docduel.tools;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.model.Dataset.Document;
import org.docduel.stores.jdbc.Sql;

/** On MariaDB's JDBC driver, to MySQL and MariaDB. */
final class BareMysql {
  /** What the harness sends; the parameters are the new number and the key. */
  private static final String UPDATE =
      "UPDATE docduel.json_w3 SET doc = JSON_SET(doc, '$.\"profile\".\"score\"', ?) WHERE v1 = ?";

  /** By scenario, on the generated columns, which are in the order of the indexes. */
  private static final Map<String, String> CONDITIONS =
      Map.of(
          "S1", "v1 = 'A' AND v3 > 100",
          "S2", "v5 LIKE 'INV00012%'",
          "S9", "v1 = 'A' OR v4 = 1");

  private BareMysql() {}

  /** With the driver's options that make it fastest here, as a person who knows it would. */
  private static Connection connect(ServerAddress address) throws SQLException {
    return DriverManager.getConnection(
        address.url().replaceFirst("^jdbc:mysql:", "jdbc:mariadb:")
            + "&useServerPrepStmts=true&rewriteBatchedStatements=true&sslMode=disable"
            + "&allowPublicKeyRetrieval=true");
  }

  /** One transaction with one JDBC batch for each batch. */
  static final class Batches implements BareBenchmark.Inserts {
    private static final String TABLE = "docduel_bare.inserted";
    private static final String DROP = "DROP TABLE IF EXISTS " + TABLE;

    private final Connection connection;
    private final PreparedStatement insert;
    private final BareJson json = new BareJson();

    Batches(ServerAddress address) throws SQLException, IOException {
      connection = connect(address);
      Sql.run(
          connection,
          List.of(
              "CREATE DATABASE IF NOT EXISTS docduel_bare",
              DROP,
              "CREATE TABLE "
                  + TABLE
                  + " (id bigint PRIMARY KEY, doc json NOT NULL) CHARACTER SET utf8mb4"));
      connection.setAutoCommit(false);
      insert = connection.prepareStatement("INSERT INTO " + TABLE + " (id, doc) VALUES (?, ?)");
    }

    @Override
    public void empty() throws SQLException {
      Sql.run(connection, "TRUNCATE TABLE " + TABLE);
    }

    @Override
    public void insert(List<Document> batch) throws SQLException, IOException {
      for (Document document : batch) {
        insert.setLong(1, document.id());
        insert.setString(2, json.encode(document.body()).toString(StandardCharsets.UTF_8));
        insert.addBatch();
      }
      insert.executeBatch();
      connection.commit();
    }

    @Override
    public void close() throws SQLException {
      Sql.run(connection, DROP);
      connection.close();
    }
  }

  /** A prepared query for ids of a store's table, which is loaded unless it is there. */
  static BareBenchmark.Reads reads(BareBenchmark.Queried query) throws SQLException {
    Connection connection = connect(ForkServer.of(query.store));
    if (Sql.first(
            connection,
            "SELECT table_name FROM information_schema.tables"
                + " WHERE table_schema = 'docduel' AND table_name = 'json_compared'")
        .isEmpty()) {
      query.load("compared");
    }
    String condition = Objects.requireNonNull(CONDITIONS.get(query.scenario), query.scenario);
    String sql = "SELECT id FROM docduel.json_compared WHERE " + condition;
    String explaining =
        query.store.startsWith("mysql") ? "EXPLAIN ANALYZE FORMAT=JSON " : "ANALYZE FORMAT=JSON ";
    if (query.store.startsWith("mysql")) {
      Sql.run(connection, "SET SESSION explain_json_format_version = 2");
    }
    return new BareBenchmark.JdbcReads(
        connection.prepareStatement(sql), connection.prepareStatement(explaining + sql));
  }

  /** A connection and a prepared statement for each worker. */
  static BareBenchmark.Updates updates(ServerAddress address) {
    ThreadLocal<PreparedStatement> statements =
        ThreadLocal.withInitial(() -> {
          try {
            return connect(address).prepareStatement(UPDATE);
          } catch (SQLException e) {
            throw new IllegalStateException(e);
          }
        });
    return (key, value) -> {
      PreparedStatement statement = statements.get();
      statement.setLong(1, value);
      statement.setLong(2, key);
      return statement.executeLargeUpdate();
    };
  }
}
