package com.example.memory;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.docduel.core.model.BooleanValue;
import org.docduel.core.model.DecimalValue;
import org.docduel.core.model.Document;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.NullValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Path;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.TimestampValue;
import org.docduel.core.model.Value;
import org.docduel.core.query.Index;
import org.docduel.core.query.Projection;
import org.docduel.core.query.Query;

/** Documents by id, and their indexes. One request at a time. */
final class MemoryCollection {
  private final TreeMap<Long, ObjectValue> documents = new TreeMap<>();
  private final Map<String, FieldIndex> indexes = new LinkedHashMap<>();
  private long bytes;

  MemoryCollection(List<Index> asked) {
    add(asked);
  }

  synchronized Object answer(Request request) {
    if (request instanceof Request.Insert insert) {
      return insert(insert.documents());
    } else if (request instanceof Request.AddIndexes add) {
      add(add.indexes());
      return 0L;
    } else if (request instanceof Request.Empty) {
      documents.clear();
      indexes.values().forEach(FieldIndex::clear);
      bytes = 0;
      return 0L;
    } else if (request instanceof Request.Count) {
      return (long) documents.size();
    } else if (request instanceof Request.Size) {
      return bytes;
    } else if (request instanceof Request.Find find) {
      return Optional.ofNullable(documents.get(find.id())).stream().toList();
    } else if (request instanceof Request.Ask ask) {
      return ask(ask.query());
    } else if (request instanceof Request.Set set) {
      return change(
          set.field(), set.key(), body -> with(body, set.path(), new IntegerValue(set.value())));
    } else if (request instanceof Request.Replace replace) {
      return change(replace.field(), replace.key(), body -> replace.body());
    } else if (request instanceof Request.Remove remove) {
      return remove(remove.id());
    } else if (request instanceof Request.From from) {
      return from(from.field(), from.number(), from.limit());
    }
    return new Request.Refusal("unknown: " + request.getClass());
  }

  private void add(List<Index> asked) {
    for (Index index : asked) {
      FieldIndex made = new FieldIndex(index.name(), index.fields().get(0));
      documents.forEach(made::add);
      indexes.put(index.name(), made);
    }
  }

  private Object insert(List<Document> batch) {
    Set<Long> ids = new HashSet<>();
    for (Document document : batch) {
      if (documents.containsKey(document.id()) || !ids.add(document.id())) {
        return new Request.Refusal("document " + document.id() + " is there already");
      }
    }
    for (Document document : batch) {
      put(document.id(), document.body());
      bytes += size(document);
    }
    return (long) batch.size();
  }

  private void put(long id, ObjectValue body) {
    ObjectValue before = documents.put(id, body);
    for (FieldIndex index : indexes.values()) {
      if (before != null) {
        index.remove(id, before);
      }
      index.add(id, body);
    }
  }

  private static long size(Document document) {
    try (DataOutputStream counting = new DataOutputStream(OutputStream.nullOutputStream())) {
      Wire.write(document, counting);
      return counting.size();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private interface Change {
    ObjectValue of(ObjectValue body);
  }

  private Object change(String field, long key, Change change) {
    Value wanted = new IntegerValue(key);
    Set<Long> found = new TreeSet<>();
    if (field.isEmpty()) {
      found.addAll(documents.containsKey(key) ? Set.of(key) : Set.of());
    } else {
      found.addAll(keyed(field, wanted));
    }
    found.forEach(id -> put(id, change.of(documents.getOrDefault(id, ObjectValue.empty()))));
    return (long) found.size();
  }

  private Set<Long> keyed(String field, Value wanted) {
    return indexes.values().stream()
        .filter(index -> index.field().equals(field))
        .findFirst()
        .map(index -> index.ids(wanted))
        .orElseGet(() -> {
          Set<Long> scanned = new TreeSet<>();
          documents.forEach((id, body) -> {
            if (body.field(field).filter(wanted::equals).isPresent()) {
              scanned.add(id);
            }
          });
          return scanned;
        });
  }

  private long remove(long id) {
    ObjectValue before = documents.remove(id);
    if (before == null) {
      return 0;
    }
    indexes.values().forEach(index -> index.remove(id, before));
    return 1;
  }

  private List<Object> from(String field, long number, int limit) {
    TreeMap<Long, Long> inOrder = new TreeMap<>();
    documents.forEach((id, body) -> {
      if (field.isEmpty()) {
        inOrder.put(id, id);
      } else if (body.field(field).orElse(NullValue.NULL) instanceof IntegerValue value) {
        inOrder.put(value.value(), id);
      }
    });
    List<Object> found = new ArrayList<>();
    inOrder.tailMap(number).values().stream()
        .limit(limit)
        .forEach(id -> {
          found.add(id);
          found.add(documents.getOrDefault(id, ObjectValue.empty()));
        });
    return found;
  }

  /** A body with another value where a path of names leads. */
  private static ObjectValue with(ObjectValue body, List<String> path, Value value) {
    Map<String, Value> fields = new LinkedHashMap<>();
    for (int i = 0; i < body.values().size(); i++) {
      fields.put(body.names().name(i), body.values().get(i));
    }
    if (path.size() == 1) {
      fields.put(path.get(0), value);
    } else {
      ObjectValue inner =
          fields.get(path.get(0)) instanceof ObjectValue object ? object : ObjectValue.empty();
      fields.put(path.get(0), with(inner, path.subList(1, path.size()), value));
    }
    return ObjectValue.of(fields);
  }

  private Request.Answer ask(Query query) {
    long start = System.nanoTime();
    QueryScan scan = new QueryScan(List.copyOf(indexes.values()));
    Set<Long> candidates = scan.candidates(query.where()).orElseGet(documents::navigableKeySet);
    List<Long> ids = new ArrayList<>();
    for (long id : candidates) {
      if (query.where().test(documents.getOrDefault(id, ObjectValue.empty()))) {
        ids.add(id);
      }
    }
    List<String> plan = new ArrayList<>(scan.plan());
    query
        .orderedBy()
        .ifPresent(path -> {
          plan.add(0, "Sort by " + path);
          ids.sort((one, other) -> compare(value(one, path), value(other, path)));
        });
    List<Long> limited =
        query.limit() > 0 ? ids.subList(0, Math.min(query.limit(), ids.size())) : ids;
    List<Object> rows = rows(limited, query.projection());
    return new Request.Answer(rows, plan, scan.used(), System.nanoTime() - start);
  }

  private List<Object> rows(List<Long> ids, Projection projection) {
    if (projection instanceof Projection.ValueAt wanted) {
      return ids.stream()
          .map(id -> value(id, wanted.path()))
          .<Object>map(value -> wanted.asText() ? text(value) : value)
          .toList();
    }
    if (projection instanceof Projection.CountAt wanted) {
      long count = ids.stream().filter(id -> value(id, wanted.path()) != NullValue.NULL).count();
      return List.of(new IntegerValue(count));
    }
    return List.copyOf(ids);
  }

  private static Value text(Value value) {
    if (value instanceof IntegerValue number) {
      return new StringValue(Long.toString(number.value()));
    } else if (value instanceof DecimalValue number) {
      return new StringValue(number.value().toPlainString());
    } else if (value instanceof BooleanValue truth) {
      return new StringValue(Boolean.toString(truth.value()));
    } else if (value instanceof TimestampValue timestamp) {
      return new StringValue(timestamp.value().toString());
    }
    return value instanceof StringValue || value == NullValue.NULL
        ? value
        : new StringValue(value.toString());
  }

  private Value value(long id, Path path) {
    return path.in(documents.getOrDefault(id, ObjectValue.empty())).orElse(NullValue.NULL);
  }

  private static int compare(Value one, Value other) {
    if (one instanceof TimestampValue first && other instanceof TimestampValue second) {
      return first.value().compareTo(second.value());
    }
    if (one instanceof DecimalValue first && other instanceof DecimalValue second) {
      return first.value().compareTo(second.value());
    }
    if (one instanceof IntegerValue first && other instanceof IntegerValue second) {
      return Long.compare(first.value(), second.value());
    }
    return one.toString().compareTo(other.toString());
  }
}
