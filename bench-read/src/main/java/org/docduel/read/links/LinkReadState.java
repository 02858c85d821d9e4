package org.docduel.read.links;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.StoreSettings;
import org.docduel.core.fork.ClientLoad;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.ForkStore;
import org.docduel.core.fork.IterationMetrics;
import org.docduel.core.fork.StoreState;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Document;
import org.docduel.core.model.datasets.LinkedDocuments;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.ContentReader;
import org.docduel.core.spi.LinkRead;
import org.docduel.core.spi.QueryPlan;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.read.Answer;
import org.docduel.read.IdDigest;
import org.docduel.read.load.ReadData;
import org.docduel.stats.sidecar.PlanFact;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * One look-up, prepared: its documents loaded, its answer checked against the generator, its plan
 * looked at. A store that gives another answer gets no score.
 */
@State(Scope.Benchmark)
public class LinkReadState {
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
      LinkParameters chosen,
      LinkAnswers answers,
      Answer expected,
      List<long[]> arguments,
      Store store,
      Session session,
      Collection collection,
      LinkRead read) {}

  /**
   * Loads what is missing and checks the answer.
   *
   * @param params the combination, for the facts
   */
  @Setup(Level.Trial)
  public void open(BenchmarkParams params) {
    if (params.getThreads() != 1) {
      throw new BadInputException(
          "-t " + params.getThreads() + ": look-ups along links are one client's");
    }
    LinkParameters chosen = LinkParameters.parse(this);
    Store open = opened.open(store, ReadData.config(store, settings));
    LinkedDocuments dataset = chosen.dataset();
    ReadData data = data(chosen, false);
    data.provide(open);
    ReadData pairs = data(chosen, true);
    if (chosen.kind() == LinkKind.LOOKUP) {
      pairs.provide(open);
    }
    Session session = open.session();
    LinkAnswers answers = new LinkAnswers(chosen);
    List<long[]> arguments = new ArrayList<>();
    for (int i = 0; i < chosen.lookups(); i++) {
      arguments.add(chosen.kind().arguments(dataset, answers.asked()[i]));
    }
    Ready run =
        new Ready(
            chosen,
            answers,
            answers.expected(),
            arguments,
            open,
            session,
            data.collection(),
            session.links(data.collection(), chosen.kind().query(pairs.collection())));
    ready = Optional.of(run);
    checkAnswer(run, params);
    lookAtPlan(run, params);
  }

  private ReadData data(LinkParameters chosen, boolean pairs) {
    LinkedDocuments dataset = chosen.dataset();
    long rows = pairs ? (long) chosen.documents() * chosen.links() : chosen.documents();
    Dataset source = pairs ? dataset.pairs() : dataset;
    Collection collection =
        new Collection(
            chosen.space() + (pairs ? "_p" : ""),
            source.document(0).body(),
            pairs ? chosen.ofPairs() : chosen.ofDocuments());
    return new ReadData(source, rows, collection);
  }

  /** Every body is decoded here and compared with the generator's. */
  private void checkAnswer(Ready run, BenchmarkParams params) {
    LinkedDocuments dataset = run.chosen.dataset();
    ContentReader stored = run.session.reader(run.collection);
    IdDigest digest = new IdDigest();
    Optional<String> difference = Optional.empty();
    long[] wrong = {-1};
    for (int i = 0; i < run.arguments.size(); i++) {
      int lookup = i;
      run.read.run(
          run.arguments.get(i),
          (id, body) -> {
            digest.add(run.answers.pair(lookup, id));
            boolean known = id >= 0 && id < run.chosen.documents();
            if (!known
                || !body.decode()
                    .equals(stored.asStored(new Document(id, dataset.document(id).body())))) {
              wrong[0] = id;
            }
          });
    }
    if (wrong[0] >= 0) {
      difference = Optional.of("document " + wrong[0] + " comes back changed");
    } else if (!digest.answer().equals(run.expected)) {
      difference = Optional.of(difference(run, digest.answer()));
    }
    ForkFacts.check(
        store,
        StoreState.parameters(params),
        "answer before the run",
        difference.isEmpty(),
        difference.orElse(
            run.expected.rows()
                + " documents of "
                + run.arguments.size()
                + " look-ups, as the generator has them"));
    difference.ifPresent(reason -> {
      throw new StoreException(store + " answers query=" + query + " wrongly: " + reason);
    });
  }

  private static String difference(Ready run, Answer answer) {
    return answer.rows() == run.expected.rows()
        ? "the " + answer.rows() + " documents are not those that were expected"
        : "expected " + run.expected.rows() + " documents, received " + answer.rows();
  }

  private void lookAtPlan(Ready run, BenchmarkParams params) {
    QueryPlan plan = run.read.explain(run.arguments.get(0));
    boolean used = plan.indexes().stream().anyMatch(run.chosen::isNeeded);
    ForkFacts.plan(
        store,
        StoreState.parameters(params),
        plan,
        used ? "index" : run.chosen.indexed() ? PlanFact.FAILED : PlanFact.UNINDEXED);
  }

  /** Begins an observation. */
  @Setup(Level.Iteration)
  public void begin() {
    received = new IdDigest();
    bytes = 0;
    load.start();
  }

  /** Runs the look-ups; ids and sizes are digested, so that they have to be looked at. */
  long run() {
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
      throw new StoreException(store + ": " + difference(run, answer));
    }
    IterationMetrics.put("documents", (double) answer.rows() / run.arguments.size(), "docs/lookup");
    IterationMetrics.put("received", (double) bytes / run.arguments.size(), "B/lookup");
  }

  /**
   * Tells what the server is and how the documents lie on its disk.
   *
   * @param params the combination, for the facts
   */
  @TearDown(Level.Trial)
  public void close(BenchmarkParams params) {
    try {
      ready.ifPresent(run -> {
        ForkFacts.store(
            store,
            StoreState.parameters(params),
            run.chosen.documents(),
            run.store.describe(run.collection));
        run.session.close();
      });
    } finally {
      ready = Optional.empty();
      opened.close();
    }
  }
}
