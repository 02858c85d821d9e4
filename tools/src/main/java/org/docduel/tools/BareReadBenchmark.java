package org.docduel.tools;

import com.mongodb.ExplainVerbosity;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonReader;
import org.bson.BsonWriter;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.conversions.Bson;
import org.bson.types.Decimal128;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.model.datasets.IndexedReadDocuments;
import org.docduel.core.query.IndexedReads;
import org.docduel.stores.postgres.PostgresSystem;
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

/**
 * What {@code IndexedReadBenchmark} times, on the driver alone: a query, every id received. As
 * there the server explains it after each observation: what follows a pause is slower. Run with
 * {@code scripts/compare read}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(jvmArgsAppend = "-Xmx448m")
public class BareReadBenchmark {
  private static final String COLLECTION = "compared";
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

  @Param("postgres-jsonb")
  public String store = "";

  @Param("S1")
  public String scenario = "";

  @Param("100000")
  public int rows;

  private Optional<Reads> reads = Optional.empty();

  /** A query for ids. */
  interface Reads extends AutoCloseable {
    /** Receives every id, and returns their sum. */
    long run() throws SQLException;

    void explain() throws SQLException;

    @Override
    void close() throws SQLException;
  }

  /** Loads the rows unless an earlier fork did, and prepares the query. */
  @Setup(Level.Trial)
  public void open() throws SQLException {
    reads =
        Optional.of(
            store.equals("mongodb")
                ? new Finds(store, rows, scenario)
                : new Table(store, rows, CONDITIONS.getOrDefault(store + " " + scenario, "")));
  }

  private static void load(String store, int documents) {
    ForkServer.load(
        store, COLLECTION, new IndexedReadDocuments(), IndexedReads.published(), documents);
  }

  /** Runs the query and receives every id. */
  @Benchmark
  public long read() throws SQLException {
    return reads.orElseThrow().run();
  }

  /** Has the server explain it. */
  @TearDown(Level.Iteration)
  public void explain() throws SQLException {
    reads.orElseThrow().explain();
  }

  /** Disconnects. */
  @TearDown(Level.Trial)
  public void close() throws SQLException {
    reads.orElseThrow().close();
  }

  /** A prepared query for ids of a PostgreSQL store's table. */
  private static final class Table implements Reads {
    private static final String SESSION = PostgresSystem.file("read-session.sql");
    private static final String EXPLAIN =
        "EXPLAIN (ANALYZE, TIMING OFF, BUFFERS, SETTINGS, FORMAT JSON) ";

    private final Connection connection;
    private final PreparedStatement select;
    private final PreparedStatement explain;

    /** Connects with the settings of the store's readers. Loads the table unless it is there. */
    Table(String store, int documents, String condition) throws SQLException {
      ServerAddress server = ForkServer.of(store);
      String name = "docduel." + store.replace('-', '_') + "_" + COLLECTION;
      connection = DriverManager.getConnection(server.url() + "&prepareThreshold=1");
      try (Statement statement = connection.createStatement();
          ResultSet found = statement.executeQuery("SELECT to_regclass('" + name + "')")) {
        found.next();
        if (found.getString(1) == null) {
          load(store, documents);
        }
        statement.execute(SESSION);
      }
      String sql = "SELECT id FROM " + name + " WHERE " + condition;
      select = connection.prepareStatement(sql);
      explain = connection.prepareStatement(EXPLAIN + sql);
    }

    @Override
    public long run() throws SQLException {
      long sum = 0;
      try (ResultSet ids = select.executeQuery()) {
        while (ids.next()) {
          sum += ids.getLong(1);
        }
      }
      return sum;
    }

    @Override
    public void explain() throws SQLException {
      explain.execute();
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }

  /** Ids of a store's collection, which is loaded unless it is there, in the store's pieces. */
  private static final class Finds implements Reads {
    private static final int BATCH_ROWS = 10_000;
    private static final Map<String, Bson> FILTERS =
        Map.of(
            "S1",
            Filters.and(
                Filters.eq("indexed_text_1", "A"),
                Filters.gt("indexed_number_1", new Decimal128(100))),
            "S2",
            Filters.regex("indexed_text_2", "^INV00012"),
            "S3",
            Filters.regex("indexed_text_3", "priority", "i"));

    private final MongoClient client;
    private final FindIterable<Long> find;

    Finds(String store, int documents, String scenario) {
      ServerAddress server = ForkServer.of(store);
      client = MongoClients.create(server.url());
      MongoCollection<Long> collection =
          client
              .getDatabase(server.space())
              .getCollection(COLLECTION, Long.class)
              .withCodecRegistry(
                  CodecRegistries.fromRegistries(
                      CodecRegistries.fromCodecs(new IdCodec()),
                      MongoClientSettings.getDefaultCodecRegistry()));
      if (collection.countDocuments() != documents) {
        load(store, documents);
      }
      Bson filter = Objects.requireNonNull(FILTERS.get(scenario), scenario);
      find = collection.find(filter).projection(Projections.include("_id")).batchSize(BATCH_ROWS);
    }

    @Override
    public long run() {
      long sum = 0;
      try (MongoCursor<Long> ids = find.cursor()) {
        while (ids.hasNext()) {
          sum += ids.next();
        }
      }
      return sum;
    }

    @Override
    public void explain() {
      find.explain(BsonDocument.class, ExplainVerbosity.EXECUTION_STATS);
    }

    @Override
    public void close() {
      client.close();
    }
  }

  /** The id of a document of which nothing else was asked for. */
  private static final class IdCodec implements Codec<Long> {
    @Override
    public Long decode(BsonReader reader, DecoderContext context) {
      reader.readStartDocument();
      long id = reader.readInt64("_id");
      reader.readEndDocument();
      return id;
    }

    @Override
    public void encode(BsonWriter writer, Long id, EncoderContext context) {
      throw new UnsupportedOperationException("ids are only received");
    }

    @Override
    public Class<Long> getEncoderClass() {
      return Long.class;
    }
  }
}
