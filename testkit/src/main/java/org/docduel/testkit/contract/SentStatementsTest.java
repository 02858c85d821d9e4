package org.docduel.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.query.Index;
import org.docduel.core.query.Predicate;
import org.docduel.core.query.Projection;
import org.docduel.core.query.Query;
import org.docduel.core.query.UpdateSpec;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All that a store on PostgreSQL's protocol sends: each role, with each value of each parameter, as
 * one text. A module of such stores has it in a file for each; with {@code -Dgolden.update=true} it
 * is written anew.
 */
@ParameterizedClass(allowZeroInvocations = true)
@MethodSource("stores")
class SentStatementsTest {
  private static final java.nio.file.Path GOLDEN = java.nio.file.Path.of("src/test/resources/sent");
  private static final String SPACE = "sent";
  private static final ObjectValue BODY =
      ObjectValue.of(
          FieldNames.of("word", "time", "number", "whole", "flag", "list", "inside"),
          new StringValue("it's"),
          new TimestampValue(Instant.parse("2025-01-01T00:00:00Z")),
          new DecimalValue(new BigDecimal("100.25")),
          new IntegerValue(7),
          BooleanValue.TRUE,
          ArrayValue.of(new StringValue("aml"), new StringValue("kyc")),
          ObjectValue.of(FieldNames.of("score"), new IntegerValue(5)));
  private static final List<Document> DOCUMENTS =
      List.of(new Document(1, BODY), new Document(2, BODY), new Document(3, BODY));
  private static final Path SCORE = Path.parse("inside.score");
  private static final Collection PLAIN = new Collection("c", BODY, List.of());
  private static final Collection INDEXED =
      new Collection(
          "i",
          BODY,
          List.of(
              ordered("word"),
              ordered("time"),
              ordered("number"),
              ordered("whole"),
              ordered("flag"),
              ordered("word", "flag", "number").withId(Index.Id.INCLUDED),
              ordered("word", "number").withId(Index.Id.COVERING),
              Index.on(Index.Kind.PREFIX, "word"),
              Index.on(Index.Kind.SUBSTRING, "word"),
              Index.on(Index.Kind.ELEMENTS, "list")));

  private final StringBuilder golden = new StringBuilder();

  /** A role's round trip is told once, at the first setting that has it. */
  private final Set<String> said = new HashSet<>();

  private String saidOf = "";
  private final StoreProvider provider;
  private final PostgresWire wire;
  private final Optional<ServerAddress> address;

  static Stream<Named<StoreProvider>> stores() {
    return ContractStores.readable().filter(store -> Files.isDirectory(GOLDEN));
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
  void aStoreSendsWhatItSentBefore() throws IOException {
    run();
    java.nio.file.Path file = GOLDEN.resolve(provider.name() + ".txt");
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(file, golden);
    }
    assertThat(golden).hasToString(Files.readString(file));
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
    wire.taken();
    for (Durability durability : Durability.values()) {
      with("inserts", standard.withDurability(durability), this::inserts);
    }
    settings(Capability.INSERT).forEach(one -> with("inserts", one, this::inserts));
    with("indexes", standard, this::indexes);
    for (Durability durability : Durability.values()) {
      with("ingestion", standard.withDurability(durability), this::ingest);
    }
    settings(Capability.READ).forEach(one -> with("reads", one, this::reads));
    settings(Capability.KEY_ACCESS).forEach(one -> with("keys", one, this::keys));
    settings(Capability.KEY_ACCESS_IN_CLIENT).forEach(one -> with("keys", one, this::keys));
    if (can(Capability.LINK_READ)) {
      with("links", standard, this::links);
    }
    for (UpdateKind kind : UpdateKind.values()) {
      settings(Capability.UPDATE)
          .map(one -> one.withUpdate(kind))
          .filter(one -> provider.refusal(one).isEmpty())
          .forEach(one -> with("updates", one, this::updates));
    }
    if (can(Capability.UPDATE)) {
      with("updates", standard.withPool(1), this::updates);
    }
    if (can(Capability.QUERY_SUITE)) {
      with("suite", standard, this::suite);
    }
  }

  private boolean can(Capability capability) {
    return provider.capabilities().contains(capability);
  }

  /** The defaults, then each value of each parameter's example that this server takes. */
  private Stream<StoreConfig> settings(Capability role) {
    return can(role)
        ? TestServers.settings(provider, role).map(StoreConfig.defaults()::withSettings)
        : Stream.of();
  }

  private void with(String role, StoreConfig config, BiConsumer<Store, Session> work) {
    if (!role.equals(saidOf)) {
      said.clear();
      saidOf = role;
    }
    golden.append("\n## ").append(role).append(' ').append(config.durability().label());
    golden.append(' ').append(config.update().label()).append(" pool ").append(config.pool());
    golden.append(' ').append(config.settings().text()).append('\n');
    try (Store store = provider.open(address, config);
        Session session = store.session()) {
      note("open");
      work.accept(store, session);
    } catch (StoreException | UnsupportedOperationException e) {
      note(
          "refused: " + String.valueOf(e.getMessage()).replaceAll("PostgreSQL [0-9.]+", "VERSION"));
    }
    wire.taken();
  }

  private void note(String step) {
    note(step, wire.taken().stream());
  }

  private void note(String step, Stream<String> sent) {
    golden.append("# ").append(step).append('\n');
    sent.filter(line -> !dependsOnTheServer(line))
        .filter(said::add)
        .forEach(line -> golden.append(line).append('\n'));
  }

  /** Databases of locales are there or not; the driver asks for columns by the server's numbers. */
  private static boolean dependsOnTheServer(String line) {
    return line.contains(" DATABASE \"") || line.startsWith("SELECT c.oid, a.attnum");
  }

  private void inserts(Store store, Session session) {
    store.create(PLAIN);
    note("create");
    session.inserts(PLAIN).insert(DOCUMENTS);
    note("insert 3");
    session.inserts(PLAIN).insert(List.of(new Document(4, BODY)));
    note("insert 1");
    ContentReader reader = session.reader(PLAIN);
    reader.count();
    reader.find(2);
    reader.range(1, 3, (id, body) -> {});
    note("read back");
    store.settle();
    note("settle");
    store.describe(PLAIN);
    note("describe");
    store.empty(PLAIN);
    note("empty");
  }

  private void indexes(Store store, Session session) {
    store.create(INDEXED);
    note("create");
  }

  private void ingest(Store store, Session session) {
    load(session.ingestion(INDEXED));
  }

  /** Indexes are built on several connections at once. */
  private void load(Ingestion ingestion) {
    ingestion.prepare();
    note("prepare");
    ingestion.load(DOCUMENTS);
    note("load");
    for (Ingestion.Phase phase : ingestion.phases()) {
      phase.work().run();
      note("phase " + phase.name(), wire.taken().stream().sorted().distinct());
    }
  }

  private void reads(Store store, Session session) {
    load(session.ingestion(INDEXED));
    for (Predicate where :
        List.of(
            Predicate.is(Path.of("word"), new StringValue("it's")),
            new Predicate.TextStartsWith(Path.of("word"), "it"),
            new Predicate.TextContains(Path.of("word"), "T'S"),
            Predicate.above(Path.of("number"), BigDecimal.TEN),
            Predicate.above(SCORE, BigDecimal.ONE),
            new Predicate.TimestampWithin(
                Path.of("time"), Instant.EPOCH, Instant.parse("2025-02-01T00:00:00.500Z")),
            Predicate.isTrue(Path.of("flag")),
            holds(false, "aml", "kyc"),
            holds(true, "aml", "tax"),
            new Predicate.AnyOf(List.of(holds(false, "aml"), Predicate.isTrue(Path.of("flag")))))) {
      ask(session, Query.of(where));
    }
    Predicate flag = Predicate.isTrue(Path.of("flag"));
    ask(session, new Query(flag, Optional.of(Path.of("time")), 2, Projection.IDS));
  }

  private void ask(Session session, Query query) {
    orRefused(() -> {
      Read read = session.read(INDEXED, query);
      note("prepare");
      read.run(id -> {});
      read.explain();
      note(query.where().getClass().getSimpleName() + ", explain");
    });
  }

  private void orRefused(Runnable work) {
    try {
      work.run();
    } catch (UnsupportedOperationException e) {
      note("refused: " + e.getMessage());
    }
  }

  private void keys(Store store, Session session) {
    Collection read = INDEXED.withNamed(List.of(SCORE, Path.of("word")));
    load(session.ingestion(read));
    for (String path : List.of("inside.score", "word", "list[1]", "inside")) {
      for (Projection projection :
          List.of(
              new Projection.ValueAt(Path.parse(path), false),
              new Projection.ValueAt(Path.parse(path), true),
              new Projection.CountAt(Path.parse(path)))) {
        orRefused(() -> {
          session.read(read, Query.ofEvery(projection)).values(value -> {});
          note(path);
        });
      }
    }
  }

  private void links(Store store, Session session) {
    store.create(INDEXED);
    wire.taken();
    for (LinkQuery query :
        List.of(
            new LinkQuery.Referring(Path.of("list")),
            new LinkQuery.In(),
            new LinkQuery.Lookup(INDEXED, "whole", "whole"))) {
      LinkRead read = session.links(INDEXED, query);
      note(query.getClass().getSimpleName());
      read.run(new long[] {7}, (id, size, body) -> {});
      read.explain(new long[] {7});
      note("run, explain");
    }
  }

  private void updates(Store store, Session session) {
    Collection keyed = new Collection("u", BODY, List.of(ordered("whole"))).withKey("whole");
    store.create(keyed);
    session.inserts(keyed).insert(DOCUMENTS.subList(0, 1));
    note("create, insert");
    for (UpdateKind kind : UpdateKind.values()) {
      update(session, keyed, kind);
    }
    Collection extracted = keyed.withExtracted(List.of(SCORE));
    store.create(extracted);
    session.inserts(extracted).insert(DOCUMENTS.subList(0, 1));
    update(session, extracted, UpdateKind.TYPED);
    session.reader(extracted).find(1);
    note("extracted");
    orRefused(() -> {
      Watch watch = session.watch("pgstat", keyed);
      watch.read();
      watch.read();
      note("watch");
    });
  }

  private void update(Session session, Collection collection, UpdateKind kind) {
    orRefused(() -> {
      Updates updates =
          session.updates(collection, new UpdateSpec(kind, "whole", SCORE, (key, value) -> BODY));
      updates.update(7, 8);
      updates.update(7, 9);
      note("update " + kind.label());
    });
  }

  private void suite(Store store, Session session) {
    Store suite = store.within("golden");
    suite.clear();
    note("clear");
    try (Session own = suite.session()) {
      note("suite");
      load(own.ingestion(PLAIN));
      own.apply(List.of("CREATE INDEX ON c (id)"));
      note("apply");
      SuiteQuery query = own.query("SELECT id FROM c ORDER BY id", Duration.ofSeconds(5), false);
      note("prepare");
      query.run();
      query.answer((names, values) -> {});
      query.plan();
      note("run, answer, plan");
    }
  }

  private static Predicate holds(boolean any, String... elements) {
    return new Predicate.ArrayHolds(
        Path.of("list"), Stream.of(elements).<Value>map(StringValue::new).toList(), any);
  }

  private static Index ordered(String... fields) {
    return Index.on(Index.Kind.ORDERED, fields);
  }
}
