package org.docduel.tools;

import com.mongodb.MongoClientSettings;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.util.List;
import org.bson.BsonReader;
import org.bson.BsonWriter;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecRegistries;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;

/** One insertMany for each batch, on the MongoDB driver; the driver encodes while it sends. */
final class BareMongo implements BareLoop {
  private static final Codec<Document> CODEC = new FlatCodec();

  private final MongoClient client;
  private final MongoDatabase database;
  private final MongoCollection<Document> documents;

  BareMongo(ServerAddress address, String collection) {
    client = MongoClients.create(address.url());
    database =
        client.getDatabase("docduel_bare").withWriteConcern(WriteConcern.W1.withJournal(true));
    documents =
        database
            .getCollection(collection, Document.class)
            .withCodecRegistry(
                CodecRegistries.fromRegistries(
                    CodecRegistries.fromCodecs(CODEC),
                    MongoClientSettings.getDefaultCodecRegistry()));
  }

  @Override
  public void create() {
    empty();
  }

  @Override
  public void empty() {
    documents.drop();
    database.createCollection(documents.getNamespace().getCollectionName());
  }

  @Override
  public void insert(List<Document> batch) {
    documents.insertMany(batch);
  }

  @Override
  public void close() {
    documents.drop();
    client.close();
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
