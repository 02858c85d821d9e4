package org.docduel.testkit.contract;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.datasets.IndexedReadDocuments;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.model.datasets.LinkedDocuments;
import org.docduel.core.model.datasets.UpdateDocuments;
import org.docduel.core.model.datasets.UserDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.query.IndexedReads;
import org.docduel.core.query.Predicate;
import org.docduel.core.query.Projection;
import org.docduel.core.query.Query;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Ingestion;
import org.docduel.core.spi.LinkRead;
import org.docduel.core.spi.LinkRead.LinkQuery;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.spi.Session.Updates;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.Watch;
import org.docduel.core.spi.suite.SuiteQuery;
import org.docduel.testkit.files.Golden;
import org.docduel.testkit.files.ModuleFiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All that a store on PostgreSQL's protocol sends: each role, with each value of each parameter, as
 * one text, which a golden file {@code sent/STORE.txt} of the store's module holds.
 */
@ParameterizedClass(allowZeroInvocations = true)
@MethodSource("stores")
class SentStatementsTest {
  private static final String SPACE = "sent";
  private static final Dataset INSERTED = InsertDocuments.withDefaults();
  private static final Dataset READ = new IndexedReadDocuments();
  private static final Dataset KEYED = new UserDocuments(2);
  private static final LinkedDocuments LINKED = new LinkedDocuments(4, 2, 10);
  private static final UpdateDocuments UPDATED = new UpdateDocuments();
  private static final Collection PLAIN = collection("c", INSERTED);
  private static final Collection INDEXED =
      collection("i", READ, IndexedReads.best().toArray(Index[]::new));

  private final StringBuilder golden = new StringBuilder();

  /** A role's round trip is told once, at the first setting that has it. */
  private final Set<String> seen = new HashSet<>();

  private String currentRole = "";
  private final StoreProvider provider;
  private final PostgresWire wire;
  private final Optional<ServerAddress> address;

  static Stream<Named<StoreProvider>> stores() {
    return ContractStores.readable().filter(store -> usesPostgresProtocol(store.getPayload()));
  }

  private static boolean usesPostgresProtocol(StoreProvider provider) {
    return TestServers.address(provider)
        .map(address -> address.url().startsWith("jdbc:postgresql:"))
        .orElse(false);
  }

  SentStatementsTest(StoreProvider provider) throws IOException {
    this.provider = provider;
    String url = TestServers.address(provider).orElseThrow().url();
    wire = new PostgresWire(url);
    address = Optional.of(new ServerAddress(wire.through(url), SPACE));
  }

  @AfterEach
  void close() throws IOException {
    wire.close();
  }

  @Test
  void sendsTheSameStatementsAsBefore() {
    run();
    String file = "src/test/resources/sent/" + provider.name() + ".txt";
    Golden.check(ModuleFiles.resolve(provider.getClass(), file), golden.toString());
  }

  private void run() {
    StoreConfig standard = StoreConfig.defaults();
    try (Store store = provider.open(address, standard)) {
      // What is made once on a server is there from now on.
      store.create(INDEXED);
      if (can(Capability.QUERY_SUITE)) {
        store.within("golden").clear();
      }
    }
    wire.drain();
    each("inserts", Capability.INSERT, this::inserts);
    with("indexes", standard, this::indexes);
    each("ingestion", Capability.INGEST, this::ingest);
    each("reads", Capability.READ, this::reads);
    each("keys", Capability.KEY_ACCESS, this::keys);
    each("keys", Capability.KEY_ACCESS_IN_CLIENT, this::keys);
    each("links", Capability.LINK_READ, this::links);
    each("updates", Capability.UPDATE, this::updates);
    each("suite", Capability.QUERY_SUITE, this::suite);
  }

  private boolean can(Capability capability) {
    return provider.capabilities().contains(capability);
  }

  private void each(String role, Capability capability, BiConsumer<Store, Session> work) {
    if (can(capability)) {
      TestServers.configs(provider, capability).forEach(config -> with(role, config, work));
    }
  }

  private void with(String role, StoreConfig config, BiConsumer<Store, Session> work) {
    if (!role.equals(currentRole)) {
      seen.clear();
      currentRole = role;
    }
    golden.append("\n## ").append(role).append(' ').append(config.durability().label());
    golden.append(' ').append(config.update().label()).append(" pool ").append(config.pool());
    golden.append(' ').append(config.settings().text()).append('\n');
    try (Store store = provider.open(address, config);
        Session session = store.session()) {
      note("open");
      work.accept(store, session);
    } catch (StoreException | UnsupportedOperationException e) {
      String reason = String.valueOf(e.getMessage()).replaceAll("PostgreSQL [0-9.]+", "VERSION");
      note("refused", Stream.of(reason));
    }
    wire.drain();
  }

  private void note(String step) {
    note(step, wire.drain().stream());
  }

  private void note(String step, Stream<String> sent) {
    List<String> added = sent.filter(line -> !dependsOnTheServer(line)).filter(seen::add).toList();
    if (!added.isEmpty()) {
      golden.append("# ").append(step).append('\n');
      added.forEach(line -> golden.append(line).append('\n'));
    }
  }

  /** Databases of locales are there or not; the driver asks for columns by the server's numbers. */
  private static boolean dependsOnTheServer(String line) {
    return line.contains(" DATABASE \"") || line.startsWith("SELECT c.oid, a.attnum");
  }

  private void inserts(Store store, Session session) {
    store.create(PLAIN);
    note("create");
    session.inserts(PLAIN).insert(INSERTED.documents(1, 3));
    note("insert 3");
    session.inserts(PLAIN).insert(INSERTED.documents(4, 1));
    note("insert 1");
    ContentReader reader = session.reader(PLAIN);
    reader.count();
    reader.find(2);
    reader.range(1, 3, (id, body) -> {});
    note("read back");
    store.quiesce();
    note("settle");
    store.describe(PLAIN);
    note("describe");
    store.empty(PLAIN);
    note("empty");
  }

  private void indexes(Store store, Session session) {
    store.create(INDEXED);
    note("create");
    store.create(collection("p", READ, IndexedReads.published().toArray(Index[]::new)));
    note("create as published");
  }

  private void ingest(Store store, Session session) {
    load(session.ingestion(INDEXED), READ);
  }

  /** Indexes are built on several connections at once. */
  private void load(Ingestion ingestion, Dataset dataset) {
    ingestion.prepare();
    note("prepare");
    ingestion.load(dataset.documents(1, 3));
    note("load");
    for (Ingestion.Phase phase : ingestion.phases()) {
      phase.work().run();
      note("phase " + phase.name(), wire.drain().stream().sorted().distinct());
    }
  }

  private void reads(Store store, Session session) {
    load(session.ingestion(INDEXED), READ);
    IndexedReads.scenarios(IndexedReads.INDEXED, 2)
        .forEach(scenario -> readAndExplain(session, scenario.name(), scenario.query()));
    Path text = Path.of("indexed_text_1");
    readAndExplain(session, "quoted", Query.of(Predicate.is(text, new StringValue("it's"))));
    readAndExplain(session, "contains", Query.of(new Predicate.TextContains(text, "T'S")));
  }

  private void readAndExplain(Session session, String name, Query query) {
    runIfSupported(() -> {
      Read read = session.read(INDEXED, query);
      note("prepare");
      read.run(id -> {});
      read.explain();
      note(name + ", explain");
    });
  }

  private void runIfSupported(Runnable work) {
    try {
      work.run();
    } catch (UnsupportedOperationException e) {
      note("refused", Stream.of(String.valueOf(e.getMessage())));
    }
  }

  private void keys(Store store, Session session) {
    Collection read =
        collection("k", KEYED)
            .withNamed(List.of(Path.parse("user.name"), Path.parse("friends[1].registered")));
    load(session.ingestion(read), KEYED);
    for (String path : List.of("user.name", "friends[1].registered", "friends[2].age", "user")) {
      for (Projection projection :
          List.of(
              new Projection.ValueAt(Path.parse(path), false),
              new Projection.ValueAt(Path.parse(path), true),
              new Projection.CountAt(Path.parse(path)))) {
        runIfSupported(() -> {
          session.read(read, Query.ofEvery(projection)).values(value -> {});
          note(path);
        });
      }
    }
  }

  private void links(Store store, Session session) {
    Collection linked =
        collection("l", LINKED, Index.on(Index.Kind.ELEMENTS, LinkedDocuments.LINKS));
    Collection pairs = collection("p", LINKED.pairs(), ordered(LinkedDocuments.SOURCE));
    store.create(linked);
    store.create(pairs);
    note("create");
    for (LinkQuery query :
        List.of(
            new LinkQuery.Referring(Path.of(LinkedDocuments.LINKS)),
            new LinkQuery.In(),
            new LinkQuery.Lookup(pairs, LinkedDocuments.SOURCE, LinkedDocuments.TARGET))) {
      LinkRead read = session.links(linked, query);
      note(query.getClass().getSimpleName());
      read.run(new long[] {7}, (id, size, body) -> {});
      read.explain(new long[] {7});
      note("run, explain");
    }
  }

  private void updates(Store store, Session session) {
    Collection keyed =
        collection("u", UPDATED, ordered(UpdateDocuments.KEY)).withKey(UpdateDocuments.KEY);
    store.create(keyed);
    session.inserts(keyed).insert(UPDATED.documents(6, 1));
    note("create, insert");
    for (UpdateKind kind : UpdateKind.values()) {
      update(session, keyed, kind);
    }
    Collection extracted = keyed.withExtracted(List.of(UpdateDocuments.SCORE));
    store.create(extracted);
    session.inserts(extracted).insert(UPDATED.documents(6, 1));
    update(session, extracted, UpdateKind.TYPED);
    session.reader(extracted).find(6);
    note("extracted");
    runIfSupported(() -> {
      Watch watch = session.watch("pgstat", keyed);
      watch.read();
      watch.read();
      note("watch");
    });
  }

  private void update(Session session, Collection collection, UpdateKind kind) {
    runIfSupported(() -> {
      Updates updates =
          session.updates(collection, UpdateContractTest.spec(kind, UpdateDocuments.KEY));
      updates.update(7, 8);
      updates.update(7, 9);
      note("update " + kind.label());
    });
  }

  private void suite(Store store, Session session) {
    Store suite = store.within("golden");
    suite.clear();
    note("clear");
    try (Session suiteSession = suite.session()) {
      note("suite");
      load(suiteSession.ingestion(PLAIN), INSERTED);
      suiteSession.apply(List.of("CREATE INDEX ON c (id)"));
      note("apply");
      SuiteQuery query =
          suiteSession.query("SELECT id FROM c ORDER BY id", Duration.ofSeconds(5), false);
      note("prepare");
      query.run();
      query.answer((names, values) -> {});
      query.plan();
      note("run, answer, plan");
    }
  }

  private static Collection collection(String name, Dataset dataset, Index... indexes) {
    return new Collection(name, dataset.document(0).body(), List.of(indexes));
  }

  private static Index ordered(String field) {
    return Index.on(Index.Kind.ORDERED, field);
  }
}
