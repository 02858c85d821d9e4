package org.docduel.stores.mongodb;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.nor;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.Updates;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.conversions.Bson;
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
   * Which collections of a database are DocDuel's, since collections carry no comments: one beside
   * them has a document for each, with the space that it was made for and the id that the server
   * gave it. What has none is never dropped. A database is the space's own, or that of a suite in
   * it.
   */
  record Marks(MongoDatabase database, String space) {
    /** The collection that holds the marks. */
    static final String COLLECTION = "made_by_docduel";

    static final String ID = "_id";
    static final String SPACE = "space";
    private static final String UUID = "uuid";

    /** Makes an empty collection, in place of one that an earlier run has left. */
    void make(String name) {
      requireOurs(list(false).stream().filter(name::equals).toList());
      database.getCollection(name).drop();
      // A run that is killed now leaves an empty collection that is ours.
      put(name, BsonNull.VALUE);
      database.createCollection(name);
      put(name, ids().getOrDefault(name, BsonNull.VALUE));
    }

    /** Drops the whole database, unless it holds what is not ours. */
    void dropDatabase() {
      requireOurs(list(false));
      if (isShared()) {
        throw MongoErrors.refused(
            "the database %s is another space's; name another space by %s"
                .formatted(database.getName(), Settings.variable(ServerAddress.SPACE)));
      }
      database.drop();
    }

    /** Whether another space has something here, or its lease. */
    boolean isShared() {
      return documents().find(nor(own())).first() != null;
    }

    /**
     * Which of the documents are the space's. Earlier builds did not name it: they left one
     * document that does, or else made the database that has its name.
     */
    private Bson own() {
      BsonDocument owner = documents().find(eq("_id", "$space")).first();
      String unnamed = owner == null ? database.getName() : ServerReport.text(owner, SPACE);
      return unnamed.equals(space) ? in(SPACE, space, null) : eq(SPACE, space);
    }

    private void requireOurs(List<String> others) {
      if (!others.isEmpty()) {
        throw MongoErrors.refused(
            "the collection %s.%s is not DocDuel's, which would replace it; rename it"
                .formatted(database.getName(), others.get(0)));
      }
    }

    /** The collections that are ours, or those that are not; neither holds that of the marks. */
    List<String> list(boolean ours) {
      Map<String, BsonValue> marks = new TreeMap<>();
      for (BsonDocument mark : documents().find(own())) {
        marks.put(mark.getString(ID).getValue(), mark.get(UUID, BsonNull.VALUE));
      }
      return ids().entrySet().stream()
          .filter(one -> !one.getKey().equals(COLLECTION) && !one.getKey().startsWith("system."))
          .filter(one -> {
            BsonValue marked = marks.get(one.getKey());
            return ours == (marked != null && (marked.isNull() || marked.equals(one.getValue())));
          })
          .map(Map.Entry::getKey)
          .toList();
    }

    /** The server's id of the collection of marks, which is made now if it is missing; or empty. */
    String uuid() {
      if (!ids().containsKey(COLLECTION)) {
        database.createCollection(COLLECTION);
      }
      BsonValue uuid = ids().getOrDefault(COLLECTION, BsonNull.VALUE);
      return uuid.isBinary() ? uuid.asBinary().asUuid().toString() : "";
    }

    MongoCollection<BsonDocument> documents() {
      return database.getCollection(COLLECTION, BsonDocument.class);
    }

    private void put(String name, BsonValue uuid) {
      BsonDocument mark =
          new BsonDocument(ID, new BsonString(name))
              .append(SPACE, new BsonString(space))
              .append(UUID, uuid);
      documents().replaceOne(eq(ID, name), mark, new ReplaceOptions().upsert(true));
    }

    /** The server's ids of all collections by their names, null where it gives none. */
    private Map<String, BsonValue> ids() {
      Map<String, BsonValue> all = new TreeMap<>();
      for (BsonDocument one : database.listCollections(BsonDocument.class)) {
        BsonDocument info = one.getDocument("info", new BsonDocument());
        all.put(one.getString("name").getValue(), info.getOrDefault(UUID, BsonNull.VALUE));
      }
      return all;
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
