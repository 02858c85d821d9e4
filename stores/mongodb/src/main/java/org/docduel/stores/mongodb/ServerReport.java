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
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.docduel.core.server.ProcessorTime;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.Watch;
import org.docduel.core.spi.Watch.Reading;
import org.docduel.stores.mongodb.server.MongoErrors;

/**
 * What a server said of itself when it was asked.
 *
 * @param told the answers by command, where the server has it and tells this user; to {@code hello}
 *     a mongos says {@code msg: "isdbgrid"}
 */
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
  private static final String PERCONA = "percona";
  private static final String MONGODB = "";
  private static final String IMITATION = "mongo-java-server";
  private static final Pattern POSTGRESQL = Pattern.compile("PostgreSQL \\S+");

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
        throw MongoErrors.of("asking the server what it is", e);
      }
    }
    return new ServerReport(told);
  }

  /**
   * Name and version of the product that is really there. Servers that imitate MongoDB report a
   * version of MongoDB's; what gives them away is what they add to {@code buildInfo} or leave out.
   */
  String product() {
    String version = said("unknown", BUILD, "version");
    return switch (maker()) {
      case FERRETDB -> ferretDb();
      case PERCONA ->
          "Percona Server for MongoDB " + said(version, BUILD, "psmdbVersion") + cluster();
      case MONGODB -> "MongoDB " + version + cluster();
      case IMITATION -> IMITATION + ", an imitation that reports version " + version;
      default ->
          "a server that speaks MongoDB's protocol, is not MongoDB and reports version " + version;
    };
  }

  /** What tables call the store; empty for a mongod or mongos, which its name tells. */
  String label() {
    return maker().equals(MONGODB) ? "" : StoreDescription.label(maker(), "mongodb wire");
  }

  private String maker() {
    BsonDocument build = part(told, BUILD);
    if (isFerretDb()) {
      return FERRETDB;
    } else if (build.containsKey("psmdbVersion")) {
      return PERCONA;
    } else if (build.containsKey("allocator")
        && (build.containsKey("storageEngines") || isRouter())) {
      return MONGODB;
    }
    return isImitation() ? IMITATION : "unknown product";
  }

  private boolean isImitation() {
    return text(told, STATUS, "process").equals("java");
  }

  /** Whether the server passes documents on to a PostgreSQL. */
  boolean isFerretDb() {
    return part(told, BUILD).containsKey(FERRETDB);
  }

  /** Whether the server is a mongos, which sends everything to shards. */
  boolean isRouter() {
    return text(told, HELLO, "msg").equals("isdbgrid");
  }

  private String cluster() {
    if (!isRouter()) {
      return "";
    }
    BsonValue shards = at(told, SHARDS, "shards");
    return shards.isArray()
        ? ", a mongos with " + shards.asArray().size() + " shards"
        : ", a mongos that does not tell its shards";
  }

  private String ferretDb() {
    String documentDb = said("", STATUS, FERRETDB, "documentdb").split(" ", 2)[0];
    return "FerretDB "
        + said("of unknown version", BUILD, FERRETDB, "version").replaceFirst("^v", "")
        + (documentDb.isEmpty() ? "" : " over DocumentDB " + documentDb)
        + (postgres().isEmpty() ? "" : " on " + postgres());
  }

  /** Name and version of the PostgreSQL below FerretDB; empty when it does not tell. */
  String postgres() {
    Matcher postgres = POSTGRESQL.matcher(said("", STATUS, FERRETDB, "postgresql"));
    return postgres.find() ? postgres.group() : "";
  }

  /** Whether the server says that it keeps nothing on disk, or is known for it. */
  boolean forgets() {
    return isImitation()
        || at(told, STATUS, "storageEngine", "persistent").equals(BsonBoolean.FALSE);
  }

  /** What a write concern with or without the journal means on this server. */
  String writeConcern(boolean journal) {
    return "{w: 1, j: "
        + journal
        + "}"
        + (isFerretDb()
            ? ", of which FerretDB does not heed j: PostgreSQL's synchronous_commit decides"
            : "");
  }

  /**
   * The storage engine, what limits it, and the options that the server was started with, by dotted
   * name.
   */
  Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    String engine = said("", STATUS, "storageEngine", "name");
    if (!engine.isEmpty()) {
      settings.put("storageEngine", engine);
      settings.put("oplog", said("none: not in a replica set", HELLO, "setName"));
    }
    number(told, STATUS, "wiredTiger", "cache", "maximum bytes configured")
        .ifPresent(bytes -> {
          settings.put("cacheBytes", String.valueOf((long) bytes));
          settings.put("storage.journal.commitIntervalMs", "100 (default)");
        });
    options(settings, "", part(told, OPTIONS, "parsed"));
    return settings;
  }

  private static void options(Map<String, String> settings, String prefix, BsonDocument section) {
    section.forEach((name, value) -> {
      String path = prefix + name;
      if (value.isDocument() && !LEFT_OUT.contains(path)) {
        options(settings, path + ".", value.asDocument());
      } else if (!LEFT_OUT.contains(path)) {
        settings.put(path, value.isString() ? value.asString().getValue() : json(value));
      }
    });
  }

  /**
   * A watch on the processes of a mongod on this host.
   *
   * @param status its answer to {@code serverStatus}
   * @throws UnsupportedOperationException when the server's processes cannot be seen
   */
  static Watch processorWatch(BsonDocument status) {
    String program = text(status, "process");
    if (!program.equals("mongod")) {
      throw new UnsupportedOperationException(
          "the server is no mongod but %s, whose work other processes do as well"
              .formatted(program.isEmpty() ? "unknown" : program));
    }
    long pid = (long) number(status, "pid").orElse(0);
    return Watch.processor(
        ProcessHandle.of(pid).filter(handle -> ProcessorTime.runs(handle, program)));
  }

  /**
   * Reads {@code serverStatus} and {@code collStats}. What the server does not tell is missing:
   * FerretDB has neither a cache nor a journal of its own, and counts commands instead of
   * operations.
   */
  static Watch watch(Supplier<BsonDocument> server, Supplier<BsonDocument> collection) {
    return () -> {
      BsonDocument now = server.get();
      BsonDocument sizes = collection.get();
      OptionalDouble operations = number(now, "opcounters", "update");
      OptionalDouble commands = number(now, "metrics", "commands", "update", "total"); // FerretDB
      List<Reading> readings = new ArrayList<>();
      (operations.isPresent() ? operations : commands)
          .ifPresent(count -> readings.add(Reading.counter("mongostat.updates", count, "updates")));
      level(readings, "document", number(sizes, "avgObjSize"));
      level(readings, "storage", number(sizes, "storageSize"));
      level(readings, "index", number(sizes, "totalIndexSize"));
      level(
          readings,
          "cache_dirty",
          number(now, "wiredTiger", "cache", "tracked dirty bytes in the cache"));
      number(now, "wiredTiger", "log", "log bytes written")
          .ifPresent(bytes -> readings.add(Reading.counter("mongostat.journal", bytes, "bytes")));
      return readings;
    };
  }

  private static void level(List<Reading> readings, String name, OptionalDouble bytes) {
    bytes.ifPresent(value -> readings.add(Reading.level("mongostat." + name, value, "bytes")));
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

  private String said(String otherwise, String... path) {
    String text = text(told, path);
    return text.isEmpty() ? otherwise : text;
  }

  /** What names lead to; BSON's null where they lead nowhere. */
  static BsonValue at(BsonDocument answer, String... path) {
    BsonValue value = answer;
    for (String name : path) {
      value = value.isDocument() ? value.asDocument().get(name, BsonNull.VALUE) : BsonNull.VALUE;
    }
    return value;
  }

  /** A document, which is empty where there is none. */
  static BsonDocument part(BsonDocument answer, String... path) {
    BsonValue found = at(answer, path);
    return found.isDocument() ? found.asDocument() : new BsonDocument();
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

  static String json(String text) {
    return json(new BsonString(text));
  }
}
