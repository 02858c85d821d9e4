package org.docduel.update;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.UpdateKind;
import org.docduel.core.files.FileDocuments;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Document;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Path;
import org.docduel.core.model.Shape;
import org.docduel.core.model.Value;
import org.docduel.core.model.datasets.UpdateDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;

/**
 * The documents of a mix, by number from 0 in the order of their ids, and those that it inserts:
 * generated ones, or a file's, which are held in memory and repeated under new ids.
 */
final class MixedDocuments implements Dataset {
  static final String GENERATED = "w3";
  static final String NUMBERED = "numbered";

  private final List<Document> file;
  private final Shape shape;
  private final int size;
  private final String keyField;
  private final Path field;

  private MixedDocuments(List<Document> file, Shape shape, int size, String keyField, Path field) {
    this.file = file;
    this.shape = shape;
    this.size = size;
    this.keyField = keyField;
    this.field = field;
  }

  /**
   * What parameters name.
   *
   * @throws BadInputException when a document of the file has no whole number where it is set
   */
  static MixedDocuments of(String dataset, String id, String field, int documents) {
    Path path = Path.parse(field);
    if (dataset.equals(GENERATED)) {
      UpdateDocuments all = UpdateDocuments.withDefaults();
      return new MixedDocuments(List.of(), all.shape(), documents, UpdateDocuments.KEY, path);
    }
    String key = id.equals(NUMBERED) ? UpdateSpec.ID : id;
    FileDocuments read = FileDocuments.read(java.nio.file.Path.of(dataset), Map.of(), key);
    int size = (int) Math.min(documents, read.size());
    Document[] sorted = read.documents(0, size).toArray(Document[]::new);
    for (Document one : sorted) {
      if (!(path.in(one.body()).orElse(null) instanceof IntegerValue)) {
        throw new BadInputException(
            "-p field="
                + field
                + ": document "
                + one.id()
                + " of "
                + dataset
                + " has no whole number there; name a field of whole numbers that all have");
      }
    }
    Arrays.sort(sorted, Comparator.comparingLong(Document::id));
    return new MixedDocuments(List.of(sorted), read.shape(), size, key, path);
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

  /** The number of the document with an id; -1 when there is none. */
  long number(long id) {
    if (file.isEmpty()) {
      return id;
    }
    long last = file.get(size - 1).id();
    if (id > last) {
      return size + id - last - 1;
    }
    int low = 0;
    for (int high = size - 1; low < high; ) {
      int middle = (low + high) >>> 1;
      if (file.get(middle).id() < id) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return file.get(low).id() == id ? low : -1;
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
        keyField.isEmpty() || number < size ? body : with(body, List.of(keyField), id(number));
    return with(keyed, field.names().orElseThrow(), value);
  }

  private static ObjectValue with(ObjectValue body, List<String> path, long number) {
    Map<String, Value> fields = new LinkedHashMap<>();
    for (String name : body.names().asList()) {
      fields.put(name, body.field(name).orElseThrow());
    }
    Value inner = fields.get(path.get(0));
    fields.put(
        path.get(0),
        path.size() > 1 && inner instanceof ObjectValue below
            ? with(below, path.subList(1, path.size()), number)
            : new IntegerValue(number));
    return ObjectValue.of(fields);
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

  /** An update of theirs, by the id. */
  UpdateSpec spec(UpdateKind kind) {
    return new UpdateSpec(kind, UpdateSpec.ID, field, (id, value) -> body(number(id), value));
  }
}
