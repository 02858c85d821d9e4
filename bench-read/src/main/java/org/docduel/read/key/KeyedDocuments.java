package org.docduel.read.key;

import java.util.List;
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

  private static KeyedDocuments parse(String value) {
    Matcher users = USERS.matcher(value);
    if (users.matches() && Integer.parseInt(users.group(1)) <= UserDocuments.MAX_FRIENDS) {
      int friends = Integer.parseInt(users.group(1));
      return new KeyedDocuments(new UserDocuments(friends), friends);
    }
    for (PairDocuments.Kind kind : PairDocuments.Kind.values()) {
      if (value.equals("pairs-" + Parameter.label(kind))) {
        return new KeyedDocuments(new PairDocuments(kind), 0);
      }
    }
    throw BadInputException.parameter(
        "documents",
        value,
        "users-F with F from 1 to "
            + UserDocuments.MAX_FRIENDS
            + ", pairs-text, pairs-int32 or pairs-bool");
  }

  /** The path of a key's name, or of a path as it is written. */
  Path path(String key) {
    boolean pairs = friends == 0;
    return switch (key) {
      case "early" -> pairs ? pair(0) : Path.of("user", "name");
      case "middle" -> pairs ? pair(PairDocuments.PAIRS / 2 - 1) : registered((friends - 1) / 2);
      case "last" -> pairs ? pair(PairDocuments.PAIRS - 1) : registered(friends - 1);
      case FRIEND_50 -> registered(PUBLISHED_FRIEND);
      default -> Path.parse("-p key=" + key, key);
    };
  }

  /** The keys that have names, and another one. */
  List<Path> keys(Path other) {
    return Stream.concat(Stream.of("early", "middle", "last").map(this::path), Stream.of(other))
        .distinct()
        .toList();
  }

  private static Path pair(int number) {
    return Path.of(PairDocuments.key(number));
  }

  private static Path registered(int friend) {
    return Path.parse("friends[" + friend + "].registered");
  }
}
