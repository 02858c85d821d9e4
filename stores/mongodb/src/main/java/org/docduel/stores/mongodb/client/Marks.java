package org.docduel.stores.mongodb.client;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.ReplaceOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.docduel.core.spi.StoreException;

/**
 * Which collections of a database are the suite's, since collections carry no comments: one beside
 * them has a document for each, with the id that the server gave it. The server may be somebody
 * else's, and what has no such document is never dropped.
 */
public final class Marks {
  /** The collection that holds the marks. */
  public static final String COLLECTION = "made_by_docduel";

  /** The id of the document that names the space: no collection can have this name. */
  private static final String OWNER = "$space";

  private static final String SPACE = "space";

  private static final String ID = "_id";
  private static final String UUID = "uuid";

  private final MongoDatabase database;
  private final String space;

  /**
   * Those of a database.
   *
   * @param database the space's own, or that of a suite in it
   * @param space the space
   */
  public Marks(MongoDatabase database, String space) {
    this.database = database;
    this.space = space;
  }

  /** Whether it is the space's, and not that of another one whose name goes on where it ends. */
  public boolean isOfSpace() {
    BsonDocument owner = marks().find(Filters.eq(ID, OWNER)).first();
    return owner == null
        ? database.getName().equals(space)
        : owner.get(SPACE, BsonNull.VALUE).equals(new BsonString(space));
  }

  /** Makes an empty collection, in place of one that an earlier run has left. */
  public void make(String name) {
    BsonValue known = existing().get(name);
    if (known != null && !isOurs(name, known)) {
      throw notOurs(name);
    }
    database.getCollection(name).drop();
    BsonDocument owner =
        new BsonDocument(ID, new BsonString(OWNER)).append(SPACE, new BsonString(space));
    marks().replaceOne(Filters.eq(ID, OWNER), owner, new ReplaceOptions().upsert(true));
    mark(name, BsonNull.VALUE); // a run that is killed now leaves an empty collection that is ours
    database.createCollection(name);
    mark(name, existing().getOrDefault(name, BsonNull.VALUE));
  }

  /** Drops the whole database, unless it holds what is not ours. */
  public void dropDatabase() {
    for (String name : list(false)) {
      throw notOurs(name);
    }
    database.drop();
  }

  /** The collections that are ours, or those that are not; neither holds that of the marks. */
  public List<String> list(boolean ours) {
    return existing().entrySet().stream()
        .filter(entry -> isOurs(entry.getKey(), entry.getValue()) == ours)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Drops a collection that is ours, and its mark. */
  public void remove(String name) {
    database.getCollection(name).drop();
    marks().deleteOne(Filters.eq(ID, name));
  }

  /** A collection's id, as the server says it; empty where it says none. */
  public String uuid(String name) {
    BsonValue uuid = existing().getOrDefault(name, BsonNull.VALUE);
    return uuid.isBinary() ? uuid.asBinary().asUuid().toString() : "";
  }

  private boolean isOurs(String name, BsonValue uuid) {
    BsonDocument mark = marks().find(Filters.eq(ID, name)).first();
    return mark != null && (mark.isNull(UUID) || uuid.equals(mark.get(UUID)));
  }

  private void mark(String name, BsonValue uuid) {
    BsonDocument mark = new BsonDocument(ID, new BsonString(name)).append(UUID, uuid);
    marks().replaceOne(Filters.eq(ID, name), mark, new ReplaceOptions().upsert(true));
  }

  private MongoCollection<BsonDocument> marks() {
    return database.getCollection(COLLECTION, BsonDocument.class);
  }

  /** Name to the server's id, where it gives one. */
  private Map<String, BsonValue> existing() {
    Map<String, BsonValue> all = new TreeMap<>();
    for (BsonDocument one : database.listCollections(BsonDocument.class)) {
      String name = one.getString("name").getValue();
      if (!name.equals(COLLECTION) && !name.startsWith("system.")) {
        BsonDocument info = one.getDocument("info", new BsonDocument());
        all.put(name, info.getOrDefault(UUID, BsonNull.VALUE));
      }
    }
    return new LinkedHashMap<>(all);
  }

  private StoreException notOurs(String name) {
    return new StoreException(
        Failures.STORE
            + ": the collection "
            + database.getName()
            + "."
            + name
            + " is not DocDuel's, which would replace it; rename it");
  }
}
