package org.docduel.stores.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.fork.ExplainedTime;
import org.docduel.core.model.Path;
import org.docduel.core.model.datasets.UserDocuments;
import org.docduel.core.query.Projection;
import org.docduel.core.query.Query;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.ExecutionBreakdown;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.core.spi.suite.SuiteQuery;
import org.docduel.stats.sidecar.Fact.ExplainFact;
import org.docduel.testkit.FaultyProxy;
import org.docduel.testkit.Processes;
import org.docduel.testkit.contract.TestServers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Where the client's time goes, on the real server: planted causes land in their parts. */
@Tag("alone") // it compares times
class ServerTimesTest {
  /** Of each of ten measurements, whose medians are compared. */
  private static final Duration BUDGET = Duration.ofMillis(50);

  private static final StoreProvider PROVIDER =
      StoreProviders.byName("postgres-jsonb").orElseThrow();
  private static final List<String> DOCUMENTS =
      List.of(
          """
          CREATE TABLE docs AS SELECT i AS id, jsonb_build_object('a', i, 'text',
            (SELECT string_agg(md5((i * 200 + j)::text), '') FROM generate_series(1, 100) j)) AS d
          FROM generate_series(1, 1000) i
          """,
          "COMMENT ON TABLE docs IS 'made by DocDuel'",
          "VACUUM (ANALYZE, FREEZE) docs");
  private static final String SMALL = "SELECT id FROM docs";
  private static final String LARGE = "SELECT id, d FROM docs";

  @Test
  void partsSumToClientTime() {
    with(
        TestServers.embedded(PROVIDER),
        session -> {
          for (String sql : List.of(SMALL, LARGE, "SELECT d::json FROM docs")) {
            SuiteQuery query = query(session, sql);
            double[] medians =
                Processes.mediansOfTen(() -> {
                  double before = quickest(query);
                  ExplainFact time = ExplainedTime.of("", Map.of(), query, query::run, BUDGET);
                  double waited = Math.min(before, quickest(query));
                  double client = part(time, "client");
                  return new double[] {client / waited, sumOfParts(time) / client};
                });
            assertThat(medians[0]).isGreaterThan(0.9);
            assertThat(medians[1]).isBetween(0.5, 1.5);
          }
        });
  }

  @Test
  void attributesTimeToItsCause() {
    with(
        TestServers.embedded(PROVIDER),
        session -> {
          ExplainFact small = explained(session, SMALL);
          ExplainFact large = explained(session, LARGE);
          assertThat(small.counts()).containsEntry("rows", 1_000.0);
          // TOAST is read to serialise, and what comes is 3.2 KB a document
          assertThat(count(large, "hits") + count(large, "reads"))
              .isGreaterThan(count(small, "hits"));
          assertThat(count(large, "bytes")).isBetween(1_000 * 3_200.0, 1_000 * 3_400.0);
          assertPayloadIsInSerialisingAndTheWire(session);
          assertSleepIsInExecuting(session);
        });
  }

  private static void assertPayloadIsInSerialisingAndTheWire(Session session) {
    double[] medians =
        Processes.mediansOfTen(() -> {
          ExplainFact small = explained(session, SMALL);
          ExplainFact large = explained(session, LARGE);
          return new double[] {
            part(large, "serialise") - part(small, "serialise"),
            part(large, "wire") / part(small, "wire"),
            part(large, "execute") / part(small, "execute")
          };
        });
    assertThat(medians[0]).isGreaterThan(5);
    assertThat(medians[1]).isGreaterThan(2);
    assertThat(medians[2]).isLessThan(2);
  }

  private static void assertSleepIsInExecuting(Session session) {
    double[] medians =
        Processes.mediansOfTen(() -> {
          ExplainFact small = explained(session, SMALL);
          ExplainFact asleep = explained(session, SMALL + ", (SELECT pg_sleep(0.05)) s");
          return new double[] {
            part(asleep, "execute") - part(small, "execute"),
            part(asleep, "plan") + part(asleep, "serialise") + part(asleep, "wire")
          };
        });
    assertThat(medians[0]).isBetween(45.0, 90.0);
    assertThat(medians[1]).isLessThan(25);
  }

  /** The same 3.2 MB for the client; the server reads all of them, and not what they shrink to. */
  @Test
  void attributesDisabledCompressionToBuffers() {
    with(
        TestServers.embedded(PROVIDER),
        session -> {
          List<ExplainFact> times = new ArrayList<>();
          for (String storage : List.of("EXTENDED", "EXTERNAL")) {
            String table = "wide_" + storage;
            session.apply(
                List.of(
                    "CREATE TABLE " + table + " (t text)",
                    "COMMENT ON TABLE " + table + " IS 'made by DocDuel'",
                    "ALTER TABLE " + table + " ALTER t SET STORAGE " + storage,
                    "INSERT INTO "
                        + table
                        + " SELECT repeat(md5(i::text), 1000) FROM generate_series(1, 100) i"));
            times.add(explained(session, "SELECT t FROM " + table));
          }
          ExplainFact on = times.get(0);
          ExplainFact off = times.get(1);
          assertThat(count(off, "bytes")).isEqualTo(count(on, "bytes"));
          assertThat(count(off, "hits") + count(off, "reads"))
              .isGreaterThan(5 * (count(on, "hits") + count(on, "reads")));
        });
  }

  @Test
  void attributesSlowNetworkToWire() throws IOException {
    ServerAddress address = TestServers.embedded(PROVIDER);
    try (FaultyProxy proxy = FaultyProxy.before(address.url())) {
      with(
          new ServerAddress(proxy.through(address.url())),
          session -> {
            SuiteQuery query = query(session, LARGE + " WHERE id <= 500");
            query.run(); // the first comes as text
            long bytesBefore = proxy.forwardedBytes();
            query.run();
            double through = proxy.forwardedBytes() - bytesBefore;
            double[] medians =
                Processes.mediansOfTen(() -> {
                  proxy.slow(0);
                  ExplainFact quick = ExplainedTime.of("", Map.of(), query, query::run, BUDGET);
                  assertThat(count(quick, "bytes")).isCloseTo(through, within(500.0));
                  proxy.slow(1);
                  ExplainFact slow = ExplainedTime.of("", Map.of(), query, query::run, BUDGET);
                  double more = part(slow, "client") - part(quick, "client");
                  return new double[] {
                    more,
                    (part(slow, "wire") - part(quick, "wire")) / more,
                    part(slow, "serialise") / part(quick, "serialise")
                  };
                });
            assertThat(medians[0]).isGreaterThan(50); // 1.6 MB in pieces of 16 KB
            assertThat(medians[1]).isBetween(0.6, 1.4);
            assertThat(medians[2]).isLessThan(3);
          });
    }
  }

  /** The statement of a search is prepared too, and its values are read as the workload does. */
  @Test
  void breaksDownTimeOfSearches() {
    UserDocuments dataset = new UserDocuments(3);
    Collection collection =
        new Collection(
            "apart_" + ProcessHandle.current().pid(), dataset.document(0).body(), List.of());
    for (String name : List.of("postgres-jsonb", "postgres-bytea-bson")) {
      StoreProvider provider = StoreProviders.byName(name).orElseThrow();
      try (Store store = provider.open(TestServers.address(provider), StoreConfig.defaults());
          Session session = store.session()) {
        store.create(collection);
        session.inserts(collection).insert(dataset.documents(0, 300));
        Read read =
            session.read(
                collection, Query.ofEvery(new Projection.ValueAt(Path.of("user", "name"), true)));
        ExplainFact time = ExplainedTime.of("", Map.of(), read, () -> read.values(value -> {}));
        assertThat(time.millis())
            .containsOnlyKeys("client", "plan", "execute", "serialise", "wire");
        assertThat(time.counts()).containsEntry("rows", 300.0).containsKey("planBytes");
      }
    }
  }

  /** The driver ends statements that nobody holds any more, which have the same text. */
  @Test
  void breaksDownQueryAgainAfterStatementIsClosed() {
    with(
        TestServers.embedded(PROVIDER),
        session -> {
          SuiteQuery query = query(session, SMALL);
          for (int time = 0; time < 10; time++) {
            ExecutionBreakdown breakdown = query.breakdown();
            System.gc();
            LockSupport.parkNanos(20_000_000); // until the driver is told
            query.run(); // and with it what the driver has to end
            assertThat(breakdown.times().get()).containsKey("wire");
          }
        });
  }

  private static ExplainFact explained(Session session, String sql) {
    SuiteQuery query = query(session, sql);
    ExplainFact time = ExplainedTime.of("", Map.of(), query, query::run, BUDGET);
    return time;
  }

  /** Milliseconds of the quickest of three executions. */
  private static double quickest(SuiteQuery query) {
    double quickest = Double.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      long startNanos = System.nanoTime();
      query.run();
      quickest = Math.min(quickest, (System.nanoTime() - startNanos) / 1e6);
    }
    return quickest;
  }

  private static SuiteQuery query(Session session, String sql) {
    return session.query(sql, Duration.ofSeconds(20), false);
  }

  private static double sumOfParts(ExplainFact time) {
    return time.millis().values().stream().mapToDouble(took -> took).sum() - part(time, "client");
  }

  private static double part(ExplainFact time, String name) {
    return time.millis().getOrDefault(name, Double.NaN);
  }

  private static double count(ExplainFact time, String name) {
    return time.counts().getOrDefault(name, Double.NaN);
  }

  private interface Work {
    void on(Session session);
  }

  private static void with(ServerAddress address, Work work) {
    try (Store all = PROVIDER.open(Optional.of(address), StoreConfig.defaults())) {
      Store store = all.within("times");
      store.clear();
      try (Session session = store.session()) {
        session.apply(DOCUMENTS);
        work.on(session);
      }
    }
  }
}
