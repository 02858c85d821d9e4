package org.docduel.stores.mongodb.server;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import java.util.ArrayList;
import java.util.List;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.Workspace;
import org.docduel.stores.mongodb.client.Marks;

/** The database that the address's space names, and those of suites, whose names begin with it. */
final class MongoWorkspace implements Workspace {
  private static final int UNAUTHORIZED = 13;

  @Override
  public void check(ServerAddress address) throws Refused {
    MongoLogin.check(address);
  }

  @Override
  public Lease lease(ServerAddress address) throws Workspace.Refused {
    MongoClient client = MongoLogin.client(address);
    try {
      MongoDatabase database = client.getDatabase(address.space());
      List<String> others = new Marks(database, address.space()).list(false);
      if (!others.isEmpty()) {
        throw new Workspace.Refused(
            "the database "
                + address.space()
                + " holds the collection "
                + others.get(0)
                + ", which is not DocDuel's",
            "name another database: " + Settings.variable(ServerAddress.SPACE));
      }
      return LeaseDocument.take(client, database);
    } catch (MongoException e) {
      client.close();
      throw refused(e, address.space());
    } catch (Workspace.Refused e) {
      client.close();
      throw e;
    }
  }

  static Workspace.Refused refused(MongoException e, String space) {
    if (e instanceof MongoCommandException command && command.getErrorCode() == UNAUTHORIZED) {
      return new Workspace.Refused(
          "its user may not write to the database " + space,
          "grant it the roles readWrite and dbAdmin on " + space);
    }
    return new Workspace.Refused(String.valueOf(e.getMessage()), "start that server");
  }

  @Override
  public List<String> clean(ServerAddress address) throws Workspace.Refused {
    try (MongoClient client = MongoLogin.client(address)) {
      String space = address.space();
      List<String> lines = new ArrayList<>();
      MongoDatabase own = client.getDatabase(space);
      LeaseDocument lease = LeaseDocument.take(client, own);
      try {
        // First the space's own: it has the notes that say what is in those of suites.
        lines.addAll(removeCollections(own, space));
        for (String name : client.listDatabaseNames()) {
          if (name.startsWith(space + "_")) {
            lines.addAll(clean(client.getDatabase(name), space));
          }
        }
      } finally {
        lease.free();
      }
      lines.addAll(clean(own, space));
      return lines.isEmpty() ? List.of("nothing of DocDuel's is there") : lines;
    } catch (MongoException e) {
      throw refused(e, address.space());
    }
  }

  private static List<String> removeCollections(MongoDatabase database, String space) {
    Marks marks = new Marks(database, space);
    if (!marks.isOfSpace()) {
      return List.of();
    }
    List<String> ours = marks.list(true);
    ours.forEach(marks::remove);
    return ours.isEmpty()
        ? List.of()
        : List.of(
            "removed the collections of database "
                + database.getName()
                + ": "
                + String.join(", ", ours));
  }

  /** A database without our collection of marks, or with another space's, is not touched. */
  private static List<String> clean(MongoDatabase database, String space) {
    Marks marks = new Marks(database, space);
    if (!database.listCollectionNames().into(new ArrayList<>()).contains(Marks.COLLECTION)
        || !marks.isOfSpace()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>(removeCollections(database, space));
    List<String> others = marks.list(false);
    database.getCollection(Marks.COLLECTION).drop();
    if (others.isEmpty()) {
      database.drop();
      lines.add("removed the database " + database.getName());
    } else {
      lines.add(
          "the database "
              + database.getName()
              + " stays: not DocDuel's are "
              + String.join(", ", others));
    }
    return lines;
  }
}
