package org.docduel.stores.oracle;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import oracle.jdbc.OracleTypes;
import org.docduel.core.config.UpdateKind;
import org.docduel.core.model.Document;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.RejectedDocumentException;
import org.docduel.core.spi.Updates;

/** One statement for each update, committed with it (autocommit). */
final class OracleUpdates implements Updates {
  private final String name;
  private final UpdateStatement statement;
  private final UpdateSpec spec;
  private final PreparedStatement prepared;
  private final OsonWriter writer = new OsonWriter();

  OracleUpdates(Connection connection, String name, UpdateStatement statement, UpdateSpec spec) {
    this.name = name;
    this.statement = statement;
    this.spec = spec;
    try {
      this.prepared = connection.prepareStatement(statement.sql());
    } catch (SQLException e) {
      throw OracleErrors.of("preparing to update " + name, e);
    }
  }

  @Override
  public long update(long key, long value) {
    try {
      if (statement.kind() == UpdateKind.SET) {
        prepared.setLong(1, value);
      } else {
        prepared.setObject(1, oson(key, value), OracleTypes.JSON);
      }
      prepared.setLong(2, key);
      return prepared.executeLargeUpdate();
    } catch (RejectedDocumentException e) {
      throw OracleErrors.named(e);
    } catch (SQLException e) {
      throw OracleErrors.ofDocuments("updating " + name, e);
    }
  }

  private byte[] oson(long key, long value) {
    ObjectValue body =
        statement.kind() == UpdateKind.MERGE
            ? UpdateStatement.patch(spec.names(), value)
            : spec.replacement().document(key, value);
    ByteBuffer written = writer.bodyView(new Document(key, body));
    byte[] bytes = new byte[written.remaining()];
    written.get(bytes);
    return bytes;
  }
}
