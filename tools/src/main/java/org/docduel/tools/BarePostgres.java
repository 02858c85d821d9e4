package org.docduel.tools;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.model.Dataset.Document;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.postgres.PostgresProvider;
import org.postgresql.PGConnection;
import org.postgresql.copy.PGCopyOutputStream;

/** On PostgreSQL's JDBC driver. */
final class BarePostgres {
  /** What the harness sends; the parameters are the new number and the key. */
  static final String UPDATE =
      "UPDATE docduel.postgres_jsonb_w3"
          + " SET doc = jsonb_set(doc, ARRAY['profile', 'score'], to_jsonb(?::bigint))"
          + " WHERE ((doc ->> 'user_id')::bigint) = ?";

  private static final String EXPLAIN =
      "EXPLAIN (ANALYZE, TIMING OFF, BUFFERS, SETTINGS, FORMAT JSON) ";
  private static final Map<String, String> CONDITIONS =
      Map.of(
          "postgres-jsonb S1",
          "(doc ->> 'indexed_text_1') = 'A' AND (doc ->> 'indexed_number_1')::numeric > 100",
          "postgres-jsonb S2",
          "(doc ->> 'indexed_text_2') LIKE 'INV00012%'",
          "postgres-jsonb S3",
          "(doc ->> 'indexed_text_3') ILIKE '%priority%'",
          "postgres-typed S1",
          "indexed_text_1 = 'A' AND indexed_number_1 > 100",
          "postgres-typed S2",
          "indexed_text_2 LIKE 'INV00012%'",
          "postgres-typed S3",
          "indexed_text_3 ILIKE '%priority%'",
          "postgres-typed S9",
          "indexed_text_1 = 'A' OR indexed_boolean_1 = true");

  private BarePostgres() {}

  /** One binary COPY into a jsonb column for each batch. */
  static final class Copy implements BareBenchmark.Inserts {
    private static final String TABLE = "docduel_bare.inserted";
    private static final String DROP = "DROP TABLE IF EXISTS " + TABLE;
    private static final int BUFFER_BYTES = 65_536;
    private static final byte[] HEAD =
        "PGCOPY\n\u00ff\r\n\0\0\0\0\0\0\0\0\0".getBytes(StandardCharsets.ISO_8859_1);
    private static final int END = -1;
    private static final int COLUMNS = 2;

    /** Before the text in jsonb's binary form. */
    private static final int JSONB_VERSION = 1;

    private final Connection connection;
    private final BareJson json = new BareJson();

    Copy(ServerAddress address) throws SQLException, IOException {
      connection = DriverManager.getConnection(address.url());
      Sql.run(
          connection,
          List.of(
              "CREATE SCHEMA IF NOT EXISTS docduel_bare",
              DROP,
              "CREATE TABLE " + TABLE + " (id bigint PRIMARY KEY, doc jsonb)",
              "CHECKPOINT"));
    }

    @Override
    public void empty() throws SQLException {
      Sql.run(connection, "TRUNCATE " + TABLE);
    }

    @Override
    public void insert(List<Document> batch) throws SQLException, IOException {
      try (DataOutputStream out =
          new DataOutputStream(
              new PGCopyOutputStream(
                  connection.unwrap(PGConnection.class),
                  "COPY " + TABLE + " FROM STDIN (FORMAT binary)",
                  BUFFER_BYTES))) {
        out.write(HEAD);
        for (Document document : batch) {
          out.writeShort(COLUMNS);
          out.writeInt(Long.BYTES);
          out.writeLong(document.id());
          ByteArrayOutputStream bytes = json.encode(document.body());
          out.writeInt(1 + bytes.size());
          out.writeByte(JSONB_VERSION);
          bytes.writeTo(out);
        }
        out.writeShort(END);
      }
    }

    @Override
    public void close() throws SQLException {
      Sql.run(connection, DROP);
      connection.close();
    }
  }

  /** A prepared query for ids of a store's table, with the settings of the store's readers. */
  static BareBenchmark.Reads reads(BareBenchmark.Queried query) throws SQLException {
    String collection = "compared"; // loaded unless it is there
    String name = "docduel." + query.store.replace('-', '_') + "_" + collection;
    String url = ForkServer.of(query.store).url();
    Connection connection = DriverManager.getConnection(url + "&prepareThreshold=1");
    if (Sql.first(connection, "SELECT to_regclass('" + name + "')").isEmpty()) {
      query.load(collection);
    }
    Sql.run(connection, Sql.file(PostgresProvider.class, "read-session.sql"));
    String condition = CONDITIONS.getOrDefault(query.store + " " + query.scenario, "");
    String sql = "SELECT id FROM " + name + " WHERE " + condition;
    return new BareBenchmark.JdbcReads(
        connection.prepareStatement(sql), connection.prepareStatement(EXPLAIN + sql));
  }

  static BareBenchmark.Updates updates(BareBenchmark.Table table, int connections) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(table.server().url());
    config.setMaximumPoolSize(connections);
    config.addDataSourceProperty("prepareThreshold", 1);
    config.setConnectionInitSql("SET " + table.setting());
    HikariDataSource pool = new HikariDataSource(config);
    return (key, value) -> {
      try (Connection connection = pool.getConnection();
          PreparedStatement statement = connection.prepareStatement(UPDATE)) {
        statement.setLong(1, value);
        statement.setLong(2, key);
        return statement.executeLargeUpdate();
      }
    };
  }
}
