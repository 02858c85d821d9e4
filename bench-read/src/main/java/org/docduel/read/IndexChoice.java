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
  /** Those of the publication. */
  PUBLISHED,

  /** What an administrator would choose for these scenarios. */
  BEST;

  List<Index> indexes() {
    return this == BEST ? IndexedReadIndexes.best() : IndexedReadIndexes.all();
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
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
