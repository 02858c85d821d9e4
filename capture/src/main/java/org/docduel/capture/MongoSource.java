package org.docduel.capture;

import static java.util.concurrent.TimeUnit.SECONDS;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.docduel.core.config.BadInputException;
import org.jspecify.annotations.Nullable;

/** A database behind MongoDB's protocol, which is only read. */
final class MongoSource implements AutoCloseable {
  private static final int CONNECT_SECONDS = 10;
  private static final int ANSWER_SECONDS = 1_800;

  /** What an index may have beside its fields; anything else would make it another one. */
  private static final List<String> INDEX_OPTIONS =
      List.of(
          "v", "key", "name", "ns", "unique", "background", "expireAfterSeconds", "storageEngine");

  private final MongoClient client;
  private final MongoDatabase database;
  private final BsonDocument build;

  private MongoSource(MongoClient client, String database) {
    this.client = client;
    this.database = client.getDatabase(database);
    this.build = client.getDatabase("admin").runCommand(command("buildInfo"), BsonDocument.class);
  }

  static boolean isAddress(String url) {
    return url.startsWith("mongodb://") || url.startsWith("mongodb+srv://");
  }

  /**
   * Connects.
   *
   * @throws BadInputException when the address has no database, or the server does not answer
   */
  static MongoSource open(String url) {
    BadInputException.require(
        isAddress(url), "--url is the address of a database: mongodb://HOST:PORT/DATABASE");
    ConnectionString address;
    try {
      address = new ConnectionString(url);
    } catch (IllegalArgumentException | MongoException e) {
      // without the driver's words, which may repeat the password
      throw new BadInputException("--url is no address: mongodb://HOST:PORT/DATABASE", e);
    }
    String database = address.getDatabase();
    BadInputException.require(
        database != null, "--url names no database: mongodb://HOST:PORT/DATABASE");
    MongoClient client =
        MongoClients.create(
            MongoClientSettings.builder()
                .applyToClusterSettings(
                    cluster -> cluster.serverSelectionTimeout(CONNECT_SECONDS, SECONDS))
                .applyConnectionString(address)
                .applicationName(Source.APPLICATION)
                .applyToSocketSettings(socket ->
                    socket
                        .connectTimeout(CONNECT_SECONDS, SECONDS)
                        .readTimeout(ANSWER_SECONDS, SECONDS))
                .build());
    try {
      return new MongoSource(client, String.valueOf(database));
    } catch (MongoException e) {
      client.close();
      throw failure("connecting", e);
    }
  }

  static BadInputException failure(String operation, MongoException e) {
    String message =
        e instanceof MongoCommandException command
            ? command.getErrorMessage()
            : String.valueOf(e.getMessage());
    return new BadInputException(
        "the source: %s failed: %s".formatted(operation, message.strip().replaceAll("\\s+", " ")),
        e);
  }

  private static BsonDocument command(String name) {
    return new BsonDocument(name, new BsonInt32(1));
  }

  String database() {
    return database.getName();
  }

  boolean isFerretDb() {
    return build.containsKey("ferretdb");
  }

  /** What the server is: FerretDB gives MongoDB's version, too. */
  String product() {
    BsonDocument own = isFerretDb() ? build.getDocument("ferretdb") : build;
    String version = own.getString("version", new BsonString("?")).getValue();
    return isFerretDb() ? "FerretDB " + version.replaceFirst("^v", "") : "MongoDB " + version;
  }

  /** The server's clock. */
  Instant now() {
    try {
      // hello is of 4.4.2 and later
      BsonDocument hello = database.runCommand(command("isMaster"), BsonDocument.class);
      return hello.isDateTime("localTime")
          ? Instant.ofEpochMilli(hello.getDateTime("localTime").getValue())
          : Instant.now();
    } catch (MongoException e) {
      throw failure("asking for its time", e);
    }
  }

  /** The names of collections with documents of their own: neither views nor the server's. */
  List<String> collections() {
    List<String> names = new ArrayList<>();
    try {
      for (BsonDocument each : database.listCollections(BsonDocument.class)) {
        String name = each.getString("name").getValue();
        String type = each.getString("type", new BsonString("collection")).getValue();
        if (type.equals("collection") && !name.startsWith("system.")) {
          names.add(name);
        }
      }
    } catch (MongoException e) {
      throw failure("listing its collections", e);
    }
    return names;
  }

  private MongoCollection<RawBsonDocument> collection(String name) {
    return database.getCollection(name, RawBsonDocument.class);
  }

  /** The smallest or the largest key, by the order of types; null of an empty collection. */
  private @Nullable BsonValue outermostId(String name, boolean isFirst) {
    String id = MongoNames.ID;
    RawBsonDocument found =
        collection(name)
            .find()
            .projection(Projections.include(id))
            .sort(isFirst ? Sorts.ascending(id) : Sorts.descending(id))
            .limit(1)
            .first();
    return found == null ? null : found.get(id);
  }

  /** How a collection's documents are identified. */
  enum Ids {
    /** It has no documents. */
    NONE,
    WHOLE_NUMBERS,
    OTHERS
  }

  /** By the first and the last key: types are ordered, and numbers are next to each other. */
  Ids ids(String name) {
    try {
      BsonValue first = outermostId(name, true);
      BsonValue last = outermostId(name, false);
      if (first == null || last == null) {
        return Ids.NONE;
      }
      return isWhole(first) && isWhole(last) ? Ids.WHOLE_NUMBERS : Ids.OTHERS;
    } catch (MongoException e) {
      throw failure("asking for the keys of " + name, e);
    }
  }

  private static boolean isWhole(BsonValue id) {
    return id.isInt32() || id.isInt64();
  }

  /** The size of documents in bytes, as the server reckons; 0 where it does not say it. */
  double bytes(String name) {
    try {
      BsonDocument stats =
          database.runCommand(
              new BsonDocument("collStats", new BsonString(name)), BsonDocument.class);
      return stats.getNumber("size", new BsonInt32(0)).doubleValue();
    } catch (MongoCommandException e) {
      return 0; // without the right to ask; the export itself has the limit
    } catch (MongoException e) {
      throw failure("asking for the size of " + name, e);
    }
  }

  /** What was exported. */
  record Exported(long documents, long bytes) {}

  /**
   * Writes a collection's documents, as mongodump does, to a gzip file.
   *
   * @param maxBytes of them, unpacked
   * @param wholeIds whether all keys have to be whole numbers
   */
  Exported export(String name, Path file, long maxBytes, boolean wholeIds) {
    long documents = 0;
    long bytes = 0;
    try (OutputStream out =
            new BufferedOutputStream(
                new GZIPOutputStream(Files.newOutputStream(file), 1 << 16), 1 << 16);
        MongoCursor<RawBsonDocument> cursor = collection(name).find().iterator()) {
      while (cursor.hasNext()) {
        RawBsonDocument document = cursor.next();
        BsonValue id = document.get(MongoNames.ID);
        BadInputException.require(
            !wholeIds || (id != null && isWhole(id)),
            "%s: its _id are whole numbers and others; such a collection cannot be captured",
            name);
        ByteBuffer whole = document.getByteBuffer().asNIO();
        bytes += whole.remaining();
        BadInputException.require(
            bytes <= maxBytes,
            "%s: its documents are beyond the limit of %,d MB in all",
            name,
            maxBytes >> 20);
        out.write(whole.array(), whole.arrayOffset() + whole.position(), whole.remaining());
        documents++;
      }
      return new Exported(documents, bytes);
    } catch (MongoException e) {
      throw failure("exporting " + name, e);
    } catch (IOException e) {
      throw new BadInputException(file + ": cannot be written: " + BadInputException.reason(e), e);
    }
  }

  /**
   * A collection's indexes beside that of the key.
   *
   * @param notes takes those that a suite cannot have, and why
   */
  List<BsonDocument> indexes(String name, List<String> notes) {
    List<BsonDocument> indexes = new ArrayList<>();
    try {
      for (BsonDocument index : collection(name).listIndexes(BsonDocument.class)) {
        BsonDocument keys = index.getDocument("key");
        Map<String, BsonValue> others = new TreeMap<>(index);
        INDEX_OPTIONS.forEach(others::remove);
        others.values().removeIf(value -> value.isBoolean() && !value.asBoolean().getValue());
        if (!others.isEmpty() || keys.containsKey("_fts")) {
          String what =
              others.isEmpty() ? "for text" : "with " + String.join(", ", others.keySet());
          notes.add("index of " + name + " " + keys.toJson(MongoCommand.PLAIN_JSON) + ": " + what);
        } else if (!keys.keySet().equals(Set.of(MongoNames.ID))) {
          indexes.add(keys);
        }
      }
      return indexes;
    } catch (MongoException e) {
      throw failure("asking for the indexes of " + name, e);
    }
  }

  /** The profile's documents of operations that ended since then, the oldest first. */
  List<BsonDocument> profile(Instant since) {
    try {
      return database
          .getCollection("system.profile", BsonDocument.class)
          .find(Filters.gte("ts", Date.from(since)))
          .into(new ArrayList<>());
    } catch (MongoException e) {
      throw failure("reading system.profile", e);
    }
  }

  /** When the oldest operation of the profile ended; null when it has none. */
  @Nullable Instant oldestProfiled() {
    try {
      BsonDocument first =
          database.getCollection("system.profile", BsonDocument.class).find().limit(1).first();
      return first == null || !first.isDateTime("ts")
          ? null
          : Instant.ofEpochMilli(first.getDateTime("ts").getValue());
    } catch (MongoException e) {
      throw failure("reading system.profile", e);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
