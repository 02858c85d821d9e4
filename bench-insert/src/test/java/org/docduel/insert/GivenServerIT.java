package org.docduel.insert;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import org.docduel.core.config.Settings;
import org.docduel.core.server.Servers;
import org.docduel.stores.postgres.server.PostgresServer;
import org.docduel.testkit.BenchmarksJar;
import org.docduel.testkit.PackagedRun;
import org.docduel.testkit.PackagedRun.Ended;
import org.docduel.testkit.TestSpace;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the packaged jar does on a server that is somebody else's. */
@Tag("attack")
@Tag("M5")
class GivenServerIT {
  private static final BenchmarksJar JAR = BenchmarksJar.of(GivenServerIT.class);
  private static final String SPACE = TestSpace.name();
  private static final String SMALL =
      "-p store=postgres-jsonb -p payload=10B -p documents=60 -p batch=25 -f 1 -wi 0 --no-report"
          + " -rf json -rff out.json ";
  private static final Servers SERVERS = new Servers(Settings.of(Map.of(), new Properties()));

  private static String url;

  @TempDir Path directory;

  @BeforeAll
  static void start() {
    url = SERVERS.start(PostgresServer.FAMILY).address().url();
  }

  @AfterAll
  static void stop() {
    SERVERS.close();
  }

  @Test
  void runsAreExclusiveAndCleaningRemovesOnlyTheirTables(@TempDir Path other) throws Exception {
    PackagedRun first = start(directory, SMALL + "-i 100000");
    first.awaitOutput("output goes to");
    Ended second = start(other, SMALL + "-i 2").await();
    Ended cleaning = start(other, "--clean").await();
    first.process().destroy();
    first.await();

    for (Ended rejected : new Ended[] {second, cleaning}) {
      assertThat(rejected.rejection())
          .contains("another run (docduel, process " + first.process().pid())
          .contains("DOCDUEL_SPACE");
    }
    execute("CREATE TABLE precious AS SELECT 1");
    Ended cleaned = start(other, "--clean").await().succeeded();
    assertThat(cleaned.out())
        .contains("postgres: removed the tables of schema " + SPACE + ": postgres_jsonb_w1")
        .contains("postgres: removed the schema " + SPACE);
    execute("DROP TABLE precious");
  }

  @Test
  void rejectsForeignTableAndKeepsIt() throws Exception {
    execute("CREATE SCHEMA guests; CREATE TABLE guests.postgres_jsonb_w1 AS SELECT 1");
    Ended ended =
        JAR.run(
            directory,
            Map.of(Settings.variable("postgres.url"), url, Settings.variable("space"), "guests"),
            (SMALL + "-i 2").split(" "));

    assertThat(ended.rejection())
        .contains("the schema guests holds the table postgres_jsonb_w1, which is not DocDuel's");
    execute("DROP TABLE guests.postgres_jsonb_w1");
  }

  @Test
  void rejectsCleaningWithoutAddress() throws Exception {
    Ended ended = JAR.run(directory, "--clean");

    assertThat(ended.rejection()).contains("DOCDUEL_POSTGRES_URL");
  }

  private static PackagedRun start(Path directory, String arguments) throws Exception {
    return JAR.start(
        directory, Map.of(Settings.variable("postgres.url"), url), arguments.split(" "));
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
