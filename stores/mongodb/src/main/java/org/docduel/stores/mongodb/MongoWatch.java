package org.docduel.stores.mongodb;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.docduel.core.server.ProcessorTime;
import org.docduel.core.spi.Watch;
import org.docduel.core.spi.Watch.Reading;

/**
 * Reads {@code serverStatus} and {@code collStats}. What the server does not tell is missing:
 * FerretDB has neither a cache nor a journal of its own, and counts commands instead of operations.
 */
record MongoWatch(Supplier<BsonDocument> server, Supplier<BsonDocument> collection)
    implements Watch {
  private static final String UNIT_BYTES = "bytes";

  /**
   * A watch on the processes of a mongod on this host.
   *
   * @param status its answer to {@code serverStatus}
   * @throws UnsupportedOperationException when the server's processes cannot be seen
   */
  static Watch processor(BsonDocument status) {
    String program =
        status.isString("process") ? status.getString("process").getValue() : "unknown";
    if (!program.equals("mongod")) {
      throw new UnsupportedOperationException(
          "the server is no mongod but " + program + ", whose work other processes do as well");
    }
    long pid = number(status, "pid").map(Double::longValue).orElse(0L);
    if (ProcessHandle.of(pid).filter(handle -> ProcessorTime.runs(handle, program)).isEmpty()) {
      throw new UnsupportedOperationException(
          "the server's process cannot be seen from here: it runs on another host, in a container,"
              + " or not on Linux");
    }
    return Watch.processor(() -> ProcessorTime.seconds(pid));
  }

  @Override
  public List<Reading> read() {
    BsonDocument now = server.get();
    BsonDocument sizes = collection.get();
    List<Reading> readings = new ArrayList<>();
    number(now, "opcounters", "update")
        .or(() -> number(now, "metrics", "commands", "update", "total")) // FerretDB
        .ifPresent(count -> readings.add(Reading.counter("mongostat.updates", count, "updates")));
    level(readings, "document", number(sizes, "avgObjSize"));
    level(readings, "storage", number(sizes, "storageSize"));
    level(readings, "index", number(sizes, "totalIndexSize"));
    level(
        readings,
        "cache_dirty",
        number(now, "wiredTiger", "cache", "tracked dirty bytes in the cache"));
    number(now, "wiredTiger", "log", "log bytes written")
        .ifPresent(bytes -> readings.add(Reading.counter("mongostat.journal", bytes, UNIT_BYTES)));
    return readings;
  }

  private static void level(List<Reading> readings, String name, Optional<Double> bytes) {
    bytes.ifPresent(value -> readings.add(Reading.level("mongostat." + name, value, UNIT_BYTES)));
  }

  /** A collection's sizes in bytes; {@code uncompressed} is the BSON before compression. */
  static Map<String, Long> sizes(BsonDocument stats) {
    Map<String, Long> sizes = new LinkedHashMap<>();
    List<String> parts = List.of("uncompressed", "storage", "index", "total");
    List<String> fields = List.of("size", "storageSize", "totalIndexSize", "totalSize");
    for (int i = 0; i < parts.size(); i++) {
      String part = parts.get(i);
      number(stats, fields.get(i)).ifPresent(bytes -> sizes.put(part, bytes.longValue()));
    }
    return sizes;
  }

  private static Optional<Double> number(BsonDocument document, String... path) {
    BsonValue value = document;
    for (String name : path) {
      value = value.isDocument() ? value.asDocument().get(name, BsonNull.VALUE) : BsonNull.VALUE;
    }
    return value.isNumber() ? Optional.of(value.asNumber().doubleValue()) : Optional.empty();
  }
}
