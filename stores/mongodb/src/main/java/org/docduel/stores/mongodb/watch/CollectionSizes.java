package org.docduel.stores.mongodb.watch;

import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.BsonDocument;

/**
 * Sizes from the answer to {@code collStats}, in bytes: {@code uncompressed} the BSON before
 * compression, {@code storage} as on disk without indexes, {@code index}, {@code total}.
 */
public final class CollectionSizes {
  private CollectionSizes() {}

  public static Map<String, Long> of(BsonDocument stats) {
    Map<String, Long> sizes = new LinkedHashMap<>();
    put(sizes, "uncompressed", stats, "size");
    put(sizes, "storage", stats, "storageSize");
    put(sizes, "index", stats, "totalIndexSize");
    put(sizes, "total", stats, "totalSize");
    return sizes;
  }

  private static void put(Map<String, Long> sizes, String part, BsonDocument stats, String field) {
    if (stats.isNumber(field)) {
      sizes.put(part, stats.getNumber(field).longValue());
    }
  }
}
