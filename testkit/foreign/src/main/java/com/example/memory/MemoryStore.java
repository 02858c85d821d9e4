package com.example.memory;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.query.Projection;
import org.docduel.core.query.Query;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.spi.Session.Inserts;
import org.docduel.core.spi.Session.Updates;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.Store.StoreDescription;

/** Collections by name, which every store of this process shares. */
final class MemoryStore implements Store, Session {
  private static final Map<String, MemoryCollection> COLLECTIONS = new ConcurrentHashMap<>();

  @Override
  public void create(Collection collection) {
    COLLECTIONS.put(collection.name(), new MemoryCollection(collection.indexes()));
  }

  @Override
  public void empty(Collection collection) {
    of(collection).clear();
  }

  /** A collection that nobody created is empty. */
  private static MemoryCollection of(Collection collection) {
    return COLLECTIONS.getOrDefault(collection.name(), new MemoryCollection(List.of()));
  }

  @Override
  public void quiesce() {
    // Nothing is ever left to be done.
  }

  @Override
  public StoreDescription describe(Collection collection) {
    return new StoreDescription(
        "Memory 1.0",
        "kept in memory",
        Map.of(QUIESCE, "nothing is left to be done"),
        Map.of("total", of(collection).bytes()));
  }

  @Override
  public Session session() {
    return this;
  }

  @Override
  public void close() {
    // Nothing is open.
  }

  @Override
  public Inserts inserts(Collection collection) {
    return batch -> of(collection).insert(batch);
  }

  @Override
  public Ingestion ingestion(Collection collection) {
    return new Ingestion(
        "load",
        () -> COLLECTIONS.put(collection.name(), new MemoryCollection(List.of())),
        chunk -> of(collection).insert(chunk),
        List.of(new Ingestion.Phase("index", () -> of(collection).add(collection.indexes()))));
  }

  @Override
  public Read read(Collection collection, Query query) {
    return new Read() {
      @Override
      public long run(LongConsumer id) {
        List<Document> found = of(collection).found(query);
        found.forEach(document -> id.accept(document.id()));
        return found.size();
      }

      @Override
      public long values(Consumer<Value> value) {
        List<Document> found = of(collection).found(query);
        Projection.ValueAt wanted = (Projection.ValueAt) query.projection();
        found.forEach(document -> value.accept(wanted.of(document.body())));
        return found.size();
      }

      @Override
      public QueryPlan explain() {
        return of(collection).explain(query);
      }
    };
  }

  @Override
  public Updates updates(Collection collection, UpdateSpec spec) {
    return (key, value) ->
        of(collection)
            .change(
                spec.key(),
                key,
                body ->
                    spec.kind() == UpdateKind.REPLACE
                        ? spec.replacement().document(key, value)
                        : body.with(spec.names(), new IntegerValue(value)));
  }

  @Override
  public ContentReader reader(Collection collection) {
    return new ContentReader() {
      @Override
      public long count() {
        return of(collection).count();
      }

      @Override
      public Optional<ObjectValue> find(long id) {
        return of(collection).find(id);
      }

      @Override
      public ObjectValue asStored(Document document) {
        return document.body();
      }
    };
  }
}
