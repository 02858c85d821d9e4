package org.docduel.tools;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.model.Document;
import org.docduel.core.model.ObjectValue;
import org.postgresql.PGConnection;
import org.postgresql.copy.PGCopyOutputStream;

/** One COPY in the binary format for each batch, on the PostgreSQL driver. */
final class BareCopy implements BareLoop {
  private static final int BUFFER_BYTES = 65_536;
  private static final byte[] HEAD =
      "PGCOPY\n\u00ff\r\n\0\0\0\0\0\0\0\0\0".getBytes(StandardCharsets.ISO_8859_1);
  private static final int END = -1;

  /** What a table's rows are made of. */
  interface Rows {
    /** The columns of the table for documents like one, the primary key first. */
    List<String> columns(ObjectValue example);

    /** Writes a row without its number of columns and its primary key. */
    void write(Document document, DataOutputStream out) throws IOException;
  }

  private final Connection connection;
  private final Rows rows;
  private final String table;
  private final List<String> columns;

  BareCopy(ServerAddress address, String table, ObjectValue example, Rows rows)
      throws SQLException {
    this.connection = DriverManager.getConnection(address.url());
    this.rows = rows;
    this.table = table;
    this.columns = rows.columns(example);
  }

  @Override
  public void create() throws SQLException {
    execute("CREATE SCHEMA IF NOT EXISTS docduel_bare");
    execute("DROP TABLE IF EXISTS " + name());
    execute("CREATE TABLE " + name() + " (" + String.join(", ", columns) + ")");
    execute("CHECKPOINT");
  }

  @Override
  public void empty() throws SQLException {
    execute("TRUNCATE " + name());
  }

  @Override
  public void insert(List<Document> batch) throws SQLException, IOException {
    try (DataOutputStream out = new DataOutputStream(copy())) {
      write(batch, out);
    }
  }

  private PGCopyOutputStream copy() throws SQLException {
    return new PGCopyOutputStream(
        connection.unwrap(PGConnection.class),
        "COPY " + name() + " FROM STDIN (FORMAT binary)",
        BUFFER_BYTES);
  }

  private void write(List<Document> batch, DataOutputStream out) throws IOException {
    out.write(HEAD);
    for (Document document : batch) {
      out.writeShort(columns.size());
      out.writeInt(Long.BYTES);
      out.writeLong(document.id());
      rows.write(document, out);
    }
    out.writeShort(END);
  }

  private String name() {
    return "docduel_bare." + table;
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws SQLException {
    execute("DROP TABLE IF EXISTS " + name());
    connection.close();
  }
}
