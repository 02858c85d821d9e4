package org.docduel.stores.mongodb;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.ReplaceOptions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.conversions.Bson;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;

/**
 * Which collections of a database are DocDuel's, since collections carry no comments: one beside
 * them has a document for each, with the space that it was made for and the id that the server gave
 * it. What has none is never dropped. A database is the space's own, or that of a suite in it.
 */
record Marks(MongoDatabase database, String space) {
  /** The collection that holds the marks. */
  static final String COLLECTION = "made_by_docduel";

  static final String ID = "_id";
  static final String SPACE = "space";
  private static final String UUID = "uuid";
  private static final String OWNER = "$space";

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
    return documents().find(Filters.nor(own())).first() != null;
  }

  /**
   * Which of the documents are the space's. Earlier builds did not name it: they left one document
   * that does, or else made the database that has its name.
   */
  private Bson own() {
    BsonDocument owner = documents().find(Filters.eq(ID, OWNER)).first();
    String unnamed = owner == null ? database.getName() : ServerReport.text(owner, SPACE);
    return unnamed.equals(space) ? Filters.in(SPACE, space, null) : Filters.eq(SPACE, space);
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
    documents().replaceOne(Filters.eq(ID, name), mark, new ReplaceOptions().upsert(true));
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
