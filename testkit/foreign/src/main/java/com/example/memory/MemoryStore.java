package com.example.memory;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.query.Index;
import org.docduel.core.query.Predicate;
import org.docduel.core.query.Query;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException.RejectedDocumentException;

/** Collections by name, which every store of this process shares. */
final class MemoryStore implements Store, Session {
  private static final Map<String, Documents> COLLECTIONS = new ConcurrentHashMap<>();

  @Override
  public void create(Collection collection) {
    COLLECTIONS.put(collection.name(), new Documents(collection.indexes()));
  }

  @Override
  public void empty(Collection collection) {
    create(collection);
  }

  /** A collection that nobody created is empty. */
  private static Documents of(Collection collection) {
    return COLLECTIONS.getOrDefault(collection.name(), new Documents(List.of()));
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
        Map.of(SETTLE, "nothing is left to be done"),
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
        () -> COLLECTIONS.put(collection.name(), new Documents(List.of())),
        chunk -> of(collection).insert(chunk),
        List.of(new Ingestion.Phase("index", () -> of(collection).add(collection.indexes()))));
  }

  @Override
  public Read read(Collection collection, Query query) {
    return new Read() {
      @Override
      public long run(LongConsumer id) {
        List<Long> ids = of(collection).ids(query);
        ids.forEach(id::accept);
        return ids.size();
      }

      @Override
      public long values(Consumer<Value> value) {
        throw new UnsupportedOperationException("it gives ids alone");
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

  /** Documents by id, and their indexes: the ids by the value of a field. One thread at a time. */
  private static final class Documents {
    private final TreeMap<Long, ObjectValue> byId = new TreeMap<>();
    private final List<FieldIndex> indexes = new ArrayList<>();

    private record FieldIndex(String name, String field, Map<Value, Set<Long>> ids) {
      void add(long id, ObjectValue body) {
        body.field(field)
            .ifPresent(value -> ids.computeIfAbsent(value, v -> new TreeSet<>()).add(id));
      }

      void remove(long id, ObjectValue body) {
        body.field(field).ifPresent(value -> ids.getOrDefault(value, Set.of()).remove(id));
      }
    }

    Documents(List<Index> indexes) {
      add(indexes);
    }

    synchronized void add(List<Index> asked) {
      for (Index index : asked) {
        FieldIndex made = new FieldIndex(index.name(), index.fields().get(0), new HashMap<>());
        byId.forEach(made::add);
        indexes.add(made);
      }
    }

    /** Adds all documents or none. */
    synchronized void insert(List<Document> batch) {
      Set<Long> ids = new HashSet<>();
      for (Document document : batch) {
        if (byId.containsKey(document.id()) || !ids.add(document.id())) {
          throw new RejectedDocumentException("document " + document.id() + " is there already");
        }
      }
      batch.forEach(document -> put(document.id(), document.body()));
    }

    private void put(long id, ObjectValue body) {
      ObjectValue before = byId.put(id, body);
      for (FieldIndex index : indexes) {
        if (before != null) {
          index.remove(id, before);
        }
        index.add(id, body);
      }
    }

    synchronized long count() {
      return byId.size();
    }

    synchronized long bytes() {
      return byId.values().stream().mapToLong(Value::heapBytes).sum();
    }

    synchronized Optional<ObjectValue> find(long id) {
      return Optional.ofNullable(byId.get(id));
    }

    /** Changes the documents with a number in a field, or as their id; how many there were. */
    synchronized long change(String field, long key, UnaryOperator<ObjectValue> change) {
      Value wanted = new IntegerValue(key);
      List<Long> found =
          byId.entrySet().stream()
              .filter(one ->
                  field.equals(UpdateSpec.ID)
                      ? one.getKey() == key
                      : one.getValue().field(field).filter(wanted::equals).isPresent())
              .map(Map.Entry::getKey)
              .toList();
      found.forEach(id -> put(id, change.apply(body(id))));
      return found.size();
    }

    synchronized List<Long> ids(Query query) {
      List<Long> found =
          new ArrayList<>(candidates(query.where(), new TreeSet<>()).orElse(byId.keySet()));
      found.removeIf(id -> !query.where().test(body(id)));
      query
          .orderedBy()
          .ifPresent(path -> found.sort(Comparator.comparing(id -> time(body(id), path))));
      return query.limit() > 0 ? found.subList(0, Math.min(query.limit(), found.size())) : found;
    }

    private ObjectValue body(long id) {
      return byId.getOrDefault(id, ObjectValue.empty());
    }

    private static Instant time(ObjectValue body, Path path) {
      return path.in(body).orElseThrow() instanceof TimestampValue time
          ? time.value()
          : Instant.MIN;
    }

    synchronized Read.QueryPlan explain(Query query) {
      Set<String> used = new TreeSet<>();
      boolean scan = candidates(query.where(), used).isEmpty();
      List<String> plan = new ArrayList<>();
      query.orderedBy().ifPresent(path -> plan.add("Sort by " + path));
      plan.add(scan ? "Scan of all documents" : "Lookup in " + String.join(" and ", used));
      return Read.QueryPlan.ofSteps(plan, List.copyOf(used));
    }

    /** Documents that alone can fulfil a condition, by an index; empty when it is all of them. */
    private Optional<Set<Long>> candidates(Predicate condition, Set<String> used) {
      if (condition instanceof Predicate.AllOf all) {
        return all.parts().stream().flatMap(part -> candidates(part, used).stream()).findFirst();
      }
      return indexes.stream()
          .filter(index ->
              condition instanceof Predicate.OfOneValue one && one.path().top().equals(index.field))
          .findFirst()
          .map(index -> {
            used.add(index.name);
            Set<Long> found = new TreeSet<>();
            index.ids.forEach((value, ids) -> {
              if (condition.test(ObjectValue.of(Map.of(index.field, value)))) {
                found.addAll(ids);
              }
            });
            return found;
          });
    }
  }
}
