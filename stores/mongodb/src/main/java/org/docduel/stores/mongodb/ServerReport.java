package org.docduel.stores.mongodb;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.docduel.core.server.ProcessorTime;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.Watch;
import org.docduel.core.spi.Watch.Reading;

/** What a server said of itself, by command, where it has it and tells this user. */
record ServerReport(BsonDocument told) {
  static final JsonWriterSettings JSON =
      JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();

  private static final String BUILD = "buildInfo";
  private static final String STATUS = "serverStatus";
  private static final String OPTIONS = "getCmdLineOpts";
  private static final String HELLO = "hello";
  private static final String SHARDS = "listShards";
  private static final List<String> COMMANDS = List.of(BUILD, STATUS, OPTIONS, HELLO, SHARDS);
  private static final String FERRETDB = "ferretdb";

  /** Start options that cannot change a measurement: where it listens and logs, files, users. */
  private static final Set<String> LEFT_OUT =
      Set.of("config", "net", "systemLog", "processManagement", "security", "storage.dbPath");

  static ServerReport of(MongoClient client) {
    MongoDatabase admin = client.getDatabase("admin");
    BsonDocument told = new BsonDocument();
    for (String command : COMMANDS) {
      try {
        BsonDocument question = new BsonDocument(command, new BsonInt32(1));
        told.append(command, admin.runCommand(question, BsonDocument.class));
      } catch (MongoCommandException e) {
        // the server does not have it, or does not tell this user
      } catch (MongoException e) {
        throw MongoDriver.of("asking the server what it is", e);
      }
    }
    return new ServerReport(told);
  }

  /**
   * Name and version of the product that is really there. Servers that imitate MongoDB report a
   * version of MongoDB's; what gives them away is what they add to {@code buildInfo} or leave out.
   */
  String product() {
    String version = text(told, BUILD, "version");
    if (isFerretDb()) {
      String documentDb = text(told, STATUS, FERRETDB, "documentdb");
      String postgres = text(told, STATUS, FERRETDB, "postgresql");
      return "FerretDB "
          + text(told, BUILD, FERRETDB, "version").replaceFirst("^v", "")
          + documentDb.replaceFirst("(\\S+).*", " over DocumentDB $1")
          + postgres.replaceFirst("(PostgreSQL \\S+).*", " on $1");
    } else if (!isMongoDb()) {
      return "a server that speaks MongoDB's protocol, is not MongoDB and reports version "
          + (version.isEmpty() ? "unknown" : version);
    } else if (!isRouter()) {
      return "MongoDB " + version;
    }
    BsonValue shards = at(told, SHARDS, "shards");
    return "MongoDB %s, a mongos with %s shards"
        .formatted(version, shards.isArray() ? shards.asArray().size() : "an untold number of");
  }

  /** What tables call the store; empty for a mongod or mongos, which its name tells. */
  String label() {
    return isMongoDb()
        ? ""
        : StoreDescription.label(isFerretDb() ? FERRETDB : "unknown product", "mongodb wire");
  }

  private boolean isMongoDb() {
    return !isFerretDb()
        && at(told, BUILD, "psmdbVersion").isNull() // Percona's
        && !at(told, BUILD, "allocator").isNull()
        && (!at(told, BUILD, "storageEngines").isNull() || isRouter());
  }

  /** Whether the server passes documents on to a PostgreSQL. */
  boolean isFerretDb() {
    return at(told, BUILD, FERRETDB).isDocument();
  }

  /** Whether the server is a mongos, which sends everything to shards. */
  boolean isRouter() {
    return text(told, HELLO, "msg").equals("isdbgrid");
  }

  /** Whether the server says that it keeps nothing on disk, or is an imitation in a JVM. */
  boolean forgets() {
    return text(told, STATUS, "process").equals("java")
        || at(told, STATUS, "storageEngine", "persistent").equals(BsonBoolean.FALSE);
  }

  /** The storage engine, what limits it, and the options of the server's start, by dotted name. */
  Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    String engine = text(told, STATUS, "storageEngine", "name");
    if (!engine.isEmpty()) {
      String replicaSet = text(told, HELLO, "setName");
      settings.put("storageEngine", engine);
      settings.put("oplog", replicaSet.isEmpty() ? "none: not in a replica set" : replicaSet);
    }
    number(told, STATUS, "wiredTiger", "cache", "maximum bytes configured")
        .ifPresent(bytes -> {
          settings.put("cacheBytes", String.valueOf((long) bytes));
          settings.put("storage.journal.commitIntervalMs", "100 (default)");
        });
    options(settings, "", at(told, OPTIONS, "parsed"));
    return settings;
  }

  private static void options(Map<String, String> settings, String path, BsonValue value) {
    if (value.isDocument()) {
      String prefix = path.isEmpty() ? "" : path + ".";
      value.asDocument().forEach((name, option) -> options(settings, prefix + name, option));
    } else if (!value.isNull() && LEFT_OUT.stream().noneMatch(path::startsWith)) {
      settings.put(path, value.isString() ? value.asString().getValue() : json(value));
    }
  }

  /** A watch on the processes of a mongod on this host, by its {@code serverStatus}. */
  static Watch processorWatch(BsonDocument status) {
    String program = text(status, "process");
    if (!program.equals("mongod")) {
      throw new UnsupportedOperationException(
          "the server is no mongod but '%s', whose work other processes do as well"
              .formatted(program));
    }
    long pid = (long) number(status, "pid").orElse(0);
    return Watch.processor(
        ProcessHandle.of(pid).filter(handle -> ProcessorTime.runs(handle, program)));
  }

  /**
   * What {@code serverStatus} and {@code collStats} say. What the server does not tell is missing:
   * FerretDB has neither a cache nor a journal of its own, and counts commands instead of
   * operations.
   */
  static List<Reading> readings(BsonDocument server, BsonDocument collection) {
    List<Reading> readings = new ArrayList<>();
    OptionalDouble operations = number(server, "opcounters", "update");
    OptionalDouble commands = number(server, "metrics", "commands", "update", "total"); // FerretDB
    (operations.isPresent() ? operations : commands)
        .ifPresent(count -> readings.add(Reading.counter("mongostat.updates", count, "updates")));
    level(readings, "document", collection, "avgObjSize");
    level(readings, "storage", collection, "storageSize");
    level(readings, "index", collection, "totalIndexSize");
    level(
        readings, "cache_dirty", server, "wiredTiger", "cache", "tracked dirty bytes in the cache");
    number(server, "wiredTiger", "log", "log bytes written")
        .ifPresent(bytes -> readings.add(Reading.counter("mongostat.journal", bytes, "bytes")));
    return readings;
  }

  private static void level(
      List<Reading> readings, String name, BsonDocument answer, String... path) {
    number(answer, path)
        .ifPresent(bytes -> readings.add(Reading.level("mongostat." + name, bytes, "bytes")));
  }

  /** A collection's sizes in bytes; {@code uncompressed} is the BSON before compression. */
  static Map<String, Long> sizes(BsonDocument stats) {
    Map<String, Long> sizes = new LinkedHashMap<>();
    List.of("uncompressed size", "storage storageSize", "index totalIndexSize", "total totalSize")
        .forEach(part -> {
          String[] words = part.split(" ", 2);
          number(stats, words[1]).ifPresent(bytes -> sizes.put(words[0], (long) bytes));
        });
    return sizes;
  }

  /** What names lead to; BSON's null where they lead nowhere. */
  static BsonValue at(BsonDocument answer, String... path) {
    BsonValue value = answer;
    for (String name : path) {
      value = value.isDocument() ? value.asDocument().get(name, BsonNull.VALUE) : BsonNull.VALUE;
    }
    return value;
  }

  /** A text, which is empty where there is none. */
  static String text(BsonDocument answer, String... path) {
    BsonValue found = at(answer, path);
    return found.isString() ? found.asString().getValue() : "";
  }

  static OptionalDouble number(BsonDocument answer, String... path) {
    BsonValue found = at(answer, path);
    return found.isNumber()
        ? OptionalDouble.of(found.asNumber().doubleValue())
        : OptionalDouble.empty();
  }

  /** A value in relaxed extended JSON. */
  static String json(BsonValue value) {
    String document = new BsonDocument("v", value).toJson(JSON);
    return document.substring("{\"v\": ".length(), document.length() - 1);
  }
}
