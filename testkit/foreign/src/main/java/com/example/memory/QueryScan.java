package com.example.memory;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.docduel.core.model.Path;
import org.docduel.core.query.Predicate;

/** Which documents have to be looked at for a condition, and by which indexes that is known. */
final class QueryScan {
  private final List<FieldIndex> indexes;
  private final List<String> used = new ArrayList<>();

  QueryScan(List<FieldIndex> indexes) {
    this.indexes = indexes;
  }

  /** Empty when it is all of them. */
  Optional<Set<Long>> candidates(Predicate condition) {
    if (condition instanceof Predicate.AllOf all) {
      return all.parts().stream()
          .flatMap(part -> candidates(part).stream())
          .reduce((one, other) -> {
            Set<Long> both = new TreeSet<>(one);
            both.retainAll(other);
            return both;
          });
    }
    if (condition instanceof Predicate.AnyOf any) {
      Set<Long> either = new TreeSet<>();
      for (Predicate part : any.parts()) {
        Optional<Set<Long>> some = candidates(part);
        if (some.isEmpty()) {
          used.clear();
          return Optional.empty();
        }
        either.addAll(some.get());
      }
      return Optional.of(either);
    }
    String field = path(condition).top();
    return indexes.stream()
        .filter(one -> one.field().equals(field))
        .findFirst()
        .map(index -> {
          used.add(index.name());
          return index.matching(condition::test);
        });
  }

  /** What a condition without parts looks at: its first component. */
  private static Path path(Predicate leaf) {
    RecordComponent first = leaf.getClass().getRecordComponents()[0];
    try {
      first.getAccessor().setAccessible(true);
      return (Path) first.getAccessor().invoke(leaf);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The indexes that were used, each once. */
  List<String> used() {
    return used.stream().distinct().toList();
  }

  /** What was done. */
  List<String> plan() {
    return used.isEmpty()
        ? List.of("Scan of all documents")
        : used().stream().map(name -> "Lookup in " + name).toList();
  }
}
