package org.docduel.stores.mongodb.server;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import java.util.ArrayList;
import java.util.List;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.Login;
import org.docduel.core.server.Workspace;
import org.docduel.stores.mongodb.client.Marks;

/** The database that the address's space names, and those of suites, whose names begin with it. */
final class MongoWorkspace implements Workspace {
  private static final int UNAUTHORIZED = 13;

  @Override
  public Lease lease(ServerAddress address) throws Login.Refused {
    MongoClient client = MongoLogin.client(address);
    try {
      MongoDatabase database = client.getDatabase(address.space());
      List<String> others = new Marks(database).list(false);
      if (!others.isEmpty()) {
        throw new Login.Refused(
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
    } catch (Login.Refused e) {
      client.close();
      throw e;
    }
  }

  static Login.Refused refused(MongoException e, String space) {
    if (e instanceof MongoCommandException command && command.getErrorCode() == UNAUTHORIZED) {
      return new Login.Refused(
          "its user may not write to the database " + space,
          "grant it the roles readWrite and dbAdmin on " + space);
    }
    return new Login.Refused(String.valueOf(e.getMessage()), "start that server");
  }

  @Override
  public List<String> clean(ServerAddress address) throws Login.Refused {
    try (MongoClient client = MongoLogin.client(address)) {
      List<String> lines = new ArrayList<>();
      LeaseDocument lease = LeaseDocument.take(client, client.getDatabase(address.space()));
      try {
        for (String name : client.listDatabaseNames()) {
          if (name.startsWith(address.space() + "_")) {
            lines.addAll(clean(client.getDatabase(name)));
          }
        }
      } finally {
        lease.free();
      }
      lines.addAll(clean(client.getDatabase(address.space())));
      return lines.isEmpty() ? List.of("nothing of DocDuel's is there") : lines;
    } catch (MongoException e) {
      throw refused(e, address.space());
    }
  }

  /** A database without our collection of marks is not touched. */
  private static List<String> clean(MongoDatabase database) {
    if (!database.listCollectionNames().into(new ArrayList<>()).contains(Marks.COLLECTION)) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    Marks marks = new Marks(database);
    List<String> ours = marks.list(true);
    ours.forEach(marks::remove);
    if (!ours.isEmpty()) {
      lines.add(
          "removed the collections of database "
              + database.getName()
              + ": "
              + String.join(", ", ours));
    }
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
