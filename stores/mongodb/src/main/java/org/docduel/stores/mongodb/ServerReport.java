package org.docduel.stores.mongodb;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.stores.mongodb.server.MongoErrors;

/**
 * What a server said of itself when it was asked. What it has no command for, or does not tell this
 * user, is empty.
 *
 * @param hello a mongos says {@code msg: "isdbgrid"}
 */
record ServerReport(
    BsonDocument buildInfo,
    BsonDocument serverStatus,
    BsonDocument commandLine,
    BsonDocument hello,
    BsonDocument shards) {
  private static final BsonDocument NOTHING = new BsonDocument();
  private static final String FERRETDB = "ferretdb";
  private static final String WIRED_TIGER = "wiredTiger";
  private static final String JOURNAL_INTERVAL = "storage.journal.commitIntervalMs";
  private static final Pattern POSTGRESQL = Pattern.compile("PostgreSQL \\S+");

  /** Start options that cannot change a measurement: where it listens and logs, files, users. */
  private static final Set<String> LEFT_OUT =
      Set.of("config", "net", "systemLog", "processManagement", "security", "storage.dbPath");

  static ServerReport of(MongoClient client) {
    try {
      return new ServerReport(
          ask(client, "buildInfo"),
          ask(client, "serverStatus"),
          ask(client, "getCmdLineOpts"),
          ask(client, "hello"),
          ask(client, "listShards"));
    } catch (MongoException e) {
      throw MongoErrors.of("asking the server what it is", e);
    }
  }

  private static BsonDocument ask(MongoClient client, String command) {
    try {
      return client
          .getDatabase("admin")
          .runCommand(new BsonDocument(command, new BsonInt32(1)), BsonDocument.class);
    } catch (MongoCommandException e) {
      return NOTHING;
    }
  }

  /**
   * Name and version of the product that is really there. Servers that imitate MongoDB report a
   * version of MongoDB's; what gives them away is what they add to {@code buildInfo} or leave out.
   */
  String product() {
    String version = text(buildInfo, "version", "unknown");
    if (isFerretDb()) {
      return ferretDb();
    }
    if (isPercona()) {
      return "Percona Server for MongoDB " + text(buildInfo, "psmdbVersion", version) + cluster();
    }
    if (isMongoDb()) {
      return "MongoDB " + version + cluster();
    }
    return isMongoJavaServer()
        ? "mongo-java-server, an imitation that reports version " + version
        : "a server that speaks MongoDB's protocol, is not MongoDB and reports version " + version;
  }

  /** What tables call the store; empty for a mongod or mongos, which its name tells. */
  String label() {
    if (!isFerretDb() && !isPercona() && isMongoDb()) {
      return "";
    }
    String product =
        isFerretDb()
            ? FERRETDB
            : isPercona()
                ? "percona"
                : isMongoJavaServer() ? "mongo-java-server" : "unknown product";
    return StoreDescription.label(product, "mongodb wire");
  }

  private boolean isPercona() {
    return buildInfo.containsKey("psmdbVersion");
  }

  private boolean isMongoDb() {
    return buildInfo.containsKey("allocator")
        && (buildInfo.containsKey("storageEngines") || isRouter());
  }

  /** Whether the server is a mongos, which sends everything to shards. */
  boolean isRouter() {
    return text(hello, "msg", "").equals("isdbgrid");
  }

  private String cluster() {
    if (!isRouter()) {
      return "";
    }
    return shards.isArray("shards")
        ? ", a mongos with " + shards.getArray("shards").size() + " shards"
        : ", a mongos that does not tell its shards";
  }

  private boolean isMongoJavaServer() {
    return text(serverStatus, "process", "").equals("java");
  }

  private String ferretDb() {
    String version = text(section(buildInfo, FERRETDB), "version", "of unknown version");
    String documentDb = text(section(serverStatus, FERRETDB), "documentdb", "").split(" ", 2)[0];
    String postgres = postgres();
    return "FerretDB "
        + (version.startsWith("v") ? version.substring(1) : version)
        + (documentDb.isEmpty() ? "" : " over DocumentDB " + documentDb)
        + (postgres.isEmpty() ? "" : " on " + postgres);
  }

  /** Name and version of the PostgreSQL below FerretDB; empty when it does not tell. */
  String postgres() {
    Matcher postgres = POSTGRESQL.matcher(text(section(serverStatus, FERRETDB), "postgresql", ""));
    return postgres.find() ? postgres.group() : "";
  }

  /** Whether the server passes documents on to a PostgreSQL. */
  boolean isFerretDb() {
    return buildInfo.containsKey(FERRETDB);
  }

  /** Whether the server says that it keeps nothing on disk, or is known for it. */
  boolean forgets() {
    BsonDocument engine = section(serverStatus, "storageEngine");
    boolean volatileEngine =
        engine.isBoolean("persistent") && !engine.getBoolean("persistent").getValue();
    return volatileEngine || isMongoJavaServer();
  }

  /** What a write concern with or without the journal means on this server. */
  String writeConcern(boolean journal) {
    String asked = "{w: 1, j: " + journal + "}";
    return isFerretDb()
        ? asked + ", of which FerretDB does not heed j: PostgreSQL's synchronous_commit decides"
        : asked;
  }

  /**
   * The storage engine, what limits it, and the options that the server was started with, by dotted
   * name.
   */
  Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    String engine = text(section(serverStatus, "storageEngine"), "name", "");
    if (!engine.isEmpty()) {
      settings.put("storageEngine", engine);
      settings.put("oplog", text(hello, "setName", "none: not in a replica set"));
    }
    BsonDocument cache = section(section(serverStatus, WIRED_TIGER), "cache");
    if (cache.isNumber("maximum bytes configured")) {
      settings.put(
          "cacheBytes", String.valueOf(cache.getNumber("maximum bytes configured").longValue()));
      settings.put(JOURNAL_INTERVAL, "100 (default)");
    }
    options(settings, "", section(commandLine, "parsed"));
    return settings;
  }

  private static void options(Map<String, String> settings, String prefix, BsonDocument section) {
    section.forEach((name, value) -> {
      String path = prefix + name;
      if (LEFT_OUT.contains(path)) {
        return;
      }
      if (value.isDocument()) {
        options(settings, path + ".", value.asDocument());
      } else {
        String json = new BsonDocument("v", value).toJson();
        String text = json.substring("{\"v\": ".length(), json.length() - 1);
        settings.put(path, value.isString() ? value.asString().getValue() : text);
      }
    });
  }

  private static BsonDocument section(BsonDocument document, String name) {
    return document.isDocument(name) ? document.getDocument(name) : NOTHING;
  }

  private static String text(BsonDocument document, String name, String otherwise) {
    return document.isString(name) ? document.getString(name).getValue() : otherwise;
  }
}
