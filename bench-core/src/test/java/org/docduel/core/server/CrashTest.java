package org.docduel.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Stream;
import org.docduel.core.config.Durability;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.config.UpdateKind;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.UpdateDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreProviders;
import org.docduel.core.spi.Updates;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What an acknowledgement is worth: the server's processes are killed in the middle of updates, the
 * server is started again on the same data, and every document is compared with the last value that
 * was acknowledged for it.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "processes are killed as on Unix")
class CrashTest {
  private static final UpdateDocuments DATASET = UpdateDocuments.withDefaults();
  private static final String PASSWORD = "secret";
  private static final int DOCUMENTS = 200;
  private static final int WORKERS = 4;
  private static final int UPDATES = 100;

  @TempDir private Path root;

  @ParameterizedTest
  @EnumSource(names = {"DEFAULT", "RELAXED"})
  void onlyRelaxedDurabilityLosesAcknowledgedUpdatesInACrash(
      Durability durability, TestReporter reporter) throws Exception {
    try (Guard guard = Watchdog.guard()) {
      PostgresCluster cluster = initialised(guard);
      int port = cluster.start();
      Collection collection =
          new Collection(
              "crash",
              DATASET.document(0).body(),
              List.of(new Index(Index.Kind.ORDERED, List.of(UpdateDocuments.KEY))));
      AtomicLongArray acknowledged = new AtomicLongArray(DOCUMENTS);
      try (Store store = open(port, durability)) {
        store.create(collection);
        try (Session session = store.session()) {
          session.inserts(collection).insert(DATASET.documents(0, DOCUMENTS));
        }
        store.settle();
        updateUntilKilled(store, collection, acknowledged);
      }

      cluster.start(() -> port, false);
      long lost = 0;
      try (Store store = open(port, Durability.DEFAULT);
          Session session = store.session()) {
        long[] found = new long[DOCUMENTS];
        session.reader(collection).range(0, DOCUMENTS, (id, body) -> found[(int) id] = score(body));
        for (int i = 0; i < DOCUMENTS; i++) {
          assertThat(found[i]).isGreaterThanOrEqualTo(DATASET.score(i));
          lost += Math.max(0, DATASET.score(i) + acknowledged.get(i) - found[i]);
        }
      }
      reporter.publishEntry("acknowledged updates lost with " + durability, String.valueOf(lost));
      if (durability == Durability.DEFAULT) {
        assertThat(lost).isZero();
      } else {
        assertThat(lost).isPositive();
      }
    }
  }

  /** Each worker has documents of its own; the n-th update of a document adds n to its score. */
  private void updateUntilKilled(Store store, Collection collection, AtomicLongArray acknowledged)
      throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(WORKERS);
    CountDownLatch enough = new CountDownLatch(WORKERS * UPDATES);
    try {
      List<Future<Boolean>> workers = new ArrayList<>();
      for (int worker = 0; worker < WORKERS; worker++) {
        int first = worker;
        workers.add(
            threads.submit(() -> {
              try (Session session = store.session()) {
                Updates updates = updates(session, collection);
                for (int index = first; ; index = (index + WORKERS) % DOCUMENTS) {
                  long next = acknowledged.get(index) + 1;
                  updates.update(UpdateDocuments.key(index), DATASET.score(index) + next);
                  acknowledged.set(index, next);
                  enough.countDown();
                }
              } catch (StoreException killed) {
                return enough.getCount() == 0;
              }
            }));
      }
      assertThat(enough.await(1, TimeUnit.MINUTES)).isTrue();
      kill();
      for (Future<Boolean> worker : workers) {
        assertThat(worker.get(1, TimeUnit.MINUTES)).as("failed by the kill alone").isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static Updates updates(Session session, Collection collection) {
    return session.updates(
        collection,
        new UpdateSpec(
            UpdateKind.SET,
            UpdateDocuments.KEY,
            UpdateDocuments.SCORE,
            (key, value) -> DATASET.body(UpdateDocuments.index(key), value)));
  }

  /** All processes at once, without a chance to write anything. */
  private void kill() throws IOException, InterruptedException {
    Path lockFile;
    try (Stream<Path> files = Files.walk(root)) {
      lockFile = files.filter(file -> file.endsWith("postmaster.pid")).findFirst().orElseThrow();
    }
    long pid = Long.parseLong(Files.readAllLines(lockFile).get(0).strip());
    List<ProcessHandle> all = new ArrayList<>();
    ProcessHandle.of(pid).ifPresent(all::add);
    all.addAll(ProcessHandle.of(pid).orElseThrow().descendants().toList());
    List<String> command = new ArrayList<>(List.of("kill", "-9"));
    all.forEach(process -> command.add(String.valueOf(process.pid())));
    new ProcessBuilder(command).start().waitFor();
    for (ProcessHandle process : all) {
      assertThat(process.onExit().orTimeout(1, TimeUnit.MINUTES))
          .succeedsWithin(Duration.ofMinutes(1));
    }
    // It says "ready" still, and the wait for the next server would believe it.
    Files.delete(lockFile);
  }

  private static long score(ObjectValue body) {
    ObjectValue profile = (ObjectValue) body.field(UpdateDocuments.SCORE.get(0)).orElseThrow();
    return ((IntegerValue) profile.field(UpdateDocuments.SCORE.get(1)).orElseThrow()).value();
  }

  private static Store open(int port, Durability durability) {
    ServerAddress address =
        new ServerAddress(
            "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres&password=" + PASSWORD);
    return StoreProviders.named("postgres-jsonb")
        .orElseThrow()
        .open(Optional.of(address), StoreConfig.defaults().withDurability(durability));
  }

  private PostgresCluster initialised(Guard guard) throws IOException {
    Settings none = Settings.of(Map.of(), new Properties());
    HostUser user = HostUser.find().orElseThrow();
    PostgresArchive archive = PostgresArchive.ofClassPath().orElseThrow();
    Path programs =
        archive.unpack(HostDirectories.of(none).programs(user.owner().isPresent()), guard);
    Path directory = new HostDirectories(Optional.of(root)).newDataDirectory("crash", guard);
    PostgresCluster cluster = new PostgresCluster(programs, directory, user, guard);
    Map<String, String> settings = PostgresSettings.of(none);
    // Up to three times this long a commit that nobody waits for may stay in memory; its greatest
    // value makes sure that there is something to lose.
    settings.put("wal_writer_delay", "10s");
    cluster.initialise(Integer.parseInt(archive.version().split("\\.", -1)[0]), PASSWORD, settings);
    return cluster;
  }
}
