package org.docduel.capture;

import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/**
 * The command of MongoDB's protocol in a statement that PostgreSQL logged below DocumentDB:
 * FerretDB calls a function of the schema {@code documentdb_api} for each, with the name of the
 * database and the command's BSON.
 */
final class DocumentDbCommand {
  private static final Pattern CALL = Pattern.compile("documentdb_api\\.([a-z_]+)\\(\\$1, \\$2::");
  private static final String CUT = "...";

  /** A collection, where the command is cut. */
  private static final String UNKNOWN = "?";

  private DocumentDbCommand() {}

  /**
   * Reads a statement.
   *
   * @throws IllegalArgumentException when it has no command
   */
  static LoggedStatement of(LoggedStatement logged) {
    Matcher call = CALL.matcher(logged.message().statement());
    if (!call.find()) {
      throw new IllegalArgumentException("is no command of MongoDB's protocol");
    }
    List<@Nullable String> parameters = logged.parameters();
    if (!logged.message().isCall() && parameters.isEmpty()) {
      throw new IllegalArgumentException("was parsed; its time is no command's");
    }
    String database = parameters.isEmpty() ? null : parameters.get(0);
    String bytes = parameters.size() < 2 ? null : parameters.get(1);
    if (database == null || bytes == null) {
      throw new IllegalArgumentException("has no parameters");
    }
    LoggedMessage message = logged.message();
    return new LoggedStatement(
        logged.time(),
        database,
        logged.application(),
        new LoggedMessage(message.millis(), message.isCall(), command(call.group(1), bytes)),
        List.of());
  }

  /** Documents are not what is asked for: an insert's second parameter has the command alone. */
  private static String command(String function, String bytes) {
    Optional<BsonDocument> command =
        bytes.endsWith(CUT) ? Optional.empty() : MongoCommand.decode(parse(bytes));
    if (command.isEmpty() || command.get().isEmpty()) {
      return MongoCommand.cut(name(function), UNKNOWN);
    }
    BsonDocument whole = command.get();
    String name = whole.getFirstKey();
    // of a write, what is written is not of interest, and may be large
    return (MongoCommand.isWrite(name)
            ? new BsonDocument(name, new BsonString(MongoCommand.collection(whole)))
            : whole)
        .toJson(MongoCommand.JSON);
  }

  private static byte[] parse(String bytes) {
    if (!bytes.startsWith("\\x")) {
      throw new IllegalArgumentException("has a command that is not written in hexadecimal digits");
    }
    return HexFormat.of().parseHex(bytes, 2, bytes.length());
  }

  /** The command that a function is for. */
  private static String name(String function) {
    return switch (function) {
      case "cursor_get_more" -> "getMore";
      case "find_and_modify" -> "findAndModify";
      default -> function.replaceFirst("_.*", "");
    };
  }
}
