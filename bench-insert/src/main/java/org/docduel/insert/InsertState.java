package org.docduel.insert;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.config.PayloadEncoding;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.files.FileDocuments;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.StoreState;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.work.ContentCheck;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * The collection that all clients insert into: made and checked before a fork's first observation,
 * checked after its last.
 */
@State(Scope.Benchmark)
public class InsertState {
  /** Bytes of payload in a document; 1KB is 1000 bytes. */
  @Param({"10B", "200B", "1KB", "2KB", "4KB"})
  public String payload = "4KB";

  /**
   * Over how many attributes the payload is split: 1 to 200, or as the published ladder says it,
   * 200x20B.
   */
  @Param("1")
  public String attributes = "1";

  /** How the payload is held and sent: text, binary, intarray. */
  @Param("text")
  public String encoding = "text";

  /** Which index there is beside the primary key: none, links. */
  @Param("none")
  public String index = "none";

  /** Documents in a batch, each batch acknowledged before the next. */
  @Param("500")
  public String batch = "500";

  /** Documents that a client inserts in one observation. */
  @Param("10000")
  public String documents = "10000";

  /** flat, or nested: mixed types, up to five levels deep. */
  @Param("flat")
  public String shape = "flat";

  /** Which documents: w1, which the other parameters describe, or a file of a person's own. */
  @Param(OwnFile.GENERATED)
  public String dataset = OwnFile.GENERATED;

  private InsertParameters chosen = InsertParameters.defaults();
  private Optional<Opened> opened = Optional.empty();

  private record Opened(Store store, Collection collection, Dataset dataset) {}

  /**
   * Opens the store, makes the collection, and checks that a batch comes back as it was sent.
   *
   * @param stores opens the store
   * @param params the combination, for the facts
   */
  @Setup(Level.Trial)
  public void open(StoreState stores, BenchmarkParams params) {
    chosen = InsertParameters.parse(this);
    Dataset documents = chosen.dataset();
    List<Index> indexes =
        chosen.links() ? List.of(Index.elements(InsertDocuments.LINKS)) : List.of();
    Collection collection =
        new Collection("w1", documents.document(0).body(), indexes).withShape(documents.shape());
    Store store =
        stores.open(StoreConfig.defaults().withEncoding(PayloadEncoding.PARAMETER.parse(encoding)));
    opened = Optional.of(new Opened(store, collection, documents));
    store.create(collection);
    try (Session session = store.session()) {
      FileDocuments.send(
          documents,
          0,
          documents.documents(0, chosen.batch()),
          session.inserts(collection)::insert);
    }
    check(stores, params, "a batch before the run", chosen.batch());
    store.empty(collection);
    store.settle();
    OwnFile.findings(documents, (long) documents() * params.getThreads());
  }

  /** Empties the collection, so that every observation begins alike. */
  @Setup(Level.Iteration)
  public void empty() {
    store().empty(collection());
  }

  /**
   * Checks what the last observation left, and tells how it lies on disk.
   *
   * @param stores names the store
   * @param params the combination, for the facts
   */
  @TearDown(Level.Trial)
  public void check(StoreState stores, BenchmarkParams params) {
    long inserted = (long) documents() * params.getThreads();
    check(stores, params, "content after the run", inserted);
    Map<String, String> combination = StoreState.parameters(params);
    ForkFacts.store(stores.store, combination, inserted, store().describe(collection()));
  }

  private void check(StoreState stores, BenchmarkParams params, String what, long count) {
    if (!stores.provider().capabilities().contains(Capability.READ_BACK)) {
      return;
    }
    try (Session session = store().session()) {
      ContentCheck.Outcome outcome =
          ContentCheck.withDefaults().check(dataset(), 0, count, session.reader(collection()));
      ForkFacts.check(
          stores.store, StoreState.parameters(params), what, outcome.passed(), outcome.detail());
      if (!outcome.passed()) {
        throw new StoreException(
            stores.store + ": " + what + " is not as it was sent: " + outcome.detail());
      }
    }
  }

  Store store() {
    return opened.orElseThrow().store();
  }

  Collection collection() {
    return opened.orElseThrow().collection();
  }

  Dataset dataset() {
    return opened.orElseThrow().dataset();
  }

  int documents() {
    return chosen.documents();
  }

  int batch() {
    return chosen.batch();
  }
}
