package org.docduel.stores.mongodb;

import com.mongodb.MongoException;
import com.mongodb.client.MongoDatabase;
import java.time.Duration;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonValue;
import org.bson.json.JsonParseException;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.ContentReader;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.StoreDescription;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.suite.QuerySuites;
import org.docduel.core.spi.suite.SuiteQuery;
import org.docduel.stores.mongodb.client.Failures;
import org.docduel.stores.mongodb.read.MongoReader;
import org.docduel.stores.mongodb.read.MongoSuiteQuery;

/**
 * A suite's collections in a database of its own. A statement is a set of indexes in extended JSON:
 * {@code {"orders": [{"customer": 1, "at": -1}]}}; a question is a {@code find} or an {@code
 * aggregate} command.
 */
final class MongoSuites implements QuerySuites {
  private final MongoStore store;
  private final MongoDatabase database;

  MongoSuites(MongoStore store) {
    this.store = store;
    this.database = store.database();
  }

  @Override
  public void clear() {
    try {
      store.marks().dropDatabase();
    } catch (MongoException e) {
      throw Failures.of("clearing " + database.getName(), e);
    }
  }

  @Override
  public Ingestion ingestion(Collection collection) {
    return store.ingestion(collection);
  }

  @Override
  public ContentReader reader(Collection collection) {
    return new MongoReader(store.documents(collection));
  }

  @Override
  public StoreDescription describe(Collection collection) {
    return store.describe(collection);
  }

  @Override
  public void apply(List<String> statements) {
    for (String statement : statements) {
      try {
        parse(statement).forEach(this::createIndexes);
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

  private void createIndexes(String collection, BsonValue keys) {
    for (BsonValue key : keys.asArray()) {
      store.createIndex(collection, key.asDocument());
    }
  }

  @Override
  public SuiteQuery prepare(String text, Duration limit) {
    return new MongoSuiteQuery(database, parse(text), limit);
  }

  private static BsonDocument parse(String text) {
    try {
      return BsonDocument.parse(text);
    } catch (JsonParseException e) {
      throw new StoreException(Failures.STORE + ": no extended JSON: " + e.getMessage(), e);
    }
  }
}
