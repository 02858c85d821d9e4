package org.docduel.core.launch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.datasets.IndexedReadDocuments;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.model.datasets.UpdateDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.query.IndexedReads;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.Watch;

/**
 * The steps of a {@link SelfTest} against one server. What a step expects is computed here, from
 * the documents that were sent, and not taken from the server.
 */
final class SelfTestChecks {
  private static final int DOCUMENTS = 503;
  private static final int PAYLOAD_BYTES = 4096;
  private static final int LOADED = 2000;
  private static final int CHUNK = 500;

  /** No store compresses random text to a twentieth. */
  private static final int MAX_COMPRESSION = 20;

  private static final int UPDATES = 100;
  private static final int QUERIED = 5000;
  private static final int LIMIT = 10;

  /** An idle session of PostgreSQL's hands in what it counted after 10 seconds. */
  private static final int COUNTER_WAITS = 150;

  private static final long COUNTER_WAIT_NANOS = 100_000_000;

  private final StoreProvider provider;
  private final Optional<ServerAddress> address;
  private final StoreConfig base;

  SelfTestChecks(StoreProvider provider, Optional<ServerAddress> address, StoreConfig base) {
    this.provider = provider;
    this.base = base;
    this.address = address;
  }

  /** One step. */
  interface Check {
    /**
     * Runs it.
     *
     * @param details takes lines for the report
     * @throws CheckFailedException when the store does not do what it promises
     * @throws UnsupportedOperationException when the store does not promise it
     */
    void run(List<String> details);
  }

  /** A promise that is not kept. */
  static final class CheckFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CheckFailedException(String message) {
      super(message);
    }
  }

  static void require(boolean condition, String message) {
    if (!condition) {
      throw new CheckFailedException(message);
    }
  }

  /** All steps by their names, in order. */
  Map<String, Check> all() {
    Map<String, Check> all = new LinkedHashMap<>();
    all.put("settings", this::settings);
    all.put("documents", this::documents);
    all.put("updates and deletes", this::updates);
    all.put("bulk load and sizes", this::sizes);
    all.put("queries and plans", this::plans);
    all.put("counters", this::counters);
    return all;
  }

  private interface Work {
    void run(Store store, Session session, Collection collection);
  }

  private void on(StoreConfig config, Dataset dataset, List<Index> indexes, Work work) {
    Collection collection =
        new Collection("selftest", dataset.document(0).body(), indexes).withShape(dataset.shape());
    provider
        .unsupportedReason(config, collection)
        .ifPresent(reason -> {
          throw new UnsupportedOperationException(reason);
        });
    try (Store store = provider.open(address, config);
        Session session = store.session()) {
      store.create(collection);
      work.run(store, session, collection);
    }
  }

  private void requireCapabilities(Capability... capabilities) {
    List<String> missing =
        Arrays.stream(capabilities)
            .filter(capability -> !provider.capabilities().contains(capability))
            .map(Capability::description)
            .toList();
    if (!missing.isEmpty()) {
      throw new UnsupportedOperationException("it cannot " + String.join(", nor ", missing));
    }
  }

  private void settings(List<String> details) {
    requireCapabilities(Capability.INSERT);
    on(
        base,
        InsertDocuments.withDefaults(),
        List.of(),
        (store, session, collection) -> {
          store.quiesce();
          StoreDescription description = store.describe(collection);
          details.add("product: " + description.product());
          details.add("durability: " + description.durability());
          description.settings().forEach((name, value) -> details.add(name + ": " + value));
          description.findings().forEach(finding -> details.add("warning: " + finding));
          require(!description.product().isBlank(), "the server does not say what it is");
        });
  }

  private void documents(List<String> details) {
    requireCapabilities(Capability.INSERT, Capability.READ_BACK);
    InsertDocuments dataset =
        InsertDocuments.withDefaults().withPayload(PayloadSize.parse("1KB")).withAttributes(10);
    on(
        base,
        dataset,
        List.of(),
        (store, session, collection) -> {
          session.inserts(collection).insert(dataset.documents(0, DOCUMENTS - 3));
          session.inserts(collection).insert(dataset.documents(DOCUMENTS - 3, 3));
          ContentReader reader = session.reader(collection);
          requireCount(reader, DOCUMENTS);
          requireDocuments(reader, dataset, 0, DOCUMENTS);
          details.add(DOCUMENTS + " documents came back as they were sent");
          try {
            session.inserts(collection).insert(dataset.documents(7, 1));
            throw new CheckFailedException("a second document with the id 7 was taken");
          } catch (RejectedDocumentException e) {
            details.add("a second document with the same id: " + e.getMessage());
          }
          requireCount(reader, DOCUMENTS);
          store.empty(collection);
          requireCount(session.reader(collection), 0);
        });
  }

  private static void requireCount(ContentReader reader, long count) {
    long found = reader.count();
    require(found == count, found + " documents are there instead of " + count);
  }

  private static void requireDocuments(
      ContentReader reader, Dataset dataset, long from, long until) {
    Map<Long, Object> found = new TreeMap<>();
    reader.range(from, until, found::put);
    for (Document document : dataset.documents(from, (int) (until - from))) {
      require(
          reader.asStored(document).equals(found.get(document.id())),
          "document " + document.id() + " does not come back as it was sent");
    }
  }

  /** With what the store can set a number. */
  private StoreConfig updating() {
    return Arrays.stream(UpdateKind.values())
        .map(base::withUpdate)
        .filter(config -> provider.unsupportedReason(config).isEmpty())
        .findFirst()
        .orElseThrow(() -> new UnsupportedOperationException("it has no update"));
  }

  private void updated(StoreConfig config, Work work) {
    requireCapabilities(Capability.INSERT, Capability.READ_BACK, Capability.UPDATE);
    UpdateDocuments dataset = new UpdateDocuments();
    Collection collection =
        new Collection(
                "selftest",
                dataset.document(0).body(),
                List.of(Index.on(Index.Kind.ORDERED, UpdateDocuments.KEY)))
            .withKey(UpdateDocuments.KEY)
            .withExtracted(
                config.update() == UpdateKind.TYPED ? List.of(UpdateDocuments.SCORE) : List.of());
    try (Store store = provider.open(address, config);
        Session session = store.session()) {
      store.create(collection);
      session.inserts(collection).insert(dataset.documents(0, UPDATES));
      work.run(store, session, collection);
    }
  }

  private static UpdateSpec spec(StoreConfig config, String field) {
    return new UpdateSpec(
        config.update(),
        field,
        UpdateDocuments.SCORE,
        (key, value) ->
            UpdateDocuments.body(
                field.equals(UpdateSpec.ID) ? key : UpdateDocuments.index(key), value));
  }

  private void updates(List<String> details) {
    StoreConfig config = updating();
    updated(
        config,
        (store, session, collection) -> {
          ContentReader reader = session.reader(collection);
          for (String field : List.of(UpdateSpec.ID, UpdateDocuments.KEY)) {
            long key = field.equals(UpdateSpec.ID) ? 3 : UpdateDocuments.key(3);
            long value = field.length() + 1_234_567L;
            long changed = session.updates(collection, spec(config, field)).update(key, value);
            require(changed == 1, "an update of one document changed " + changed);
            Document expected = new Document(3, UpdateDocuments.body(3, value));
            require(
                reader.find(3).equals(Optional.of(reader.asStored(expected))),
                "an update changed something else than one number");
          }
          requireDocuments(reader, new UpdateDocuments(), 4, UPDATES);
          details.add("update=" + config.update().label() + " by the id and by an indexed field");
          if (provider.capabilities().contains(Capability.DELETE)) {
            require(session.deletes(collection).delete(5) == 1, "a document was not deleted");
            require(session.deletes(collection).delete(5) == 0, "it was deleted twice");
            requireCount(reader, UPDATES - 1);
            details.add("delete by the id");
          }
          if (provider.capabilities().contains(Capability.SCAN)) {
            List<Long> ids = new ArrayList<>();
            session
                .scan(collection, UpdateDocuments.KEY)
                .from(UpdateDocuments.key(10), LIMIT, (id, body) -> ids.add(id));
            List<Long> expected = LongStream.range(10, 10 + LIMIT).boxed().toList();
            require(ids.equals(expected), "documents in order are " + ids);
            details.add("documents in the order of an indexed field");
          }
        });
  }

  private void sizes(List<String> details) {
    requireCapabilities(Capability.INGEST, Capability.READ_BACK);
    InsertDocuments dataset =
        InsertDocuments.withDefaults().withPayload(new PayloadSize(PAYLOAD_BYTES));
    List<Index> indexes =
        provider.capabilities().contains(Capability.LINK_READ)
            ? List.of(Index.on(Index.Kind.ELEMENTS, InsertDocuments.LINKS))
            : List.of();
    on(
        base,
        dataset,
        indexes,
        (store, session, collection) -> {
          Ingestion ingestion = session.ingestion(collection);
          ingestion.prepare();
          for (int from = 0; from < LOADED; from += CHUNK) {
            ingestion.load(dataset.documents(from, CHUNK));
          }
          ingestion.phases().forEach(phase -> phase.work().run());
          details.add("phases: " + ingestion.phases().stream().map(Ingestion.Phase::name).toList());
          requireCount(session.reader(collection), LOADED);
          StoreDescription description = store.describe(collection);
          long sent = (long) LOADED * PAYLOAD_BYTES;
          details.add("bytes of payload sent: " + sent);
          description.sizes().forEach((part, bytes) -> details.add(part + ": " + bytes));
          Long total = description.sizes().get("total");
          if (total == null) {
            throw new UnsupportedOperationException(
                "the server does not report the size of its files");
          }
          require(
              total > sent / MAX_COMPRESSION,
              "%d bytes in all cannot hold %d bytes of random payload".formatted(total, sent));
        });
  }

  private void plans(List<String> details) {
    requireCapabilities(Capability.INGEST, Capability.READ);
    IndexedReadDocuments dataset = new IndexedReadDocuments();
    List<Document> documents = dataset.documents(0, QUERIED);
    on(
        base,
        dataset,
        IndexedReads.published(),
        (store, session, collection) -> {
          Ingestion ingestion = session.ingestion(collection);
          ingestion.prepare();
          ingestion.load(documents);
          ingestion.phases().forEach(phase -> phase.work().run());
          store.quiesce();
          Set<String> indexed = new TreeSet<>();
          for (IndexedReads.Scenario scenario :
              IndexedReads.scenarios(IndexedReads.INDEXED, LIMIT)) {
            Read read = session.read(collection, scenario.query());
            long rows = read.run(id -> {});
            long matching =
                documents.stream()
                    .filter(document -> scenario.query().where().test(document.body()))
                    .count();
            int limit = scenario.query().limit();
            long expected = limit > 0 ? Math.min(limit, matching) : matching;
            Read.QueryPlan plan = read.explain();
            details.add("%s: %d rows, indexes %s".formatted(scenario.name(), rows, plan.indexes()));
            plan.plan().forEach(line -> details.add("  " + line));
            require(
                rows == expected,
                "%s gives %d documents instead of %d".formatted(scenario.name(), rows, expected));
            if (!plan.indexes().isEmpty()) {
              indexed.add(scenario.name());
            }
          }
          details.add("with an index: " + indexed);
          require(!indexed.isEmpty(), "no plan uses an index, or none is understood");
        });
  }

  private void counters(List<String> details) {
    Set<String> profilers = new TreeSet<>();
    provider.server().ifPresent(family -> profilers.addAll(family.profilers().keySet()));
    if (profilers.isEmpty()) {
      throw new UnsupportedOperationException("it has no profilers");
    }
    StoreConfig config = updating();
    updated(
        config,
        (store, session, collection) -> {
          for (String profiler : profilers) {
            try (Session watching = store.session()) {
              count(
                  profiler,
                  watching.watch(profiler, collection),
                  session,
                  collection,
                  config,
                  details);
            } catch (UnsupportedOperationException e) {
              details.add(profiler + ": not here: " + e.getMessage());
            }
          }
        });
  }

  private static void count(
      String profiler,
      Watch watch,
      Session session,
      Collection collection,
      StoreConfig config,
      List<String> details) {
    Map<String, Watch.Reading> before = readings(watch);
    Session.Updates updates = session.updates(collection, spec(config, UpdateSpec.ID));
    for (int i = 0; i < UPDATES; i++) {
      updates.update(i, i + 1_000);
    }
    Map<String, Watch.Reading> after = readings(watch);
    String counter = profiler + ".updates";
    for (int i = 0; i < COUNTER_WAITS && growth(counter, before, after) < UPDATES; i++) {
      LockSupport.parkNanos(COUNTER_WAIT_NANOS);
      after = readings(watch);
    }
    for (Watch.Reading reading : after.values()) {
      Watch.Reading old = before.get(reading.name());
      details.add(
          "%s: %s -> %s %s"
              .formatted(
                  reading.name(),
                  old == null ? "none" : old.value(),
                  reading.value(),
                  reading.unit()));
    }
    if (after.containsKey(counter)) {
      double grown = growth(counter, before, after);
      require(grown >= UPDATES, "%s grew by %.0f in %d updates".formatted(counter, grown, UPDATES));
    }
  }

  private static double growth(
      String counter, Map<String, Watch.Reading> before, Map<String, Watch.Reading> after) {
    Watch.Reading end = after.get(counter);
    Watch.Reading start = before.get(counter);
    return end == null ? UPDATES : end.value() - (start == null ? 0 : start.value());
  }

  private static Map<String, Watch.Reading> readings(Watch watch) {
    Map<String, Watch.Reading> byName = new TreeMap<>();
    watch.read().forEach(reading -> byName.put(reading.name(), reading));
    return byName;
  }
}
