package com.example.memory;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Value;

/** The ids of the documents that have a value in a field. */
final class FieldIndex {
  private final String name;
  private final String field;
  private final Map<Value, Set<Long>> ids = new HashMap<>();

  FieldIndex(String name, String field) {
    this.name = name;
    this.field = field;
  }

  String name() {
    return name;
  }

  String field() {
    return field;
  }

  void add(long id, ObjectValue body) {
    body.field(field).ifPresent(value -> ids.computeIfAbsent(value, v -> new TreeSet<>()).add(id));
  }

  void remove(long id, ObjectValue body) {
    body.field(field)
        .flatMap(value -> Optional.ofNullable(ids.get(value)))
        .ifPresent(s -> s.remove(id));
  }

  void clear() {
    ids.clear();
  }

  /** Those with a value. */
  Set<Long> ids(Value value) {
    return new TreeSet<>(ids.getOrDefault(value, Set.of()));
  }

  /** Those with a value for which a condition on this field holds. */
  Set<Long> matching(Predicate<ObjectValue> condition) {
    Set<Long> found = new TreeSet<>();
    ids.forEach((value, some) -> {
      if (condition.test(ObjectValue.of(Map.of(field, value)))) {
        found.addAll(some);
      }
    });
    return found;
  }
}
