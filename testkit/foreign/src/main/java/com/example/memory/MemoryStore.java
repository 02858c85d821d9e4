package com.example.memory;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.UpdateKind;
import org.docduel.core.model.Document;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Value;
import org.docduel.core.query.Query;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.ContentReader;
import org.docduel.core.spi.Deletes;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Inserts;
import org.docduel.core.spi.QueryPlan;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Scan;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreDescription;
import org.docduel.core.spi.Updates;

/** Clients of the server. */
final class MemoryStore implements Store {
  private final ServerAddress address;

  MemoryStore(ServerAddress address) {
    this.address = address;
    try (Connection tried = new Connection(address)) {
      tried.number(new Request.Count("none"));
    }
  }

  @Override
  public void create(Collection collection) {
    once(new Request.Create(collection.name(), collection.indexes()));
  }

  @Override
  public void empty(Collection collection) {
    once(new Request.Empty(collection.name()));
  }

  @Override
  public void settle() {
    // Nothing is ever left to be done.
  }

  @Override
  public StoreDescription describe(Collection collection) {
    return new StoreDescription(
        "Memory 1.0",
        "kept in memory",
        Map.of(),
        Map.of("total", once(new Request.Size(collection.name()))));
  }

  private long once(Request request) {
    try (Connection connection = new Connection(address)) {
      return connection.number(request);
    }
  }

  @Override
  public Session session() {
    return new MemorySession(new Connection(address));
  }

  @Override
  public void close() {
    // Connections are the sessions'.
  }

  private record MemorySession(Connection connection) implements Session {
    @Override
    public Inserts inserts(Collection collection) {
      return batch -> connection.number(new Request.Insert(collection.name(), batch));
    }

    @Override
    public Ingestion ingestion(Collection collection) {
      String name = collection.name();
      return new Ingestion(
          "load",
          () -> connection.number(new Request.Create(name, List.of())),
          chunk -> connection.number(new Request.Insert(name, chunk)),
          List.of(
              new Ingestion.Phase(
                  "index",
                  () -> connection.number(new Request.AddIndexes(name, collection.indexes())))));
    }

    @Override
    public Read read(Collection collection, Query query) {
      return new MemoryRead(connection, collection.name(), query);
    }

    @Override
    public Updates updates(Collection collection, UpdateSpec spec) {
      String name = collection.name();
      return (key, value) ->
          connection.number(
              spec.kind() == UpdateKind.REPLACE
                  ? new Request.Replace(
                      name, spec.key(), key, spec.replacement().document(key, value))
                  : new Request.Set(name, spec.key(), key, spec.names(), value));
    }

    @Override
    public Deletes deletes(Collection collection) {
      return id -> connection.number(new Request.Remove(collection.name(), id));
    }

    @Override
    public Scan scan(Collection collection, String field) {
      return (number, limit, visitor) -> {
        Request request = new Request.From(collection.name(), field, number, limit);
        List<?> found = (List<?>) connection.ask(request);
        for (int i = 0; i < found.size(); i += 2) {
          visitor.visit((long) found.get(i), (ObjectValue) found.get(i + 1));
        }
      };
    }

    @Override
    public ContentReader reader(Collection collection) {
      return new MemoryReader(connection, collection.name());
    }

    @Override
    public void close() {
      connection.close();
    }
  }

  private record MemoryRead(Connection connection, String collection, Query query) implements Read {
    @Override
    public long run(LongConsumer id) {
      List<Object> rows = answer().rows();
      rows.forEach(row -> id.accept((long) row));
      return rows.size();
    }

    @Override
    public long values(Consumer<Value> value) {
      List<Object> rows = answer().rows();
      rows.forEach(row -> value.accept((Value) row));
      return rows.size();
    }

    @Override
    public QueryPlan explain() {
      Request.Answer answer = answer();
      return new QueryPlan(
          OptionalDouble.of(answer.nanos() / 1e6),
          OptionalDouble.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.of(answer.rows().size()),
          answer.plan(),
          answer.indexes());
    }

    private Request.Answer answer() {
      return (Request.Answer) connection.ask(new Request.Ask(collection, query));
    }
  }

  private record MemoryReader(Connection connection, String collection) implements ContentReader {
    @Override
    public long count() {
      return connection.number(new Request.Count(collection));
    }

    @Override
    public Optional<ObjectValue> find(long id) {
      return ((List<?>) connection.ask(new Request.Find(collection, id)))
          .stream().findFirst().map(ObjectValue.class::cast);
    }

    @Override
    public ObjectValue asStored(Document document) {
      return document.body();
    }
  }
}
