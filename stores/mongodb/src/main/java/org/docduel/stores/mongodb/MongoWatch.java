package org.docduel.stores.mongodb;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import org.bson.BsonDocument;
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
    String program = ServerReport.text(status, "process");
    if (!program.equals("mongod")) {
      throw new UnsupportedOperationException(
          "the server is no mongod but %s, whose work other processes do as well"
              .formatted(program.isEmpty() ? "unknown" : program));
    }
    long pid = (long) ServerReport.number(status, "pid").orElse(0);
    return Watch.processor(
        ProcessHandle.of(pid).filter(handle -> ProcessorTime.runs(handle, program)));
  }

  @Override
  public List<Reading> read() {
    BsonDocument now = server.get();
    BsonDocument sizes = collection.get();
    OptionalDouble operations = ServerReport.number(now, "opcounters", "update");
    OptionalDouble commands =
        ServerReport.number(now, "metrics", "commands", "update", "total"); // FerretDB
    List<Reading> readings = new ArrayList<>();
    (operations.isPresent() ? operations : commands)
        .ifPresent(count -> readings.add(Reading.counter("mongostat.updates", count, "updates")));
    level(readings, "document", ServerReport.number(sizes, "avgObjSize"));
    level(readings, "storage", ServerReport.number(sizes, "storageSize"));
    level(readings, "index", ServerReport.number(sizes, "totalIndexSize"));
    level(
        readings,
        "cache_dirty",
        ServerReport.number(now, "wiredTiger", "cache", "tracked dirty bytes in the cache"));
    ServerReport.number(now, "wiredTiger", "log", "log bytes written")
        .ifPresent(bytes -> readings.add(Reading.counter("mongostat.journal", bytes, UNIT_BYTES)));
    return readings;
  }

  private static void level(List<Reading> readings, String name, OptionalDouble bytes) {
    bytes.ifPresent(value -> readings.add(Reading.level("mongostat." + name, value, UNIT_BYTES)));
  }

  /** A collection's sizes in bytes; {@code uncompressed} is the BSON before compression. */
  static Map<String, Long> sizes(BsonDocument stats) {
    Map<String, Long> sizes = new LinkedHashMap<>();
    List.of("uncompressed size", "storage storageSize", "index totalIndexSize", "total totalSize")
        .forEach(part -> {
          String[] words = part.split(" ", 2);
          ServerReport.number(stats, words[1])
              .ifPresent(bytes -> sizes.put(words[0], (long) bytes));
        });
    return sizes;
  }
}
