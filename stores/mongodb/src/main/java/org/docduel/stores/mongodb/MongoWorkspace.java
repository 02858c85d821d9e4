package org.docduel.stores.mongodb;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.ne;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoException;
import com.mongodb.WriteConcern;
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
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.server.Host;
import org.docduel.core.server.RoundTrip;
import org.docduel.core.server.ServerSource.Workspace;

/** The database that the address's space names, and those of suites, whose names begin with it. */
final class MongoWorkspace implements Workspace {
  private static final String ANOTHER_NAME =
      "name another database: " + Settings.variable(ServerAddress.SPACE);

  @Override
  public String check(ServerAddress address) throws WorkspaceException {
    return MongoDriver.check(address);
  }

  @Override
  public OptionalLong roundTripNanos(ServerAddress address) throws WorkspaceException {
    try (MongoClient client = MongoDriver.probeClient(address)) {
      MongoDatabase admin = client.getDatabase("admin");
      BsonDocument ping = new BsonDocument("ping", new BsonInt64(1));
      return OptionalLong.of(RoundTrip.<MongoException>medianNanos(() -> admin.runCommand(ping)));
    } catch (MongoException e) {
      throw translate(e, address.space());
    }
  }

  @Override
  public Lease lease(ServerAddress address) throws WorkspaceException {
    HeartbeatLease lease = new HeartbeatLease(MongoDriver.probeClient(address), address.space());
    try {
      for (String other : lease.marks.list(false)) {
        throw new WorkspaceException(
            "the database %s holds the collection %s, which is not DocDuel's"
                .formatted(address.space(), other),
            ANOTHER_NAME);
      }
      lease.take();
      return lease;
    } catch (MongoException e) {
      lease.client.close();
      throw translate(e, address.space());
    } catch (WorkspaceException e) {
      lease.client.close();
      throw e;
    }
  }

  private static WorkspaceException translate(MongoException e, String space) {
    return new WorkspaceException(
        MongoDriver.message(e),
        "start that server, or grant its user the roles readWrite and dbAdmin on " + space);
  }

  @Override
  public List<String> clean(ServerAddress address) throws WorkspaceException {
    String space = address.space();
    List<String> lines = new ArrayList<>();
    // with the patience of one that works: dropping takes its time
    try (HeartbeatLease lease =
        new HeartbeatLease(MongoDriver.client(address, StoreConfig.defaults()), space)) {
      lease.take();
      List<OwnershipRegistry> all = new ArrayList<>();
      for (String name : lease.client.listDatabaseNames()) {
        if (name.startsWith(space + "_")) {
          all.add(new OwnershipRegistry(lease.client.getDatabase(name), space));
        }
      }
      all.add(lease.marks); // at last: the lease is in it
      for (OwnershipRegistry marks : all) {
        String removed = String.join(", ", marks.remove());
        String others = String.join(", ", marks.list(false));
        if (!removed.isEmpty()) {
          lines.add(
              "removed the collections of database %s: %s%s"
                  .formatted(
                      marks.database().getName(),
                      removed,
                      others.isEmpty() ? "" : "; not DocDuel's are " + others));
        }
      }
    } catch (MongoException e) {
      throw translate(e, space);
    }
    return lines.isEmpty() ? List.of("nothing of DocDuel's is there") : lines;
  }

  /**
   * Which collections of a database are DocDuel's, since collections carry no comments: one beside
   * them has a document for each, with the space that it was made for and the id that the server
   * gave it. What has none is never dropped. A database is the space's own, or that of a suite in
   * it.
   */
  record OwnershipRegistry(MongoDatabase database, String space) {
    /** The collection that holds the marks. */
    static final String COLLECTION = "made_by_docduel";

    static final String ID = "_id";
    static final String SPACE = "space";
    private static final String UUID = "uuid";

    /** Makes an empty collection, in place of one that an earlier run has left. */
    void recreate(String name) {
      if (list(false).contains(name)) {
        throw MongoDriver.storeException(
            "the collection %s.%s is not DocDuel's, which would replace it; rename it"
                .formatted(database.getName(), name));
      }
      database.getCollection(name).drop();
      // A run that is killed now leaves an empty collection that is ours.
      put(name, BsonNull.VALUE);
      database.createCollection(name);
      put(name, ids().getOrDefault(name, BsonNull.VALUE));
    }

    private void put(String name, BsonValue uuid) {
      BsonDocument mark =
          new BsonDocument(ID, new BsonString(name))
              .append(SPACE, new BsonString(space))
              .append(UUID, uuid);
      documents().replaceOne(eq(ID, name), mark, new ReplaceOptions().upsert(true));
    }

    /** Drops our collections with their marks, and returns their names. */
    List<String> remove() {
      List<String> owned = list(true);
      owned.forEach(name -> database.getCollection(name).drop());
      documents().deleteMany(eq(SPACE, space));
      if (documents().find().first() == null) {
        documents().drop();
      }
      return owned;
    }

    /** The same of a suite's database, unless it is another space's too. */
    void clear() {
      if (documents().find(ne(SPACE, space)).first() != null) {
        throw MongoDriver.storeException(
            "the database %s is another space's; name another space by %s"
                .formatted(database.getName(), Settings.variable(ServerAddress.SPACE)));
      }
      remove();
    }

    /** The collections that are ours, or those that are not; neither holds that of the marks. */
    List<String> list(boolean owned) {
      Map<String, BsonValue> ids = ids();
      List<String> marked = new ArrayList<>();
      for (BsonDocument mark : documents().find(eq(SPACE, space))) {
        String name = mark.getString(ID).getValue();
        BsonValue uuid = mark.get(UUID, BsonNull.VALUE);
        if (uuid.isNull() || uuid.equals(ids.get(name))) {
          marked.add(name);
        }
      }
      return ids.keySet().stream()
          .filter(name -> !name.equals(COLLECTION) && !name.startsWith("system."))
          .filter(name -> owned == marked.contains(name))
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

    private MongoCollection<BsonDocument> documents() {
      return database.getCollection(COLLECTION, BsonDocument.class);
    }

    /** The server's ids of all collections by their names, null where it gives none. */
    private Map<String, BsonValue> ids() {
      Map<String, BsonValue> all = new TreeMap<>();
      for (BsonDocument collection : database.listCollections(BsonDocument.class)) {
        BsonDocument info = collection.getDocument("info", new BsonDocument());
        all.put(collection.getString("name").getValue(), info.getOrDefault(UUID, BsonNull.VALUE));
      }
      return all;
    }
  }

  /**
   * A lease in a document whose number its holder raises every few seconds. When the number stands
   * still the holder is gone, and the next one may take over: no clock of the server or of another
   * host is compared.
   */
  private static final class HeartbeatLease implements Lease {
    private static final Duration HEARTBEAT = Duration.ofSeconds(5);
    private static final Duration EXPIRY = HEARTBEAT.multipliedBy(4);
    private static final Duration POLL = Duration.ofMillis(250);
    private static final String HOLDER = "holder";
    private static final String NUMBER = "beat";

    /** No collection can have this name, so no mark has this id. */
    private static final BsonString LEASE = new BsonString("$lease");

    private static final BsonDocument RELEASED = heldBy("which has ended");

    private final MongoClient client;
    private final OwnershipRegistry marks;
    private final BsonDocument ownLease =
        heldBy(
            "process %d on %s, since %s"
                .formatted(ProcessHandle.current().pid(), Host.hostName(), Instant.now()));
    private final Thread beating = new Thread(this::beat, "docduel-lease");
    private volatile boolean closed;

    /** Free or not; {@link #take} takes it. */
    HeartbeatLease(MongoClient client, String space) {
      this.client = client;
      this.marks = new OwnershipRegistry(client.getDatabase(space), space);
      beating.setDaemon(true);
    }

    private static BsonDocument heldBy(String holder) {
      return new BsonDocument(OwnershipRegistry.ID, LEASE).append(HOLDER, new BsonString(holder));
    }

    /** One that another run has is watched until it is given back, or its number stood still. */
    void take() throws WorkspaceException {
      if (!tryToTake()) {
        long startNanos = System.nanoTime();
        BsonDocument first = holder();
        BsonDocument now = first;
        while (now.equals(first)
            && !now.equals(RELEASED)
            && System.nanoTime() - startNanos < EXPIRY.toNanos()) {
          LockSupport.parkNanos(POLL.toNanos());
          now = holder();
        }
        marks.documents().deleteOne(first); // unless its number has changed
        if (!tryToTake()) {
          throw inUse(holder());
        }
      }
      beating.start();
    }

    /** Takes it unless another run has it; whether it is ours now. */
    private boolean tryToTake() {
      try {
        marks
            .documents()
            .insertOne(
                ownLease
                    .clone()
                    .append(OwnershipRegistry.SPACE, new BsonString(marks.space()))
                    .append(NUMBER, new BsonInt64(0)));
        return true;
      } catch (MongoException e) {
        if (ErrorCategory.fromErrorCode(e.getCode()) != ErrorCategory.DUPLICATE_KEY) {
          throw e;
        }
        return false;
      }
    }

    /** The document of who has it, or what stands for one that has given it back by now. */
    private BsonDocument holder() {
      BsonDocument found = marks.documents().find(eq(LEASE)).first();
      return found == null ? RELEASED : found;
    }

    private WorkspaceException inUse(BsonDocument found) {
      return new WorkspaceException(
          "another run (%s) uses the database %s"
              .formatted(ServerReport.text(found, HOLDER), marks.space()),
          "wait for its end, or " + ANOTHER_NAME);
    }

    private void beat() {
      while (!closed) {
        LockSupport.parkNanos(HEARTBEAT.toNanos());
        try {
          // not journaled: a flush of the journal would fall into what is measured
          marks
              .documents()
              .withWriteConcern(WriteConcern.W1.withJournal(false))
              .updateOne(ownLease, Updates.inc(NUMBER, 1L));
        } catch (MongoException | IllegalStateException e) {
          // The server may be back for the next beat; confirm() tells when it is not.
        }
      }
    }

    @Override
    public void verify() throws WorkspaceException {
      try {
        if (marks.documents().find(ownLease).first() == null) {
          throw inUse(holder());
        }
      } catch (MongoException e) {
        throw translate(e, marks.space());
      }
    }

    @Override
    public void close() {
      closed = true;
      try {
        marks.documents().deleteOne(ownLease);
      } catch (MongoException e) {
        // The next run finds that the number stands still.
      }
      client.close();
    }
  }
}
