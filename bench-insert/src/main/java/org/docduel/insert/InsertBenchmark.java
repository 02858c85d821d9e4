package org.docduel.insert;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.files.FileDocuments;
import org.docduel.core.files.Fractions;
import org.docduel.core.fork.ClientLoad;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.ServerWatches;
import org.docduel.core.fork.StoreState;
import org.docduel.core.group.Clients;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.model.datasets.InsertDocuments.DocumentShape;
import org.docduel.core.model.datasets.ShopDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.query.ShopIndexes;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Session.Inserts;
import org.docduel.core.spi.Store;
import org.docduel.core.work.ContentCheck;
import org.docduel.core.work.WarmUp;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Experiment.PrimaryMetric;
import org.docduel.stats.sidecar.Sidecar.Description;
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
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Inserts documents in batches into an empty collection.
 *
 * <p>Timed: for every batch, encoding the documents, sending them and waiting for the server's
 * acknowledgement. Not timed: making the documents (once a fork, before anything is measured),
 * emptying the collection before each observation, and checking the content before the first and
 * after the last one.
 *
 * <p>One observation is the insertion of all {@code documents}; with {@code -t n}, of n times as
 * many by n clients.
 *
 * <pre>
 * docduel insert -p payload=10B,4KB -p store=postgres-json,postgres-jsonb
 * </pre>
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 3, jvmArgsPrepend = "-Xmx2g")
@Warmup(iterations = 1)
@Measurement(iterations = 5)
public class InsertBenchmark {
  @Benchmark
  public void insert(Client client) {
    client.insert();
  }

  /**
   * The collection that all clients insert into: made and checked before a fork's first
   * observation, checked after its last.
   */
  @State(Scope.Benchmark)
  public static class Target {
    @Param({"10B", "200B", "1KB", "2KB", "4KB"})
    public String payload = "4KB";

    @Param("1")
    public String attributes = "1";

    @Param("text")
    public String encoding = "text";

    @Param("none")
    public String index = "none";

    @Param("500")
    public String batch = "500";

    @Param("10000")
    public String documents = "10000";

    @Param("flat")
    public String shape = "flat";

    @Param(OwnFile.GENERATED)
    public String dataset = OwnFile.GENERATED;

    @Param("double")
    public String fractions = "double";

    private final Clients clients = Clients.ofFork();

    /** Where the threads wait until the last one has begun for all. */
    private CyclicBarrier beginning;

    private Store opened;
    private Collection collection;
    private Dataset source;
    private int batchSize;
    private int each;
    private ServerWatches watches;
    private Optional<WarmUp> warmUp = Optional.empty();

    /** Opens the store, makes the collection, and checks that a batch comes back as it was sent. */
    @Setup(Level.Trial)
    public void open(StoreState stores, BenchmarkParams params) {
      source =
          FileDocuments.isPath(dataset)
              ? OwnFile.read(dataset, Fractions.PARAMETER.parse(fractions))
              : ShopDocuments.byName(dataset)
                  .<Dataset>map(shop -> shop)
                  .orElseGet(() -> Insert.generated(payload, attributes, encoding, shape));
      collection =
          new Collection("w1", source.document(0).body(), Insert.indexes(index, dataset))
              .withShape(source.shape());
      batchSize = Insert.BATCH.parse(batch);
      each = Insert.DOCUMENTS.parse(documents);
      beginning = new CyclicBarrier(params.getThreads(), clients::startIteration);
      if (!clients.isFirst()) {
        clients.await(); // the first one makes the collection
      }
      opened =
          stores.open(
              StoreConfig.defaults().withEncoding(PayloadEncoding.PARAMETER.parse(encoding)));
      watches = ServerWatches.of(opened, stores.provider(), collection);
      warmUp = WarmUp.ofFork(params);
      if (clients.isFirst()) {
        prepareCollection(stores, params);
        clients.await();
      }
    }

    private void prepareCollection(StoreState stores, BenchmarkParams params) {
      int first = Math.min(batchSize, each);
      opened.create(collection);
      try (Session session = opened.session()) {
        Inserts inserts = session.inserts(collection);
        FileDocuments.send(source, 0, source.documents(0, first), inserts::insert);
      }
      check(stores, params, "a batch before the run", first);
      opened.empty(collection);
      opened.quiesce();
      OwnFile.findings(source, all(params));
    }

    private long all(BenchmarkParams params) {
      return (long) each * params.getThreads() * clients.count();
    }

    /** Empties the collection, so that every observation begins alike. */
    @Setup(Level.Iteration)
    public void empty() {
      clients.await();
      if (clients.isFirst()) {
        restore();
      }
    }

    private void restore() {
      opened.empty(collection);
      watches.start();
    }

    @TearDown(Level.Iteration)
    public void read() {
      if (clients.isFirst()) {
        watches.end();
      }
    }

    /** Checks what the last observation left, and tells how it lies on disk. */
    @TearDown(Level.Trial)
    public void check(StoreState stores, BenchmarkParams params) {
      clients.await();
      if (clients.isFirst()) {
        check(stores, params, "content after the run", all(params));
        ForkFacts.store(
            stores.store,
            StoreState.combination(params),
            all(params),
            opened.describe(collection).with("numbers", source.numbers()));
      }
      watches.close();
    }

    private void check(StoreState stores, BenchmarkParams params, String what, long count) {
      if (stores.provider().capabilities().contains(Capability.READ_BACK)) {
        try (Session session = opened.session()) {
          ContentCheck.check(source, 0, count, session.reader(collection))
              .recordOrThrow(stores.store, params, what);
        }
      }
    }
  }

  /**
   * One thread's connection and the documents that it inserts: as many as each other thread, with
   * ids of their own.
   */
  @State(Scope.Thread)
  public static class Client {
    private final ClientLoad load = new ClientLoad();
    private final List<List<Document>> batches = new ArrayList<>();
    private Session session;
    private Inserts inserts;
    private Target target;
    private boolean first;
    private boolean collected;

    @Setup(Level.Trial)
    public void connect(Target shared, ThreadParams thread) {
      target = shared;
      session = target.opened.session();
      Inserts sent = session.inserts(target.collection);
      inserts = batch -> FileDocuments.send(target.source, batch.get(0).id(), batch, sent::insert);
      first = thread.getThreadIndex() == 0;
      long before = (long) target.clients.number() * thread.getThreadCount();
      long from = (before + thread.getThreadIndex()) * target.each;
      List<Document> documents = target.source.documents(from, target.each);
      for (int done = 0; done < target.each; done += target.batchSize) {
        batches.add(documents.subList(done, Math.min(done + target.batchSize, target.each)));
      }
    }

    /**
     * Starts the client's clock of processor time. The first thread's stands for the whole process.
     *
     * <p>Once the documents are made they are moved to where long-lived objects are: a million
     * fields would otherwise be copied by collections while something is timed.
     */
    @Setup(Level.Iteration)
    public void startIteration() throws InterruptedException, BrokenBarrierException {
      if (first && !collected) {
        collected = true;
        System.gc();
      }
      target.warmUp.ifPresent(active -> active.untilTwoAgree(this::insert, target::restore));
      if (target.clients.count() > 1) {
        target.beginning.await();
      }
      load.start();
    }

    void insert() {
      for (List<Document> batch : batches) {
        inserts.insert(batch);
      }
    }

    @TearDown(Level.Iteration)
    public void end() {
      target.clients.end();
      if (first) {
        load.stop();
      }
    }

    @TearDown(Level.Trial)
    public void disconnect() {
      session.close();
    }
  }

  static final class Insert implements Experiment {
    private static final String NO_INDEX = "none";
    private static final String LINKS = "links";
    private static final String OWN = "own";

    private static final Parameter<String> INDEX =
        Parameter.choice(
            "index",
            Map.of(NO_INDEX, NO_INDEX, LINKS, LINKS, OWN, OWN),
            "none, links (on the array of ten link ids), own (those of accounts or products)",
            "index=none,links");

    private static final Parameter<Integer> BATCH =
        Parameter.number("batch", 1, 10_000, "documents in a batch", "batch=1,500");
    static final Parameter<Integer> DOCUMENTS =
        OwnFile.count(
            Parameter.number(
                "documents", 1, 10_000_000, "documents in an observation", "documents=10000"));
    static final List<Parameter<?>> PARAMETERS =
        List.of(
            PayloadSize.PARAMETER,
            Attributes.PARAMETER,
            PayloadEncoding.PARAMETER,
            INDEX,
            BATCH,
            DOCUMENTS,
            DocumentShape.PARAMETER,
            OwnFile.parameter(
                ", accounts, products (of a shop)",
                Stream.concat(Stream.of(OwnFile.GENERATED), ShopDocuments.NAMES.stream()).toList()),
            Fractions.PARAMETER);

    static InsertDocuments generated(
        String payload, String attributes, String encoding, String shape) {
      return InsertDocuments.withDefaults()
          .withPayload(PayloadSize.parse(payload))
          .withAttributes(Attributes.PARAMETER.parse(attributes).count())
          .withEncoding(PayloadEncoding.PARAMETER.parse(encoding))
          .withShape(DocumentShape.PARAMETER.parse(shape));
    }

    /** The indexes of the documents of a dataset. */
    static List<Index> indexes(String index, String dataset) {
      return switch (index) {
        case LINKS -> List.of(Index.on(Index.Kind.ELEMENTS, InsertDocuments.LINKS));
        case OWN -> ShopIndexes.of(dataset);
        default -> List.of();
      };
    }

    @Override
    public Optional<Capability> requiredCapability() {
      return Optional.of(Capability.INSERT);
    }

    @Override
    public boolean warmsUp() {
      return true;
    }

    @Override
    public boolean supportsMultipleClients() {
      return true;
    }

    @Override
    public List<Parameter<?>> parameters() {
      return PARAMETERS;
    }

    @Override
    public Optional<String> unsupportedReason(Combination combination) {
      String dataset = combination.value(OwnFile.PARAMETER);
      String index = combination.value(INDEX.name());
      boolean shop = ShopDocuments.byName(dataset).isPresent();
      if (index.equals(OWN) && !shop) {
        return Optional.of("index=own goes with dataset=accounts and dataset=products");
      }
      boolean file = FileDocuments.isPath(dataset);
      if (index.equals(LINKS) && (file || shop)) {
        return Optional.of(
            file
                ? "the links are those of generated documents; a file takes index=none"
                : "dataset=" + dataset + " has no links; it takes index=none or index=own");
      }
      return file
          ? OwnFile.unsupportedReason(combination)
          : shop ? Optional.empty() : Attributes.unsupportedReason(combination);
    }

    /** A store may have no such index. */
    @Override
    public Optional<Collection> collection(Combination combination) {
      String dataset = combination.value(OwnFile.PARAMETER);
      List<Index> indexes = indexes(combination.get(INDEX), dataset);
      Document any =
          ShopDocuments.byName(dataset)
              .map(shop -> shop.document(0))
              .orElseGet(() -> InsertDocuments.withDefaults().document(0));
      return indexes.isEmpty()
          ? Optional.empty()
          : Optional.of(new Collection("w1", any.body(), indexes));
    }

    @Override
    public Map<String, String> publishedValues(Combination combination) {
      return FileDocuments.publishedValues(combination.value(OwnFile.PARAMETER));
    }

    @Override
    public Combination normalize(Combination combination) {
      return OwnFile.normalize(combination, DOCUMENTS);
    }

    /** Each thread keeps its documents. */
    @Override
    public Optional<String> heapShortage(Combination combination, int threads, long heapBytes) {
      String dataset = combination.value(OwnFile.PARAMETER);
      return FileDocuments.isPath(dataset)
          ? OwnFile.read(combination)
              .heapShortage((long) threads * combination.get(DOCUMENTS), heapBytes)
          : Optional.empty();
    }

    @Override
    public Optional<Description> description(Combination combination) {
      return Optional.of(
          OwnFile.description(
              combination,
              "Time to insert {documents|document|documents}",
              ", in batches of {batch}, with {index}",
              Map.of("index=none", "no index", "index=links", "an index on the array of links")));
    }

    @Override
    public Map<String, List<String>> switches() {
      return Map.of(
          "encoding", List.of("text", "intarray"),
          "index", List.of("none", "links"),
          "batch", List.of("1", "500"),
          "payload", List.of("200B", "4KB"),
          "attributes", List.of("1", "50"),
          "durability", List.of("default", "relaxed"),
          "path", List.of("default", "values"));
    }

    @Override
    public PrimaryMetric primaryMetric() {
      return new PrimaryMetric("", "documents");
    }
  }
}
