package org.docduel.stores.mongodb;

import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.conversions.Bson;
import org.docduel.core.query.Index;

/**
 * Indexes in MongoDB's words. There is one kind, the ascending index: on an array it is multikey
 * and serves elements; its order is by bytes, so it serves prefixes; for a substring its keys can
 * be scanned instead of the documents, and nothing better exists. Two requests for the same fields
 * are therefore one index.
 */
final class MongoIndexes {
  private MongoIndexes() {}

  static List<IndexModel> models(List<Index> indexes) {
    Set<List<String>> seen = new HashSet<>();
    List<IndexModel> models = new ArrayList<>();
    for (Index index : indexes) {
      if (seen.add(index.fields())) {
        Bson keys = Indexes.ascending(index.fields());
        models.add(new IndexModel(keys, new IndexOptions().name(index.name())));
      }
    }
    return models;
  }
}
