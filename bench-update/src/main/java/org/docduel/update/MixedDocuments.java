package org.docduel.update;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.files.FileDocuments;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Shape;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.datasets.UpdateDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session.ContentReader;

/**
 * The documents that workers change, by number from 0 in the order of their ids, and those that
 * they insert: generated ones, or a file's, which are held in memory and repeated under new ids.
 *
 * @param size how many there are before a run
 * @param file a file's, in order; none when they are generated
 * @param ids those that a file's documents have in a field; without, ids are the numbers
 * @param keyField the field by whose order they are found, which is the order of their ids
 * @param found the field by which updates find a document
 * @param field the number that updates set
 */
record MixedDocuments(
    int size,
    List<Document> file,
    List<Long> ids,
    Shape shape,
    String keyField,
    String found,
    org.docduel.core.model.Path field)
    implements Dataset {
  static final String GENERATED = "w3";
  static final String NUMBERED = "numbered";
  static final String SCORE = "profile.score";

  private static final ConcurrentMap<String, MixedDocuments> FILES = new ConcurrentHashMap<>();

  /** Generated users. */
  static MixedDocuments users(int documents, String found) {
    return new MixedDocuments(
        documents,
        List.of(),
        List.of(),
        new UpdateDocuments().shape(),
        UpdateDocuments.KEY,
        found,
        UpdateDocuments.SCORE);
  }

  /**
   * What parameters name, found by their ids. A file that has not changed is read once.
   *
   * @throws BadInputException when a document of the file has no whole number where it is set, or
   *     they do not fit into memory
   */
  static MixedDocuments of(String dataset, String id, String field, int documents) {
    if (!dataset.equals(GENERATED)) {
      Path path = Path.of(dataset);
      String what =
          String.join("\n", dataset, id, field, "" + documents, FileDocuments.state(path));
      return FILES.computeIfAbsent(what, ignored -> read(path, id, field, documents));
    }
    if (!id.equals(NUMBERED) || !field.equals(SCORE)) {
      throw new BadInputException(
          "-p id and -p field say which fields a file has: name it with -p dataset=./NAME.ndjson");
    }
    return users(documents, UpdateSpec.ID);
  }

  private static MixedDocuments read(Path path, String id, String field, int documents) {
    org.docduel.core.model.Path number = org.docduel.core.model.Path.parse(field);
    String key = id.equals(NUMBERED) ? UpdateSpec.ID : id;
    FileDocuments read = FileDocuments.read(path, Map.of(), key);
    int size = (int) Math.min(documents, read.size());
    read.heapRefusal(size, Runtime.getRuntime().maxMemory())
        .ifPresent(reason -> {
          throw new BadInputException(reason + ", or give this JVM more with java -Xmx");
        });
    List<Document> all = new ArrayList<>(read.documents(0, size));
    for (Document one : all) {
      boolean whole = number.in(one.body()).orElse(null) instanceof IntegerValue;
      if (!whole || number.names().isEmpty()) {
        throw new BadInputException(
            ("-p field=%s: document %d of %s has no whole number there; name a field of whole numbers"
                    + " that all have, and no element of an array")
                .formatted(field, one.id(), path));
      }
    }
    all.sort(Comparator.comparingLong(Document::id));
    long last = all.get(size - 1).id();
    if (last > Long.MAX_VALUE - Integer.MAX_VALUE) {
      throw new BadInputException(
          "-p id=%s: document %d of %s leaves no ids for those that are inserted after it; take %s"
              .formatted(id, last, path, NUMBERED));
    }
    List<Long> ids = key.isEmpty() ? List.of() : all.stream().map(Document::id).toList();
    return new MixedDocuments(size, all, ids, read.shape(), key, UpdateSpec.ID, number);
  }

  @Override
  public String name() {
    return "mixed";
  }

  long id(long number) {
    return number < ids.size() ? ids.get((int) number) : lastId() + 1 + number - ids.size();
  }

  /** The number of the document with an id; -1 when there is none. */
  long number(long id) {
    return id > lastId()
        ? ids.size() + id - lastId() - 1
        : Math.max(-1, Collections.binarySearch(ids, id));
  }

  private long lastId() {
    return ids.isEmpty() ? -1 : ids.get(ids.size() - 1);
  }

  /** The value of the field by whose order they are found. */
  long key(long number) {
    return file.isEmpty() ? UpdateDocuments.key(number) : id(number);
  }

  /** By which an update finds the document with a number. */
  long found(long number) {
    return found.equals(UpdateSpec.ID) ? id(number) : key(number);
  }

  /** The value with which a document begins. */
  long first(long number) {
    return file.isEmpty() ? UpdateDocuments.score(number) : value(repeated(number)).orElseThrow();
  }

  /** The value that a document has where it is set. */
  Optional<Long> value(ObjectValue body) {
    return field.in(body).orElse(null) instanceof IntegerValue number
        ? Optional.of(number.value())
        : Optional.empty();
  }

  private ObjectValue repeated(long number) {
    return file.get((int) (number % size)).body();
  }

  @Override
  public Document document(long number) {
    return new Document(id(number), body(number, first(number)));
  }

  /** A document's body with another value. */
  ObjectValue body(long number, long value) {
    if (file.isEmpty()) {
      return UpdateDocuments.body(number, value);
    }
    ObjectValue body = repeated(number);
    ObjectValue keyed =
        keyField.isEmpty() || number < size
            ? body
            : body.with(List.of(keyField), new IntegerValue(id(number)));
    return keyed.with(field.names().orElseThrow(), new IntegerValue(value));
  }

  /** Reads so many documents back from a number on, in any order. */
  void read(ContentReader reader, long from, int count, ContentReader.Visitor visitor) {
    long last = id(from + count - 1);
    if (last - id(from) == count - 1) {
      reader.range(id(from), last + 1, visitor);
      return;
    }
    for (int i = 0; i < count; i++) { // ids with gaps, which some stores would ask for one by one
      long id = id(from + i);
      reader.find(id).ifPresent(body -> visitor.visit(id, body));
    }
  }

  /** Where they are kept. */
  Collection collection(String name, UpdateKind kind, List<Index> indexes) {
    Collection plain =
        new Collection(name, document(0).body(), indexes)
            .withShape(shape)
            .withExtracted(kind == UpdateKind.TYPED ? List.of(field) : List.of());
    return keyField.isEmpty() ? plain : plain.withKey(keyField);
  }

  /** An update of theirs. */
  UpdateSpec spec(UpdateKind kind) {
    return new UpdateSpec(
        kind,
        found,
        field,
        (key, value) ->
            body(found.equals(UpdateSpec.ID) ? number(key) : UpdateDocuments.index(key), value));
  }
}
