package org.docduel.stores.mongodb;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.docduel.stores.mongodb.client.Failures;

/**
 * What a server said of itself when it was asked.
 *
 * @param buildInfo the answer to {@code buildInfo}
 * @param serverStatus the answer to {@code serverStatus}, empty if this user may not ask
 * @param commandLine the answer to {@code getCmdLineOpts}, empty if this user may not ask
 * @param hello the answer to {@code hello}; a mongos says {@code msg: "isdbgrid"}
 * @param shards the answer to {@code listShards}, empty if this user may not ask
 * @param service the cloud service that the address belongs to, or empty
 */
record ServerReport(
    BsonDocument buildInfo,
    BsonDocument serverStatus,
    BsonDocument commandLine,
    BsonDocument hello,
    BsonDocument shards,
    String service) {
  private static final BsonDocument NOTHING = new BsonDocument();
  private static final String FERRETDB = "ferretdb";
  private static final String WIRED_TIGER = "wiredTiger";
  private static final String JOURNAL_INTERVAL = "storage.journal.commitIntervalMs";
  private static final Pattern POSTGRESQL = Pattern.compile("PostgreSQL \\S+");

  /** Asks a server. What it has no command for, or does not tell this user, stays empty. */
  static ServerReport of(MongoClient client) {
    try {
      return new ServerReport(
          ask(client, "buildInfo"),
          ask(client, "serverStatus"),
          ask(client, "getCmdLineOpts"),
          ask(client, "hello"),
          ask(client, "listShards"),
          CloudService.of(client.getClusterDescription()));
    } catch (MongoException e) {
      throw Failures.of("asking the server what it is", e);
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
    if (buildInfo.containsKey("psmdbVersion")) {
      return "Percona Server for MongoDB " + text(buildInfo, "psmdbVersion", version) + cluster();
    }
    boolean engine = buildInfo.containsKey("storageEngines") || isRouter();
    if (engine && buildInfo.containsKey("allocator")) {
      return "MongoDB " + version + cluster();
    }
    if (isMongoJavaServer()) {
      return "mongo-java-server, an imitation that reports version " + version;
    }
    if (!service.isEmpty()) {
      return service + ", which reports version " + version;
    }
    return "a server that speaks MongoDB's protocol, is not MongoDB and reports version " + version;
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
    BsonDocument status = section(serverStatus, FERRETDB);
    StringBuilder product = new StringBuilder("FerretDB ").append(withoutV(version));
    String documentDb = text(status, "documentdb", "").split(" ", 2)[0];
    if (!documentDb.isEmpty()) {
      product.append(" over DocumentDB ").append(documentDb);
    }
    String postgres = postgres();
    return product.append(postgres.isEmpty() ? "" : " on " + postgres).toString();
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

  private static String withoutV(String version) {
    return version.startsWith("v") ? version.substring(1) : version;
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

  /** The storage engine, what limits it, and every option that the server was started with. */
  Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    String engine = text(section(serverStatus, "storageEngine"), "name", "");
    if (!engine.isEmpty()) {
      settings.put("storageEngine", engine);
      settings.put("oplog", text(hello, "setName", "none: not in a replica set"));
    }
    BsonValue cache =
        section(section(serverStatus, WIRED_TIGER), "cache").get("maximum bytes configured");
    if (cache != null && cache.isNumber()) {
      settings.put("cacheBytes", String.valueOf(cache.asNumber().longValue()));
      settings.put(JOURNAL_INTERVAL, "100 (default)");
    }
    settings.putAll(StartOptions.of(section(commandLine, "parsed")));
    return settings;
  }

  private static BsonDocument section(BsonDocument document, String name) {
    BsonValue value = document.get(name);
    return value != null && value.isDocument() ? value.asDocument() : NOTHING;
  }

  private static String text(BsonDocument document, String name, String otherwise) {
    BsonValue value = document.get(name);
    return value != null && value.isString() ? value.asString().getValue() : otherwise;
  }
}
