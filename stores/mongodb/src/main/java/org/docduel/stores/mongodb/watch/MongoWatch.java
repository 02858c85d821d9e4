package org.docduel.stores.mongodb.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.docduel.core.server.ProcessorTime;
import org.docduel.core.spi.Watch;

/**
 * Reads {@code serverStatus} and {@code collStats}. What the server does not tell is missing:
 * FerretDB has neither a cache nor a journal of its own, and counts commands instead of operations.
 */
public final class MongoWatch implements Watch {
  /** Where the server counts updates; the second is what FerretDB has. */
  private static final List<List<String>> UPDATES =
      List.of(List.of("opcounters", "update"), List.of("metrics", "commands", "update", "total"));

  private static final List<String> DIRTY =
      List.of("wiredTiger", "cache", "tracked dirty bytes in the cache");
  private static final List<String> JOURNAL = List.of("wiredTiger", "log", "log bytes written");
  private static final String UNIT_BYTES = "bytes";

  private final Supplier<BsonDocument> server;
  private final Supplier<BsonDocument> collection;

  /**
   * A watch.
   *
   * @param server asks for {@code serverStatus}
   * @param collection asks for {@code collStats}
   */
  public MongoWatch(Supplier<BsonDocument> server, Supplier<BsonDocument> collection) {
    this.server = server;
    this.collection = collection;
  }

  /**
   * A watch on a mongod on this host.
   *
   * @param status its answer to {@code serverStatus}
   * @throws UnsupportedOperationException when the server's processes cannot be seen
   */
  public static Watch processor(BsonDocument status) {
    String program =
        status.isString("process") ? status.getString("process").getValue() : "unknown";
    if (!program.equals("mongod")) {
      throw new UnsupportedOperationException(
          "the server is no mongod but " + program + ", whose work other processes do as well");
    }
    long pid = number(status, List.of("pid")).map(Double::longValue).orElse(0L);
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
    for (List<String> counter : UPDATES) {
      Optional<Double> count = number(now, counter);
      if (count.isPresent()) {
        readings.add(Reading.counter("mongostat.updates", count.get(), "updates"));
        break;
      }
    }
    add(readings, "mongostat.document", number(sizes, List.of("avgObjSize")));
    add(readings, "mongostat.storage", number(sizes, List.of("storageSize")));
    add(readings, "mongostat.index", number(sizes, List.of("totalIndexSize")));
    add(readings, "mongostat.cache_dirty", number(now, DIRTY));
    number(now, JOURNAL)
        .ifPresent(bytes -> readings.add(Reading.counter("mongostat.journal", bytes, UNIT_BYTES)));
    return readings;
  }

  private static void add(List<Reading> readings, String name, Optional<Double> bytes) {
    bytes.ifPresent(value -> readings.add(Reading.level(name, value, UNIT_BYTES)));
  }

  private static Optional<Double> number(BsonDocument document, List<String> path) {
    BsonDocument section = document;
    for (String name : path.subList(0, path.size() - 1)) {
      if (!section.isDocument(name)) {
        return Optional.empty();
      }
      section = section.getDocument(name);
    }
    String last = path.get(path.size() - 1);
    return section.isNumber(last)
        ? Optional.of(section.getNumber(last).doubleValue())
        : Optional.empty();
  }
}
