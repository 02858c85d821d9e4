package org.docduel.stores.postgres.insert;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.docduel.core.encoding.WireBuffer;
import org.docduel.core.model.Document;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.postgres.layout.RowEncoder;
import org.docduel.stores.postgres.layout.Table;
import org.docduel.stores.postgres.parameter.PostgresParameters.InsertPath;
import org.docduel.stores.postgres.sql.BinaryParameter;
import org.docduel.stores.postgres.sql.WireType;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;

/** The ways for a batch of documents into a table. All of them encode rows alike. */
public final class InsertPaths {
  private InsertPaths() {}

  /** One of the ways, for one thread. */
  @FunctionalInterface
  public interface Sender {
    /**
     * Encodes and sends a batch as one transaction and waits until it is committed.
     *
     * @param batch at least one document
     * @throws SQLException when the server refuses; nothing was kept then
     * @throws org.docduel.core.spi.RejectedDocumentException when a document cannot be encoded;
     *     nothing was kept then
     */
    void send(List<Document> batch) throws SQLException;
  }

  /** Prepares the way that is asked for. */
  public static Sender open(Connection connection, Table table, InsertPath path)
      throws SQLException {
    return switch (path) {
      case VALUES -> new Values(connection, table);
      case REWRITE -> new Rewrite(connection, table);
      case COPY -> copy(connection, table);
      case DEFAULT -> {
        // One document by INSERT, as an application sends it, more by COPY:
        // docs/workloads.md#inserts.
        Sender one = new Values(connection, table);
        Sender many = copy(connection, table);
        yield batch -> (batch.size() == 1 ? one : many).send(batch);
      }
    };
  }

  /** By COPY. */
  static Sender copy(Connection connection, Table table) throws SQLException {
    return new Copy(connection, table);
  }

  /**
   * One COPY in the binary format for each batch. Rows are sent while later ones are still being
   * encoded, so that the server works at the same time.
   */
  private static final class Copy implements Sender {
    /**
     * Small enough that the server has something to do soon, large enough that writing to the
     * socket costs little. Argued in docs/workloads.md#inserts.
     */
    private static final int PIECE_BYTES = 16_000;

    private static final byte[] SIGNATURE =
        "PGCOPY\n\u00ff\r\n\0".getBytes(StandardCharsets.ISO_8859_1);
    private static final int NO_FLAGS = 0;
    private static final int NO_EXTENSION = 0;
    private static final int END = -1;

    private final CopyManager copies;
    private final String statement;
    private final RowEncoder encoder;
    private final WireBuffer buffer = new WireBuffer();

    Copy(Connection connection, Table table) throws SQLException {
      this.copies = connection.unwrap(PGConnection.class).getCopyAPI();
      this.statement = table.copyFromStdin();
      this.encoder = new RowEncoder(table.layout());
    }

    @Override
    public void send(List<Document> batch) throws SQLException {
      CopyIn copy = copies.copyIn(statement);
      try {
        buffer.clear();
        buffer.write(SIGNATURE);
        buffer.putInt(NO_FLAGS);
        buffer.putInt(NO_EXTENSION);
        for (Document document : batch) {
          append(document);
          if (buffer.size() >= PIECE_BYTES) {
            flush(copy);
          }
        }
        buffer.putShort(END);
        flush(copy);
        copy.endCopy();
      } catch (SQLException | RuntimeException e) {
        cancel(copy, e);
        throw e;
      }
    }

    private void append(Document document) {
      encoder.row(document);
      buffer.putShort(encoder.columns());
      for (int column = 0; column < encoder.columns(); column++) {
        encoder.writeField(column, buffer);
      }
    }

    private void flush(CopyIn copy) throws SQLException {
      copy.writeToCopy(buffer.array(), 0, buffer.size());
      buffer.clear();
    }

    private static void cancel(CopyIn copy, Exception reason) {
      if (copy.isActive()) {
        try {
          copy.cancelCopy();
        } catch (SQLException e) {
          // The server answers a cancelled COPY with an error of its own; the reason comes first.
          reason.addSuppressed(e);
        }
      }
    }
  }

  /**
   * One prepared INSERT with a row of placeholders for each document. The protocol numbers
   * parameters with 16 bits: a batch with more than 65,535 of them goes as several statements of
   * nearly equal size in one transaction.
   */
  private static final class Values implements Sender {
    private static final int MAX_PARAMETERS = 65_535;

    /** Batches have one size, but for the last: more prepared statements are not kept. */
    private static final int KEPT_STATEMENTS = 4;

    private final Connection connection;
    private final Table table;
    private final Row row;
    private final Map<Integer, PreparedStatement> statements = new HashMap<>();

    Values(Connection connection, Table table) {
      this.connection = connection;
      this.table = table;
      this.row = new Row(table);
    }

    @Override
    public void send(List<Document> batch) throws SQLException {
      int most = MAX_PARAMETERS / row.columns();
      if (batch.size() <= most) {
        insert(batch);
        return;
      }
      int pieces = (batch.size() + most - 1) / most;
      int rows = (batch.size() + pieces - 1) / pieces;
      Sql.transaction(
          connection,
          () -> {
            for (int from = 0; from < batch.size(); from += rows) {
              insert(batch.subList(from, Math.min(batch.size(), from + rows)));
            }
          });
    }

    private void insert(List<Document> rows) throws SQLException {
      PreparedStatement statement = statement(rows.size());
      int parameter = 1;
      for (Document document : rows) {
        parameter = row.bind(statement, parameter, document);
      }
      statement.executeUpdate();
    }

    private PreparedStatement statement(int rows) throws SQLException {
      PreparedStatement known = statements.get(rows);
      if (known != null) {
        return known;
      }
      if (statements.size() >= KEPT_STATEMENTS) {
        for (PreparedStatement statement : statements.values()) {
          statement.close();
        }
        statements.clear();
      }
      String all = (", " + row.placeholders()).repeat(rows).substring(", ".length());
      PreparedStatement made = connection.prepareStatement(table.insertInto() + "VALUES " + all);
      statements.put(rows, made);
      return made;
    }
  }

  /**
   * A JDBC batch on a connection with {@code reWriteBatchedInserts}: the driver makes multi-row
   * statements of up to 128 rows of it, which this sender puts into one transaction.
   */
  private static final class Rewrite implements Sender {
    private final Connection connection;
    private final PreparedStatement statement;
    private final Row row;

    Rewrite(Connection connection, Table table) throws SQLException {
      this.connection = connection;
      this.row = new Row(table);
      this.statement =
          connection.prepareStatement(table.insertInto() + "VALUES " + row.placeholders());
    }

    @Override
    public void send(List<Document> batch) throws SQLException {
      Sql.transaction(
          connection,
          () -> {
            try {
              for (Document document : batch) {
                row.bind(statement, 1, document);
                statement.addBatch();
              }
              statement.executeBatch();
            } finally {
              statement.clearBatch();
            }
          });
    }
  }

  /** Sets the parameters of one row to an encoded document. For one thread. */
  private static final class Row {
    private final RowEncoder encoder;
    private final List<String> types = new ArrayList<>();
    private final WireBuffer buffer = new WireBuffer();
    private final BinaryParameter parameter = new BinaryParameter(buffer);

    Row(Table table) {
      this.encoder = new RowEncoder(table.layout());
      types.add(WireType.INT8.typeName());
      table.layout().columns().forEach(column -> types.add(column.type().wire().typeName()));
    }

    int columns() {
      return types.size();
    }

    String placeholders() {
      return "(?" + ", ?".repeat(columns() - 1) + ")";
    }

    /** Sets the parameters from the given one on; the result is the first one after them. */
    int bind(PreparedStatement statement, int from, Document document) throws SQLException {
      encoder.row(document);
      for (int column = 0; column < columns(); column++) {
        buffer.clear();
        if (encoder.write(column, buffer)) {
          parameter.bind(statement, from + column, types.get(column));
        } else {
          BinaryParameter.bindNull(statement, from + column);
        }
      }
      return from + columns();
    }
  }
}
