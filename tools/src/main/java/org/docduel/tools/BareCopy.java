package org.docduel.tools;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.postgresql.PGConnection;
import org.postgresql.copy.PGCopyOutputStream;

/** One binary COPY into a jsonb column for each batch, on the PostgreSQL driver. */
final class BareCopy implements BareLoop {
  private static final String TABLE = "docduel_bare.inserted";
  private static final int BUFFER_BYTES = 65_536;
  private static final byte[] HEAD =
      "PGCOPY\n\u00ff\r\n\0\0\0\0\0\0\0\0\0".getBytes(StandardCharsets.ISO_8859_1);
  private static final int END = -1;
  private static final int COLUMNS = 2;

  /** Before the text in jsonb's binary form. */
  private static final int JSONB_VERSION = 1;

  private final Connection connection;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(16_384);
  private final JsonGenerator json;

  BareCopy(ServerAddress address) throws SQLException, IOException {
    connection = DriverManager.getConnection(address.url());
    json = new JsonFactory().createGenerator(bytes, JsonEncoding.UTF8);
    json.setRootValueSeparator(null);
  }

  @Override
  public void create() throws SQLException {
    execute("CREATE SCHEMA IF NOT EXISTS docduel_bare");
    execute("DROP TABLE IF EXISTS " + TABLE);
    execute("CREATE TABLE " + TABLE + " (id bigint PRIMARY KEY, doc jsonb)");
    execute("CHECKPOINT");
  }

  @Override
  public void empty() throws SQLException {
    execute("TRUNCATE " + TABLE);
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
        encode(document.body());
        out.writeInt(1 + bytes.size());
        out.writeByte(JSONB_VERSION);
        bytes.writeTo(out);
      }
      out.writeShort(END);
    }
  }

  private void encode(ObjectValue body) throws IOException {
    bytes.reset();
    json.writeStartObject();
    for (int i = 0; i < body.values().size(); i++) {
      json.writeFieldName(body.names().name(i));
      Value value = body.values().get(i);
      if (value instanceof ArrayValue links) {
        json.writeStartArray();
        for (Value link : links.elements()) {
          json.writeString(((StringValue) link).value());
        }
        json.writeEndArray();
      } else {
        json.writeString(((StringValue) value).value());
      }
    }
    json.writeEndObject();
    json.flush();
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws SQLException {
    execute("DROP TABLE IF EXISTS " + TABLE);
    connection.close();
  }
}
