package com.example.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.query.Index;
import org.docduel.core.query.Predicate;
import org.docduel.core.query.Projection;
import org.docduel.core.query.Query;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.spi.StoreException.RejectedDocumentException;

/** Documents by id, and their indexes: the ids by the value of a field. One thread at a time. */
final class MemoryCollection {
  private final TreeMap<Long, ObjectValue> documents = new TreeMap<>();
  private final List<FieldIndex> indexes = new ArrayList<>();

  private record FieldIndex(String name, String field, Map<Value, Set<Long>> ids) {
    void add(long id, ObjectValue body) {
      body.field(field)
          .ifPresent(value -> ids.computeIfAbsent(value, v -> new TreeSet<>()).add(id));
    }

    void remove(long id, ObjectValue body) {
      body.field(field).ifPresent(value -> of(value).remove(id));
    }

    Set<Long> of(Value value) {
      return ids.getOrDefault(value, Set.of());
    }
  }

  MemoryCollection(List<Index> indexes) {
    add(indexes);
  }

  synchronized void add(List<Index> asked) {
    for (Index index : asked) {
      FieldIndex made = new FieldIndex(index.name(), index.fields().get(0), new HashMap<>());
      documents.forEach(made::add);
      indexes.add(made);
    }
  }

  /** Adds all documents or none. */
  synchronized void insert(List<Document> batch) {
    Set<Long> ids = new HashSet<>();
    for (Document document : batch) {
      if (documents.containsKey(document.id()) || !ids.add(document.id())) {
        throw new RejectedDocumentException("document " + document.id() + " is there already");
      }
    }
    batch.forEach(document -> put(document.id(), document.body()));
  }

  private void put(long id, ObjectValue body) {
    remove(id);
    documents.put(id, body);
    indexes.forEach(index -> index.add(id, body));
  }

  synchronized long remove(long id) {
    ObjectValue before = documents.remove(id);
    if (before == null) {
      return 0;
    }
    indexes.forEach(index -> index.remove(id, before));
    return 1;
  }

  synchronized void clear() {
    documents.clear();
    indexes.forEach(index -> index.ids().clear());
  }

  synchronized long count() {
    return documents.size();
  }

  synchronized long bytes() {
    return documents.values().stream().mapToLong(Value::heapBytes).sum();
  }

  synchronized Optional<ObjectValue> find(long id) {
    return Optional.ofNullable(documents.get(id));
  }

  /** Changes the documents with a number in a field, empty for the id; how many there were. */
  synchronized long change(String field, long key, UnaryOperator<ObjectValue> change) {
    Set<Long> found = new TreeSet<>();
    if (field.isEmpty()) {
      found.addAll(documents.containsKey(key) ? Set.of(key) : Set.of());
    } else {
      Value wanted = new IntegerValue(key);
      indexes.stream()
          .filter(index -> index.field().equals(field))
          .findFirst()
          .ifPresentOrElse(
              index -> found.addAll(index.of(wanted)),
              () ->
                  documents.forEach((id, body) -> {
                    if (body.field(field).filter(wanted::equals).isPresent()) {
                      found.add(id);
                    }
                  }));
    }
    found.forEach(id -> put(id, change.apply(body(id))));
    return found.size();
  }

  private ObjectValue body(long id) {
    return documents.getOrDefault(id, ObjectValue.empty());
  }

  /** Documents in the order of a number, empty for the id, from one on. */
  synchronized Map<Long, ObjectValue> from(String field, long number, int limit) {
    TreeMap<Long, Long> ids = new TreeMap<>();
    documents.forEach((id, body) -> {
      Value value = field.isEmpty() ? new IntegerValue(id) : body.field(field).orElse(null);
      if (value instanceof IntegerValue key) {
        ids.put(key.value(), id);
      }
    });
    Map<Long, ObjectValue> found = new LinkedHashMap<>();
    ids.tailMap(number).values().stream().limit(limit).forEach(id -> found.put(id, body(id)));
    return found;
  }

  synchronized List<Long> ids(Query query) {
    List<Long> found =
        new ArrayList<>(candidates(query.where(), new TreeSet<>()).orElse(documents.keySet()));
    found.removeIf(id -> !query.where().test(body(id)));
    query
        .orderedBy()
        .ifPresent(path ->
            found.sort(Comparator.comparing(id -> value(id, path), MemoryCollection::compare)));
    return query.limit() > 0 ? found.subList(0, Math.min(query.limit(), found.size())) : found;
  }

  synchronized List<Value> values(Query query) {
    List<Long> ids = ids(query);
    if (query.projection() instanceof Projection.CountAt counted) {
      return List.of(
          new IntegerValue(
              ids.stream().filter(id -> value(id, counted.path()) != NullValue.NULL).count()));
    }
    Projection.ValueAt wanted = (Projection.ValueAt) query.projection();
    return ids.stream().map(id -> wanted.of(body(id))).toList();
  }

  synchronized QueryPlan explain(Query query) {
    Set<String> used = new TreeSet<>();
    boolean scan = candidates(query.where(), used).isEmpty();
    List<String> plan = new ArrayList<>();
    query.orderedBy().ifPresent(path -> plan.add("Sort by " + path));
    plan.add(scan ? "Scan of all documents" : "Lookup in " + String.join(" and ", used));
    return new QueryPlan(Map.of(), plan, List.copyOf(used));
  }

  /** Documents that alone can fulfil a condition, by an index; empty when it is all of them. */
  private Optional<Set<Long>> candidates(Predicate condition, Set<String> used) {
    if (condition instanceof Predicate.AllOf all) {
      return all.parts().stream().flatMap(part -> candidates(part, used).stream()).findFirst();
    }
    Optional<String> field =
        condition instanceof Predicate.OfOneValue one
            ? Optional.of(one.path().top())
            : Optional.empty();
    return indexes.stream()
        .filter(index -> field.filter(index.field()::equals).isPresent())
        .findFirst()
        .map(index -> {
          used.add(index.name());
          Set<Long> found = new TreeSet<>();
          index
              .ids()
              .forEach((value, ids) -> {
                if (condition.test(ObjectValue.of(Map.of(index.field(), value)))) {
                  found.addAll(ids);
                }
              });
          return found;
        });
  }

  private Value value(long id, Path path) {
    return path.in(body(id)).orElse(NullValue.NULL);
  }

  private static int compare(Value one, Value other) {
    if (one instanceof TimestampValue first && other instanceof TimestampValue second) {
      return first.value().compareTo(second.value());
    } else if (one instanceof DecimalValue first && other instanceof DecimalValue second) {
      return first.value().compareTo(second.value());
    } else if (one instanceof IntegerValue first && other instanceof IntegerValue second) {
      return Long.compare(first.value(), second.value());
    }
    return one.toString().compareTo(other.toString());
  }
}
