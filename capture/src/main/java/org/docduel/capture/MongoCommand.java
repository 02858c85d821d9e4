package org.docduel.capture;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonBinaryReader;
import org.bson.BsonDocument;
import org.bson.BsonSerializationException;
import org.bson.BsonValue;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.bson.json.JsonMode;
import org.bson.json.JsonParseException;
import org.bson.json.JsonWriterSettings;

/**
 * Commands of MongoDB's protocol: which of them can be queries of a suite, and why others cannot.
 */
final class MongoCommand {
  /** Keeps the types of numbers. */
  static final JsonWriterSettings JSON =
      JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();

  /** As a person writes it. */
  static final JsonWriterSettings PLAIN_JSON =
      JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();

  /** What follows the name of a command's collection in the key of a command that is left out. */
  private static final String REASON = "\t";

  private static final String CUT = REASON + "was cut by the server";

  private static final Set<String> READS = Set.of("find", "aggregate", "count", "distinct");

  private static final Set<String> WRITES =
      Set.of("insert", "update", "delete", "findAndModify", "findandmodify", "bulkWrite", "remove");

  /** Options that change neither the answer nor how it is found. */
  private static final Set<String> IGNORED =
      Set.of(
          "$audit",
          "$client",
          "$clusterTime",
          "$configServerState",
          "$configTime",
          "$db",
          "$readPreference",
          "$topologyTime",
          "allowDiskUse",
          "allowPartialResults",
          "apiDeprecationErrors",
          "apiStrict",
          "apiVersion",
          "autocommit",
          "batchSize",
          "clientOperationKey",
          "comment",
          "cursor",
          "databaseVersion",
          "lsid",
          "maxTimeMS",
          "maxTimeMSOpOnly",
          "noCursorTimeout",
          "readConcern",
          "runtimeConstants",
          "shardVersion",
          "singleBatch",
          "startTransaction",
          "txnNumber");

  private static final Set<String> CODE = Set.of("$function", "$accumulator", "$where");

  private MongoCommand() {}

  /** Why a command is no query of a suite; empty for one that is. */
  static Optional<String> reasonAgainst(NormalStatement statement) {
    int at = statement.key().indexOf(REASON);
    return at < 0 ? Optional.empty() : Optional.of(statement.key().substring(at + 1));
  }

  /** A command that was logged without all of its text. */
  static String cut(String name, String collection) {
    return name + " " + collection + CUT;
  }

  /** Whether a text is a command, and no SQL. */
  static boolean isCommand(String text) {
    return text.startsWith("{") || text.endsWith(CUT);
  }

  /**
   * Reads a command.
   *
   * @param command in extended JSON, or what {@link #cut} gives
   * @throws IllegalArgumentException when it is neither
   */
  static NormalStatement normal(String command) {
    if (!command.startsWith("{")) {
      if (!isCommand(command)) {
        throw new IllegalArgumentException("is no command");
      }
      return new NormalStatement(command, command.split(REASON, 2)[0].strip(), List.of());
    }
    BsonDocument document = parse(command);
    String name = document.getFirstKey();
    String collection = collection(document);
    Optional<String> reason = reasonAgainst(document);
    if (reason.isPresent()) {
      return rejected(name, collection, reason.get());
    }
    MongoQuery query = MongoQuery.of(document);
    String text = query.text().toJson(PLAIN_JSON);
    if (Selection.isSecret(text)) {
      return rejected(name, collection, "holds what looks like a key, a token or a card");
    }
    String key = name + " " + collection + " " + query.key();
    return new NormalStatement(key.replace(REASON, " "), text, query.values());
  }

  private static NormalStatement rejected(String name, String collection, String reason) {
    String what = (name + " " + collection).replace(REASON, " ");
    return new NormalStatement(what + REASON + reason, what.strip(), List.of());
  }

  static BsonDocument parse(String command) {
    try {
      BsonDocument document = BsonDocument.parse(command);
      if (!document.isEmpty()) {
        return document;
      }
    } catch (JsonParseException e) {
      throw new IllegalArgumentException("is no document", e);
    }
    throw new IllegalArgumentException("is empty");
  }

  /**
   * Reads the bytes of a command.
   *
   * @return empty when they are cut
   */
  static Optional<BsonDocument> decode(byte[] bytes) {
    try (BsonBinaryReader reader = new BsonBinaryReader(ByteBuffer.wrap(bytes))) {
      return Optional.of(new BsonDocumentCodec().decode(reader, DecoderContext.builder().build()));
    } catch (BsonSerializationException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The collection's name; empty for a command of the whole database. */
  static String collection(BsonDocument command) {
    String name = command.getFirstKey();
    BsonValue collection = command.get(name.equals("getMore") ? "collection" : name);
    return collection != null && collection.isString() ? collection.asString().getValue() : "";
  }

  static boolean isWrite(String name) {
    return WRITES.contains(name);
  }

  private static Optional<String> reasonAgainst(BsonDocument command) {
    String name = command.getFirstKey();
    if (isWrite(name)) {
      return Optional.of("writes");
    } else if (name.equals("getMore")) {
      return Optional.of("fetches more rows of a query");
    } else if (!READS.contains(name) || collection(command).isEmpty()) {
      return Optional.of("is no query of a collection");
    } else if (collection(command).startsWith("system.")) {
      return Optional.of("asks the catalog");
    }
    for (String option : command.keySet()) {
      if (!option.equals(name) && !IGNORED.contains(option) && !accepted(name).contains(option)) {
        BsonValue value = command.get(option);
        boolean isOff =
            value.isNull()
                || (value.isBoolean() && !value.asBoolean().getValue())
                || (value.isDocument() && value.asDocument().isEmpty());
        if (!isOff) {
          return Optional.of("has " + option.replaceAll("\\p{Cntrl}", "?"));
        }
      }
    }
    if (name.equals("count") && part(command, "query").isEmpty()) {
      return Optional.of("takes the server's own total");
    }
    Set<String> names = new TreeSet<>();
    collectNames(command, names);
    if (names.contains("$out") || names.contains("$merge")) {
      return Optional.of("writes");
    }
    return names.stream().filter(CODE::contains).findFirst().map(code -> "runs code: " + code);
  }

  private static void collectNames(BsonValue value, Set<String> names) {
    if (value instanceof BsonDocument document) {
      names.addAll(document.keySet());
      document.values().forEach(inside -> collectNames(inside, names));
    } else if (value instanceof BsonArray array) {
      array.forEach(inside -> collectNames(inside, names));
    }
  }

  private static Set<String> accepted(String name) {
    return switch (name) {
      case "find" -> Set.of("filter", "projection", "sort", "skip", "limit");
      case "aggregate" -> Set.of("pipeline");
      case "count" -> Set.of("query", "skip", "limit", "fields");
      default -> Set.of("key", "query");
    };
  }

  /** A part that may be missing or null. */
  static BsonDocument part(BsonDocument command, String name) {
    BsonValue value = command.get(name);
    return value == null || value.isNull() ? new BsonDocument() : value.asDocument();
  }
}
