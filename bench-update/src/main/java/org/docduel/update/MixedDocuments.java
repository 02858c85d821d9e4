package org.docduel.update;

import java.util.Arrays;
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
import org.docduel.core.model.Path;
import org.docduel.core.model.Shape;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.datasets.UpdateDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;

/**
 * The documents that workers change, by number from 0 in the order of their ids, and those that
 * they insert: generated ones, or a file's, which are held in memory and repeated under new ids.
 */
final class MixedDocuments implements Dataset {
  static final String GENERATED = "w3";
  static final String NUMBERED = "numbered";
  static final String SCORE = "profile.score";

  private static final ConcurrentMap<String, MixedDocuments> FILES = new ConcurrentHashMap<>();

  private final List<Document> file;
  private final Shape shape;
  private final int size;
  private final String keyField;
  private final Path field;

  /** The field by which updates find a document. */
  private final String found;

  private MixedDocuments(
      List<Document> file, Shape shape, int size, String keyField, Path field, String found) {
    this.file = file;
    this.shape = shape;
    this.size = size;
    this.keyField = keyField;
    this.field = field;
    this.found = found;
  }

  /** Generated users, found by their {@value UpdateDocuments#KEY}. */
  static MixedDocuments users(int documents) {
    return generated(documents, UpdateDocuments.KEY);
  }

  private static MixedDocuments generated(int documents, String found) {
    Shape shape = UpdateDocuments.withDefaults().shape();
    return new MixedDocuments(
        List.of(), shape, documents, UpdateDocuments.KEY, UpdateDocuments.SCORE, found);
  }

  /**
   * What parameters name, found by their ids. A file that has not changed is read once.
   *
   * @throws BadInputException when a document of the file has no whole number where it is set, or
   *     they do not fit into memory
   */
  static MixedDocuments of(String dataset, String id, String field, int documents) {
    if (dataset.equals(GENERATED)) {
      if (!id.equals(NUMBERED) || !field.equals(SCORE)) {
        throw new BadInputException(
            "-p id and -p field say which fields a file has: name it with -p dataset=./NAME.ndjson");
      }
      return generated(documents, UpdateSpec.ID);
    }
    java.nio.file.Path path = java.nio.file.Path.of(dataset);
    String what = String.join("\n", dataset, id, field, "" + documents, FileDocuments.state(path));
    return FILES.computeIfAbsent(what, ignored -> read(path, id, field, documents));
  }

  private static MixedDocuments read(
      java.nio.file.Path path, String id, String field, int documents) {
    Path number = Path.parse(field);
    String key = id.equals(NUMBERED) ? UpdateSpec.ID : id;
    FileDocuments read = FileDocuments.read(path, Map.of(), key);
    int size = (int) Math.min(documents, read.size());
    read.heapRefusal(size, Runtime.getRuntime().maxMemory())
        .ifPresent(reason -> {
          throw new BadInputException(reason + ", or give this JVM more with java -Xmx");
        });
    Document[] sorted = read.documents(0, size).toArray(Document[]::new);
    for (Document one : sorted) {
      if (!(number.in(one.body()).orElse(null) instanceof IntegerValue)) {
        throw new BadInputException(
            "-p field="
                + field
                + ": document "
                + one.id()
                + " of "
                + path
                + " has no whole number there; name a field of whole numbers that all have");
      }
    }
    Arrays.sort(sorted, Comparator.comparingLong(Document::id));
    return new MixedDocuments(List.of(sorted), read.shape(), size, key, number, UpdateSpec.ID);
  }

  /** How many there are before a run. */
  int size() {
    return size;
  }

  @Override
  public String name() {
    return "mixed";
  }

  @Override
  public Shape shape() {
    return shape;
  }

  /** The field by whose order they are found, which is the order of their ids. */
  String keyField() {
    return keyField;
  }

  /** Its value in the document with a number. */
  long key(long number) {
    return file.isEmpty() ? UpdateDocuments.key(number) : id(number);
  }

  long id(long number) {
    return file.isEmpty()
        ? number
        : number < size ? file.get((int) number).id() : file.get(size - 1).id() + 1 + number - size;
  }

  /** By which an update finds the document with a number. */
  long found(long number) {
    return found.equals(UpdateSpec.ID) ? id(number) : key(number);
  }

  /** The number of the document with an id; -1 when there is none. */
  long number(long id) {
    if (file.isEmpty()) {
      return id;
    }
    long last = file.get(size - 1).id();
    if (id > last) {
      return size + id - last - 1;
    }
    Document wanted = new Document(id, file.get(0).body());
    return Math.max(
        -1, Collections.binarySearch(file, wanted, Comparator.comparingLong(Document::id)));
  }

  /** The value with which a document begins. */
  long first(long number) {
    return file.isEmpty()
        ? UpdateDocuments.withDefaults().score(number)
        : value(file.get((int) (number % size)).body()).orElseThrow();
  }

  /** The value that a document has where it is set. */
  Optional<Long> value(ObjectValue body) {
    return field.in(body).orElse(null) instanceof IntegerValue number
        ? Optional.of(number.value())
        : Optional.empty();
  }

  @Override
  public Document document(long number) {
    return new Document(id(number), body(number, first(number)));
  }

  /** A document's body with another value. */
  ObjectValue body(long number, long value) {
    if (file.isEmpty()) {
      return UpdateDocuments.withDefaults().body(number, value);
    }
    ObjectValue body = file.get((int) (number % size)).body();
    ObjectValue keyed =
        keyField.isEmpty() || number < size
            ? body
            : body.with(List.of(keyField), new IntegerValue(id(number)));
    return keyed.with(field.names().orElseThrow(), new IntegerValue(value));
  }

  /** Where they are kept; with the index that a search needs, if there is one. */
  Collection collection(UpdateKind kind, boolean searched) {
    List<Index> indexes =
        searched && !keyField.isEmpty()
            ? List.of(new Index(Index.Kind.ORDERED, List.of(keyField)))
            : List.of();
    Collection plain =
        new Collection("mixed", file.isEmpty() ? document(0).body() : file.get(0).body(), indexes)
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
