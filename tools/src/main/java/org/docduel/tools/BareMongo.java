package org.docduel.tools;

import com.mongodb.ExplainVerbosity;
import com.mongodb.MongoClientSettings;
import com.mongodb.WriteConcern;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Updates;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.BsonReader;
import org.bson.BsonWriter;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.bson.types.Decimal128;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;

/** On MongoDB's synchronous driver. */
final class BareMongo {
  private static final CodecRegistry CODECS =
      CodecRegistries.fromRegistries(
          CodecRegistries.fromCodecs(
              new OneWay<>(
                  Document.class,
                  BareMongo::write,
                  received -> {
                    throw new UnsupportedOperationException("documents are only sent");
                  }),
              new OneWay<>(Long.class, BsonWriter::writeInt64, BareMongo::id)),
          MongoClientSettings.getDefaultCodecRegistry());

  private BareMongo() {}

  /** One insertMany for each batch, which the driver encodes while it sends. */
  static final class InsertMany implements BareBenchmark.Inserts {
    private final MongoClient client;
    private final MongoDatabase database;
    private final MongoCollection<Document> collection;

    InsertMany(ServerAddress address) {
      client = MongoClients.create(address.url());
      database =
          client.getDatabase("docduel_bare").withWriteConcern(WriteConcern.W1.withJournal(true));
      collection = database.getCollection("w1", Document.class).withCodecRegistry(CODECS);
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

  /** Ids of a store's collection, which is loaded unless it is there, in the store's pieces. */
  static final class Finds implements BareBenchmark.Reads {
    private static final String COLLECTION = "compared";
    private static final int BATCH_ROWS = Integer.MAX_VALUE;
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

    private final FindIterable<Long> find;

    Finds(BareBenchmark.Queried query) {
      ServerAddress server = ForkServer.of(query.store);
      MongoCollection<Long> collection =
          MongoClients.create(server.url())
              .getDatabase(server.space())
              .getCollection(COLLECTION, Long.class)
              .withCodecRegistry(CODECS);
      if (collection.countDocuments() != query.rows) {
        query.load(COLLECTION);
      }
      Bson filter = Objects.requireNonNull(FILTERS.get(query.scenario), query.scenario);
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
  }

  /** Updates of a store's collection; the driver has the pool. */
  static BareBenchmark.Updates updates(BareBenchmark.Table table) {
    ServerAddress server = table.server();
    MongoCollection<BsonDocument> collection =
        MongoClients.create(server.url())
            .getDatabase(server.space())
            .getCollection(BareBenchmark.Table.COLLECTION, BsonDocument.class)
            .withWriteConcern(WriteConcern.W1.withJournal(table.waits()));
    return (key, value) ->
        collection
            .updateOne(Filters.eq("user_id", key), Updates.set("profile.score", value))
            .getMatchedCount();
  }

  /** Documents of texts and a list of texts. */
  private static void write(BsonWriter writer, Document document) {
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

  /** The id of a document of which nothing else was asked for. */
  private static long id(BsonReader reader) {
    reader.readStartDocument();
    long id = reader.readInt64("_id");
    reader.readEndDocument();
    return id;
  }

  /** What is only sent, or only received. */
  private record OneWay<T>(
      Class<T> type, BiConsumer<BsonWriter, T> writer, Function<BsonReader, T> reader)
      implements Codec<T> {
    @Override
    public void encode(BsonWriter into, T value, EncoderContext context) {
      writer.accept(into, value);
    }

    @Override
    public T decode(BsonReader from, DecoderContext context) {
      return reader.apply(from);
    }

    @Override
    public Class<T> getEncoderClass() {
      return type;
    }
  }
}
