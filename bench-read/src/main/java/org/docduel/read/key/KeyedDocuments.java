package org.docduel.read.key;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.encoding.Codecs;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Path;
import org.docduel.core.model.datasets.PairDocuments;
import org.docduel.core.model.datasets.UserDocuments;

/**
 * Documents of which one key is reached.
 *
 * @param dataset the documents
 * @param friends how many friends each user has; 0 for pairs
 */
public record KeyedDocuments(Dataset dataset, int friends) {
  /** The parameter that chooses them. */
  public static final String PARAMETER = "documents";

  /** The key whose index was published: beyond the array of users with 50 friends or fewer. */
  static final String FRIEND_50 = "friend50";

  /** What the help shows of the documents, and the launcher checks. */
  static final Parameter<KeyedDocuments> DOCUMENTS =
      new Parameter<>(
          PARAMETER,
          "users-F (users with F friends), pairs-text, pairs-int32, pairs-bool",
          "documents=users-90,pairs-text",
          KeyedDocuments::parse);

  private static final int PUBLISHED_FRIEND = 50;
  private static final Pattern USERS = Pattern.compile("users-([1-9][0-9]{0,3})");
  private static final String PAIRS = "pairs-";

  static KeyedDocuments parse(String value) {
    Matcher users = USERS.matcher(value);
    if (users.matches() && Integer.parseInt(users.group(1)) <= UserDocuments.MAX_FRIENDS) {
      int friends = Integer.parseInt(users.group(1));
      return new KeyedDocuments(UserDocuments.withDefaults().withFriends(friends), friends);
    }
    for (PairDocuments.Kind kind : PairDocuments.Kind.values()) {
      if (value.equals(PAIRS + kind.name().toLowerCase(Locale.ROOT))) {
        return new KeyedDocuments(PairDocuments.of(kind), 0);
      }
    }
    throw BadInputException.parameter(
        PARAMETER,
        value,
        "users-F with F from 1 to "
            + UserDocuments.MAX_FRIENDS
            + ", pairs-text, pairs-int32 or pairs-bool");
  }

  Path key(KeyPosition position) {
    if (friends == 0) {
      return Path.of(
          PairDocuments.key(
              switch (position) {
                case EARLY -> 0;
                case MIDDLE -> PairDocuments.PAIRS / 2 - 1;
                case LATE -> PairDocuments.PAIRS - 1;
              }));
    }
    return switch (position) {
      case EARLY -> Path.of("user", "name");
      case MIDDLE -> registered((friends - 1) / 2);
      case LATE -> registered(friends - 1);
    };
  }

  /** The key of a name, or empty for what is no name. */
  Optional<Path> named(String key) {
    return switch (key) {
      case "early" -> Optional.of(key(KeyPosition.EARLY));
      case "middle" -> Optional.of(key(KeyPosition.MIDDLE));
      case "last" -> Optional.of(key(KeyPosition.LATE));
      case FRIEND_50 -> Optional.of(registered(PUBLISHED_FRIEND));
      default -> Optional.empty();
    };
  }

  /** The keys that have names, and another one. */
  List<Path> keys(Path other) {
    return Stream.concat(
            Stream.of("early", "middle", "last").flatMap(key -> named(key).stream()),
            Stream.of(other))
        .distinct()
        .toList();
  }

  private static Path registered(int friend) {
    return Path.parse("friends[" + friend + "].registered");
  }

  /**
   * What the help shows of the codecs, and the launcher checks.
   *
   * @return the parameters
   */
  public static List<Parameter<?>> described() {
    return List.of(
        new Parameter<>(
            Codecs.PARAMETER,
            String.join(", ", Codecs.names()) + ": how documents are written",
            "format=bson,json-text",
            Codecs::named),
        DOCUMENTS,
        new Parameter<>(
            KeyPosition.PARAMETER,
            "early, middle, late: where the key lies",
            "position=early,late",
            KeyPosition::parse));
  }
}
