package org.docduel.update;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.files.FileDocuments;
import org.docduel.core.files.Fractions;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Shape;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.datasets.ShopDocuments;
import org.docduel.core.model.datasets.UpdateDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.query.ShopIndexes;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.query.UpdateSpec.Replacement;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session.ContentReader;

/**
 * The documents that workers change, by number from 0 in the order of their ids, and those that
 * they insert: generated ones, or a file's, which are held in memory and repeated under new ids.
 *
 * @param size how many there are before a run
 * @param ids those of a file's documents; none where each is the next one after the number
 * @param key the field with the ids; {@link UpdateSpec#ID} when there is none
 * @param field the number that updates set
 * @param first the value with which a document begins, by number
 * @param bodies documents by number and value
 * @param ownIndexes those that the documents come with, beside what a workload needs
 */
record MixedDocuments(
    int size,
    List<Long> ids,
    Shape shape,
    String key,
    Path field,
    LongUnaryOperator first,
    Replacement bodies,
    List<Index> ownIndexes)
    implements Dataset {
  /** The number of a document's first change. */
  static final int INSERT = 1;

  /** Users, whose ids are their {@value UpdateDocuments#KEY}. */
  static final String GENERATED = "w3";

  static final String NUMBERED = "numbered";
  static final String SCORE = "profile.score";

  private static final ConcurrentMap<List<Object>, MixedDocuments> FILES =
      new ConcurrentHashMap<>();

  /**
   * What parameters name. A file that has not changed is held once.
   *
   * @throws BadInputException when a document of the file has no whole number where it is set, or
   *     they do not fit into memory
   */
  static MixedDocuments of(
      Fractions fractions, String dataset, String id, String field, int documents) {
    if (FileDocuments.isPath(dataset)) {
      String key = id.equals(NUMBERED) ? UpdateSpec.ID : FileDocuments.storedName(id);
      FileDocuments file =
          FileDocuments.read(java.nio.file.Path.of(dataset), Map.of(), fractions, key);
      int size = (int) Math.min(documents, file.size());
      return FILES.computeIfAbsent(
          List.of(file, field, size),
          ignored -> held(file, key, Path.parse("-p field=" + field, field), size));
    }
    Optional<ShopDocuments> shop = ShopDocuments.byName(dataset);
    BadInputException.require(
        id.equals(NUMBERED)
            && (field.equals(SCORE) || (shop.isPresent() && field.equals(ShopDocuments.VERSION))),
        "-p id and -p field say which fields a file has: name it with -p dataset=./NAME.ndjson");
    return shop.map(all -> ofShop(all, documents)).orElseGet(() -> ofUsers(documents));
  }

  private static MixedDocuments ofShop(ShopDocuments shop, int documents) {
    return new MixedDocuments(
        documents,
        List.of(),
        shop.shape(),
        UpdateSpec.ID,
        ShopDocuments.field(),
        shop::version,
        shop::body,
        ShopIndexes.of(shop.name()));
  }

  private static MixedDocuments ofUsers(int documents) {
    return new MixedDocuments(
        documents,
        List.of(),
        new UpdateDocuments().shape(),
        UpdateDocuments.KEY,
        UpdateDocuments.SCORE,
        UpdateDocuments::score,
        UpdateDocuments::body,
        List.of());
  }

  private static MixedDocuments held(FileDocuments file, String key, Path field, int size) {
    file.heapShortage(size, Runtime.getRuntime().maxMemory())
        .ifPresent(reason -> {
          throw new BadInputException(reason + ", or give this JVM more with java -Xmx");
        });
    List<Document> all =
        file.documents(0, size).stream().sorted(Comparator.comparingLong(Document::id)).toList();
    for (Document document : all) {
      boolean settable = field.names().isPresent() && !field.equals(Path.of(key));
      if (!settable || number(field, document.body()).isEmpty()) {
        throw new BadInputException(
            ("-p field=%s: document %d of %s has no whole number there to be set; name a field of whole"
                    + " numbers that all have, not the one of -p id and no element of an array")
                .formatted(field, document.id(), file.name()));
      }
    }
    List<Long> ids = key.isEmpty() ? List.of() : all.stream().map(Document::id).toList();
    if (!ids.isEmpty() && ids.get(size - 1) > Long.MAX_VALUE - Integer.MAX_VALUE) {
      throw new BadInputException(
          "-p id=%s: document %d of %s leaves no ids for those that are inserted after it; take %s"
              .formatted(key, ids.get(size - 1), file.name(), NUMBERED));
    }
    return new MixedDocuments(
        size,
        ids,
        file.shape(),
        key,
        field,
        number -> number(field, all.get((int) (number % size)).body()).orElseThrow(),
        (number, value) ->
            all.get((int) (number % size))
                .body()
                .with(field.names().orElseThrow(), new IntegerValue(value)),
        List.of());
  }

  private static Optional<Long> number(Path field, ObjectValue body) {
    return field.in(body).orElse(null) instanceof IntegerValue number
        ? Optional.of(number.value())
        : Optional.empty();
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
    return ids.isEmpty() ? 0 : ids.get(ids.size() - 1);
  }

  /** The value that a change sets, by its number: {@link #INSERT} and those that follow. */
  long value(long number, long change) {
    return first.applyAsLong(number) + change - INSERT;
  }

  /** The number of the change that has set what a body has; below {@link #INSERT} for none. */
  long change(long number, ObjectValue body) {
    return number(field, body).map(value -> value - value(number, 0)).orElse(0L);
  }

  @Override
  public Document document(long number) {
    return document(number, INSERT);
  }

  /** A document as a change left it. */
  Document document(long number, long change) {
    return new Document(id(number), body(number, value(number, change)));
  }

  ObjectValue body(long number, long value) {
    ObjectValue body = bodies.document(number, value);
    return ids.isEmpty() || number < ids.size()
        ? body
        : body.with(List.of(key), new IntegerValue(id(number)));
  }

  /** Reads so many documents back from a number on, in any order. */
  void read(ContentReader reader, long from, int count, ContentReader.Visitor visitor) {
    long last = id(from + count - 1);
    if (last - id(from) == count - 1) {
      reader.range(id(from), last + 1, visitor);
      return;
    }
    for (int i = 0; i < count; i++) { // there are gaps, in which some stores would look for each
      long id = id(from + i);
      reader.find(id).ifPresent(body -> visitor.visit(id, body));
    }
  }

  Collection collection(String name, UpdateKind kind, List<Index> indexes) {
    List<Index> all = Stream.concat(indexes.stream(), ownIndexes.stream()).toList();
    Collection plain =
        new Collection(name, document(0).body(), all)
            .withShape(shape)
            .withNamed(List.of(field))
            .withExtracted(kind == UpdateKind.TYPED ? List.of(field) : List.of());
    return key.isEmpty() ? plain : plain.withKey(key);
  }
}
