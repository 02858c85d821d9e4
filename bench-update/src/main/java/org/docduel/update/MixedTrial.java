package org.docduel.update;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.DiscreteSampler;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.ServerWatches;
import org.docduel.core.fork.StoreState;
import org.docduel.core.group.Clients;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
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
import org.docduel.update.UpdateBenchmark.Update;
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
  private MixedModel model;
  private ServerWatches watches;
  private Window window;
  private boolean finished;

  /**
   * What workers do.
   *
   * @param found the field by which updates find documents
   * @param exponent of Zipf's law
   * @param limit the most documents that a search asks for
   * @param apart whether the kinds of the mix are measured apart as well
   */
  record Work(
      MixedDocuments documents,
      Collection collection,
      String found,
      Mix mix,
      Keys keys,
      double exponent,
      int limit,
      UpdateKind update,
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
    default Optional<Collection> collection(Combination combination) {
      return Optional.of(work(combination).collection);
    }

    @Override
    default int connections(Combination combination, int threads) {
      int pool = combination.storeConfig().pool();
      return pool > 0 ? pool : threads;
    }

    /**
     * Each worker has a document of its own while it changes one, and may be dealt all of its
     * deletes before an insert.
     */
    @Override
    default Optional<String> threadLimit(Combination combination, int threads) {
      Work work = work(combination);
      int size = work.documents.size();
      int deletes = work.mix.weights().getOrDefault(Mix.Kind.DELETE, 0);
      return size < threads * (deletes + 1L)
          ? Optional.of("documents=" + size + " leaves some of them no document of their own")
          : Optional.empty();
    }
  }

  /** Opens the store, and loads the collection unless another client of the run does. */
  @Setup(Level.Trial)
  public void open(StoreState state, BenchmarkParams benchmark) {
    stores = state;
    params = benchmark;
    Combination combination = new Combination(params.getBenchmark(), StoreState.parameters(params));
    work = ((Shared) new UpdateWorkload().experiment(params.getBenchmark())).work(combination);
    if (!clients.isFirst()) {
      clients.await(); // the first one loads
    }
    store = stores.open(combination.storeConfig());
    int size = work.documents.size();
    model = new MixedModel(work.documents, clients.from(size), clients.until(size));
    watches = ServerWatches.of(store, stores.provider(), work.collection);
    window =
        Window.of(
            params,
            combination.get(Update.RATE),
            work.apart ? "operations" : "updates",
            work.apart ? work.mix.kinds().stream().map(Mix.Kind::label).toList() : List.of(),
            watches);
    if (clients.isFirst()) {
      try (Session session = store.session()) {
        Ingestion load = session.ingestion(work.collection);
        DocumentLoad.all(work.documents, size, load, new PhaseClock());
      }
      check(
          "documents before the run",
          reader -> ContentCheck.check(work.documents, 0, size, reader));
      store.settle();
      clients.await();
    }
  }

  private void check(String what, Function<ContentReader, ContentCheck.Outcome> check) {
    if (stores.provider().capabilities().contains(Capability.READ_BACK)) {
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
    String what = work.apart ? "acknowledged operations" : "last acknowledged values";
    check(what + " after the run", model::check);
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
      operations = trial.new Operations(trial.clients.number() * thread.getThreadCount() + number);
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
    private final DiscreteSampler places;
    private final List<Document> answer = new ArrayList<>();
    private final MixedModel.Reading reading = model.new Reading();

    private Optional<Session> connection = Optional.empty();
    private Optional<ContentReader> reader = Optional.empty();

    /** An attempt at each kind of the mix, with the role that it needs. */
    private final Map<Mix.Kind, Runnable> attempts = new EnumMap<>(Mix.Kind.class);

    private Mix.Kind kind = Mix.Kind.READ;
    private boolean again;
    private int reads;
    private int place;
    private int number;
    private long value;
    private List<Document> added = List.of();

    /** A worker's, by its number from 0 among those of all clients. */
    Operations(int worker) {
      random = Keys.random(worker);
      deck = work.mix.new Deck(random);
      places = work.keys.indexes(documents.size(), work.exponent, random, model::documentCount);
      connect();
    }

    private void connect() {
      Session session = store.session();
      connection = Optional.of(session);
      if (kinds.stream().anyMatch(Mix.Kind::reads)) {
        reader = Optional.of(session.reader(work.collection));
      }
      kinds.forEach(one -> attempts.put(one, prepare(one, session)));
    }

    private Runnable prepare(Mix.Kind prepared, Session session) {
      return switch (prepared) {
        case READ -> () -> reader.orElseThrow().find(id()).ifPresent(body -> received(id(), body));
        case FIND -> {
          Scan scan = session.scan(work.collection, documents.key());
          yield () -> scan.from(id(), reading.count(), this::received);
        }
        case UPDATE, REPLACE -> {
          UpdateKind how = prepared == Mix.Kind.REPLACE ? UpdateKind.REPLACE : work.update;
          Updates updates = session.updates(work.collection, documents.spec(how, work.found));
          yield () -> changed(updates.update(id(), value));
        }
        case MODIFY -> {
          Runnable read = prepare(Mix.Kind.READ, session);
          Runnable update = prepare(Mix.Kind.UPDATE, session);
          yield () -> {
            read.run();
            update.run();
          };
        }
        case INSERT -> {
          Inserts inserts = session.inserts(work.collection);
          yield () -> inserts.insert(added);
        }
        case DELETE -> {
          Deletes deletes = session.deletes(work.collection);
          // A second attempt finds nothing when the first one was done and its answer lost.
          yield () -> changed(Math.max(deletes.delete(id()), again ? 1 : 0));
        }
      };
    }

    private long id() {
      return documents.id(number);
    }

    private void received(long id, ObjectValue body) {
      answer.add(new Document(id, body));
    }

    private void changed(long found) {
      if (found != 1) {
        throw new IllegalStateException(
            "the %s of document %d found %d documents instead of 1"
                .formatted(kind.label(), id(), found));
      }
    }

    @Override
    public int kind() {
      return kinds.indexOf(kind);
    }

    @Override
    public void choose() {
      kind = deck.next();
      again = false;
      if (kind == Mix.Kind.INSERT) {
        number = model.insert();
        added = List.of(documents.document(number));
        return;
      }
      do {
        place = places.sample();
        number = model.in(place);
      } while (kind.writes() ? !model.take(number) : !model.isThere(number));
      if (kind.reads()) {
        reading.begin(number, kind == Mix.Kind.FIND ? 1 + random.nextInt(work.limit) : 1);
      }
      if (kind.writes()) {
        value = documents.value(number, model.change(number, kind == Mix.Kind.DELETE));
      }
    }

    @Override
    public void attempt() {
      answer.clear();
      try {
        if (connection.isEmpty()) {
          connect();
        }
        attempts.get(kind).run();
      } catch (StoreException e) {
        again = true;
        close();
        throw e;
      }
    }

    @Override
    public void release(boolean acknowledged) {
      if (acknowledged && kind.reads()) {
        Optional<ContentReader> whole = reads++ % SAMPLED == 0 ? reader : Optional.empty();
        reading
            .fault(answer, whole)
            .ifPresent(fault -> {
              throw new IllegalStateException("a read returned what it must not: " + fault);
            });
      }
      if (kind.writes()) {
        model.give(number, place, acknowledged);
      }
    }

    private void close() {
      Optional<Session> given = connection;
      connection = Optional.empty();
      try {
        given.ifPresent(Session::close);
      } catch (StoreException e) {
        // it is given up because it failed, and that was told
      }
    }
  }
}
