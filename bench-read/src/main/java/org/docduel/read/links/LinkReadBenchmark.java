package org.docduel.read.links;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.config.StoreConfig.StoreSettings;
import org.docduel.core.fork.ClientLoad;
import org.docduel.core.fork.ForkProfiler.IterationMetrics;
import org.docduel.core.fork.StoreState;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.datasets.LinkedDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.LinkRead;
import org.docduel.core.spi.LinkRead.LinkQuery;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.spi.StoreException;
import org.docduel.core.work.ContentCheck.Outcome;
import org.docduel.core.work.WarmUp;
import org.docduel.core.workload.Combination;
import org.docduel.core.workload.Experiment;
import org.docduel.read.IdDigest;
import org.docduel.read.IdDigest.Answer;
import org.docduel.read.Reading;
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
import org.openjdk.jmh.annotations.Timeout;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Finds documents along links: those that refer to a document, and those that a document refers to,
 * by their keys or by a join on the server.
 *
 * <p>One observation is a series of look-ups, one after the other, each of another document. Timed:
 * sending each look-up, the server's work, and receiving every document of the answer whole; ids
 * are read and digested, bodies stay as they came. Not timed: loading (once for each collection of
 * a run), and the check before anything is measured, in which every body is decoded and compared
 * with the generator's.
 *
 * <pre>
 * docduel links -p links=10 -p documents=10000
 * </pre>
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 3, jvmArgsPrepend = "-Xmx448m")
@Warmup(iterations = 2)
@Measurement(iterations = 5)
@Timeout(time = 2, timeUnit = TimeUnit.HOURS)
@State(Scope.Benchmark)
public class LinkReadBenchmark {
  private static final Index REFERENCES = Index.on(Index.Kind.ELEMENTS, LinkedDocuments.LINKS);
  private static final Index SOURCES = Index.on(Index.Kind.ORDERED, LinkedDocuments.SOURCE);

  @Param(StoreState.ALL)
  public String store = StoreState.ALL;

  @Param({"referring", "in", "lookup"})
  public String query = "referring";

  @Param("10000")
  public String documents = "10000";

  @Param("10")
  public String links = "10";

  @Param("1000")
  public String lookups = "1000";

  @Param("200B")
  public String payload = "200B";

  @Param("links")
  public String index = "links";

  /** The parameters that the store declares, as {@link StoreSettings#text} writes them. */
  @Param(StoreSettings.DEFAULT)
  public String settings = StoreSettings.DEFAULT;

  private final ClientLoad load = new ClientLoad();
  private Optional<WarmUp> warmUp = Optional.empty();
  private Reading reading;
  private Collection documentCollection;
  private LookUps lookUps;
  private Answer expected;
  private List<long[]> arguments;
  private LinkRead read;
  private IdDigest received = new IdDigest();
  private long bytes;

  /** Loads what is missing, and checks the answer: a store that gives another gets no score. */
  @Setup(Level.Trial)
  public void open(BenchmarkParams params) {
    warmUp = WarmUp.ofFork(params);
    Kind kind = LinkReads.QUERY.parse(query);
    int count = LinkReads.DOCUMENTS.parse(documents);
    int each = LinkReads.LINKS.parse(links);
    boolean indexed = LinkReads.INDEX.parse(index);
    int bytesEach = PayloadSize.parse(payload).bytes();
    LinkedDocuments dataset = new LinkedDocuments(count, each, bytesEach);
    String name =
        String.format("links%d_%d_%d_%s", count, each, bytesEach, indexed ? "i" : "n")
            + StoreSettings.parse(settings).tag();
    reading = new Reading(store, store, settings, params);
    documentCollection = collection(name, dataset, indexed, REFERENCES);
    reading.provide(dataset, count, documentCollection);
    Collection pairs = collection(name + "_p", dataset.pairs(), indexed, SOURCES);
    if (kind == Kind.LOOKUP) {
      reading.provide(dataset.pairs(), (long) count * each, pairs);
    }
    lookUps = new LookUps(kind, dataset, count, LinkReads.LOOKUPS.parse(lookups));
    expected = lookUps.expected();
    arguments = LongStream.of(lookUps.ids()).mapToObj(id -> kind.arguments(dataset, id)).toList();
    read = reading.session().links(documentCollection, kind.query(pairs));
    checkAnswer();
    QueryPlan plan = read.explain(arguments.get(0));
    boolean used = plan.indexes().stream().anyMatch(kind::isServedBy);
    reading.plan(plan, indexed, used);
  }

  private static Collection collection(String name, Dataset dataset, boolean indexed, Index links) {
    return new Collection(name, dataset.document(0).body(), indexed ? List.of(links) : List.of());
  }

  /** Every body is decoded here and compared with the generator's. */
  private void checkAnswer() {
    ContentReader stored = reading.session().reader(documentCollection);
    IdDigest digest = new IdDigest();
    List<Long> changedIds = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      int lookup = i;
      read.run(
          arguments.get(i),
          (id, size, body) -> {
            digest.add(lookUps.pair(lookup, id));
            if (id < 0
                || id >= lookUps.documents
                || !body.get()
                    .equals(
                        stored.asStored(new Document(id, lookUps.dataset.document(id).body())))) {
              changedIds.add(id);
            }
          });
    }
    Optional<String> fault = fault(changedIds, expected, digest.answer());
    String right =
        "%d documents of %d look-ups, as the generator has them"
            .formatted(expected.rows(), arguments.size());
    reading.check("answer before the run", new Outcome(fault, right));
  }

  /** With ids as the store gave them: a wrong one may be any number. */
  static Optional<String> fault(List<Long> changedIds, Answer expected, Answer received) {
    return changedIds.isEmpty()
        ? expected.fault(received)
        : Optional.of("document " + changedIds.get(0) + " comes back changed");
  }

  @Setup(Level.Iteration)
  public void startIteration() {
    warmUp.ifPresent(active -> active.untilTwoAgree(this::lookUp, () -> {}));
    received = new IdDigest();
    bytes = 0;
    load.start();
  }

  /** Runs the look-ups; ids and sizes are digested, so that they have to be looked at. */
  @Benchmark
  public long lookUp() {
    for (int i = 0; i < arguments.size(); i++) {
      int lookup = i;
      read.run(
          arguments.get(i),
          (id, size, body) -> {
            received.add(lookUps.pair(lookup, id));
            bytes += size;
          });
    }
    return bytes;
  }

  @TearDown(Level.Iteration)
  public void check() {
    load.stop();
    Answer answer = received.answer();
    expected
        .fault(answer)
        .ifPresent(fault -> {
          throw new StoreException(store + ": " + fault);
        });
    double lookupCount = arguments.size();
    IterationMetrics.put("documents", answer.rows() / lookupCount, "docs/lookup");
    IterationMetrics.put("received", bytes / lookupCount, "B/lookup");
  }

  @TearDown(Level.Trial)
  public void close() {
    try (Reading closed = reading) {
      closed.describe(documentCollection, lookUps.documents);
    }
  }

  enum Kind {
    /** The documents that have an id among their links. */
    REFERRING,

    /** The documents that a document links to, by their keys. */
    IN,

    /** The documents that a document links to, by a join with the link documents. */
    LOOKUP;

    /** The query, with the collection that the link documents are in. */
    LinkQuery query(Collection pairs) {
      return switch (this) {
        case REFERRING -> new LinkQuery.Referring(Path.of(LinkedDocuments.LINKS));
        case IN -> new LinkQuery.In();
        case LOOKUP -> new LinkQuery.Lookup(pairs, LinkedDocuments.SOURCE, LinkedDocuments.TARGET);
      };
    }

    /** What a look-up of a document is asked with. */
    long[] arguments(LinkedDocuments dataset, long id) {
      return this == IN ? dataset.targets(id) : new long[] {id};
    }

    /** Whether it is answered by an index of a plan. */
    boolean isServedBy(String index) {
      return this == IN || index.endsWith((this == LOOKUP ? SOURCES : REFERENCES).name());
    }
  }

  /**
   * Which documents are looked up in an observation, and what must be found, from the generator
   * alone. An answer is the digest of all pairs of a look-up and a found document.
   */
  record LookUps(Kind kind, LinkedDocuments dataset, int documents, int count) {
    /** The documents, in the order in which they are looked up; none comes twice. */
    long[] ids() {
      // About the golden section of all, and without a common factor.
      long step = Math.round(documents * 0.6180339887);
      while (!BigInteger.valueOf(documents).gcd(BigInteger.valueOf(step)).equals(BigInteger.ONE)) {
        step++;
      }
      long stride = step;
      return LongStream.range(0, count).map(i -> i * stride % documents).toArray();
    }

    /** The number in a digest that stands for a document found in a look-up. */
    long pair(int lookup, long found) {
      return (long) lookup * documents + found;
    }

    Answer expected() {
      IdDigest digest = new IdDigest();
      long[] ids = ids();
      Map<Long, Integer> lookups = new HashMap<>();
      for (int i = 0; i < ids.length; i++) {
        lookups.put(ids[i], i);
      }
      for (long index = 0; index < documents; index++) {
        for (long target : dataset.targets(index)) {
          boolean referring = kind == Kind.REFERRING;
          Integer lookup = lookups.get(referring ? target : index);
          if (lookup != null) {
            digest.add(pair(lookup, referring ? index : target));
          }
        }
      }
      return digest.answer();
    }
  }

  public static final class LinkReads implements Experiment {
    private static final Parameter<Kind> QUERY =
        Parameter.choice(
            "query",
            Kind.class,
            "referring (documents that link to an id), in (documents that one links to, by"
                + " key), lookup (the same by a join)",
            "query=referring,in");
    private static final Parameter<Integer> DOCUMENTS =
        Parameter.number(
            "documents", 2, 10_000_000, "documents in the collection", "documents=10000");
    private static final Parameter<Integer> LINKS =
        Parameter.number("links", 1, 100, "links of each document", "links=1,10,100");
    private static final Parameter<Integer> LOOKUPS =
        Parameter.number(
            "lookups",
            1,
            10_000_000,
            "look-ups of one observation, at most one for each document",
            "lookups=1000");
    private static final Parameter<Boolean> INDEX =
        Parameter.choice(
            "index",
            Map.of("links", true, "none", false),
            "links (the array's elements, the links' sources), none",
            "index=none");

    @Override
    public Optional<Capability> requiredCapability() {
      return Optional.of(Capability.LINK_READ);
    }

    @Override
    public boolean warmsUp() {
      return true;
    }

    @Override
    public List<Parameter<?>> parameters() {
      return List.of(QUERY, DOCUMENTS, LINKS, LOOKUPS, PayloadSize.PARAMETER, INDEX);
    }

    @Override
    public Optional<String> unsupportedReason(Combination combination) {
      if (combination.get(DOCUMENTS) < 2 * combination.get(LINKS)) {
        return Optional.of("there are fewer than two documents for each link");
      }
      if (combination.get(LOOKUPS) > combination.get(DOCUMENTS)) {
        return Optional.of("there are fewer documents than look-ups");
      }
      return combination.get(QUERY) == Kind.IN && !combination.get(INDEX)
          ? Optional.of("a document's key has an index in every store")
          : Optional.empty();
    }

    @Override
    public Optional<String> threadLimit(Combination combination, int threads) {
      return threads > 1 ? Optional.of("LinkRead supports only -t 1") : Optional.empty();
    }

    @Override
    public Optional<Description> description(Combination combination) {
      return Optional.of(
          new Description(
              combination.benchmark(),
              "Time of {lookups|look-up|look-ups} of {query}, among {documents|document|documents} of"
                  + " {payload} with {links|link|links} each, with {index}",
              Map.of(
                  "query=referring", "the documents that link to one",
                  "query=in", "the documents that one links to, by their ids",
                  "query=lookup", "the documents that one links to, by a join",
                  "index=links", "an index on the links",
                  "index=none", "no index"),
              ""));
    }

    /** Queries find different documents: their times are never compared. */
    @Override
    public PrimaryMetric primaryMetric() {
      return new PrimaryMetric("", LOOKUPS.name());
    }
  }
}
