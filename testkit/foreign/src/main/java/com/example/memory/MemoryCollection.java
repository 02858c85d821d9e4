package com.example.memory;

import java.math.BigDecimal;
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
import java.util.stream.Stream;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.DoubleValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.query.Index;
import org.docduel.core.query.Predicate;
import org.docduel.core.query.Query;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.spi.StoreException.RejectedDocumentException;

/** Documents by id, and indexes for reads. One thread at a time. */
final class MemoryCollection {
  private final TreeMap<Long, ObjectValue> documents = new TreeMap<>();

  /** The names of the indexes by their field. */
  private final Map<String, String> indexes = new HashMap<>();

  /** The ids by the value of an indexed field, from the first read until the next change. */
  private final Map<String, Map<Value, Set<Long>>> built = new HashMap<>();

  MemoryCollection(List<Index> indexes) {
    add(indexes);
  }

  synchronized void add(List<Index> added) {
    added.forEach(index -> indexes.put(index.fields().get(0).top(), index.name()));
  }

  /** Adds all documents or none. */
  synchronized void insert(List<Document> batch) {
    Set<Long> ids = new HashSet<>();
    for (Document document : batch) {
      if (documents.containsKey(document.id()) || !ids.add(document.id())) {
        throw new RejectedDocumentException("document " + document.id() + " is there already");
      }
      requireFinite(document.body());
    }
    batch.forEach(document -> documents.put(document.id(), document.body()));
    built.clear();
  }

  private static void requireFinite(Value value) {
    if (value instanceof DoubleValue number && !Double.isFinite(number.value())) {
      throw new RejectedDocumentException(
          "memory: a number is " + number.value() + ", which JSON cannot hold");
    } else if (value instanceof ObjectValue object) {
      object.values().forEach(MemoryCollection::requireFinite);
    } else if (value instanceof ArrayValue array) {
      array.elements().forEach(MemoryCollection::requireFinite);
    }
  }

  synchronized void clear() {
    documents.clear();
    built.clear();
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
    Optional<Value> wanted = Optional.of(new IntegerValue(key));
    long changed = 0;
    for (Map.Entry<Long, ObjectValue> entry : documents.entrySet()) {
      if (field.isEmpty() ? entry.getKey() == key : entry.getValue().field(field).equals(wanted)) {
        entry.setValue(change.apply(entry.getValue()));
        changed++;
      }
    }
    built.clear();
    return changed;
  }

  synchronized List<Document> found(Query query) {
    Stream<Document> found =
        candidates(query.where(), new TreeSet<>()).orElse(documents.keySet()).stream()
            .map(id -> new Document(id, documents.getOrDefault(id, ObjectValue.empty())))
            .filter(document -> query.where().test(document.body()));
    if (query.orderedBy().isPresent()) {
      found =
          found.sorted(
              Comparator.comparing(
                  document -> number(query.orderedBy().get().in(document.body()).orElseThrow())));
    }
    return (query.limit() > 0 ? found.limit(query.limit()) : found).toList();
  }

  /** What a value is sorted by. */
  private static BigDecimal number(Value value) {
    if (value instanceof TimestampValue time) {
      return BigDecimal.valueOf(time.value().toEpochMilli());
    }
    return Predicate.number(value).orElseThrow();
  }

  synchronized QueryPlan explain(Query query) {
    Set<String> used = new TreeSet<>();
    boolean scan = candidates(query.where(), used).isEmpty();
    String access = scan ? "Scan of all documents" : "Lookup in " + String.join(" and ", used);
    Stream<String> sort = query.orderedBy().stream().map(path -> "Sort by " + path);
    return new QueryPlan(
        Map.of(), Stream.concat(sort, Stream.of(access)).toList(), List.copyOf(used));
  }

  /** Documents that alone can fulfil a condition, by an index; empty when it is all of them. */
  private Optional<Set<Long>> candidates(Predicate condition, Set<String> used) {
    if (condition instanceof Predicate.AllOf all) {
      return all.parts().stream().flatMap(part -> candidates(part, used).stream()).findFirst();
    }
    if (!(condition instanceof Predicate.OfOneValue comparison)
        || !indexes.containsKey(comparison.path().top())) {
      return Optional.empty();
    }
    String field = comparison.path().top();
    used.add(indexes.getOrDefault(field, ""));
    Set<Long> found = new TreeSet<>();
    built
        .computeIfAbsent(field, this::byValue)
        .forEach((value, ids) -> {
          if (condition.test(ObjectValue.of(Map.of(field, value)))) {
            found.addAll(ids);
          }
        });
    return Optional.of(found);
  }

  private Map<Value, Set<Long>> byValue(String field) {
    Map<Value, Set<Long>> ids = new HashMap<>();
    documents.forEach((id, body) ->
        body.field(field)
            .ifPresent(value -> ids.computeIfAbsent(value, any -> new TreeSet<>()).add(id)));
    return ids;
  }
}
