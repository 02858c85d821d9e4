package org.docduel.update;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.ServerWatches;
import org.docduel.core.fork.StoreState;
import org.docduel.core.group.Clients;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.spi.Store;
import org.docduel.core.work.ContentCheck;
import org.docduel.core.work.DocumentLoad;
import org.docduel.core.work.PhaseClock;
import org.docduel.core.work.Window;
import org.docduel.core.work.Worker;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.infra.ThreadParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * What the workers of a fork share: a collection that is loaded and checked before the first
 * iteration, and the model of what is in it, with which it is compared after the last one.
 */
final class MixedTrial {
  final Work work;
  final Store store;
  final MixedModel model;

  /** Whether the store gives documents back. */
  final boolean readable;

  private final StoreState stores;
  private final BenchmarkParams params;
  private final Clients clients = Clients.ofFork();
  private final ServerWatches watches;
  private final Window window;
  private final AtomicBoolean checking = new AtomicBoolean();
  private final CountDownLatch checked = new CountDownLatch(1);

  /**
   * What workers do.
   *
   * @param exponent of Zipf's law
   * @param limit the most documents that a search asks for
   * @param apart whether the kinds of the mix are measured apart as well
   */
  record Work(
      MixedDocuments documents,
      Collection collection,
      Mix mix,
      UpdateKind update,
      Keys keys,
      double exponent,
      int limit,
      boolean apart) {}

  /**
   * Opens the store, and loads the collection unless another client of the run does.
   *
   * @param pool connections that the workers share; 0 for one each
   * @param rate operations due per second; 0 for a closed loop
   */
  MixedTrial(StoreState stores, BenchmarkParams params, Work work, int pool, int rate) {
    this.stores = stores;
    this.params = params;
    this.work = work;
    if (!clients.isFirst()) {
      clients.await(); // the first one loads
    }
    store = stores.open(StoreConfig.defaults().withUpdate(work.update).withPool(pool));
    readable = stores.provider().capabilities().contains(Capability.READ_BACK);
    int size = work.documents.size();
    model = new MixedModel(work.documents, clients.from(size), clients.until(size));
    watches = ServerWatches.of(store, stores.provider(), work.collection);
    List<String> kinds =
        work.apart ? work.mix.kinds().stream().map(Mix.Kind::label).toList() : List.of();
    window = Window.of(params, rate, work.apart ? "operations" : "updates", kinds, watches);
    if (clients.isFirst()) {
      load(size);
      clients.await();
    }
  }

  private void load(int size) {
    try (Session session = store.session()) {
      DocumentLoad.all(work.documents, size, session.ingestion(work.collection), new PhaseClock());
    }
    check(
        "documents before the run", reader -> ContentCheck.check(work.documents, 0, size, reader));
    store.settle();
  }

  private void check(String what, Function<ContentReader, ContentCheck.Outcome> check) {
    if (readable) {
      try (Session session = store.session()) {
        check.apply(session.reader(work.collection)).tell(stores.store, params, what);
      }
    }
  }

  /**
   * Checks every document, and tells how they lie on disk and what went wrong. The first worker
   * that comes does it, and the others wait for it here: where JMH lets them wait, each sleeps
   * twice as long as the time before, and a check of minutes would take minutes more.
   */
  private void finish() throws InterruptedException {
    if (!checking.compareAndSet(false, true)) {
      checked.await();
      return;
    }
    try {
      window.finish(stores.store);
      watches.close();
      clients.await();
      check(
          work.apart
              ? "acknowledged operations after the run"
              : "last acknowledged values after the run",
          model::check);
      if (clients.isFirst()) {
        ForkFacts.store(
            stores.store,
            StoreState.parameters(params),
            work.documents.size(),
            store.describe(work.collection));
      }
      clients.close();
    } finally {
      checked.countDown();
    }
  }

  /** One thread's connection, and what it measures. A benchmark's state says which trial's. */
  abstract static class Client {
    private Optional<MixedTrial> trial = Optional.empty();
    private Optional<MixedOperation> operation = Optional.empty();
    private Optional<Worker> worker = Optional.empty();

    /** Connects and prepares. */
    final void connect(Optional<MixedTrial> shared, ThreadParams thread) {
      MixedTrial all = shared.orElseThrow();
      int number = thread.getThreadIndex();
      MixedOperation made =
          new MixedOperation(all, all.clients.number() * thread.getThreadCount() + number);
      trial = shared;
      operation = Optional.of(made);
      worker = Optional.of(new Worker(all.window, number, made));
    }

    final Worker worker() {
      return worker.orElseThrow();
    }

    /** Begins an iteration. */
    @Setup(Level.Iteration)
    public void begin(IterationParams iteration) {
      worker().begin(iteration.getType() == IterationType.MEASUREMENT);
    }

    /** Ends it. */
    @TearDown(Level.Iteration)
    public void end() {
      worker().end();
    }

    /**
     * Gives the connection back, and waits until the documents are checked.
     *
     * @throws InterruptedException if JMH gives up
     */
    @TearDown(Level.Trial)
    public void disconnect() throws InterruptedException {
      operation.orElseThrow().close();
      trial.orElseThrow().finish();
    }
  }
}
