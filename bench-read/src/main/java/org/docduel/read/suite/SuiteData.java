package org.docduel.read.suite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.config.BadInputException;
import org.docduel.core.harness.jmh.RowProgress;
import org.docduel.core.harness.verify.ContentCheck;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Document;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.NullValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.Value;
import org.docduel.core.model.datasets.Generators;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.ContentReader;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.QuerySuites;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.suite.Dialect;
import org.docduel.core.suite.SuiteCollection;

/**
 * The collections of a suite in one store: loaded and checked when they are missing, shared by all
 * forks, and by later runs on a server that lives on. A small collection beside them, written after
 * everything else, says what they are.
 */
final class SuiteData {
  /** To be raised when the way in which documents are stored changes. */
  private static final int VERSION = 1;

  private static final int CHUNK = 5_000;
  private static final long PROGRESS_NANOS = 1_000_000_000L;

  /** In so many documents one without nulls is found, from which columns have their types. */
  private static final int EXAMPLES = 10_000;

  private final SuiteParameters chosen;
  private final Dialect dialect;
  private final Map<Collection, Dataset> collections = new LinkedHashMap<>();
  private final Collection note;

  SuiteData(SuiteParameters chosen, Dialect dialect) {
    this.chosen = chosen;
    this.dialect = dialect;
    for (SuiteCollection collection : chosen.suite().collections()) {
      Dataset dataset = dataset(collection);
      collections.put(
          new Collection(collection.name(), example(dataset, chosen.rows()), List.of()), dataset);
    }
    note = new Collection(chosen.space() + "_note", words(), List.of());
  }

  private Dataset dataset(SuiteCollection collection) {
    if (collection.source() instanceof SuiteCollection.Generated generated) {
      return Generators.named(generated.generator(), InsertDocuments.DEFAULT_SEED, chosen.rows())
          .orElseThrow(() ->
              new BadInputException(
                  chosen.suite().name()
                      + "/suite.yaml:"
                      + collection.line()
                      + ": generator "
                      + generated.generator()
                      + " is unknown; there are "
                      + String.join(", ", Generators.names())));
    }
    throw new BadInputException(
        collection.name() + ": collections from files are not read yet; name a generator");
  }

  /** The first document without nulls: a null has no type that a column could have. */
  static ObjectValue example(Dataset dataset, long rows) {
    for (long index = 0; index < Math.min(rows, EXAMPLES); index++) {
      ObjectValue body = dataset.document(index).body();
      if (isFull(body)) {
        return body;
      }
    }
    return dataset.document(0).body();
  }

  private static boolean isFull(Value value) {
    return value instanceof ObjectValue object
        ? object.values().stream().allMatch(SuiteData::isFull)
        : value != NullValue.NULL;
  }

  /** The small collection beside the others. */
  Collection note() {
    return note;
  }

  /** Sees to it that the collections are there with their indexes, settled. */
  void provide(Store store) {
    try (Session session = store.session()) {
      if (isNoted(session)) {
        return;
      }
      store.create(note);
      QuerySuites suites = session.suite(chosen.space());
      suites.clear();
      Map<String, Double> phases = new LinkedHashMap<>();
      for (Map.Entry<Collection, Dataset> one : collections.entrySet()) {
        load(suites.ingestion(one.getKey()), one.getValue(), phases);
      }
      timed(
          phases,
          "indexes",
          () -> suites.apply(dialect.indexes().getOrDefault(chosen.index(), List.of())));
      dialect
          .phases()
          .forEach((name, statements) -> timed(phases, name, () -> suites.apply(statements)));
      timed(phases, "settle", store::settle);
      collections.forEach(
          (collection, dataset) -> check(collection, dataset, suites.reader(collection)));
      session.inserts(note).insert(List.of(new Document(0, words())));
      report(phases);
    }
  }

  private void load(Ingestion ingestion, Dataset dataset, Map<String, Double> phases) {
    ingestion.prepare();
    long begun = System.nanoTime();
    long reported = begun;
    for (long done = 0; done < chosen.rows(); ) {
      int count = (int) Math.min(CHUNK, chosen.rows() - done);
      ingestion.load(dataset.documents(done, count));
      done += count;
      long now = System.nanoTime();
      if (now - reported >= PROGRESS_NANOS) {
        reported = now;
        System.out.println(new RowProgress(done, chosen.rows(), (now - begun) / 1e9).line());
      }
    }
    phases.merge(ingestion.loadPhase(), (System.nanoTime() - begun) / 1e9, Double::sum);
    for (Ingestion.Phase phase : ingestion.phases()) {
      timed(phases, phase.name(), phase.work());
    }
  }

  private static void timed(Map<String, Double> phases, String name, Runnable work) {
    long begun = System.nanoTime();
    work.run();
    phases.merge(name, (System.nanoTime() - begun) / 1e9, Double::sum);
  }

  private void check(Collection collection, Dataset dataset, ContentReader reader) {
    ContentCheck.Outcome outcome =
        ContentCheck.withDefaults().check(dataset, 0, chosen.rows(), reader);
    if (!outcome.passed()) {
      throw new StoreException(collection.name() + " is not as it was loaded: " + outcome.detail());
    }
  }

  private void report(Map<String, Double> phases) {
    List<String> parts = new ArrayList<>();
    phases.forEach(
        (name, seconds) -> parts.add(String.format(Locale.ROOT, "%s %.1f s", name, seconds)));
    System.out.println(
        dialect.name() + ": loaded " + chosen.space() + ", " + String.join(", ", parts));
  }

  private boolean isNoted(Session session) {
    ContentReader reader = session.reader(note);
    Document words = new Document(0, words());
    return reader.count() == 1 && reader.find(0).equals(Optional.of(reader.asStored(words)));
  }

  /** What was loaded: the same words mean the same data and the same indexes. */
  private ObjectValue words() {
    Map<String, Value> words = new LinkedHashMap<>();
    words.put("version", new IntegerValue(VERSION));
    words.put("space", new StringValue(chosen.space()));
    words.put(
        "statements",
        new StringValue(
            String.join("; ", dialect.indexes().getOrDefault(chosen.index(), List.of()))
                + dialect.phases()));
    return ObjectValue.of(words);
  }
}
