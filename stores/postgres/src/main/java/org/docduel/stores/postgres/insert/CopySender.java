package org.docduel.stores.postgres.insert;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.docduel.core.encoding.WireBuffer;
import org.docduel.core.model.Document;
import org.docduel.stores.postgres.layout.RowEncoder;
import org.docduel.stores.postgres.layout.Table;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;

/**
 * One COPY in the binary format for each batch. Rows are sent while later ones are still being
 * encoded, so that the server works at the same time.
 */
final class CopySender implements BatchSender {
  /**
   * Small enough that the server has something to do soon, large enough that writing to the socket
   * costs little. Argued in docs/insert-paths.md.
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

  CopySender(Connection connection, Table table) throws SQLException {
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

  @Override
  public void close() {
    // Nothing is kept on the server between two COPYs.
  }
}
