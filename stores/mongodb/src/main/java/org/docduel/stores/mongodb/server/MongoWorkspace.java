package org.docduel.stores.mongodb.server;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static java.util.concurrent.TimeUnit.SECONDS;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCluster;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Updates;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.Waits;
import org.docduel.core.server.GivenAddress.Workspace;
import org.docduel.core.server.GivenAddress.Workspace.Refused;
import org.docduel.core.server.Host;

/** The database that the address's space names, and those of suites, whose names begin with it. */
final class MongoWorkspace implements Workspace {
  @Override
  public void check(ServerAddress address) throws Refused {
    MongoConnections.check(address);
  }

  @Override
  public Lease lease(ServerAddress address) throws Refused {
    String space = address.space();
    MongoClient client = MongoConnections.brief(address);
    try {
      Marks marks = new Marks(client.getDatabase(space), space);
      for (String other : marks.list(false)) {
        throw new Refused(
            "the database %s holds the collection %s, which is not DocDuel's"
                .formatted(space, other),
            "name another database: " + Settings.variable(ServerAddress.SPACE));
      }
      return new Held(client, marks).take();
    } catch (MongoException e) {
      client.close();
      throw refused(e, space);
    } catch (Refused e) {
      client.close();
      throw e;
    }
  }

  private static Refused refused(MongoException e, String space) {
    return MongoErrors.LOGIN.contains(e.getCode())
        ? new Refused(
            "its user may not write to the database " + space,
            "grant it the roles readWrite and dbAdmin on " + space)
        : new Refused(String.valueOf(e.getMessage()), "start that server");
  }

  @Override
  public List<String> clean(ServerAddress address) throws Refused {
    String space = address.space();
    List<String> lines = new ArrayList<>();
    try (MongoClient client = MongoConnections.brief(address)) {
      MongoCluster patient = client.withTimeout(Waits.ofProcess().work().toSeconds(), SECONDS);
      Marks own = new Marks(patient.getDatabase(space), space);
      // the lease makes the database where there is none
      boolean there = patient.listDatabaseNames().into(new ArrayList<>()).contains(space);
      Held lease = new Held(client, new Marks(client.getDatabase(space), space)).take();
      try {
        // First the space's own: it has the notes that say what is in those of suites.
        removeCollections(own, lines);
        for (String name : patient.listDatabaseNames()) {
          if (name.startsWith(space + "_")) {
            clean(new Marks(patient.getDatabase(name), space), lines);
          }
        }
      } finally {
        lease.free();
      }
      clean(own, there ? lines : new ArrayList<>());
    } catch (MongoException e) {
      throw refused(e, space);
    }
    return lines.isEmpty() ? List.of("nothing of DocDuel's is there") : lines;
  }

  private static void removeCollections(Marks marks, List<String> lines) {
    List<String> ours = marks.isOfSpace() ? marks.list(true) : List.of();
    ours.forEach(marks::remove);
    if (!ours.isEmpty()) {
      lines.add(
          "removed the collections of database %s: %s"
              .formatted(marks.database().getName(), String.join(", ", ours)));
    }
  }

  /** A database without our collection of marks, or with another space's, is not touched. */
  private static void clean(Marks marks, List<String> lines) {
    MongoDatabase database = marks.database();
    if (!database.listCollectionNames().into(new ArrayList<>()).contains(Marks.COLLECTION)
        || !marks.isOfSpace()) {
      return;
    }
    removeCollections(marks, lines);
    List<String> others = marks.list(false);
    marks.documents().drop();
    if (others.isEmpty()) {
      database.drop();
      lines.add("removed the database " + database.getName());
    } else {
      lines.add(
          "the database %s stays: not DocDuel's are %s"
              .formatted(database.getName(), String.join(", ", others)));
    }
  }

  /**
   * A lease in a document whose number its holder raises every few seconds. When the number stands
   * still the holder is gone, and the next one may take over: no clock of the server or of another
   * host is compared. A holder on this host is gone when its process is.
   */
  private static final class Held implements Lease {
    private static final Duration BEAT = Duration.ofSeconds(5);
    private static final Duration STILL = BEAT.multipliedBy(4);
    private static final Duration POLL = Duration.ofMillis(250);

    /** No collection can have this name, so no mark has this id. */
    private static final String ID = "$lease";

    private static final String TOKEN = "token";
    private static final String HOST = "host";
    private static final String PROCESS = "process";
    private static final String NUMBER = "beat";

    private final MongoClient client;
    private final String space;
    private final MongoCollection<BsonDocument> leases;
    private final BsonObjectId token = new BsonObjectId();
    private final Thread beating = new Thread(this::beat, "docduel-lease");

    /** Free or not; {@link #take} takes it. */
    Held(MongoClient client, Marks marks) {
      this.client = client;
      this.space = marks.database().getName();
      this.leases = marks.documents();
      beating.setDaemon(true);
    }

    /** Takes it; the client is closed with it. */
    Held take() throws Refused {
      long end = System.nanoTime() + STILL.toNanos();
      BsonDocument first = current();
      while (!insert()) {
        BsonDocument holder = current();
        boolean free = holder.isEmpty();
        boolean late = System.nanoTime() - end >= 0;
        if (free ? late : !holder.equals(first)) {
          throw inUse(holder);
        } else if (!free && (late || isDead(holder))) {
          leases.deleteOne(holder); // unless it has changed by now
          first = new BsonDocument(); // any other holder keeps it
        } else {
          LockSupport.parkNanos(POLL.toNanos());
        }
      }
      beating.start();
      return this;
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
        if (ErrorCategory.fromErrorCode(e.getCode()) != ErrorCategory.DUPLICATE_KEY) {
          throw e;
        }
        return false;
      }
    }

    /** The document of who has it; empty when nobody has. */
    private BsonDocument current() {
      BsonDocument found = leases.find(eq("_id", ID)).first();
      return found == null ? new BsonDocument() : found;
    }

    private static boolean isDead(BsonDocument holder) {
      return host(holder).equals(Host.hostName()) && ProcessHandle.of(process(holder)).isEmpty();
    }

    private static String host(BsonDocument holder) {
      return holder.getString(HOST, new BsonString("?")).getValue();
    }

    private static long process(BsonDocument holder) {
      return holder.getNumber(PROCESS, new BsonInt64(0)).longValue();
    }

    private Refused inUse(BsonDocument holder) {
      return new Refused(
          "another run (process %d on %s) uses the database %s"
              .formatted(process(holder), host(holder), space),
          "wait for its end, or name another database: " + Settings.variable(ServerAddress.SPACE));
    }

    private void beat() {
      try {
        while (true) {
          Thread.sleep(BEAT.toMillis());
          try {
            leases.updateOne(and(eq("_id", ID), eq(TOKEN, token)), Updates.inc(NUMBER, 1L));
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
        BsonDocument now = current();
        if (!token.equals(now.get(TOKEN))) {
          throw inUse(now);
        }
      } catch (MongoException e) {
        throw refused(e, space);
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
}
