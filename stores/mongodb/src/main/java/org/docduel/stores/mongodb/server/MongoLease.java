package org.docduel.stores.mongodb.server;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Updates;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.GivenAddress.Workspace;
import org.docduel.core.server.GivenAddress.Workspace.Refused;
import org.docduel.core.server.Host;

/**
 * A lease in a document whose number its holder raises every few seconds. When the number stands
 * still the holder is gone, and the next one may take over: no clock of the server or of another
 * host is compared. A holder on this host is gone when its process is.
 */
final class MongoLease implements Workspace.Lease {
  private static final Duration BEAT = Duration.ofSeconds(5);
  private static final Duration STILL = BEAT.multipliedBy(4);
  private static final Duration POLL = Duration.ofMillis(250);

  /** No collection can have this name, so no mark has this id. */
  private static final String ID = "$lease";

  private static final String TOKEN = "token";
  private static final String HOST = "host";
  private static final String PROCESS = "process";
  private static final String NUMBER = "beat";
  private static final int DUPLICATE_KEY = 11_000;

  private final MongoClient client;
  private final String space;
  private final MongoCollection<BsonDocument> leases;
  private final BsonObjectId token = new BsonObjectId();
  private final Thread beating = new Thread(this::beat, "docduel-lease");
  private volatile boolean lost;

  private MongoLease(MongoClient client, MongoDatabase database) {
    this.client = client;
    this.space = database.getName();
    this.leases = new Marks(database, "").documents();
    beating.setDaemon(true);
  }

  /**
   * Takes it.
   *
   * @param client closed with the lease
   * @throws Refused when another run has it
   */
  static MongoLease take(MongoClient client, MongoDatabase database) throws Refused {
    MongoLease lease = new MongoLease(client, database);
    if (!lease.insert()) {
      lease.waitForItsHolder();
      if (!lease.insert()) {
        throw lease.inUse(lease.current().orElseGet(BsonDocument::new));
      }
    }
    lease.beating.start();
    return lease;
  }

  private boolean insert() {
    try {
      leases.insertOne(
          new BsonDocument("_id", new BsonString(ID))
              .append(TOKEN, token)
              .append(HOST, new BsonString(Host.hostName()))
              .append(PROCESS, new BsonInt64(ProcessHandle.current().pid()))
              .append(NUMBER, new BsonInt64(0)));
      return true;
    } catch (MongoException e) {
      if (e.getCode() != DUPLICATE_KEY) {
        throw e;
      }
      return false;
    }
  }

  /** Returns when the lease is free, or its holder was found to be gone and it was taken away. */
  private void waitForItsHolder() throws Refused {
    Optional<BsonDocument> first = current();
    Optional<BsonDocument> now = first;
    long end = System.nanoTime() + STILL.toNanos();
    while (now.isPresent() && !isDead(now.get()) && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(POLL.toNanos());
      now = current();
      if (now.isPresent() && !now.equals(first)) {
        throw inUse(now.get());
      }
    }
    now.ifPresent(leases::deleteOne); // unless it has changed by now
  }

  private static boolean isDead(BsonDocument lease) {
    return host(lease).equals(Host.hostName()) && ProcessHandle.of(process(lease)).isEmpty();
  }

  private static String host(BsonDocument lease) {
    return lease.getString(HOST, new BsonString("?")).getValue();
  }

  private static long process(BsonDocument lease) {
    return lease.getNumber(PROCESS, new BsonInt64(0)).longValue();
  }

  private Refused inUse(BsonDocument lease) {
    return new Refused(
        "another run (process %d on %s) uses the database %s"
            .formatted(process(lease), host(lease), space),
        "wait for its end, or name another database: " + Settings.variable(ServerAddress.SPACE));
  }

  private Optional<BsonDocument> current() {
    return Optional.ofNullable(leases.find(eq("_id", ID)).first());
  }

  private void beat() {
    try {
      while (!lost) {
        Thread.sleep(BEAT.toMillis());
        try {
          lost =
              leases
                      .updateOne(and(eq("_id", ID), eq(TOKEN, token)), Updates.inc(NUMBER, 1L))
                      .getMatchedCount()
                  == 0;
        } catch (MongoException e) {
          // The server may be back for the next beat; confirm() tells when it is not.
        }
      }
    } catch (InterruptedException | IllegalStateException closed) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void confirm() throws Refused {
    try {
      BsonDocument now = current().orElseGet(BsonDocument::new);
      if (lost || !token.equals(now.get(TOKEN))) {
        throw inUse(now);
      }
    } catch (MongoException e) {
      throw MongoWorkspace.refused(e, space);
    }
  }

  /** Gives it back and keeps the client. */
  void free() {
    beating.interrupt();
    try {
      leases.deleteOne(and(eq("_id", ID), eq(TOKEN, token)));
    } catch (MongoException e) {
      // The next run finds that the number stands still.
    }
  }

  @Override
  public void close() {
    free();
    client.close();
  }
}
