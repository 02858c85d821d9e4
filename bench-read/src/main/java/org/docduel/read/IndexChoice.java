package org.docduel.read;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.docduel.core.config.BadInputException;
import org.docduel.core.query.Index;
import org.docduel.core.query.IndexedReadIndexes;

/** Which indexes a collection has. */
enum IndexChoice {
  /** Those that the plans of the publication show. */
  PUBLISHED,

  /** Those of an early revision of its repository. */
  PUBLISHED_EARLY,

  /** What an administrator would choose for these scenarios. */
  BEST;

  List<Index> indexes() {
    return switch (this) {
      case PUBLISHED -> IndexedReadIndexes.published();
      case PUBLISHED_EARLY -> IndexedReadIndexes.publishedEarly();
      case BEST -> IndexedReadIndexes.best();
    };
  }

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static IndexChoice parse(String label) {
    return Arrays.stream(values())
        .filter(choice -> choice.label().equals(label))
        .findFirst()
        .orElseThrow(() ->
            BadInputException.parameter(
                "index",
                label,
                Arrays.stream(values())
                    .map(IndexChoice::label)
                    .collect(Collectors.joining(" or "))));
  }
}
