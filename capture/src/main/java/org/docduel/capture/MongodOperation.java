package org.docduel.capture;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.json.JsonParseException;
import org.jspecify.annotations.Nullable;

/**
 * What a mongod wrote of an operation: a line "Slow query" of its log (4.4 and later; manual, "Log
 * Messages"), or a document of {@code system.profile} (manual, "Database Profiler Output"). Times
 * are whole milliseconds. By the manual's shapes: untested against a real mongod.
 */
final class MongodOperation {
  /** How a line of its log begins. */
  private static final String LOG = "{\"t\":{\"$date\":";

  private static final int SLOW_QUERY = 51_803;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

  /** In a profile the parts of these commands are operations of their own. */
  private static final Set<String> IN_PARTS = Set.of("update", "delete");

  private MongodOperation() {}

  /** Whether a file that begins so is a mongod's log. */
  static boolean isLog(String beginning) {
    return beginning.replace(" ", "").startsWith(LOG);
  }

  /**
   * Reads a line of the log.
   *
   * @return empty when it is about something else. The parts of updates and deletes have lines of
   *     the component WRITE; the line of the command has their time, too
   * @throws IllegalArgumentException when it is no object
   */
  static Optional<LoggedStatement> ofLine(String line) {
    if (!line.contains(String.valueOf(SLOW_QUERY))) {
      return Optional.empty();
    }
    BsonDocument entry;
    try {
      entry = BsonDocument.parse(line);
    } catch (JsonParseException e) {
      throw new IllegalArgumentException("is no JSON", e);
    }
    BsonDocument attributes = document(entry, "attr");
    BsonDocument command = document(attributes, "command");
    if (entry.getNumber("id", new org.bson.BsonInt32(0)).intValue() != SLOW_QUERY
        || !text(entry, "c").equals("COMMAND")
        || command.isEmpty()) {
      return Optional.empty();
    }
    boolean isCut = document(entry, "truncated").containsKey("command");
    return Optional.of(
        of(
            time(entry.get("t")),
            attributes,
            isCut ? cut(command.getFirstKey(), attributes) : command.toJson(MongoCommand.JSON),
            "durationMillis"));
  }

  /** Reads a document of {@code system.profile}; empty for one that another document covers. */
  static Optional<LoggedStatement> ofProfile(BsonDocument entry) {
    String operation = text(entry, "op");
    BsonDocument command = document(entry, "command");
    if (operation.equals("command")
        && !command.isEmpty()
        && IN_PARTS.contains(command.getFirstKey())) {
      return Optional.empty();
    }
    String statement;
    if (operation.equals("update") || operation.equals("remove")) {
      statement = write(operation.equals("update") ? "update" : "delete", entry);
    } else if (command.containsKey("$truncated")) {
      statement = cut(operation.equals("query") ? "find" : operation, entry);
    } else if (command.isEmpty()) {
      statement = write(operation, entry);
    } else {
      statement = command.toJson(MongoCommand.JSON);
    }
    return Optional.of(of(time(entry.get("ts")), entry, statement, "millis"));
  }

  private static LoggedStatement of(
      String time, BsonDocument fields, String statement, String millis) {
    BsonValue duration = fields.get(millis);
    double took = duration != null && duration.isNumber() ? duration.asNumber().doubleValue() : 0;
    return new LoggedStatement(
        time,
        namespace(fields)[0],
        text(fields, "appName"),
        new LoggedMessage(took, true, statement),
        List.of());
  }

  private static String cut(String command, BsonDocument fields) {
    return MongoCommand.cut(command, namespace(fields)[1]);
  }

  /** A write has no text that a query would need. */
  private static String write(String operation, BsonDocument fields) {
    return new BsonDocument(operation, new BsonString(namespace(fields)[1]))
        .toJson(MongoCommand.JSON);
  }

  /** The database and the collection. */
  private static String[] namespace(BsonDocument fields) {
    String[] parts = text(fields, "ns").split("\\.", 2);
    return parts.length == 2 ? parts : new String[] {parts[0], ""};
  }

  private static BsonDocument document(BsonDocument of, String name) {
    BsonValue value = of.get(name);
    return value != null && value.isDocument() ? value.asDocument() : new BsonDocument();
  }

  private static String text(BsonDocument of, String name) {
    BsonValue value = of.get(name);
    return value != null && value.isString() ? value.asString().getValue() : "";
  }

  /** As PostgreSQL's logs write it, in UTC. */
  private static String time(@Nullable BsonValue time) {
    if (time != null && time.isDateTime()) {
      return TIME.format(Instant.ofEpochMilli(time.asDateTime().getValue()));
    }
    String text = time != null && time.isDocument() ? text(time.asDocument(), "$date") : "";
    try {
      return text.isEmpty() ? "" : TIME.format(OffsetDateTime.parse(text));
    } catch (DateTimeParseException e) {
      return "";
    }
  }
}
