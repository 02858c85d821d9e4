package org.docduel.stores.mongodb.shard;

import com.mongodb.client.MongoClient;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** How the documents of a sharded collection lie on its shards. */
public final class Distribution {
  private Distribution() {}

  /**
   * Asks a mongos by the stage {@code $shardedDataDistribution} (manual; since 6.0.3).
   *
   * @param client to the mongos
   * @param namespace database and collection, with a dot between
   * @return such as {@code shard-1 6 documents, shard-2 6 documents}
   */
  public static String of(MongoClient client, String namespace) {
    List<BsonDocument> answers =
        client
            .getDatabase("admin")
            .aggregate(
                List.of(
                    new BsonDocument("$shardedDataDistribution", new BsonDocument()),
                    Aggregates.match(Filters.eq("ns", namespace))),
                BsonDocument.class)
            .into(new ArrayList<>());
    return answers.isEmpty() ? "on one shard" : describe(answers.get(0));
  }

  /** Reads one document of the stage's answer. */
  static String describe(BsonDocument answer) {
    List<String> shards = new ArrayList<>();
    for (BsonValue value : answer.getArray("shards", new BsonArray())) {
      BsonDocument shard = value.asDocument();
      shards.add(
          shard.getString("shardName").getValue()
              + " "
              + shard.getNumber("numOwnedDocuments").longValue()
              + " documents");
    }
    return String.join(", ", shards);
  }
}
