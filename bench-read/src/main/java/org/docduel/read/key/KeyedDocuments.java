package org.docduel.read.key;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Path;
import org.docduel.core.model.datasets.PairDocuments;
import org.docduel.core.model.datasets.UserDocuments;

/**
 * Documents of which one key is reached.
 *
 * @param friends how many friends each user has; 0 for pairs
 */
record KeyedDocuments(Dataset dataset, int friends) {
  /** The parameter that chooses them. */
  static final Parameter<KeyedDocuments> PARAMETER =
      new Parameter<>(
          "documents",
          "users-F (users with F friends), pairs-text, pairs-int32, pairs-bool",
          "documents=users-90,pairs-text",
          KeyedDocuments::parse);

  /** The key whose index was published: beyond the array of users with 50 friends or fewer. */
  static final String FRIEND_50 = "friend50";

  private static final int PUBLISHED_FRIEND = 50;
  private static final Pattern USERS = Pattern.compile("users-([1-9][0-9]{0,3})");

  /** Where in a document the key lies that is looked for. */
  enum Position {
    /** In the first field. */
    EARLY,
    /** Half way. */
    MIDDLE,
    /** At the end. */
    LATE;

    static final Parameter<Position> PARAMETER =
        Parameter.choice(
            "position",
            Position.class,
            "early, middle, late: where the key lies",
            "position=early,late");
  }

  private static KeyedDocuments parse(String value) {
    Matcher users = USERS.matcher(value);
    if (users.matches() && Integer.parseInt(users.group(1)) <= UserDocuments.MAX_FRIENDS) {
      int friends = Integer.parseInt(users.group(1));
      return new KeyedDocuments(UserDocuments.withDefaults().withFriends(friends), friends);
    }
    for (PairDocuments.Kind kind : PairDocuments.Kind.values()) {
      if (value.equals("pairs-" + Parameter.label(kind))) {
        return new KeyedDocuments(PairDocuments.of(kind), 0);
      }
    }
    throw BadInputException.parameter(
        "documents",
        value,
        "users-F with F from 1 to "
            + UserDocuments.MAX_FRIENDS
            + ", pairs-text, pairs-int32 or pairs-bool");
  }

  Path key(Position position) {
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

  /** The path of a key's name, or of a path as it is written. */
  Path path(String key) {
    return named(key).orElseGet(() -> Path.parse(key));
  }

  private Optional<Path> named(String key) {
    return switch (key) {
      case "early" -> Optional.of(key(Position.EARLY));
      case "middle" -> Optional.of(key(Position.MIDDLE));
      case "last" -> Optional.of(key(Position.LATE));
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
}
