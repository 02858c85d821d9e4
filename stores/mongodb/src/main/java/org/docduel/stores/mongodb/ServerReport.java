package org.docduel.stores.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonParseException;
import org.bson.json.JsonWriterSettings;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.server.ProcessorTime;
import org.docduel.core.spi.Store.StoreDescription;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.Watch;
import org.docduel.core.spi.Watch.Reading;

/**
 * What a server said of itself, by command.
 *
 * @param warnings what it did not say because this user may not ask, with the role that may
 */
record ServerReport(BsonDocument responses, List<String> warnings) {
  static final JsonWriterSettings JSON =
      JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();

  private static final String BUILD = "buildInfo";
  private static final String STATUS = "serverStatus";
  private static final String OPTIONS = "getCmdLineOpts";
  private static final String HELLO = "hello";
  private static final String SHARDS = "listShards";
  private static final String PARAMETERS = "getParameter";
  private static final String LOG = "getLog";
  private static final String ATLAS = "atlasVersion";
  private static final String BALANCER = "balancerStatus";
  private static final String CONNECTION = "connection";
  private static final String FERRETDB = "ferretdb";

  /**
   * Manual, "Database Commands"; {@code atlasVersion} is Atlas' own, which mongosh asks for too.
   * Those of the server's state need the role clusterMonitor (manual, "Built-In Roles").
   */
  private static final List<BsonDocument> COMMANDS =
      Stream.of(
              "{buildInfo: 1}",
              "{hello: 1}",
              "{serverStatus: 1}",
              "{getCmdLineOpts: 1}",
              "{listShards: 1}",
              "{balancerStatus: 1}",
              "{atlasVersion: 1}",
              "{getLog: 'startupWarnings'}",
              "{getParameter: 1, featureCompatibilityVersion: 1, internalQueryFrameworkControl: 1,"
                  + " maxIndexBuildMemoryUsageMegabytes: 1, syncdelay: 1,"
                  + " journalCommitInterval: 1}")
          .map(BsonDocument::parse)
          .toList();

  /** Unauthorized, and Atlas' answer to a command that a free or Flex cluster does not have. */
  private static final Set<Integer> NOT_PERMITTED = Set.of(13, MongoDriver.ATLAS_ERROR);

  /** The settings that {@code getParameter} answers, and where. */
  private static final Map<String, String> PARAMETER_SETTINGS =
      new TreeMap<>(
          Map.of(
              "featureCompatibilityVersion",
              PARAMETERS + "/featureCompatibilityVersion/version",
              "internalQueryFrameworkControl",
              PARAMETERS + "/internalQueryFrameworkControl",
              "maxIndexBuildMemoryUsageMegabytes",
              PARAMETERS + "/maxIndexBuildMemoryUsageMegabytes",
              "storage.journal.commitIntervalMs",
              PARAMETERS + "/journalCommitInterval",
              "storage.syncPeriodSecs",
              PARAMETERS + "/syncdelay"));

  /** Groups of start options that hold addresses, files, users and secrets. */
  private static final Pattern PRIVATE =
      Pattern.compile("(config|net|systemLog|processManagement|security|auditLog)(\\..*)?");

  /** Those of the same groups that change a measurement. */
  private static final Set<String> MEASURED =
      Set.of(
          "auditLog.destination",
          "net.compression.compressors",
          "net.maxIncomingConnections",
          "net.ssl.mode",
          "net.tls.mode",
          "security.authorization",
          "security.enableEncryption",
          "security.encryptionCipherMode",
          "systemLog.verbosity");

  /** Warnings of a start that are about access alone. */
  private static final Pattern ABOUT_ACCESS =
      Pattern.compile(
          "(Access control is not|You are running this process as the root|This server"
              + " is bound to).*");

  /** Without warnings. */
  ServerReport(BsonDocument responses) {
    this(responses, List.of());
  }

  /**
   * Asks a server.
   *
   * @throws StoreException when it does not answer
   */
  static ServerReport of(MongoClient client) {
    MongoDatabase admin = client.getDatabase("admin");
    BsonDocument responses = new BsonDocument();
    List<String> denied = new ArrayList<>();
    for (BsonDocument command : COMMANDS) {
      String name = command.getFirstKey();
      try {
        responses.append(name, admin.runCommand(command, BsonDocument.class));
      } catch (MongoCommandException e) {
        if (NOT_PERMITTED.contains(e.getCode())) {
          denied.add(name);
        } // else the server does not have it
      } catch (MongoException e) {
        throw MongoDriver.of("reading the server's version", e);
      }
    }
    denied.removeAll(List.of(SHARDS, BALANCER, ATLAS)); // a mongod has nothing to say there
    return new ServerReport(
        responses,
        denied.isEmpty()
            ? List.of()
            : List.of(
                "the server does not answer %s to this user: settings and warnings are missing from the results; grant the role clusterMonitor"
                    .formatted(String.join(", ", denied))));
  }

  /** The same with what the client's address says of its connections. */
  ServerReport with(ServerAddress address) {
    ConnectionString connection = new ConnectionString(address.url());
    BsonArray compressors = new BsonArray();
    connection
        .getCompressorList()
        .forEach(compressor -> compressors.add(new BsonString(compressor.getName())));
    BsonDocument settings =
        new BsonDocument(
                "tls", BsonBoolean.valueOf(Boolean.TRUE.equals(connection.getSslEnabled())))
            .append("compressors", compressors);
    return new ServerReport(responses.clone().append(CONNECTION, settings), warnings);
  }

  /** The server's version, which of FerretDB is its own; empty when it does not tell. */
  String version() {
    return isFerretDb()
        ? text(responses, BUILD, FERRETDB, "version").replaceFirst("^v", "")
        : text(responses, BUILD, "version");
  }

  /**
   * What makes the server another one than people expect: what it warned of at its start (manual,
   * "getLog"), and what it did not say.
   */
  List<String> findings() {
    List<String> findings = new ArrayList<>(warnings);
    if (isMongoDb()) {
      for (BsonValue line :
          responses.getDocument(LOG, new BsonDocument()).getArray("log", new BsonArray())) {
        String message = startupWarning(line);
        if (!message.isEmpty() && !ABOUT_ACCESS.matcher(message).matches()) {
          findings.add("the server warned at its start: " + message);
        }
      }
    }
    if (isMongos() && text(responses, BALANCER, "mode").equals("full")) {
      findings.add(
          "the cluster's balancer is on and may move chunks while the run measures; stop it by"
              + " sh.stopBalancer()");
    }
    return findings.stream().distinct().toList();
  }

  /** A line of the log is JSON since 4.4. */
  private static String startupWarning(BsonValue line) {
    String text = line.isString() ? line.asString().getValue() : "";
    try {
      return text(BsonDocument.parse(text), "msg").replaceAll("\\s+", " ").strip();
    } catch (JsonParseException e) {
      return text.replaceFirst("^.*\\*\\* WARNING:", "").replaceAll("\\s+", " ").strip();
    }
  }

  /**
   * Name and version of the product that is really there. Servers that imitate MongoDB report a
   * version of MongoDB's; what gives them away is what they add to {@code buildInfo} or leave out.
   */
  String product() {
    String version = version();
    if (isFerretDb()) {
      String documentDb = text(responses, STATUS, FERRETDB, "documentdb");
      String postgres = text(responses, STATUS, FERRETDB, "postgresql");
      return "FerretDB "
          + version
          + documentDb.replaceFirst("(\\S+).*", " over DocumentDB $1")
          + postgres.replaceFirst("(PostgreSQL \\S+).*", " on $1");
    } else if (!isMongoDb()) {
      return "a server that speaks MongoDB's protocol, is not MongoDB and reports version "
          + (version.isEmpty() ? "unknown" : version);
    } else if (!isMongos()) {
      return "MongoDB " + version;
    }
    BsonValue shards = at(responses, SHARDS, "shards");
    return "MongoDB %s, a mongos with %s shards"
        .formatted(version, shards.isArray() ? shards.asArray().size() : "an untold number of");
  }

  /** What tables call the store; empty for a mongod or mongos, which its name tells. */
  String label() {
    return isMongoDb()
        ? ""
        : StoreDescription.label(isFerretDb() ? FERRETDB : "unknown product", "mongodb wire");
  }

  /** Whether it is a mongod or a mongos. */
  boolean isMongoDb() {
    return !isFerretDb()
        && at(responses, BUILD, "psmdbVersion").isNull() // Percona's
        && !at(responses, BUILD, "allocator").isNull()
        && (!at(responses, BUILD, "storageEngines").isNull() || isMongos());
  }

  /** Whether the server passes documents on to a PostgreSQL. */
  boolean isFerretDb() {
    return at(responses, BUILD, FERRETDB).isDocument();
  }

  /** Whether the server is a mongos, which sends everything to shards. */
  boolean isMongos() {
    return text(responses, HELLO, "msg").equals("isdbgrid");
  }

  /** Whether the server says that it keeps nothing on disk, or is an imitation in a JVM. */
  boolean isVolatile() {
    return text(responses, STATUS, "process").equals("java")
        || at(responses, STATUS, "storageEngine", "persistent").equals(BsonBoolean.FALSE);
  }

  /**
   * The edition, the storage engine and what limits it, what decides plans, the client's
   * connection, and the options of the server's start, by dotted name.
   */
  Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    String engine = text(responses, STATUS, "storageEngine", "name");
    if (!engine.isEmpty()) {
      settings.put("storageEngine", engine);
    }
    BsonValue modules = at(responses, BUILD, "modules");
    if (modules.isArray()) {
      boolean enterprise = modules.asArray().contains(new BsonString("enterprise"));
      settings.put("edition", enterprise ? "enterprise" : "community");
    }
    if (isMongoDb() && responses.containsKey(HELLO)) {
      settings.put("oplog", replicaSet());
    }
    put(settings, "atlas", at(responses, ATLAS, ATLAS));
    put(
        settings,
        "encryptionAtRest",
        at(responses, STATUS, "encryptionAtRest", "encryptionEnabled"));
    number(responses, STATUS, "wiredTiger", "cache", "maximum bytes configured")
        .ifPresent(bytes -> settings.put("cacheBytes", String.valueOf((long) bytes)));
    if (isMongoDb()) {
      PARAMETER_SETTINGS.forEach(
          (name, path) -> put(settings, name, at(responses, path.split("/", -1))));
    }
    put(settings, "client.tls", at(responses, CONNECTION, "tls"));
    put(settings, "client.compressors", at(responses, CONNECTION, "compressors"));
    Map<String, String> options = new LinkedHashMap<>();
    options(options, "", at(responses, OPTIONS, "parsed"));
    options.forEach(settings::putIfAbsent); // what is in force now is not what it started with
    return settings;
  }

  private String replicaSet() {
    String name = text(responses, HELLO, "setName");
    BsonValue members = at(responses, HELLO, "hosts");
    return name.isEmpty()
        ? "none: not in a replica set"
        : "replica set %s of %d members"
            .formatted(name, members.isArray() ? members.asArray().size() : 1);
  }

  private static void put(Map<String, String> settings, String name, BsonValue value) {
    if (!value.isNull() && !(value.isArray() && value.asArray().isEmpty())) {
      settings.put(name, value.isString() ? value.asString().getValue() : json(value));
    }
  }

  /** How a collection's blocks are compressed, as WiredTiger was told to make it. */
  static Optional<String> blockCompressor(BsonDocument stats) {
    Matcher compressor =
        Pattern.compile("block_compressor=(\\w*)")
            .matcher(text(stats, "wiredTiger", "creationString"));
    return compressor.find()
        ? Optional.of(compressor.group(1).isEmpty() ? "none" : compressor.group(1))
        : Optional.empty();
  }

  private static void options(Map<String, String> settings, String path, BsonValue value) {
    if (value.isDocument()) {
      String prefix = path.isEmpty() ? "" : path + ".";
      value.asDocument().forEach((name, option) -> options(settings, prefix + name, option));
    } else if (MEASURED.contains(path)
        || (!PRIVATE.matcher(path).matches() && !path.equals("storage.dbPath"))) {
      put(settings, path, value);
    }
  }

  /** A watch on the processes of a mongod on this host, by its {@code serverStatus}. */
  static Watch processorWatch(BsonDocument status) {
    String program = text(status, "process");
    if (!program.matches("mongod(\\.exe)?")) {
      throw new UnsupportedOperationException(
          "the server is not a mongod but '%s', whose work other processes do as well"
              .formatted(program));
    }
    long pid = (long) number(status, "pid").orElse(0);
    return Watch.processor(
        ProcessHandle.of(pid).filter(handle -> ProcessorTime.runs(handle, program)));
  }

  /**
   * What {@code serverStatus}, {@code collStats} and {@code top} say. What the server does not tell
   * is missing: FerretDB has neither a cache nor a journal of its own, and counts commands instead
   * of operations. Sizes of a mongod's files are those of its last checkpoint, which a measurement
   * must not ask for: they are left out.
   *
   * @param top the collection's part of the answer to {@code top}, whose updates are its own; empty
   *     for a server without it, whose updates are those of all its databases
   */
  static List<Reading> readings(BsonDocument server, BsonDocument collection, BsonDocument top) {
    List<Reading> readings = new ArrayList<>();
    Stream.of(
            number(top, "update", "count"),
            number(server, "opcounters", "update"),
            number(server, "metrics", "commands", "update", "total")) // FerretDB
        .flatMapToDouble(OptionalDouble::stream)
        .limit(1)
        .forEach(count -> readings.add(Reading.counter("mongostat.updates", count, "updates")));
    level(readings, "document", collection, "avgObjSize");
    if (at(server, "wiredTiger").isNull()) {
      level(readings, "storage", collection, "storageSize");
      level(readings, "index", collection, "totalIndexSize");
    }
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
          String[] names = part.split(" ", 2);
          number(stats, names[1]).ifPresent(bytes -> sizes.put(names[0], (long) bytes));
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
