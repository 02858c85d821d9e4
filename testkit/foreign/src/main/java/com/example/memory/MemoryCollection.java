package com.example.memory;

import java.math.BigDecimal;
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
import java.util.function.UnaryOperator;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.query.Index;
import org.docduel.core.query.Predicate;
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
      body.field(field).ifPresent(value -> ids.getOrDefault(value, Set.of()).remove(id));
    }
  }

  MemoryCollection(List<Index> indexes) {
    add(indexes);
  }

  synchronized void add(List<Index> asked) {
    for (Index index : asked) {
      FieldIndex made = new FieldIndex(index.name(), index.fields().get(0).top(), new HashMap<>());
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
    ObjectValue before = documents.put(id, body);
    for (FieldIndex index : indexes) {
      if (before != null) {
        index.remove(id, before);
      }
      index.add(id, body);
    }
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
    Value wanted = new IntegerValue(key);
    Set<Long> among =
        indexes.stream()
            .filter(index -> index.field().equals(field))
            .findFirst()
            .map(index -> index.ids().getOrDefault(wanted, Set.of()))
            .orElse(field.isEmpty() ? Set.of(key) : documents.keySet());
    List<Long> found =
        among.stream()
            .filter(
                id -> field.isEmpty() || body(id).field(field).filter(wanted::equals).isPresent())
            .filter(documents::containsKey)
            .toList();
    found.forEach(id -> put(id, change.apply(body(id))));
    return found.size();
  }

  private ObjectValue body(long id) {
    return documents.getOrDefault(id, ObjectValue.empty());
  }

  synchronized List<Document> found(Query query) {
    List<Document> found = new ArrayList<>();
    for (long id : candidates(query.where(), new TreeSet<>()).orElse(documents.keySet())) {
      if (query.where().test(body(id))) {
        found.add(new Document(id, body(id)));
      }
    }
    query
        .orderedBy()
        .ifPresent(path ->
            found.sort(Comparator.comparing(one -> number(path.in(one.body()).orElseThrow()))));
    return query.limit() > 0 ? found.subList(0, Math.min(query.limit(), found.size())) : found;
  }

  /** What a value is sorted by. */
  private static BigDecimal number(Value value) {
    if (value instanceof TimestampValue time) {
      return BigDecimal.valueOf(time.value().toEpochMilli());
    }
    return value instanceof IntegerValue whole
        ? BigDecimal.valueOf(whole.value())
        : ((DecimalValue) value).value();
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
    for (FieldIndex index : indexes) {
      if (condition instanceof Predicate.OfOneValue one && one.path().top().equals(index.field())) {
        used.add(index.name());
        Set<Long> found = new TreeSet<>();
        index
            .ids()
            .forEach((value, ids) -> {
              if (condition.test(ObjectValue.of(Map.of(index.field(), value)))) {
                found.addAll(ids);
              }
            });
        return Optional.of(found);
      }
    }
    return Optional.empty();
  }
}
