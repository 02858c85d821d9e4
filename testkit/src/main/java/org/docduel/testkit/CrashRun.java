package org.docduel.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.config.StoreConfig.UpdateKind;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.datasets.UpdateDocuments;
import org.docduel.core.query.Index;
import org.docduel.core.query.UpdateSpec;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Session.Updates;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;

/**
 * Updates until the server is killed, starts it again on the same data, and counts the acknowledged
 * updates that are gone.
 */
public final class CrashRun {
  private static final UpdateDocuments DATASET = new UpdateDocuments();
  private static final Collection COLLECTION =
      new Collection(
          "crash",
          DATASET.document(0).body(),
          List.of(Index.on(Index.Kind.ORDERED, UpdateDocuments.KEY)));
  private static final int DOCUMENTS = 200;
  private static final int WORKERS = 4;
  private static final int UPDATES = 100;

  private final String name;
  private final Server server;

  public interface Server {
    Store open(Durability durability);

    /** Kills all its processes at once, and waits until they are gone. */
    void kill() throws IOException, InterruptedException;

    /** Starts it again on the same data. */
    void restart() throws IOException, InterruptedException;
  }

  public CrashRun(String name, Server server) {
    this.name = name;
    this.server = server;
  }

  /** Fails unless a crash has cost acknowledged updates where that is allowed, and nowhere else. */
  public void losesWhatItMay(Durability durability) throws Exception {
    AtomicLongArray acknowledged = new AtomicLongArray(DOCUMENTS);
    try (Store store = server.open(durability)) {
      store.create(COLLECTION);
      try (Session session = store.session()) {
        session.inserts(COLLECTION).insert(DATASET.documents(0, DOCUMENTS));
      }
      store.quiesce();
      updateUntilKilled(store, acknowledged);
    }
    server.restart();
    long[] found = new long[DOCUMENTS];
    try (Store store = server.open(Durability.DEFAULT);
        Session session = store.session()) {
      session.reader(COLLECTION).range(0, DOCUMENTS, (id, body) -> found[(int) id] = score(body));
    }
    long lost = 0;
    long retained = 0;
    for (int i = 0; i < DOCUMENTS; i++) {
      assertThat(found[i]).isGreaterThanOrEqualTo(UpdateDocuments.score(i));
      long missing = Math.max(0, UpdateDocuments.score(i) + acknowledged.get(i) - found[i]);
      lost += missing;
      retained += acknowledged.get(i) - missing;
    }
    System.out.printf(
        "%s, durability=%s: the crash cost %d of %d acknowledged updates%n",
        name, durability.label(), lost, lost + retained);
    assertThat(lost > 0).isEqualTo(durability != Durability.DEFAULT);
  }

  /** Each worker has documents of its own; the n-th update of a document adds n to its score. */
  private void updateUntilKilled(Store store, AtomicLongArray acknowledged) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(WORKERS);
    CountDownLatch remainingUpdates = new CountDownLatch(WORKERS * UPDATES);
    try {
      List<Future<Boolean>> workers = new ArrayList<>();
      for (int worker = 0; worker < WORKERS; worker++) {
        int first = worker;
        workers.add(
            threads.submit(() -> {
              try (Session session = store.session()) {
                Updates updates = session.updates(COLLECTION, spec());
                for (int index = first; ; index = (index + WORKERS) % DOCUMENTS) {
                  long next = acknowledged.get(index) + 1;
                  updates.update(UpdateDocuments.key(index), UpdateDocuments.score(index) + next);
                  acknowledged.set(index, next);
                  remainingUpdates.countDown();
                }
              } catch (StoreException killed) {
                return remainingUpdates.getCount() == 0;
              }
            }));
      }
      assertThat(remainingUpdates.await(1, TimeUnit.MINUTES)).isTrue();
      server.kill();
      for (Future<Boolean> worker : workers) {
        assertThat(worker.get(1, TimeUnit.MINUTES)).as("failed by the kill alone").isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static UpdateSpec spec() {
    return new UpdateSpec(
        UpdateKind.SET,
        UpdateDocuments.KEY,
        UpdateDocuments.SCORE,
        (key, value) -> UpdateDocuments.body(UpdateDocuments.index(key), value));
  }

  /** Kills a process and all below it, without a chance to write anything. */
  public static void kill(ProcessHandle process) throws IOException, InterruptedException {
    List<ProcessHandle> all = new ArrayList<>(List.of(process));
    all.addAll(process.descendants().toList());
    Processes.signal("KILL", all);
    for (ProcessHandle handle : all) {
      assertThat(handle.onExit()).succeedsWithin(Duration.ofMinutes(1));
    }
  }

  private static long score(ObjectValue body) {
    return ((IntegerValue) UpdateDocuments.SCORE.in(body).orElseThrow()).value();
  }
}
