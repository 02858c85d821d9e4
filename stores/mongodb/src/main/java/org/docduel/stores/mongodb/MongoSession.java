package org.docduel.stores.mongodb;

import com.mongodb.MongoException;
import java.time.Duration;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInvalidOperationException;
import org.bson.json.JsonParseException;
import org.docduel.core.query.Query;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.ContentReader;
import org.docduel.core.spi.Deletes;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Inserts;
import org.docduel.core.spi.LinkQuery;
import org.docduel.core.spi.LinkRead;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Scan;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.Updates;
import org.docduel.core.spi.Watch;
import org.docduel.core.spi.suite.SuiteQuery;
import org.docduel.stores.mongodb.client.Failures;
import org.docduel.stores.mongodb.insert.MongoBatches;
import org.docduel.stores.mongodb.read.MongoLinkRead;
import org.docduel.stores.mongodb.read.MongoRead;
import org.docduel.stores.mongodb.read.MongoReader;
import org.docduel.stores.mongodb.read.MongoSuiteQuery;
import org.docduel.stores.mongodb.server.MongoProfilers;
import org.docduel.stores.mongodb.update.MongoUpdates;
import org.docduel.stores.mongodb.watch.MongoWatch;
import org.docduel.stores.mongodb.watch.ServerStatistics;

/** Roles over the client that all sessions share. */
final class MongoSession implements Session {
  private final MongoStore store;

  MongoSession(MongoStore store) {
    this.store = store;
  }

  @Override
  public Inserts inserts(Collection collection) {
    return new MongoBatches(store.encoded(collection), true, store.encode())::insert;
  }

  @Override
  public Ingestion ingestion(Collection collection) {
    return store.ingestion(collection);
  }

  @Override
  public Updates updates(Collection collection, UpdateSpec spec) {
    return new MongoUpdates(store.encoded(collection), spec);
  }

  @Override
  public Watch watch(String profiler, Collection collection) {
    ServerStatistics statistics = store.statistics(collection);
    return switch (profiler) {
      case MongoProfilers.MONGOSTAT -> new MongoWatch(statistics::server, statistics::collection);
      case MongoProfilers.SERVERCPU -> MongoWatch.processor(statistics.server());
      default -> throw new UnsupportedOperationException("it has no profiler " + profiler);
    };
  }

  @Override
  public Read read(Collection collection, Query query) {
    return new MongoRead(store.bson(collection), query);
  }

  @Override
  public LinkRead links(Collection collection, LinkQuery query) {
    Collection links = query instanceof LinkQuery.Lookup lookup ? lookup.links() : collection;
    return new MongoLinkRead(store.encoded(collection), store.encoded(links), query);
  }

  /** A {@code find} or an {@code aggregate} command. */
  @Override
  public SuiteQuery query(String text, Duration limit, boolean writes) {
    return new MongoSuiteQuery(store.database(), parse(text), limit);
  }

  /**
   * A statement is a set of indexes in extended JSON: {@code {"orders": [{"customer": 1, "at":
   * -1}]}}.
   */
  @Override
  public void apply(List<String> statements) {
    for (String statement : statements) {
      try {
        parse(statement)
            .forEach((collection, keys) ->
                keys.asArray().forEach(key -> store.createIndex(collection, key.asDocument())));
      } catch (BsonInvalidOperationException e) {
        throw new StoreException(
            Failures.STORE
                + ": a set of indexes is {\"collection\": [{\"field\": 1}, ...]}: "
                + e.getMessage(),
            e);
      } catch (MongoException e) {
        throw Failures.of("making indexes", e);
      }
    }
  }

  private static BsonDocument parse(String text) {
    try {
      return BsonDocument.parse(text);
    } catch (JsonParseException e) {
      throw new StoreException(Failures.STORE + ": no extended JSON: " + e.getMessage(), e);
    }
  }

  @Override
  public Deletes deletes(Collection collection) {
    return new MongoReader(store.documents(collection))::delete;
  }

  @Override
  public Scan scan(Collection collection, String field) {
    MongoReader reader = new MongoReader(store.documents(collection));
    return (number, limit, visitor) -> reader.scan(field, number, limit, visitor);
  }

  @Override
  public ContentReader reader(Collection collection) {
    return new MongoReader(store.documents(collection));
  }

  @Override
  public void close() {
    // Connections belong to the client's pool.
  }
}
