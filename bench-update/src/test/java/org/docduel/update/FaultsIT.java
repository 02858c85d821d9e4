package org.docduel.update;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.docduel.core.config.Settings;
import org.docduel.core.server.Servers;
import org.docduel.stores.postgres.server.PostgresServer;
import org.docduel.testkit.BenchmarksJar;
import org.docduel.testkit.FaultyProxy;
import org.docduel.testkit.FaultyProxy.Mode;
import org.docduel.testkit.PackagedRun;
import org.docduel.testkit.PackagedRun.Ended;
import org.docduel.testkit.Processes;
import org.docduel.testkit.TestSpace;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What the packaged jar makes of a network and a server that fail while updates are measured. */
@Tag("attack")
@Tag("faults")
@Execution(ExecutionMode.CONCURRENT) // most of their time they wait for limits
class FaultsIT {
  private static final BenchmarksJar JAR = BenchmarksJar.of(FaultsIT.class);
  private static final String SMALL =
      "-p store=postgres-jsonb -p documents=2000 -f 1 -wi 0 -t 2 --no-report -rf json -rff out.json ";
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Servers SERVERS = new Servers(Settings.of(Map.of(), new Properties()));

  private static final AtomicInteger SPACES = new AtomicInteger();

  private static String sharedUrl;

  private final String space = TestSpace.name() + "_" + SPACES.incrementAndGet();

  @TempDir Path directory;
  private final List<Servers> ownServers = new ArrayList<>();
  private String url;
  private FaultyProxy proxy;

  @BeforeAll
  static void start() {
    sharedUrl = SERVERS.start(PostgresServer.FAMILY).address().url();
  }

  @AfterAll
  static void stop() {
    SERVERS.close();
  }

  @BeforeEach
  void setUp() throws IOException, SQLException {
    url = sharedUrl;
    execute("DROP SCHEMA IF EXISTS " + space + " CASCADE");
    proxy = FaultyProxy.before(url);
  }

  /** For a test that changes the server, which others use at the same time. */
  private void useOwnServer() throws IOException {
    Servers own = new Servers(Settings.of(Map.of(), new Properties()));
    ownServers.add(own);
    url = own.start(PostgresServer.FAMILY).address().url();
    proxy.close();
    proxy = FaultyProxy.before(url);
  }

  @AfterEach
  void close() throws IOException {
    proxy.close();
    ownServers.forEach(Servers::close);
  }

  @Test
  @Tag("H3")
  void closedLoopMeasuresOutageOfFourSeconds() throws Exception {
    PackagedRun run = start(Map.of(), SMALL + "-i 1 -r 10");
    awaitUpdates();
    outage(Mode.REFUSE, 4_000);
    long before = updates();
    Ended ended = run.await().succeeded();
    assertThat(ended.out()).containsPattern("note: postgres-jsonb: [0-9]+ attempts failed");
    // A pause between attempts, a new connection and a busy machine come on top.
    assertThat(first("response.max")).isBetween(4_000.0, 8_000.0);
    assertThat(first("abandoned")).isPositive();
    assertThat(first("errors")).isGreaterThanOrEqualTo(first("abandoned"));
    // What the server counts as done, and no attempt more. Ten seconds hold four of outage.
    assertThat(first("throughput") * 10).isBetween(0.9 * before, 1.1 * updates());
  }

  @Test
  @Tag("H3")
  void iterationWithoutUpdateHasNoResponseTimes() throws Exception {
    PackagedRun run = start(Map.of(), SMALL + "-i 6 -r 1");
    awaitUpdates();
    outage(Mode.REFUSE, 3_500);
    Ended ended = run.await().succeeded();
    assertThat(ended.out())
        .doesNotContain("Infinity")
        .doesNotContain("NaN")
        .contains("iterations without acknowledged updates: ");
    assertThat(raw("throughput")).hasSize(6).contains(0.0);
  }

  @Test
  @Tag("M4")
  void forkFailsWhenDurabilityIsLoweredDuringRun() throws Exception {
    useOwnServer();
    PackagedRun run = start(Map.of(), SMALL + "-i 6 -r 1");
    awaitUpdates();
    execute("ALTER SYSTEM SET fsync = off");
    execute("SELECT pg_reload_conf()");
    Ended ended = run.await();
    assertThat(ended.failure()).contains("after the last iteration").contains("fsync");
  }

  /** Whatever the table is called, as soon as it is made. */
  @Test
  void forkFailsWhenStoreSupportsNoUpdate() throws Exception {
    useOwnServer();
    execute(
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS"
            + " $$ BEGIN RAISE EXCEPTION 'no updates today'; END $$");
    execute(
        "CREATE FUNCTION refuse_updates() RETURNS event_trigger LANGUAGE plpgsql AS"
            + " $$ DECLARE made record; BEGIN FOR made IN SELECT object_identity"
            + " FROM pg_event_trigger_ddl_commands() WHERE object_type = 'table' LOOP"
            + " EXECUTE 'CREATE TRIGGER refuse BEFORE UPDATE ON ' || made.object_identity"
            + " || ' FOR EACH ROW EXECUTE FUNCTION public.refuse()'; END LOOP; END $$");
    execute(
        "CREATE EVENT TRIGGER refuse_updates ON ddl_command_end WHEN TAG IN ('CREATE TABLE')"
            + " EXECUTE FUNCTION refuse_updates()");
    Ended ended = start(Map.of(), SMALL + "-i 2 -r 1").await();
    assertThat(ended.failure())
        .contains("none of the updates was acknowledged; the first error: ")
        .contains("no updates today");
  }

  @Test
  @Tag("M6")
  void unresponsiveNetworkEndsRunAfterLimit() throws Exception {
    PackagedRun run = start(Map.of("DOCDUEL_ANSWER_SECONDS", "5"), SMALL + "-i 40 -r 1");
    awaitUpdates();
    proxy.set(Mode.SWALLOW);
    assertEndsSoon(run, "DOCDUEL_ANSWER_SECONDS");
  }

  /** It is the launcher's own process that waits: without the limit, for ever. */
  @Test
  @Tag("M6")
  void unresponsiveNetworkEndsRunWithoutForksAfterLimit() throws Exception {
    PackagedRun run =
        start(Map.of("DOCDUEL_ANSWER_SECONDS", "5"), SMALL.replace("-f 1", "-f 0") + "-i 40 -r 1");
    awaitUpdates();
    proxy.set(Mode.SWALLOW);
    long began = System.nanoTime();
    Ended ended = run.await();
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofMinutes(2));
    assertThat(ended.status()).as(ended.toString()).isEqualTo(1);
  }

  @Test
  @Tag("M7")
  void deadServerEndsRunAfterLimit() throws Exception {
    PackagedRun run = start(Map.of("DOCDUEL_SILENCE_SECONDS", "5"), SMALL + "-i 40 -r 1");
    awaitUpdates();
    proxy.set(Mode.REFUSE);
    assertEndsSoon(run, "DOCDUEL_SILENCE_SECONDS");
  }

  private static void assertEndsSoon(PackagedRun run, String setting) throws Exception {
    long began = System.nanoTime();
    Ended ended = run.await();
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofMinutes(2));
    assertThat(ended.failure()).contains(setting);
  }

  private PackagedRun start(Map<String, String> more, String arguments) throws IOException {
    Map<String, String> environment = new HashMap<>(more);
    environment.put(Settings.variable("postgres.url"), proxy.through(url));
    environment.put(Settings.variable("space"), space);
    return JAR.start(directory, environment, arguments.split(" "));
  }

  /** Waits until the server has counted updates. */
  private void awaitUpdates() throws Exception {
    assertThat(Processes.eventually(LIMIT, () -> updates() > 100)).isTrue();
    Thread.sleep(1_000);
  }

  private void outage(Mode mode, long millis) throws InterruptedException {
    proxy.set(mode);
    Thread.sleep(millis);
    proxy.set(Mode.PASS);
  }

  private long updates() {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT coalesce(sum(n_tup_upd), 0) FROM pg_stat_user_tables WHERE schemaname = '"
                    + space
                    + "'")) {
      row.next();
      return row.getLong(1);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private double first(String metric) throws IOException {
    return raw(metric).get(0);
  }

  private List<Double> raw(String metric) throws IOException {
    return PackagedRun.raw(directory.resolve("out.json"), metric);
  }
}
