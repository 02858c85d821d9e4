package org.docduel.stores.oracle;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import oracle.sql.json.OracleJsonDatum;
import oracle.sql.json.OracleJsonValue;
import org.docduel.core.model.Document;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.datasets.FieldNames;
import org.docduel.core.spi.ContentReader;
import org.docduel.core.spi.StoreException;

/** Reads documents back, as the OSON that the server sends. */
record OracleReader(Connection connection, Table table) implements ContentReader {
  /** No table or view. */
  private static final int NOT_THERE = 942;

  private static final int FETCH_ROWS = 500;

  @Override
  public long count() {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(table.count())) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      if (e.getErrorCode() == NOT_THERE) {
        return 0;
      }
      throw OracleErrors.of("counting " + table.name(), e);
    }
  }

  @Override
  public Optional<ObjectValue> find(long id) {
    try (PreparedStatement statement = connection.prepareStatement(table.find())) {
      statement.setLong(1, id);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() ? Optional.of(read(rows).body()) : Optional.empty();
      }
    } catch (SQLException e) {
      throw OracleErrors.of("reading document " + id + " of " + table.name(), e);
    }
  }

  @Override
  public void range(long from, long until, Visitor visitor) {
    try (PreparedStatement statement = connection.prepareStatement(table.range())) {
      statement.setFetchSize(FETCH_ROWS);
      statement.setLong(1, from);
      statement.setLong(2, until);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          Document document = read(rows);
          visitor.visit(document.id(), document.body());
        }
      }
    } catch (SQLException e) {
      throw OracleErrors.of("reading " + table.name(), e);
    }
  }

  private static Document read(ResultSet rows) throws SQLException {
    return document(rows.getObject(1, OracleJsonDatum.class).shareBytes());
  }

  /** A whole document. */
  static Document document(byte[] oson) {
    ObjectValue whole = OsonReader.document(oson);
    return new Document(id(oson), withoutId(whole));
  }

  /** A document's key, without decoding the rest. */
  static long id(byte[] oson) {
    OracleJsonValue id = OsonReader.open(oson).asJsonObject().get(OsonWriter.ID);
    if (id == null) {
      throw new StoreException("a document came back without its _id");
    }
    if (!(OsonReader.value(id) instanceof IntegerValue number)) {
      throw new StoreException("a document came back whose _id is " + id);
    }
    return number.value();
  }

  private static ObjectValue withoutId(ObjectValue whole) {
    FieldNames names =
        FieldNames.of(
            whole.names().asList().stream().filter(name -> !name.equals(OsonWriter.ID)).toList());
    return new ObjectValue(
        names, names.asList().stream().map(name -> whole.field(name).orElseThrow()).toList());
  }

  @Override
  public ObjectValue asStored(Document document) {
    return OsonReader.asRead(document.body());
  }
}
