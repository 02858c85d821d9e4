package org.docduel.update;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.UpdateKind;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.ServerWatches;
import org.docduel.core.fork.StoreState;
import org.docduel.core.group.Clients;
import org.docduel.core.model.datasets.UpdateDocuments;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.ContentReader;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.Updates;
import org.docduel.core.work.ContentCheck;
import org.docduel.core.work.DocumentLoad;
import org.docduel.core.work.PhaseClock;
import org.docduel.core.work.Window;
import org.docduel.core.work.Worker;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Timeout;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.infra.ThreadParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * Sets {@code profile.score} of one user at a time, found by {@code user_id}, with as many workers
 * as {@code -t} says.
 *
 * <p>Timed: from a key and a number in memory to the server's acknowledgement: binding or encoding,
 * sending, waiting; with a pool also waiting for a connection. Not timed: loading the collection
 * before the first iteration, choosing the key, and checking every document after the last one.
 *
 * <p>With {@code rate=0} the loop is closed, as published: each worker sends its next update when
 * the last one was acknowledged, so that a server which stalls is asked less. With a rate, updates
 * are due at random moments (a Poisson process), whatever the server does, and response times count
 * from the moment at which an update was due.
 *
 * <p>Each thread allocates from 32 KB of its own at a time. HotSpot would share the young
 * generation among all threads of a fork, however few of them do the work: with hundreds a thread's
 * part is so small that allocating takes the slow way again and again; see
 * docs/results.md#what-the-harness-costs.
 *
 * <p>Percentiles, the rate of acknowledged updates, errors and retries stand beside JMH's score as
 * metrics of each iteration; see docs/workloads.md#updates.
 *
 * <pre>
 * java -jar bench-update/target/benchmarks.jar -p store=postgres-jsonb -p index=none,user_id -t 8 -prof pgstat
 * </pre>
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(
    value = 3,
    jvmArgsAppend = {"-Xmx2g", "-XX:-ResizeTLAB", "-XX:TLABSize=32k"})
@Warmup(iterations = 1, time = 10)
@Measurement(iterations = 5, time = 10)
@Timeout(time = 2, timeUnit = TimeUnit.HOURS)
public class UpdateBenchmark {
  /**
   * One update.
   *
   * @param control tells when the iteration is over
   */
  @Benchmark
  public void update(Client client, Control control) {
    client.worker().work(control);
  }

  /**
   * The collection that all workers update: loaded and checked before a fork's first iteration;
   * after the last one every document is compared with the last value that was acknowledged for it.
   */
  @State(Scope.Benchmark)
  public static class Profiles {
    /** How the score is changed; see {@link UpdateKind}. */
    @Param("set")
    public String update = "set";

    /** Documents in the collection. */
    @Param("100000")
    public String documents = "100000";

    /** Which index there is beside the primary key: none, user_id, unusable. */
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

    private Optional<Opened> opened = Optional.empty();
    private final AtomicBoolean checking = new AtomicBoolean();
    private final CountDownLatch checked = new CountDownLatch(1);

    private record Opened(
        Store store,
        Collection collection,
        UpdateSpec spec,
        Keys.InUse inUse,
        Acknowledged acknowledged,
        Window window,
        ServerWatches watches,
        Clients clients) {}

    /** Opens the store, loads the collection and checks it. */
    @Setup(Level.Trial)
    public void open(StoreState stores, BenchmarkParams params) {
      int count = UpdateExperiment.DOCUMENTS.parse(documents);
      UpdateKind kind = UpdateKind.PARAMETER.parse(update);
      UpdateDocuments dataset = UpdateDocuments.withDefaults();
      Collection collection =
          UpdateExperiment.collection(dataset, kind, UpdateExperiment.INDEX.parse(index));
      Clients clients = Clients.ofFork();
      if (!clients.isFirst()) {
        clients.await(); // the first one loads
      }
      Store store =
          stores.open(
              StoreConfig.defaults().withUpdate(kind).withPool(StoreConfig.POOL.parse(pool)));
      UpdateSpec spec =
          new UpdateSpec(
              kind,
              UpdateDocuments.KEY,
              UpdateDocuments.SCORE,
              (key, value) -> dataset.body(UpdateDocuments.index(key), value));
      ServerWatches watches = ServerWatches.of(store, stores.provider(), collection);
      Window window = Window.of(params, UpdateExperiment.RATE.parse(rate), "updates", watches);
      opened =
          Optional.of(
              new Opened(
                  store,
                  collection,
                  spec,
                  new Keys.InUse(count, clients.from(count), clients.until(count)),
                  new Acknowledged(dataset, count, clients.from(count), clients.until(count)),
                  window,
                  watches,
                  clients));
      if (clients.isFirst()) {
        load(stores, params, dataset, count);
        clients.await();
      }
    }

    private void load(
        StoreState stores, BenchmarkParams params, UpdateDocuments dataset, int count) {
      Store store = opened.orElseThrow().store();
      Collection collection = opened.orElseThrow().collection();
      try (Session session = store.session()) {
        DocumentLoad.all(dataset, count, session.ingestion(collection), new PhaseClock());
      }
      check(
          stores,
          params,
          "documents before the run",
          reader -> ContentCheck.withDefaults().check(dataset, 0, count, reader));
      store.settle();
    }

    /**
     * Checks every document, and tells how they lie on disk and what went wrong. The first worker
     * that comes does it, and the others wait for it here: where JMH lets them wait, each sleeps
     * twice as long as the time before, and a check of minutes would take minutes more.
     */
    private void checkOnce(StoreState stores, BenchmarkParams params) throws InterruptedException {
      if (!checking.compareAndSet(false, true)) {
        checked.await();
        return;
      }
      try {
        Opened now = opened.orElseThrow();
        now.window().finish(stores.store);
        now.watches().close();
        now.clients().await();
        check(stores, params, "last acknowledged values after the run", now.acknowledged()::check);
        if (now.clients().isFirst()) {
          ForkFacts.store(
              stores.store,
              StoreState.parameters(params),
              UpdateExperiment.DOCUMENTS.parse(documents),
              now.store().describe(now.collection()));
        }
        now.clients().close();
      } finally {
        checked.countDown();
      }
    }

    private void check(
        StoreState stores,
        BenchmarkParams params,
        String what,
        Function<ContentReader, ContentCheck.Outcome> check) {
      if (stores.provider().capabilities().contains(Capability.READ_BACK)) {
        Opened now = opened.orElseThrow();
        try (Session session = now.store().session()) {
          check.apply(session.reader(now.collection())).tell(stores.store, params, what);
        }
      }
    }

    private Keys keysOf(ThreadParams thread) {
      Clients clients = opened.orElseThrow().clients();
      return new Keys(
          UpdateExperiment.KEYS.parse(keys),
          UpdateExperiment.DOCUMENTS.parse(documents),
          clients.number() * thread.getThreadCount() + thread.getThreadIndex(),
          opened.orElseThrow().inUse());
    }
  }

  /** One thread's connection. */
  @State(Scope.Thread)
  public static class Client {
    private Optional<Worker> worker = Optional.empty();
    private Session session = () -> {};

    /** Connects and prepares. */
    @Setup(Level.Trial)
    public void connect(Profiles profiles, ThreadParams thread) {
      Profiles.Opened opened = profiles.opened.orElseThrow();
      session = opened.store().session();
      Updates updates = session.updates(opened.collection(), opened.spec());
      int number = thread.getThreadIndex();
      OneUpdate update = new OneUpdate(updates, profiles.keysOf(thread), opened.acknowledged());
      worker = Optional.of(new Worker(opened.window(), number, update));
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
    public void disconnect(Profiles profiles, StoreState stores, BenchmarkParams params)
        throws InterruptedException {
      session.close();
      profiles.checkOnce(stores, params);
    }

    private Worker worker() {
      return worker.orElseThrow();
    }
  }

  /** Updates a document that no other worker is updating. */
  private static final class OneUpdate implements Worker.Operation {
    private final Updates updates;
    private final Keys keys;
    private final Acknowledged acknowledged;
    private int index;
    private long value;

    OneUpdate(Updates updates, Keys keys, Acknowledged acknowledged) {
      this.updates = updates;
      this.keys = keys;
      this.acknowledged = acknowledged;
    }

    @Override
    public void choose() {
      index = keys.take();
      value = acknowledged.next(index);
    }

    @Override
    public void attempt() {
      long key = UpdateDocuments.key(index);
      long found = updates.update(key, value);
      if (found != 1) {
        throw new IllegalStateException(
            "an update of user_id " + key + " found " + found + " documents instead of 1");
      }
      acknowledged.acknowledge(index);
    }

    @Override
    public void release() {
      keys.give(index);
    }
  }
}
