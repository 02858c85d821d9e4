package org.docduel.core.work;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.docduel.core.config.BadInputException;
import org.docduel.core.files.FileDocuments;
import org.docduel.core.fork.LoadProgress;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.datasets.Generators;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.core.spi.StoreException.ServerFailureException;
import org.docduel.core.suite.Suite;
import org.docduel.core.suite.Suite.Dialect;
import org.docduel.core.suite.Suite.SuiteCollection;

/**
 * Loads the collections of a suite together: all documents first, then keys, indexes and the
 * dialect's phases such as foreign keys, then what each collection needs to be used (log,
 * statistics). Or loads one collection that is in no suite, phase by phase, in the store's order.
 */
public final class DocumentLoad implements SuiteLoad {
  private static final String INDEX = "index";

  private static final int MAX_CHUNK_DOCUMENTS = 20_000;

  /** The part of the heap that a chunk may take. */
  private static final int HEAP_DIVISOR = 8;

  /** Column types are taken from the first document without nulls among so many. */
  private static final int SAMPLE_SIZE = 10_000;

  /** Empty for a collection that is in no suite. */
  private final Optional<Dialect> dialect;

  private final String index;
  private final List<Part> parts = new ArrayList<>();

  /**
   * One of the collections with its documents.
   *
   * @param documents how many, at least 1
   */
  public record Part(Collection collection, Dataset dataset, long documents) {}

  /**
   * A load that has not begun.
   *
   * @throws BadInputException when a collection's documents cannot be had
   */
  public DocumentLoad(Suite suite, Dialect dialect, String index, long rows) {
    this.dialect = Optional.of(dialect);
    this.index = index;
    for (SuiteCollection collection : suite.collections(dialect)) {
      parts.add(part(suite, collection, rows));
    }
  }

  /** The same of one collection that is in no suite. */
  public DocumentLoad(Collection collection, Dataset dataset, long documents) {
    dialect = Optional.empty();
    index = "";
    parts.add(new Part(collection, dataset, documents));
  }

  private static Part part(Suite suite, SuiteCollection collection, long rows) {
    if (collection.source() instanceof SuiteCollection.Generated generated) {
      Dataset dataset =
          Generators.byName(generated.generator(), InsertDocuments.DEFAULT_SEED, rows)
              .orElseThrow();
      return new Part(
          new Collection(collection.name(), example(dataset, rows), List.of()), dataset, rows);
    }
    FileDocuments file =
        SuiteFiles.read(suite, collection, (SuiteCollection.FromFile) collection.source());
    return new Part(
        new Collection(collection.name(), file.document(0).body(), List.of())
            .withShape(file.shape()),
        file,
        file.size());
  }

  /**
   * A document without nulls, as far as there are values: a null has no type that a column could
   * have. It is the first document, its nulls replaced by what later ones have in their place.
   */
  public static ObjectValue example(Dataset dataset, long rows) {
    Value example = dataset.document(0).body();
    for (long place = 1; place < Math.min(rows, SAMPLE_SIZE) && !isFull(example); place++) {
      example = filled(example, dataset.document(place).body());
    }
    return (ObjectValue) example;
  }

  private static Value filled(Value value, Value other) {
    if (!(value instanceof ObjectValue object) || !(other instanceof ObjectValue more)) {
      return value == NullValue.NULL ? other : value;
    }
    List<Value> values = new ArrayList<>();
    for (int i = 0; i < object.values().size(); i++) {
      values.add(filled(object.values().get(i), more.values().get(i)));
    }
    return new ObjectValue(object.names(), values);
  }

  private static boolean isFull(Value value) {
    return value instanceof ObjectValue object
        ? object.values().stream().allMatch(DocumentLoad::isFull)
        : value != NullValue.NULL;
  }

  @Override
  public long documents() {
    return parts.stream().mapToLong(Part::documents).sum();
  }

  /** The statements that make the indexes and run the phases. */
  @Override
  public String statements() {
    return dialect
        .map(definition -> String.join("; ", indexes(definition)) + definition.phases())
        .orElse("");
  }

  private List<String> indexes(Dialect definition) {
    return definition.indexes().getOrDefault(index, List.of());
  }

  /**
   * Empties the suite's schema, or the collection, and loads everything.
   *
   * @param store the suite's schema, or the store of the one collection
   * @return the name of the phase in which documents were sent
   */
  public String load(Store store, Session session, PhaseClock clock) {
    dialect.ifPresent(suite -> store.clear());
    Map<Part, Ingestion> ingestions = new LinkedHashMap<>();
    parts.forEach(part -> ingestions.put(part, session.ingestion(part.collection())));
    ingestions.forEach((part, ingestion) -> send(part, ingestion, clock));
    // A suite's keys come before its indexes; without a suite all phases are in the store's order.
    dialect.ifPresent(definition -> {
      ingestions.values().forEach(ingestion -> phases(ingestion, INDEX::equals, clock));
      clock.time(
          INDEX,
          () -> apply(session, definition.file() + ": index: " + index, indexes(definition)));
      definition
          .phases()
          .forEach((name, statements) ->
              clock.time(
                  name, () -> apply(session, definition.file() + ": phase: " + name, statements)));
    });
    ingestions
        .values()
        .forEach(ingestion ->
            phases(ingestion, name -> dialect.isEmpty() || !name.equals(INDEX), clock));
    return ingestions.values().iterator().next().loadPhase();
  }

  static void apply(Session session, String block, List<String> statements) {
    try {
      session.apply(statements);
    } catch (ServerFailureException e) {
      throw e;
    } catch (StoreException e) {
      throw new BadInputException(block + ": " + e.getMessage(), e);
    }
  }

  /**
   * Empties the collection and sends the documents, made in chunks that fit into the heap, between
   * the timed parts. A file's document that a suite's store cannot hold is a mistake in the file.
   */
  private void send(Part part, Ingestion ingestion, PhaseClock clock) {
    ingestion.prepare();
    long maxBytes = Runtime.getRuntime().maxMemory() / HEAP_DIVISOR;
    LoadProgress progress = new LoadProgress(part.documents());
    for (long done = 0; done < part.documents(); ) {
      long from = done;
      List<Document> chunk = clock.untimed(() -> chunk(part, from, maxBytes));
      clock.time(ingestion.loadPhase(), () -> send(part, from, chunk, ingestion));
      done += chunk.size();
      progress.loaded(done);
    }
  }

  private void send(Part part, long from, List<Document> chunk, Ingestion ingestion) {
    try {
      FileDocuments.send(part.dataset(), from, chunk, ingestion::load);
    } catch (RejectedDocumentException e) {
      throw dialect.isPresent() && part.dataset() instanceof FileDocuments
          ? new BadInputException(e.getMessage() + "; mend the document, or leave the store out", e)
          : e;
    }
  }

  /** One document at least. */
  private static List<Document> chunk(Part part, long from, long maxBytes) {
    List<Document> chunk = new ArrayList<>();
    long bytes = 0;
    do {
      Document next = part.dataset().document(from + chunk.size());
      chunk.add(next);
      bytes += next.body().heapBytes();
    } while (chunk.size() < Math.min(MAX_CHUNK_DOCUMENTS, part.documents() - from)
        && bytes < maxBytes);
    return chunk;
  }

  private static void phases(Ingestion ingestion, Predicate<String> names, PhaseClock clock) {
    ingestion.phases().stream()
        .filter(phase -> names.test(phase.name()))
        .forEach(phase -> clock.time(phase.name(), phase.work()));
  }

  /**
   * Loads, settles and checks everything, and prints how long each phase took.
   *
   * @param store the suite's schema, or the store of the one collection
   * @param what is loaded, in words
   * @throws StoreException when what is read back is not what was loaded
   */
  @Override
  public void loadChecked(Store store, String what) {
    PhaseClock clock = new PhaseClock();
    try (Session session = store.session()) {
      load(store, session, clock);
      clock.time("settle", store::quiesce);
      ContentCheck.Outcome outcome = check(session);
      if (!outcome.isSuccess()) {
        throw new StoreException(what + " is not as it was loaded: " + outcome.detail());
      }
    }
    System.out.println(what + ": loaded, " + documents() + " documents: " + clock.inSeconds());
  }

  @Override
  public ContentCheck.Outcome check(Session session) {
    for (Part part : parts) {
      ContentCheck.Outcome outcome =
          ContentCheck.check(
              part.dataset(), 0, part.documents(), session.reader(part.collection()));
      if (dialect.isEmpty()) {
        return outcome;
      }
      if (!outcome.isSuccess()) {
        return new ContentCheck.Outcome(false, part.collection().name() + ": " + outcome.detail());
      }
    }
    return new ContentCheck.Outcome(
        true, documents() + " documents in " + parts.size() + " collections");
  }

  /** What the server is, and what all collections take on its disk. */
  @Override
  public StoreDescription describe(Store store) {
    List<StoreDescription> each =
        parts.stream().map(part -> store.describe(part.collection())).toList();
    Map<String, Long> sums = new LinkedHashMap<>();
    each.forEach(description ->
        description.sizes().forEach((name, bytes) -> sums.merge(name, bytes, Long::sum)));
    List<String> findings =
        each.stream().flatMap(description -> description.findings().stream()).distinct().toList();
    return each.get(0).withSizes(sums).withFindings(findings).with("numbers", numbers());
  }

  private Optional<String> numbers() {
    List<String> all =
        parts.stream()
            .flatMap(part ->
                part.dataset().numbers().stream()
                    .map(text -> dialect.isEmpty() ? text : part.collection().name() + ": " + text))
            .toList();
    return all.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", all));
  }
}
