package org.docduel.core.noop;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.encoding.BsonBytes;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.encoding.WireBuffer;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Session.Deletes;
import org.docduel.core.spi.Session.Inserts;
import org.docduel.core.spi.Session.Updates;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.StoreProvider;

/**
 * {@code noop}: encodes each document as JSON text, the id beside it, and throws the bytes away.
 * The floor under the stores that are sent JSON. Durability changes nothing, since nothing is
 * promised.
 */
public sealed class NoopProvider implements StoreProvider {
  private final String name;
  private final String product;
  private final Function<StoreConfig, Encoder> encoders;

  /** Encodes a document into a buffer of its own, for one thread; gives the number of bytes. */
  private interface Encoder {
    int encode(Document document);
  }

  /** For the service loader. */
  public NoopProvider() {
    this("noop", "no server (JSON text, thrown away)", NoopProvider::json);
  }

  private NoopProvider(String name, String product, Function<StoreConfig, Encoder> encoders) {
    this.name = name;
    this.product = product;
    this.encoders = encoders;
  }

  /** The same with documents as BSON, {@code _id} included: the floor under stores of BSON. */
  public static final class NoopBsonProvider extends NoopProvider {
    /** For the service loader. */
    public NoopBsonProvider() {
      super("noop-bson", "no server (BSON, thrown away)", NoopProvider::bson);
    }
  }

  private static Encoder json(StoreConfig config) {
    JsonBytes json = new JsonBytes(config.encoding());
    WireBuffer buffer = new WireBuffer();
    return document -> {
      buffer.clear();
      buffer.putLong(document.id());
      json.write(document, document.body(), buffer);
      return buffer.size();
    };
  }

  private static Encoder bson(StoreConfig config) {
    BsonBytes bytes = new BsonBytes();
    return document -> bytes.documentView(document).remaining();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Set<Capability> capabilities() {
    return Set.of(Capability.INSERT, Capability.INGEST, Capability.UPDATE, Capability.DELETE);
  }

  @Override
  public Optional<String> unsupportedReason(StoreConfig config) {
    return Optional.empty();
  }

  @Override
  public Optional<ServerFamily> server() {
    return Optional.empty();
  }

  @Override
  public Store open(Optional<ServerAddress> address, StoreConfig config) {
    return new NoopStore(config);
  }

  /** Keeps the number of bytes and tells it, so that no compiler may leave the encoding out. */
  private final class NoopStore implements Store {
    private final StoreConfig config;
    private final AtomicLong encodedBytes = new AtomicLong();

    NoopStore(StoreConfig config) {
      this.config = config;
    }

    @Override
    public void create(Collection collection) {
      encodedBytes.set(0);
    }

    @Override
    public void empty(Collection collection) {
      encodedBytes.set(0);
    }

    @Override
    public void quiesce() {
      // Nothing is ever left to be done.
    }

    @Override
    public StoreDescription describe(Collection collection) {
      return new StoreDescription(product, "", Map.of(), Map.of("encoded", encodedBytes.get()));
    }

    @Override
    public void close() {
      // No connection is held.
    }

    @Override
    public Session session() {
      Encoder encoder = encoders.apply(config);
      Inserts encoding = batch -> encode(encoder, batch);
      return new Session() {
        @Override
        public Inserts inserts(Collection collection) {
          return encoding;
        }

        @Override
        public Ingestion ingestion(Collection collection) {
          return new Ingestion("encode", () -> encodedBytes.set(0), encoding, List.of());
        }

        @Override
        public Updates updates(Collection collection, UpdateSpec spec) {
          return (key, value) -> {
            encode(encoder, List.of(new Document(key, sent(spec, key, value))));
            return 1;
          };
        }

        @Override
        public Deletes deletes(Collection collection) {
          return id -> 1;
        }

        @Override
        public void close() {
          // No connection is held.
        }
      };
    }

    /** What a client has to send: the whole document, or the number under its names. */
    private static ObjectValue sent(UpdateSpec spec, long key, long value) {
      if (spec.kind() == UpdateKind.REPLACE) {
        return spec.replacement().document(key, value);
      }
      Value sent = new IntegerValue(value);
      for (int i = spec.names().size() - 1; i >= 0; i--) {
        sent = ObjectValue.of(Map.of(spec.names().get(i), sent));
      }
      return (ObjectValue) sent;
    }

    private void encode(Encoder encoder, List<Document> batch) {
      long bytes = 0;
      for (Document document : batch) {
        bytes += encoder.encode(document);
      }
      encodedBytes.addAndGet(bytes);
    }
  }
}
