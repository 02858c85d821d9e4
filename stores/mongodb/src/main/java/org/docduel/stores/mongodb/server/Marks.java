package org.docduel.stores.mongodb.server;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.ReplaceOptions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.docduel.core.config.StoreConfig.Durability;
import org.docduel.core.spi.StoreException;

/**
 * Which collections of a database are DocDuel's, since collections carry no comments: one beside
 * them has a document for each, with the id that the server gave it. What has none is never
 * dropped.
 *
 * @param database the space's own, or that of a suite in it
 */
public record Marks(MongoDatabase database, String space) {
  /** The collection that holds the marks. */
  public static final String COLLECTION = "made_by_docduel";

  /** The id of the document that names the space: no collection can have this name. */
  private static final String OWNER = "$space";

  private static final String SPACE = "space";
  private static final String ID = "_id";
  private static final String UUID = "uuid";

  /** Those of a space, under the write concern of a durability. */
  public static Marks of(MongoClient client, String space, Durability durability) {
    WriteConcern concern = new WriteConcern(1).withJournal(durability == Durability.DEFAULT);
    return new Marks(client.getDatabase(space).withWriteConcern(concern), space);
  }

  /** Whether it is the space's, and not that of another one whose name goes on where it ends. */
  boolean isOfSpace() {
    BsonDocument owner = documents().find(Filters.eq(ID, OWNER)).first();
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
    put(OWNER, SPACE, new BsonString(space));
    // A run that is killed now leaves an empty collection that is ours.
    put(name, UUID, BsonNull.VALUE);
    database.createCollection(name);
    put(name, UUID, existing().getOrDefault(name, BsonNull.VALUE));
  }

  /** Drops the whole database, unless it holds what is not ours. */
  public void dropDatabase() {
    for (String name : list(false)) {
      throw notOurs(name);
    }
    database.drop();
  }

  /** The collections that are ours, or those that are not; neither holds that of the marks. */
  List<String> list(boolean ours) {
    return existing().entrySet().stream()
        .filter(entry -> isOurs(entry.getKey(), entry.getValue()) == ours)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Drops a collection that is ours, and its mark. */
  void remove(String name) {
    database.getCollection(name).drop();
    documents().deleteOne(Filters.eq(ID, name));
  }

  /** A collection's id, as the server says it; empty where it says none. */
  public String uuid(String name) {
    BsonValue uuid = existing().getOrDefault(name, BsonNull.VALUE);
    return uuid.isBinary() ? uuid.asBinary().asUuid().toString() : "";
  }

  private boolean isOurs(String name, BsonValue uuid) {
    BsonDocument mark = documents().find(Filters.eq(ID, name)).first();
    return mark != null && (mark.isNull(UUID) || uuid.equals(mark.get(UUID)));
  }

  private void put(String id, String field, BsonValue value) {
    BsonDocument mark = new BsonDocument(ID, new BsonString(id)).append(field, value);
    documents().replaceOne(Filters.eq(ID, id), mark, new ReplaceOptions().upsert(true));
  }

  MongoCollection<BsonDocument> documents() {
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
    return all;
  }

  private StoreException notOurs(String name) {
    return MongoErrors.refused(
        "the collection %s.%s is not DocDuel's, which would replace it; rename it"
            .formatted(database.getName(), name));
  }
}
