package org.docduel.stores.postgres;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.docduel.core.encoding.WireBuffer;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.query.UpdateSpec;
import org.docduel.stores.jdbc.JdbcSystem.Table.Insert;
import org.docduel.stores.jdbc.JdbcSystem.Table.Update.Change;
import org.docduel.stores.jdbc.Sql;
import org.docduel.stores.postgres.PostgresParameters.InsertPath;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;
import org.postgresql.util.PGBinaryObject;
import org.postgresql.util.PGobject;

/**
 * Documents as rows, column by column; the first column is the primary key. All ways into a table
 * encode them alike, so that the ways differ in how rows travel and in nothing else. For one
 * thread.
 */
final class Rows {
  /**
   * Of COPY's content: small enough that the server has something to do soon, large enough that
   * writing to the socket costs little. Argued in docs/workloads.md#inserts.
   */
  private static final int FLUSH_BYTES = 16_000;

  /** The signature, no flags, and no bytes of an extension. */
  private static final byte[] COPY_HEAD =
      "PGCOPY\n\u00ff\r\n\0\0\0\0\0\0\0\0\0".getBytes(StandardCharsets.ISO_8859_1);

  private static final int COPY_END = -1;
  private static final int MAX_PARAMETERS = 65_535;

  private final Layout layout;
  private final List<ColumnType.Writer> writers;
  private final Value[] values;

  private final Parameter parameter = new Parameter();

  Rows(Layout layout) {
    this.layout = layout;
    this.writers = layout.columns().stream().map(column -> column.type().writer().get()).toList();
    this.values = new Value[writers.size()];
  }

  /** A row as COPY has it: each field with four bytes of length, -1 for a null. */
  private void copy(Document document, WireBuffer out) {
    layout.toColumns(document, values);
    out.putShort(1 + values.length);
    out.putInt(Long.BYTES);
    out.putLong(document.id());
    for (int i = 0; i < values.length; i++) {
      writers.get(i).writeField(document, values[i], out);
    }
  }

  /** Sets the parameters of a row from one on; the result is the first one after them. */
  private int bind(PreparedStatement statement, int from, Document document) throws SQLException {
    statement.setLong(from, document.id());
    return bindColumns(statement, from + 1, document);
  }

  private int bindColumns(PreparedStatement statement, int from, Document document)
      throws SQLException {
    layout.toColumns(document, values);
    for (int i = 0; i < values.length; i++) {
      parameter.content.clear();
      if (writers.get(i).write(document, values[i], parameter.content)) {
        parameter.bind(statement, from + i, layout.columns().get(i).type().wire());
      } else {
        // whose type the server derives
        statement.setNull(from + i, Types.NULL);
      }
    }
    return from + values.length;
  }

  /**
   * A parameter in the binary form. The driver copies the bytes when the parameter is set, so one
   * object serves a whole statement.
   */
  private static final class Parameter extends PGobject implements PGBinaryObject {
    private static final long serialVersionUID = 1L;
    private static final byte[] NO_BYTES = {};

    private final transient WireBuffer content = new WireBuffer();

    void bind(PreparedStatement statement, int index, String type) throws SQLException {
      if (content.size() > 0) {
        setType(type);
        statement.setObject(index, this);
      } else if (type.equals(ColumnType.TEXT.wire())) {
        // The driver takes an object of no bytes for a null.
        statement.setString(index, "");
      } else {
        statement.setBytes(index, NO_BYTES);
      }
    }

    @Override
    public void setByteValue(byte[] value, int offset) {
      throw new UnsupportedOperationException("a parameter is only sent");
    }

    @Override
    public int lengthInBytes() {
      return content.size();
    }

    @Override
    public void toBytes(byte[] target, int offset) {
      System.arraycopy(content.array(), 0, target, offset, content.size());
    }
  }

  /** What follows {@code SET} where a whole document is replaced. */
  static String everyColumn(Layout layout) {
    return layout.columns().stream()
        .map(column -> column.quoted() + " = ?")
        .collect(Collectors.joining(", "));
  }

  /** A statement for each row, by itself. */
  static Insert insert(PostgresTable table) {
    Rows rows = new Rows(table.dialect());
    return new Insert(
        table.insertInto() + "VALUES (?" + ", ?".repeat(rows.values.length) + ")",
        (statement, document) -> rows.bind(statement, 1, document));
  }

  /** Sets its parameters. */
  static Change replacing(Layout layout, UpdateSpec.Replacement replacement) {
    Rows rows = new Rows(layout);
    return (statement, key, value) -> {
      Document document = new Document(key, replacement.document(key, value));
      statement.setLong(rows.bindColumns(statement, 1, document), key);
    };
  }

  /** Prepares the way that is asked for. */
  static Sql.SqlConsumer<List<Document>> sender(
      Connection connection, PostgresTable table, InsertPath path) throws SQLException {
    return switch (path) {
      case VALUES -> values(connection, table);
      // The driver makes statements of up to 128 rows of such a batch.
      case REWRITE -> table.system().batches(connection, table.insert(false));
      case COPY -> copy(connection, table);
      case DEFAULT -> {
        // One document by INSERT, as an application sends it, more by COPY:
        // docs/workloads.md#inserts.
        Sql.SqlConsumer<List<Document>> single = values(connection, table);
        Sql.SqlConsumer<List<Document>> many = copy(connection, table);
        yield batch -> (batch.size() == 1 ? single : many).accept(batch);
      }
    };
  }

  /**
   * One COPY in the binary format for each batch. Rows are sent while later ones are still being
   * encoded, so that the server works at the same time.
   */
  private static Sql.SqlConsumer<List<Document>> copy(Connection connection, PostgresTable table)
      throws SQLException {
    CopyManager copies = connection.unwrap(PGConnection.class).getCopyAPI();
    String statement = table.copyFromStdin();
    Rows rows = new Rows(table.dialect());
    WireBuffer out = new WireBuffer();
    return batch -> {
      CopyIn copy = copies.copyIn(statement);
      try {
        out.clear();
        out.write(COPY_HEAD);
        for (Document document : batch) {
          rows.copy(document, out);
          if (out.size() >= FLUSH_BYTES) {
            copy.writeToCopy(out.array(), 0, out.size());
            out.clear();
          }
        }
        out.putShort(COPY_END);
        copy.writeToCopy(out.array(), 0, out.size());
        copy.endCopy();
      } catch (SQLException | RuntimeException e) {
        try {
          if (copy.isActive()) {
            copy.cancelCopy();
          }
        } catch (SQLException cancelled) {
          // The server answers a cancelled COPY with an error of its own; the reason comes first.
          e.addSuppressed(cancelled);
        }
        throw e;
      }
    };
  }

  /**
   * One prepared INSERT with a row of placeholders for each document. The protocol numbers
   * parameters with 16 bits: a batch with more than 65,535 of them goes as several statements of
   * nearly equal size in one transaction.
   */
  private static Sql.SqlConsumer<List<Document>> values(
      Connection connection, PostgresTable table) {
    Rows rows = new Rows(table.dialect());
    String row = ", (?" + ", ?".repeat(rows.values.length) + ")";
    String insert = table.insertInto() + "VALUES ";
    // By the number of rows: batches have one size, but for the last.
    Map<Integer, PreparedStatement> statements = new HashMap<>();
    Sql.SqlConsumer<List<Document>> piece =
        documents -> {
          PreparedStatement statement = statements.get(documents.size());
          if (statement == null) {
            String all = row.repeat(documents.size()).substring(", ".length());
            statement = connection.prepareStatement(insert + all);
            statements.put(documents.size(), statement);
          }
          int parameter = 1;
          for (Document document : documents) {
            parameter = rows.bind(statement, parameter, document);
          }
          statement.executeUpdate();
        };
    int maxDocuments = MAX_PARAMETERS / (1 + rows.values.length);
    return batch -> {
      int pieces = (batch.size() + maxDocuments - 1) / maxDocuments;
      if (pieces <= 1) {
        piece.accept(batch);
        return;
      }
      int size = (batch.size() + pieces - 1) / pieces;
      Sql.transaction(
          connection,
          () -> {
            for (int from = 0; from < batch.size(); from += size) {
              piece.accept(batch.subList(from, Math.min(batch.size(), from + size)));
            }
          });
    };
  }
}
