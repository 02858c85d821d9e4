package org.docduel.update;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.DiscreteSampler;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.files.FileDocuments;
import org.docduel.core.files.Fractions;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.MemoryWatch;
import org.docduel.core.fork.ServerWatches;
import org.docduel.core.fork.StoreState;
import org.docduel.core.group.Clients;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.work.ContentCheck;
import org.docduel.core.work.DocumentLoad;
import org.docduel.core.work.PhaseClock;
import org.docduel.core.work.WarmUp;
import org.docduel.core.work.Window;
import org.docduel.core.work.Worker;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.ExampleDocument;
import org.docduel.core.workload.Experiment;
import org.docduel.stats.sidecar.Sidecar.Description;
import org.docduel.update.Mix.Keys;
import org.docduel.update.MixedBenchmark.Mixed;
import org.docduel.update.UpdateBenchmark.Update;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;
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
  private Combination combination;
  private MixedDocuments documents;
  private Collection collection;
  private Mix mix;
  private boolean mixed;
  private Store store;
  private MixedModel model;
  private ServerWatches watches;
  private Window window;
  private boolean finished;

  /** An experiment whose workers share a collection: a mix, or the one of updates alone. */
  interface Shared extends Experiment {
    int SAMPLE = 1_000;

    static MixedDocuments documents(Combination combination) {
      String dataset = combination.getOr(Mixed.DATASET, MixedDocuments.GENERATED);
      return MixedDocuments.of(
          FileDocuments.isPath(dataset)
              ? combination.getOr(Fractions.PARAMETER, Fractions.DOUBLE)
              : Fractions.DOUBLE,
          dataset,
          combination.getOr(Mixed.ID, MixedDocuments.NUMBERED),
          combination.getOr(Mixed.FIELD, MixedDocuments.SCORE),
          combination.get(Update.DOCUMENTS));
    }

    /** The JSON bytes of so many documents, by the mean of the first thousand. */
    static double jsonBytes(MixedDocuments documents, long count) {
      int sample = Math.min(SAMPLE, documents.size());
      long bytes =
          IntStream.range(0, sample)
              .mapToObj(i -> JsonBytes.text(documents.document(i).body()))
              .mapToLong(text -> text.getBytes(StandardCharsets.UTF_8).length)
              .sum();
      return (double) bytes / sample * count;
    }

    @Override
    default OptionalDouble dataBytes(Combination combination) {
      MixedDocuments documents = documents(combination);
      return OptionalDouble.of(jsonBytes(documents, documents.size()));
    }

    /** A workload in labels, which end with the offered rate. */
    static Description description(
        Combination combination, String text, Map<String, String> labels) {
      int rate = combination.get(Update.RATE);
      Map<String, String> all = new LinkedHashMap<>(labels);
      all.put(
          "rate=" + rate,
          rate == 0
              ? "as fast as clients can send"
              : String.format(Locale.ROOT, "%,d a second offered", rate));
      return new Description(
          combination.benchmark(),
          text + ", {rate}",
          all,
          ExampleDocument.text(documents(combination).document(0).body()));
    }

    @Override
    default Optional<Capability> requiredCapability() {
      return Optional.of(Capability.UPDATE);
    }

    @Override
    default boolean warmsUp() {
      return true;
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
      int size = documents(combination).size();
      Mix mix = combination.getOr(Mix.PARAMETER, Mix.UPDATES);
      int deletes = mix.weights().getOrDefault(Mix.Kind.DELETE, 0);
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
    Experiment experiment = new UpdateWorkload().experiment(params.getBenchmark());
    combination = new Combination(params.getBenchmark(), StoreState.parameters(params));
    documents = Shared.documents(combination);
    collection = experiment.collection(combination).orElseThrow();
    mix = combination.getOr(Mix.PARAMETER, Mix.UPDATES);
    mixed = experiment instanceof Mixed;
    if (!clients.isFirst()) {
      clients.await(); // the first one loads
    }
    store = stores.open(combination.storeConfig());
    int size = documents.size();
    model = new MixedModel(documents, clients.from(size), clients.until(size));
    if (clients.isFirst()) {
      try (Session session = store.session()) {
        new DocumentLoad(collection, documents, size).load(store, session, new PhaseClock());
      }
      check("documents before the run", reader -> ContentCheck.check(documents, 0, size, reader));
      store.quiesce();
      store = stores.restartLimited(store, combination.storeConfig());
      clients.await();
    }
    watches = ServerWatches.of(store, stores.provider(), collection);
    List<String> kinds = mixed ? mix.kinds().stream().map(Parameter::label).toList() : List.of();
    String operations = mixed ? "operations" : "updates";
    boolean writes = mix.kinds().stream().anyMatch(Mix.Kind::writes);
    window =
        Window.of(params, combination.get(Update.RATE), operations, kinds, watches)
            .warmedBy(WarmUp.ofFork(params).map(how -> how.until(watches.memory())), writes);
  }

  private void check(String what, Function<ContentReader, ContentCheck.Outcome> check) {
    if (stores.provider().capabilities().contains(Capability.READ_BACK)) {
      try (Session session = store.session()) {
        check.apply(session.reader(collection)).recordOrThrow(stores.store, params, what);
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
    watches.memory().ifPresent(this::proveLimit);
    clients.await();
    String what = mixed ? "acknowledged operations" : "last acknowledged values";
    check(what + " after the run", model::check);
    if (clients.isFirst()) {
      ForkFacts.store(
          stores.store,
          StoreState.combination(params),
          documents.size(),
          store.describe(collection).with("numbers", documents.numbers()));
    }
    window.requireAcknowledged(stores.store);
  }

  /** Shows that the server had no more memory than it was given, and that this mattered. */
  private void proveLimit(MemoryWatch memory) {
    Map<String, Long> sizes = store.describe(collection).sizes();
    double json = Shared.jsonBytes(documents, documents.size());
    double stored = sizes.getOrDefault("total", sizes.getOrDefault("storage", 0L));
    boolean uniform = combination.get(Mixed.KEYS) == Keys.UNIFORM;
    MemoryWatch.Proof proof = memory.prove(json, stored, uniform ? mix.existing() : 0);
    new ContentCheck.Outcome(proof.fault(), proof.detail())
        .recordOrThrow(stores.store, params, "memory limit");
  }

  /**
   * A worker with a connection of its own: chooses a kind and a document, does it, and compares
   * what it read with the model after the clock has stopped. After a failure it connects anew.
   */
  @State(Scope.Thread)
  public static class Client implements Worker.Operation {
    /** Of so many reads one is compared as a whole, the others by the value that changes. */
    private static final int SAMPLED = 100;

    private MixedTrial trial;
    Worker worker;
    private List<Mix.Kind> kinds;
    private UniformRandomProvider random;
    private Mix.Deck deck;
    private DiscreteSampler places;
    private int limit;
    private MixedModel.Reading reading;

    private Optional<Session> connection = Optional.empty();
    private Optional<ContentReader> reader = Optional.empty();

    /** An attempt at each kind of the mix, with the role that it needs. */
    private List<Runnable> attempts;

    private Mix.Kind kind = Mix.Kind.READ;
    private int card;
    private boolean again;
    private int reads;
    private int place;
    private int number;
    private long value;
    private List<Document> added = List.of();

    @Setup(Level.Trial)
    public void connect(MixedTrial shared, ThreadParams thread) {
      trial = shared;
      int threadIndex = thread.getThreadIndex();
      random = Keys.random(trial.clients.number() * thread.getThreadCount() + threadIndex);
      kinds = trial.mix.kinds();
      deck = trial.mix.new Deck(random);
      Combination combination = trial.combination;
      double theta = combination.getOr(Mixed.THETA, 0.99);
      int size = trial.documents.size();
      places = combination.get(Mixed.KEYS).indexes(size, theta, random, trial.model.placeCount);
      limit = combination.getOr(Mixed.LIMIT, 1);
      reading = trial.model.new Reading();
      connect();
      worker = new Worker(trial.window, threadIndex, this);
    }

    private void connect() {
      Session session = trial.store.session();
      connection = Optional.of(session);
      if (kinds.stream().anyMatch(Mix.Kind::reads)) {
        reader = Optional.of(session.reader(trial.collection));
      }
      attempts = kinds.stream().map(mixKind -> prepare(mixKind, session)).toList();
    }

    private Runnable prepare(Mix.Kind prepared, Session session) {
      Collection collection = trial.collection;
      return switch (prepared) {
        case READ ->
            () -> reader.orElseThrow().find(id()).ifPresent(body -> reading.received(id(), body));
        case FIND -> {
          Session.Scan scan = session.scan(collection, trial.documents.key());
          yield () -> scan.from(id(), reading.before.length, reading::received);
        }
        case UPDATE, REPLACE -> {
          UpdateKind how =
              prepared == Mix.Kind.REPLACE
                  ? UpdateKind.REPLACE
                  : trial.combination.get(UpdateKind.PARAMETER);
          String found = trial.mixed ? UpdateSpec.ID : trial.documents.key();
          MixedDocuments all = trial.documents;
          UpdateSpec.Replacement replacement = (id, value) -> all.body(all.number(id), value);
          UpdateSpec spec = new UpdateSpec(how, found, all.field(), replacement);
          Session.Updates updates = session.updates(collection, spec);
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
          Session.Inserts inserts = session.inserts(collection);
          yield () -> inserts.insert(added);
        }
        case DELETE -> {
          Session.Deletes deletes = session.deletes(collection);
          // A second attempt finds nothing when the first one was done and its answer lost.
          yield () -> changed(Math.max(deletes.delete(id()), again ? 1 : 0));
        }
      };
    }

    private long id() {
      return trial.documents.id(number);
    }

    private void changed(long found) {
      if (found != 1) {
        throw new IllegalStateException(
            "the %s of document %d found %d documents instead of 1"
                .formatted(Parameter.label(kind), id(), found));
      }
    }

    @Setup(Level.Iteration)
    public void startIteration(IterationParams iteration) {
      worker.start(iteration.getType() == IterationType.MEASUREMENT);
    }

    @TearDown(Level.Iteration)
    public void end() {
      worker.end();
    }

    /** Gives the connection back, and waits until the documents are checked. */
    @TearDown(Level.Trial)
    public void disconnect() {
      close();
      trial.finish();
    }

    @Override
    public int choose() {
      kind = deck.next();
      card = kinds.indexOf(kind); // here, where it is not timed
      again = false;
      if (kind == Mix.Kind.INSERT) {
        number = trial.model.insert();
        added = List.of(trial.documents.document(number));
        return card;
      }
      do {
        place = places.sample();
        number = trial.model.in(place);
      } while (kind.writes() ? !trial.model.take(number) : !trial.model.isThere(number));
      if (kind.reads()) {
        reading.start(number, kind == Mix.Kind.FIND ? 1 + random.nextInt(limit) : 1);
      }
      if (kind.writes()) {
        int change = trial.model.change(number, kind == Mix.Kind.DELETE);
        value = trial.documents.value(number, change);
      }
      return card;
    }

    @Override
    public void attempt() {
      reading.answer.clear();
      try {
        if (connection.isEmpty()) {
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
      if (acknowledged && kind.reads()) {
        Optional<ContentReader> sampledReader = reads++ % SAMPLED == 0 ? reader : Optional.empty();
        reading
            .fault(sampledReader)
            .ifPresent(fault -> {
              throw new IllegalStateException("a read returned what it must not: " + fault);
            });
      }
      if (kind.writes()) {
        trial.model.give(number, place, acknowledged);
      }
      if (kind == Mix.Kind.INSERT && !acknowledged) {
        deck.putBack(); // or deletes would leave no documents
      }
    }

    private void close() {
      try {
        connection.ifPresent(Session::close);
      } catch (StoreException e) {
        // it is given up because it failed, and that was told
      }
      connection = Optional.empty();
    }
  }
}
