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
  PUBLISHED(IndexedReadIndexes.all()),

  /** What an administrator would choose for these scenarios. */
  BEST(IndexedReadIndexes.best());

  private final List<Index> indexes;

  IndexChoice(List<Index> indexes) {
    this.indexes = indexes;
  }

  List<Index> indexes() {
    return indexes;
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
