package org.docduel.update;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.Waits;
import org.docduel.core.fork.ClientProcess;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.ServerWatches;
import org.docduel.core.fork.StoreState;
import org.docduel.core.model.datasets.UpdateDocuments;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.work.ContentCheck;
import org.docduel.core.work.Silence;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * The collection that all workers update: loaded and checked before a fork's first iteration; after
 * the last one every document is compared with the last value that was acknowledged for it.
 */
@State(Scope.Benchmark)
public class UpdateState {
  /** How the score is changed: set, subscript, merge, replace, typed. */
  @Param("set")
  public String update = "set";

  /** Documents in the collection. */
  @Param("100000")
  public String documents = "100000";

  /** Which index there is beside the primary key: none, user_id. */
  @Param("user_id")
  public String index = "user_id";

  /** Which documents are updated how often: uniform, zipfian. */
  @Param("uniform")
  public String keys = "uniform";

  /** Connections that the workers share; 0 for one each. */
  @Param("0")
  public String pool = "0";

  /** Updates that are due per second; 0 for a closed loop. */
  @Param("0")
  public String rate = "0";

  private UpdateParameters chosen = UpdateParameters.defaults();
  private Optional<Opened> opened = Optional.empty();
  private final AtomicBoolean checking = new AtomicBoolean();
  private final CountDownLatch checked = new CountDownLatch(1);

  private record Opened(
      Store store,
      Collection collection,
      UpdateSpec spec,
      KeysInUse inUse,
      Acknowledged acknowledged,
      UpdateWindow window,
      ServerWatches watches) {}

  /**
   * Opens the store, loads the collection and checks it.
   *
   * @param stores opens the store
   * @param params the combination, for the facts
   */
  @Setup(Level.Trial)
  public void open(StoreState stores, BenchmarkParams params) {
    chosen = UpdateParameters.parse(this);
    if (chosen.documents() < params.getThreads()) {
      throw new BadInputException(
          "-p documents="
              + chosen.documents()
              + ": fewer than the "
              + params.getThreads()
              + " workers of -t, each of which updates a document that no other one does");
    }
    UpdateDocuments dataset = UpdateDocuments.withDefaults();
    Profiles profiles = new Profiles(dataset, chosen);
    Collection collection = profiles.collection();
    Store store =
        stores.open(StoreConfig.defaults().withUpdate(chosen.kind()).withPool(chosen.pool()));
    opened =
        Optional.of(
            new Opened(
                store,
                collection,
                profiles.spec(),
                new KeysInUse(chosen.documents()),
                new Acknowledged(dataset, chosen.documents()),
                new UpdateWindow(
                    chosen.rate(),
                    params.getThreads(),
                    tag(params),
                    new ClientProcess(),
                    Silence.of(Waits.ofProcess())),
                ServerWatches.of(store, stores.provider(), collection)));
    profiles.load(store);
    check(
        stores,
        params,
        "documents before the run",
        reader -> ContentCheck.withDefaults().check(dataset, 0, chosen.documents(), reader));
    store.settle();
  }

  /**
   * Checks every document, and tells how they lie on disk and what went wrong. The first worker
   * that comes does it, and the others wait for it here: where JMH lets them wait, each sleeps
   * twice as long as the time before, and a check of minutes would take minutes more.
   *
   * @param stores names the store
   * @param params the combination, for the facts
   */
  void checkOnce(StoreState stores, BenchmarkParams params) throws InterruptedException {
    if (!checking.compareAndSet(false, true)) {
      checked.await();
      return;
    }
    try {
      Opened now = it();
      now.window().finish(stores.store);
      now.watches().close();
      check(stores, params, "last acknowledged values after the run", now.acknowledged()::check);
      ForkFacts.store(
          stores.store,
          StoreState.parameters(params),
          chosen.documents(),
          now.store().describe(now.collection()));
    } finally {
      checked.countDown();
    }
  }

  private void check(StoreState stores, BenchmarkParams params, String what, Check check) {
    if (!stores.provider().capabilities().contains(Capability.READ_BACK)) {
      return;
    }
    try (Session session = it().store().session()) {
      ContentCheck.Outcome outcome = check.of(session.reader(it().collection()));
      ForkFacts.check(
          stores.store, StoreState.parameters(params), what, outcome.passed(), outcome.detail());
      if (!outcome.passed()) {
        throw new StoreException(stores.store + ": " + what + ": " + outcome.detail());
      }
    }
  }

  /**
   * The worker that comes first begins the iteration for all; the others wait. Were it JMH that
   * called this once, hundreds of them would keep the processors busy until it has returned: they
   * look for it in a loop.
   */
  synchronized void begun(IterationParams iteration) {
    if (it().window().isEnded()) {
      it().watches().begin();
      it().window().begin(iteration.getType() == IterationType.MEASUREMENT);
    }
  }

  /** The worker that comes last ends the iteration for all. */
  void ended(UpdateWorker worker) {
    it().window().ended(worker, it().watches()::end);
  }

  Session session() {
    return it().store().session();
  }

  Collection collection() {
    return it().collection();
  }

  UpdateSpec spec() {
    return it().spec();
  }

  Acknowledged acknowledged() {
    return it().acknowledged();
  }

  UpdateWindow window() {
    return it().window();
  }

  Keys keys(int worker) {
    return new Keys(chosen.keys(), chosen.documents(), worker, it().inUse());
  }

  private Opened it() {
    return opened.orElseThrow();
  }

  private static String tag(BenchmarkParams params) {
    Map<String, String> all = StoreState.parameters(params);
    List<String> parts =
        all.entrySet().stream().map(entry -> entry.getKey() + "=" + entry.getValue()).toList();
    return String.join(";", parts) + ";threads=" + params.getThreads();
  }
}
