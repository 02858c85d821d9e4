package org.docduel.stores.mongodb;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.in;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Updates;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.server.GivenAddress.Workspace;
import org.docduel.core.server.Host;

/** The database that the address's space names, and those of suites, whose names begin with it. */
final class MongoWorkspace implements Workspace {
  private static final String ANOTHER_NAME =
      "name another database: " + Settings.variable(ServerAddress.SPACE);

  @Override
  public void check(ServerAddress address) throws Refused {
    MongoConnections.check(address);
  }

  @Override
  public Lease lease(ServerAddress address) throws Refused {
    Held lease = new Held(MongoConnections.brief(address), address.space());
    try {
      for (String other : lease.marks.list(false)) {
        throw new Refused(
            "the database %s holds the collection %s, which is not DocDuel's"
                .formatted(address.space(), other),
            ANOTHER_NAME);
      }
      lease.take();
      return lease;
    } catch (MongoException e) {
      lease.client.close();
      throw refused(e, address.space());
    } catch (Refused e) {
      lease.client.close();
      throw e;
    }
  }

  private static Refused refused(MongoException e, String space) {
    return new Refused(
        MongoErrors.said(e),
        "start that server, or grant its user the roles readWrite and dbAdmin on " + space);
  }

  @Override
  public List<String> clean(ServerAddress address) throws Refused {
    String space = address.space();
    List<String> lines = new ArrayList<>();
    // with the patience of one that works: dropping takes its time
    try (Held lease = new Held(MongoConnections.client(address, StoreConfig.defaults()), space)) {
      lease.take();
      for (String name : lease.client.listDatabaseNames()) {
        if (name.startsWith(space + "_")) {
          clean(new Marks(lease.client.getDatabase(name), space), lines);
        }
      }
      clean(lease.marks, lines); // at last: the lease is in it
    } catch (MongoException e) {
      throw refused(e, space);
    }
    return lines.isEmpty() ? List.of("nothing of DocDuel's is there") : lines;
  }

  /** Removes what is the space's; a database without its marks is not touched. */
  private static void clean(Marks marks, List<String> lines) {
    MongoDatabase database = marks.database();
    MongoCollection<BsonDocument> documents = marks.documents();
    if (documents.find(eq(Marks.SPACE, marks.space())).first() == null) {
      return;
    }
    List<String> ours = marks.list(true);
    List<String> others = marks.list(false);
    boolean shared = marks.isShared();
    ours.forEach(name -> database.getCollection(name).drop());
    documents.deleteMany(in(Marks.ID, ours));
    if (!shared && others.isEmpty()) {
      database.drop();
    } else if (!shared) {
      documents.drop();
    }
    if (!ours.isEmpty()) {
      lines.add(
          "removed the collections of database %s: %s%s"
              .formatted(
                  database.getName(),
                  String.join(", ", ours),
                  others.isEmpty() ? "" : "; not DocDuel's are " + String.join(", ", others)));
    }
  }

  /**
   * A lease in a document whose number its holder raises every few seconds. When the number stands
   * still the holder is gone, and the next one may take over: no clock of the server or of another
   * host is compared.
   */
  private static final class Held implements Lease {
    private static final Duration BEAT = Duration.ofSeconds(5);
    private static final Duration STILL = BEAT.multipliedBy(4);
    private static final Duration POLL = Duration.ofMillis(250);
    private static final String HOLDER = "holder";
    private static final String NUMBER = "beat";

    /** No collection can have this name, so no mark has this id. */
    private static final BsonString LEASE = new BsonString("$lease");

    private static final BsonDocument ENDED = heldBy("which has ended");

    private final MongoClient client;
    private final Marks marks;
    private final MongoCollection<BsonDocument> leases;
    private final BsonDocument mine =
        heldBy(
            "process %d on %s, since %s"
                .formatted(ProcessHandle.current().pid(), Host.hostName(), Instant.now()));
    private final Thread beating = new Thread(this::beat, "docduel-lease");
    private volatile boolean closed;

    /** Free or not; {@link #take} takes it. */
    Held(MongoClient client, String space) {
      this.client = client;
      this.marks = new Marks(client.getDatabase(space), space);
      this.leases = marks.documents();
      beating.setDaemon(true);
    }

    private static BsonDocument heldBy(String holder) {
      return new BsonDocument(Marks.ID, LEASE).append(HOLDER, new BsonString(holder));
    }

    void take() throws Refused {
      long end = System.nanoTime() + STILL.toNanos();
      boolean late = false;
      BsonDocument first = another();
      for (BsonDocument now = first; !now.isEmpty(); now = another()) {
        boolean passedOn = !now.equals(first) && !now.equals(ENDED);
        if (late || passedOn) {
          throw inUse(now);
        }
        late = System.nanoTime() - end >= 0;
        if (late) {
          leases.deleteOne(first); // unless its number has changed by now
        } else {
          LockSupport.parkNanos(POLL.toNanos());
        }
      }
      beating.start();
    }

    /** Takes it unless another run has it, whose document this is; empty when it is ours now. */
    private BsonDocument another() {
      try {
        leases.insertOne(
            mine.clone()
                .append(Marks.SPACE, new BsonString(marks.space()))
                .append(NUMBER, new BsonInt64(0)));
        return new BsonDocument();
      } catch (MongoException e) {
        if (ErrorCategory.fromErrorCode(e.getCode()) != ErrorCategory.DUPLICATE_KEY) {
          throw e;
        }
        return holder();
      }
    }

    /** The document of who has it, or what stands for one that has given it back by now. */
    private BsonDocument holder() {
      BsonDocument found = leases.find(eq(LEASE)).first();
      return found == null ? ENDED : found;
    }

    private Refused inUse(BsonDocument found) {
      return new Refused(
          "another run (%s) uses the database %s"
              .formatted(ServerReport.text(found, HOLDER), marks.space()),
          "wait for its end, or " + ANOTHER_NAME);
    }

    private void beat() {
      while (!closed) {
        LockSupport.parkNanos(BEAT.toNanos());
        try {
          leases.updateOne(mine, Updates.inc(NUMBER, 1L));
        } catch (MongoException | IllegalStateException e) {
          // The server may be back for the next beat; confirm() tells when it is not.
        }
      }
    }

    @Override
    public void confirm() throws Refused {
      try {
        if (leases.find(mine).first() == null) {
          throw inUse(holder());
        }
      } catch (MongoException e) {
        throw refused(e, marks.space());
      }
    }

    @Override
    public void close() {
      closed = true;
      try {
        leases.deleteOne(mine);
      } catch (MongoException e) {
        // The next run finds that the number stands still.
      }
      client.close();
    }
  }
}
