package org.docduel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.docduel.cli.Archive.Ended;
import org.docduel.testkit.LoggedShop;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** From an application's log and statistics to a verdict on its indexes, by the command alone. */
@DisabledOnOs(OS.WINDOWS)
class CaptureIT {
  private static final String INDEX = "CREATE INDEX orders_customer ON orders";

  @TempDir private static Path unpacked;
  private static Archive archive;
  private static LoggedShop shop;

  @TempDir private Path directory;

  @BeforeAll
  static void start() throws Exception {
    archive = Archive.unpack(unpacked);
    shop = new LoggedShop();
    shop.run("&prepareThreshold=1", 1_500, 7);
  }

  @AfterAll
  static void stop() {
    shop.close();
  }

  private Ended docduel(String line) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(archive.program().toString()));
    command.addAll(List.of(line.split(" ", -1)));
    return Archive.run(directory, Map.of("DOCDUEL_CAPTURE_URL", shop.url()), command);
  }

  private static Path log() throws SQLException, IOException {
    return Optional.ofNullable(shop.logs().get("json")).orElseThrow();
  }

  /** The candidate has no index on orders, which the hot second query needs. */
  private void removeIndexOfCandidate(String folder) throws IOException {
    Path file = directory.resolve(folder).resolve("postgres.sql");
    String sql = Files.readString(file);
    int second = sql.indexOf(INDEX, sql.indexOf("-- index: candidate"));
    assertThat(second).isPositive();
    String without = sql.substring(0, second) + sql.substring(sql.indexOf(";", second) + 1);
    Files.writeString(file, without);
  }

  private void findsMissingIndex(String folder) throws IOException, InterruptedException {
    removeIndexOfCandidate(folder);

    Ended run =
        docduel("suite ./%s -p index=now,candidate -f 3 -wi 1 -i 2 --no-report".formatted(folder));

    assertThat(run.status()).as(run.text()).isZero();
    assertThat(run.text())
        .containsPattern("weighted total: candidate takes \\S+ m?s a minute where now takes")
        .containsPattern(
            "covers 9\\d\\.\\d % of calls and \\d+\\.\\d % of time, in 5 queries; the capture left out")
        .containsPattern("by weight x difference: q2 \\+")
        .containsPattern("slower: .*q2")
        .containsPattern("plan changed: .*q2");
  }

  @Test
  void findsMissingIndexInMaskedLog() throws Exception {
    Path key = Files.writeString(directory.resolve("key"), "a key of the test, long enough");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));

    Ended captured = docduel("capture log " + log() + " -o mine --mask key");

    assertThat(captured.status()).as(captured.text()).isZero();
    assertThat(captured.text())
        .contains(
            "reads only, changes no setting", "not hidden: numbers", "next: docduel suite ./mine");
    findsMissingIndex("mine");
  }

  @Test
  void capturesStatisticsWhileApplicationRuns() throws Exception {
    AtomicBoolean ended = new AtomicBoolean();
    Thread application =
        new Thread(() -> {
          try {
            for (int i = 0; !ended.get(); i++) {
              shop.run("&prepareThreshold=0", 50, i);
            }
          } catch (SQLException e) {
            throw new IllegalStateException(e);
          }
        });
    application.start();
    Ended captured;
    try {
      captured = docduel("capture postgres --minutes 0.05 --log " + log() + " -o counted");
    } finally {
      ended.set(true);
      application.join();
    }

    assertThat(captured.status()).as(captured.text()).isZero();
    assertThat(captured.text()).contains("statistics: 2 snapshots", "q1 ", "q5 ");
    assertThat(directory.resolve("counted/suite.yaml"))
        .content()
        .contains("pg_stat_statements", "captured: {calls: 9");
    Ended missing = docduel("capture log none.json -o other");
    assertThat(missing.status()).isEqualTo(2);
    assertThat(missing.text()).contains("none.json: no such file");
    assertThat(directory.resolve("other")).doesNotExist();
  }
}
