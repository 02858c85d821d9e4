package org.docduel.stores.mongodb.server;

import static java.util.concurrent.TimeUnit.SECONDS;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCluster;
import com.mongodb.client.MongoDatabase;
import java.util.ArrayList;
import java.util.List;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.Waits;
import org.docduel.core.server.GivenAddress.Workspace;
import org.docduel.core.server.GivenAddress.Workspace.Refused;

/** The database that the address's space names, and those of suites, whose names begin with it. */
final class MongoWorkspace implements Workspace {
  @Override
  public void check(ServerAddress address) throws Refused {
    MongoConnections.check(address);
  }

  @Override
  public Lease lease(ServerAddress address) throws Refused {
    MongoClient client = MongoConnections.brief(address);
    try {
      MongoDatabase database = client.getDatabase(address.space());
      for (String other : new Marks(database, address.space()).list(false)) {
        throw new Refused(
            "the database %s holds the collection %s, which is not DocDuel's"
                .formatted(address.space(), other),
            "name another database: " + Settings.variable(ServerAddress.SPACE));
      }
      return MongoLease.take(client, database);
    } catch (MongoException e) {
      client.close();
      throw refused(e, address.space());
    } catch (Refused e) {
      client.close();
      throw e;
    }
  }

  static Refused refused(MongoException e, String space) {
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
      MongoLease lease = MongoLease.take(client, client.getDatabase(space));
      MongoCluster patient = client.withTimeout(Waits.ofProcess().work().toSeconds(), SECONDS);
      Marks own = new Marks(patient.getDatabase(space), space);
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
      clean(own, lines);
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
}
