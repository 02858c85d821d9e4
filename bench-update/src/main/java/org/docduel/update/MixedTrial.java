package org.docduel.update;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.DiscreteSampler;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.ServerWatches;
import org.docduel.core.fork.StoreState;
import org.docduel.core.group.Clients;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.spi.Session.Deletes;
import org.docduel.core.spi.Session.Inserts;
import org.docduel.core.spi.Session.Scan;
import org.docduel.core.spi.Session.Updates;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.work.ContentCheck;
import org.docduel.core.work.DocumentLoad;
import org.docduel.core.work.PhaseClock;
import org.docduel.core.work.Window;
import org.docduel.core.work.Worker;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.infra.ThreadParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * What the workers of a fork share: a collection that is loaded and checked before the first
 * iteration, and the model of what is in it, with which it is compared after the last one.
 */
@State(Scope.Benchmark)
public class MixedTrial {
  private final Clients clients = Clients.ofFork();
  private StoreState stores;
  private BenchmarkParams params;
  private Work work;
  private Store store;

  /** Whether the store gives documents back. */
  private boolean readable;

  private MixedModel model;
  private ServerWatches watches;
  private Window window;
  private boolean finished;

  /**
   * What workers do.
   *
   * @param exponent of Zipf's law
   * @param limit the most documents that a search asks for
   * @param rate operations due per second; 0 for a closed loop
   * @param apart whether the kinds of the mix are measured apart as well
   */
  record Work(
      MixedDocuments documents,
      Collection collection,
      StoreConfig config,
      Mix mix,
      Keys keys,
      double exponent,
      int limit,
      int rate,
      boolean apart) {}

  /** An experiment whose workers share a collection. */
  interface Shared extends Experiment {
    /** What they do. */
    Work work(Combination combination);

    @Override
    default Optional<Capability> needs() {
      return Optional.of(Capability.UPDATE);
    }

    @Override
    default boolean explains() {
      return true;
    }

    @Override
    default Optional<Collection> collection(Combination combination) {
      return Optional.of(work(combination).collection);
    }

    @Override
    default int connections(Combination combination, int threads) {
      int pool = combination.storeConfig().pool();
      return pool > 0 ? pool : threads;
    }
  }

  /** Opens the store, and loads the collection unless another client of the run does. */
  @Setup(Level.Trial)
  public void open(StoreState state, BenchmarkParams benchmark) {
    stores = state;
    params = benchmark;
    Shared experiment = (Shared) new UpdateWorkload().experiment(params.getBenchmark());
    work = experiment.work(new Combination(params.getBenchmark(), StoreState.parameters(params)));
    if (!clients.isFirst()) {
      clients.await(); // the first one loads
    }
    store = stores.open(work.config);
    readable = stores.provider().capabilities().contains(Capability.READ_BACK);
    int size = work.documents.size();
    model = new MixedModel(work.documents, clients.from(size), clients.until(size));
    watches = ServerWatches.of(store, stores.provider(), work.collection);
    List<String> kinds =
        work.apart ? work.mix.kinds().stream().map(Mix.Kind::label).toList() : List.of();
    String operations = work.apart ? "operations" : "updates";
    window = Window.of(params, work.rate, operations, kinds, watches);
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
  private synchronized void finish() {
    if (finished) {
      return;
    }
    finished = true;
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
  }

  /** A thread's connection. */
  @State(Scope.Thread)
  public static class Client {
    private Operations operations;
    private Worker worker;

    /** Connects and prepares. */
    @Setup(Level.Trial)
    public void connect(MixedTrial trial, ThreadParams thread) {
      int number = thread.getThreadIndex();
      int before = trial.clients.number() * thread.getThreadCount();
      operations = trial.new Operations(before + number);
      worker = new Worker(trial.window, number, operations);
    }

    /** Begins an iteration. */
    @Setup(Level.Iteration)
    public void begin(IterationParams iteration) {
      worker.begin(iteration.getType() == IterationType.MEASUREMENT);
    }

    final void work(Control control) {
      worker.work(control);
    }

    /** Ends it. */
    @TearDown(Level.Iteration)
    public void end() {
      worker.end();
    }

    /** Gives the connection back, and waits until the documents are checked. */
    @TearDown(Level.Trial)
    public void disconnect(MixedTrial trial) {
      operations.close();
      trial.finish();
    }
  }

  /**
   * One worker's operations: chooses a kind and a document, does it, and compares what it read with
   * the model after the clock has stopped. After a failure it connects anew.
   */
  private final class Operations implements Worker.Operation {
    /** Of so many reads one is compared as a whole, the others by the value that changes. */
    private static final int SAMPLED = 100;

    private final MixedDocuments documents = work.documents;
    private final List<Mix.Kind> kinds = work.mix.kinds();
    private final UniformRandomProvider random;
    private final Mix.Deck deck;
    private final DiscreteSampler indexes;
    private final List<Document> answer = new ArrayList<>();
    private final MixedModel.Reading reading = model.new Reading();

    private Session session;
    private boolean connected;
    private Optional<ContentReader> reader;

    /** An attempt at each kind of the mix, with the role that it needs. */
    private List<Runnable> attempts;

    private int card;
    private boolean again;
    private int reads;
    private int slot;
    private int number;
    private long value;
    private Document added = new Document(0, ObjectValue.empty());

    /** A worker's, by its number from 0 among those of all clients. */
    Operations(int worker) {
      random = Keys.random(worker);
      deck = work.mix.new Deck(random);
      indexes = work.keys.indexes(documents.size(), work.exponent, random);
      connect();
    }

    private void connect() {
      session = store.session();
      connected = true;
      try {
        reader =
            readable && work.mix.reads()
                ? Optional.of(session.reader(work.collection))
                : Optional.empty();
        attempts = kinds.stream().map(this::prepare).toList();
      } catch (StoreException e) {
        close();
        throw e;
      }
    }

    private Runnable prepare(Mix.Kind kind) {
      return switch (kind) {
        case READ -> () -> reader.orElseThrow().find(id()).ifPresent(body -> received(id(), body));
        case FIND -> {
          Scan scan = session.scan(work.collection, documents.keyField());
          yield () -> scan.from(documents.key(number), reading.count(), this::received);
        }
        case UPDATE, REPLACE -> {
          boolean whole = kind == Mix.Kind.REPLACE;
          UpdateKind how = whole ? UpdateKind.REPLACE : work.config.update();
          Updates updates = session.updates(work.collection, documents.spec(how));
          yield () -> changed(updates.update(documents.found(number), value), "update");
        }
        case MODIFY -> {
          Runnable read = prepare(Mix.Kind.READ);
          Runnable update = prepare(Mix.Kind.UPDATE);
          yield () -> {
            read.run();
            update.run();
          };
        }
        case INSERT -> {
          Inserts inserts = session.inserts(work.collection);
          yield () -> {
            // Nothing is to do when an attempt before was done and its answer lost.
            if (!again || reader.flatMap(it -> it.find(id())).isEmpty()) {
              inserts.insert(List.of(added));
            }
          };
        }
        case DELETE -> {
          Deletes deletes = session.deletes(work.collection);
          // A second attempt finds nothing when the first one was done and its answer lost.
          yield () -> changed(Math.max(deletes.delete(id()), again ? 1 : 0), "delete");
        }
      };
    }

    private long id() {
      return documents.id(number);
    }

    private void received(long id, ObjectValue body) {
      answer.add(new Document(id, body));
    }

    private void changed(long found, String what) {
      if (found != 1) {
        throw new IllegalStateException(
            "the " + what + " of document " + id() + " found " + found + " documents instead of 1");
      }
    }

    @Override
    public int kind() {
      return card;
    }

    @Override
    public void choose() {
      card = deck.next();
      again = false;
      Mix.Kind kind = kinds.get(card);
      if (kind == Mix.Kind.INSERT) {
        number = model.insert();
        added = documents.document(number);
        return;
      }
      draw(kind.writes());
      if (kind.reads()) {
        int most = kind == Mix.Kind.FIND ? 1 + random.nextInt(work.limit) : 1;
        reading.begin(number, most);
      }
      if (kind.writes()) {
        value = model.change(number, kind == Mix.Kind.DELETE);
      }
    }

    /** Draws until there is a document, which no other worker changes if this one is to. */
    private void draw(boolean take) {
      do {
        slot = indexes.sample();
        if (work.keys == Keys.LATEST) {
          slot += model.slotCount() - documents.size();
        }
        number = model.in(slot);
      } while (number < 0 || (take && !model.take(number)));
    }

    @Override
    public void attempt() {
      answer.clear();
      try {
        if (!connected) {
          connect();
        }
        attempts.get(card).run();
      } catch (StoreException e) {
        again = true;
        close();
        throw e;
      }
    }

    @Override
    public void release(boolean acknowledged) {
      Mix.Kind kind = kinds.get(card);
      if (acknowledged && kind.reads()) {
        Optional<ContentReader> whole = reads++ % SAMPLED == 0 ? reader : Optional.empty();
        reading
            .fault(answer, whole)
            .ifPresent(fault -> {
              throw new IllegalStateException("a read returned what it must not: " + fault);
            });
      }
      if (kind.writes()) {
        model.give(number, slot, acknowledged);
      }
    }

    private void close() {
      if (connected) {
        connected = false;
        try {
          session.close();
        } catch (StoreException e) {
          return; // It is given up because it failed, and that was told.
        }
      }
    }
  }
}
