package org.docduel.read.links;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.config.StoreConfig.StoreSettings;
import org.docduel.core.fork.ClientLoad;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.ForkStore;
import org.docduel.core.fork.MetricsProfiler.IterationMetrics;
import org.docduel.core.fork.StoreState;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.datasets.LinkedDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.LinkRead;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.work.ContentCheck;
import org.docduel.read.IdDigest;
import org.docduel.read.IdDigest.Answer;
import org.docduel.read.ReadData;
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
 * java -jar bench-read/target/benchmarks.jar LinkRead -p links=10 -p documents=10000
 * </pre>
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 3, jvmArgsAppend = "-Xmx448m")
@Warmup(iterations = 2)
@Measurement(iterations = 5)
@Timeout(time = 2, timeUnit = TimeUnit.HOURS)
public class LinkReadBenchmark {
  private static final Index REFERENCES = Index.elements(LinkedDocuments.LINKS);
  private static final Index SOURCES =
      new Index(Index.Kind.ORDERED, List.of(LinkedDocuments.SOURCE));

  /** Runs the look-ups and receives the documents. */
  @Benchmark
  public long lookUp(Prepared prepared) {
    return prepared.run();
  }

  /**
   * One look-up, prepared: its documents loaded, its answer checked against the generator, its plan
   * looked at. A store that gives another answer gets no score.
   */
  @State(Scope.Benchmark)
  public static class Prepared {
    /** Which store; {@code all} is the launcher's. */
    @Param(StoreState.ALL)
    public String store = StoreState.ALL;

    /** What is looked up: referring, in, lookup. */
    @Param({"referring", "in", "lookup"})
    public String query = "referring";

    /** Documents in the collection. */
    @Param("10000")
    public String documents = "10000";

    /** Links of each document. */
    @Param("10")
    public String links = "10";

    /** Look-ups of one observation. */
    @Param("1000")
    public String lookups = "1000";

    /** The payload of each document. */
    @Param("200B")
    public String payload = "200B";

    /** Whether links have an index: links, none. */
    @Param("links")
    public String index = "links";

    /** The parameters that the store declares, as {@link StoreSettings#text} writes them. */
    @Param(StoreSettings.DEFAULT)
    public String settings = StoreSettings.DEFAULT;

    private final ForkStore opened = new ForkStore();
    private final ClientLoad load = new ClientLoad();
    private Optional<Ready> ready = Optional.empty();
    private IdDigest received = new IdDigest();
    private long bytes;

    private record Ready(
        LinkAnswers answers,
        Answer expected,
        List<long[]> arguments,
        Store store,
        Session session,
        ReadData data,
        LinkRead read) {}

    /** Loads what is missing and checks the answer. */
    @Setup(Level.Trial)
    public void open(BenchmarkParams params) {
      LinkReadExperiment.Kind kind = LinkReadExperiment.QUERY.parse(query);
      int count = LinkReadExperiment.DOCUMENTS.parse(documents);
      int each = LinkReadExperiment.LINKS.parse(links);
      boolean indexed = LinkReadExperiment.INDEX.parse(index);
      int bytesEach = PayloadSize.parse(payload).bytes();
      LinkedDocuments dataset = LinkedDocuments.of(count, each, bytesEach);
      String space =
          "links"
              + count
              + "_"
              + each
              + "_"
              + bytesEach
              + (indexed ? "_i" : "_n")
              + StoreSettings.parse(settings).tag();
      Store open = opened.open(store, ReadData.config(store, settings));
      ReadData data =
          new ReadData(
              dataset,
              count,
              new Collection(
                  space, dataset.document(0).body(), indexed ? List.of(REFERENCES) : List.of()));
      data.provide(open);
      ReadData pairs =
          new ReadData(
              dataset.pairs(),
              (long) count * each,
              new Collection(
                  space + "_p",
                  dataset.pairs().document(0).body(),
                  indexed ? List.of(SOURCES) : List.of()));
      if (kind == LinkReadExperiment.Kind.LOOKUP) {
        pairs.provide(open);
      }
      LinkAnswers answers =
          new LinkAnswers(kind, dataset, count, LinkReadExperiment.LOOKUPS.parse(lookups));
      List<long[]> arguments =
          LongStream.of(answers.asked()).mapToObj(id -> kind.arguments(dataset, id)).toList();
      Session session = open.session();
      LinkRead read = session.links(data.collection(), kind.query(pairs.collection()));
      Ready run = new Ready(answers, answers.expected(), arguments, open, session, data, read);
      ready = Optional.of(run);
      checkAnswer(run, params);
      QueryPlan plan = read.explain(arguments.get(0));
      boolean used = plan.indexes().stream().anyMatch(name -> isNeeded(kind, name));
      ReadData.plan(store, params, plan, indexed, used);
    }

    /** Whether a plan's index is the one that a look-up needs. */
    private static boolean isNeeded(LinkReadExperiment.Kind kind, String index) {
      return switch (kind) {
        case REFERRING -> index.endsWith(REFERENCES.name());
        case LOOKUP -> index.endsWith(SOURCES.name());
        case IN -> true;
      };
    }

    /** Every body is decoded here and compared with the generator's. */
    private void checkAnswer(Ready run, BenchmarkParams params) {
      ContentReader stored = run.session.reader(run.data.collection());
      IdDigest digest = new IdDigest();
      AtomicLong wrong = new AtomicLong(-1);
      for (int i = 0; i < run.arguments.size(); i++) {
        int lookup = i;
        run.read.run(
            run.arguments.get(i),
            (id, body) -> {
              digest.add(run.answers.pair(lookup, id));
              if (id < 0
                  || id >= run.data.rows()
                  || !body.decode()
                      .equals(
                          stored.asStored(
                              new Document(id, run.data.dataset().document(id).body())))) {
                wrong.set(id);
              }
            });
      }
      String difference =
          wrong.get() >= 0
              ? "document " + wrong + " comes back changed"
              : run.expected.difference(digest.answer());
      String right =
          run.expected.rows()
              + " documents of "
              + run.arguments.size()
              + " look-ups, as the generator has them";
      new ContentCheck.Outcome(difference.isEmpty(), difference.isEmpty() ? right : difference)
          .tell(store, params, "answer before the run");
    }

    /** Begins an observation. */
    @Setup(Level.Iteration)
    public void begin() {
      received = new IdDigest();
      bytes = 0;
      load.start();
    }

    /** Runs the look-ups; ids and sizes are digested, so that they have to be looked at. */
    private long run() {
      Ready run = ready.orElseThrow();
      for (int i = 0; i < run.arguments.size(); i++) {
        int lookup = i;
        run.read.run(
            run.arguments.get(i),
            (id, body) -> {
              received.add(run.answers.pair(lookup, id));
              bytes += body.bytes();
            });
      }
      return bytes;
    }

    /** Sees that what came is the answer. */
    @TearDown(Level.Iteration)
    public void check() {
      load.stop();
      Ready run = ready.orElseThrow();
      Answer answer = received.answer();
      if (!answer.equals(run.expected)) {
        throw new StoreException(store + ": " + run.expected.difference(answer));
      }
      double asked = run.arguments.size();
      IterationMetrics.put("documents", answer.rows() / asked, "docs/lookup");
      IterationMetrics.put("received", bytes / asked, "B/lookup");
    }

    /** Tells what the server is and how the documents lie on its disk. */
    @TearDown(Level.Trial)
    public void close(BenchmarkParams params) {
      try {
        ready.ifPresent(run -> {
          ForkFacts.store(
              store,
              StoreState.parameters(params),
              run.data.rows(),
              run.store.describe(run.data.collection()));
          run.session.close();
        });
      } finally {
        ready = Optional.empty();
        opened.close();
      }
    }
  }
}
