package org.docduel.tools;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.mongodb.MongoClientSettings;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.BsonReader;
import org.bson.BsonWriter;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecRegistries;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.datasets.InsertDocuments;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.postgresql.PGConnection;
import org.postgresql.copy.PGCopyOutputStream;

/**
 * What {@code InsertBenchmark} does, written straight on the driver. Timed, as there: encoding,
 * sending and waiting, of documents made before. Run with {@code scripts/compare insert}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(jvmArgsAppend = "-Xmx2g")
public class BareInsertBenchmark {
  private static final int BATCH = 500;

  @Param("postgres-jsonb")
  public String store = "";

  @Param("4KB")
  public String payload = "";

  @Param("1")
  public int attributes;

  @Param("5000")
  public int documents;

  private final List<List<Document>> batches = new ArrayList<>();
  private Optional<Loop> loop = Optional.empty();

  /** A collection that was made anew on a server at rest. */
  private interface Loop extends AutoCloseable {
    void empty() throws Exception;

    /** Encodes, sends, and waits. */
    void insert(List<Document> batch) throws Exception;

    @Override
    void close() throws SQLException;
  }

  /** Makes the documents and the collection. */
  @Setup(Level.Trial)
  public void open() throws Exception {
    Dataset dataset =
        InsertDocuments.withDefaults()
            .withPayload(PayloadSize.parse(payload))
            .withAttributes(attributes);
    for (int from = 0; from < documents; from += BATCH) {
      batches.add(dataset.documents(from, Math.min(BATCH, documents - from)));
    }
    loop =
        Optional.of(
            switch (store) {
              case "postgres-jsonb" -> new Copy(ForkServer.of(store));
              case "mongodb" -> new InsertMany(ForkServer.of(store));
              default -> throw new IllegalArgumentException("no bare loop for " + store);
            });
    System.gc();
  }

  /** Empties the collection. */
  @Setup(Level.Iteration)
  public void empty() throws Exception {
    loop.orElseThrow().empty();
  }

  /** Inserts all documents. */
  @Benchmark
  public void insert() throws Exception {
    Loop opened = loop.orElseThrow();
    for (List<Document> batch : batches) {
      opened.insert(batch);
    }
  }

  /** Drops the collection. */
  @TearDown(Level.Trial)
  public void close() throws Exception {
    loop.orElseThrow().close();
  }

  /** One binary COPY into a jsonb column for each batch. */
  private static final class Copy implements Loop {
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

    Copy(ServerAddress address) throws SQLException, IOException {
      connection = DriverManager.getConnection(address.url());
      json = new JsonFactory().createGenerator(bytes, JsonEncoding.UTF8);
      json.setRootValueSeparator(null);
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

  /** One insertMany for each batch, which the driver encodes while it sends. */
  private static final class InsertMany implements Loop {
    private final MongoClient client;
    private final MongoDatabase database;
    private final MongoCollection<Document> collection;

    InsertMany(ServerAddress address) {
      client = MongoClients.create(address.url());
      database =
          client.getDatabase("docduel_bare").withWriteConcern(WriteConcern.W1.withJournal(true));
      collection =
          database
              .getCollection("w1", Document.class)
              .withCodecRegistry(
                  CodecRegistries.fromRegistries(
                      CodecRegistries.fromCodecs(new FlatCodec()),
                      MongoClientSettings.getDefaultCodecRegistry()));
    }

    @Override
    public void empty() {
      collection.drop();
      database.createCollection(collection.getNamespace().getCollectionName());
    }

    @Override
    public void insert(List<Document> batch) {
      collection.insertMany(batch);
    }

    @Override
    public void close() {
      collection.drop();
      client.close();
    }
  }

  /** Texts and a list of texts. */
  private static final class FlatCodec implements Codec<Document> {
    @Override
    public void encode(BsonWriter writer, Document document, EncoderContext context) {
      ObjectValue body = document.body();
      writer.writeStartDocument();
      writer.writeInt64("_id", document.id());
      for (int i = 0; i < body.values().size(); i++) {
        writer.writeName(body.names().name(i));
        Value value = body.values().get(i);
        if (value instanceof ArrayValue links) {
          writer.writeStartArray();
          for (Value link : links.elements()) {
            writer.writeString(((StringValue) link).value());
          }
          writer.writeEndArray();
        } else {
          writer.writeString(((StringValue) value).value());
        }
      }
      writer.writeEndDocument();
    }

    @Override
    public Document decode(BsonReader reader, DecoderContext context) {
      throw new UnsupportedOperationException("documents are only sent");
    }

    @Override
    public Class<Document> getEncoderClass() {
      return Document.class;
    }
  }
}
