package org.docduel.stores.mongodb.server;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;

import com.mongodb.DuplicateKeyException;
import com.mongodb.MongoException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Updates;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.conversions.Bson;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.Workspace;
import org.docduel.stores.mongodb.client.Marks;
import org.jspecify.annotations.Nullable;

/**
 * A lease in a document whose number its holder raises every few seconds. When the number stands
 * still the holder is gone, and the next one may take over: no clock of the server or of another
 * host is compared. A holder on this host is gone when its process is.
 */
final class LeaseDocument implements Workspace.Lease {
  private static final Duration BEAT = Duration.ofSeconds(5);
  private static final Duration STILL = BEAT.multipliedBy(4);
  private static final long POLL_MILLIS = 250;

  /** No collection can have this name, so no mark has this id. */
  private static final String ID = "$lease";

  private static final String TOKEN = "token";
  private static final String HOST = "host";
  private static final String PROCESS = "process";
  private static final String NUMBER = "beat";
  private static final int DUPLICATE_KEY = 11_000;

  private final MongoClient client;
  private final MongoDatabase database;
  private final BsonObjectId token = new BsonObjectId();
  private final Thread beating = new Thread(this::beat, "docduel-lease");
  private volatile boolean lost;

  private LeaseDocument(MongoClient client, MongoDatabase database) {
    this.client = client;
    this.database = database;
    beating.setDaemon(true);
  }

  /**
   * Takes it.
   *
   * @param client closed with the lease
   * @throws Workspace.Refused when another run has it
   */
  static LeaseDocument take(MongoClient client, MongoDatabase database) throws Workspace.Refused {
    LeaseDocument lease = new LeaseDocument(client, database);
    if (!lease.insert()) {
      lease.takeOver();
    }
    lease.beating.start();
    return lease;
  }

  private boolean insert() {
    try {
      leases()
          .insertOne(
              new BsonDocument("_id", new BsonString(ID))
                  .append(TOKEN, token)
                  .append(HOST, new BsonString(host()))
                  .append(PROCESS, new BsonInt64(ProcessHandle.current().pid()))
                  .append(NUMBER, new BsonInt64(0)));
      return true;
    } catch (DuplicateKeyException e) {
      return false;
    } catch (MongoWriteException e) {
      if (e.getError().getCode() != DUPLICATE_KEY) {
        throw e;
      }
      return false;
    }
  }

  private void takeOver() throws Workspace.Refused {
    BsonDocument first = current();
    long end = System.nanoTime() + STILL.toNanos();
    while (first != null && !isDead(first) && System.nanoTime() < end) {
      pause();
      BsonDocument now = current();
      if (now == null) {
        break;
      }
      if (!now.equals(first)) {
        throw inUse(now);
      }
    }
    if (first != null) {
      leases()
          .deleteOne(and(eq("_id", ID), eq(TOKEN, first.get(TOKEN)), eq(NUMBER, number(first))));
    }
    if (!insert()) {
      BsonDocument other = current();
      throw inUse(other == null ? new BsonDocument() : other);
    }
  }

  private static BsonInt64 number(BsonDocument lease) {
    return new BsonInt64(lease.getNumber(NUMBER, new BsonInt64(0)).longValue());
  }

  private static boolean isDead(BsonDocument lease) {
    return lease.getString(HOST, new BsonString("")).getValue().equals(host())
        && ProcessHandle.of(lease.getNumber(PROCESS, new BsonInt64(0)).longValue()).isEmpty();
  }

  private Workspace.Refused inUse(BsonDocument lease) {
    return new Workspace.Refused(
        "another run (process "
            + lease.getNumber(PROCESS, new BsonInt64(0)).longValue()
            + " on "
            + lease.getString(HOST, new BsonString("?")).getValue()
            + ") uses the database "
            + database.getName(),
        "wait for its end, or name another database: " + Settings.variable(ServerAddress.SPACE));
  }

  private @Nullable BsonDocument current() {
    return leases().find(eq("_id", ID)).first();
  }

  private MongoCollection<BsonDocument> leases() {
    return database.getCollection(Marks.COLLECTION, BsonDocument.class);
  }

  private Bson own() {
    return and(eq("_id", ID), eq(TOKEN, token));
  }

  private void beat() {
    try {
      while (true) {
        Thread.sleep(BEAT.toMillis());
        try {
          if (leases().updateOne(own(), Updates.inc(NUMBER, 1L)).getMatchedCount() == 0) {
            lost = true;
            return;
          }
        } catch (MongoException e) {
          // The server may be back for the next beat; confirm() tells when it is not.
        }
      }
    } catch (InterruptedException | IllegalStateException closed) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void confirm() throws Workspace.Refused {
    try {
      BsonDocument now = current();
      if (lost || now == null || !token.equals(now.get(TOKEN))) {
        throw inUse(now == null ? new BsonDocument() : now);
      }
    } catch (MongoException e) {
      throw MongoWorkspace.refused(e, database.getName());
    }
  }

  /** Gives it back and keeps the client. */
  void free() {
    beating.interrupt();
    try {
      leases().deleteOne(own());
    } catch (MongoException e) {
      // The next run finds that the number stands still.
    }
  }

  @Override
  public void close() {
    free();
    client.close();
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "a host without a name";
    }
  }

  private static void pause() {
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
