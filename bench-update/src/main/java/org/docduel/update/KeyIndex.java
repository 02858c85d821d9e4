package org.docduel.update;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.docduel.core.config.BadInputException;
import org.docduel.core.model.datasets.UpdateDocuments;
import org.docduel.core.query.Index;

/** Which index there is on the key. */
enum KeyIndex {
  /** One that finds a document. */
  USER_ID,

  /** One on the key as text, while statements compare it as a number: it is kept up for nothing. */
  UNUSABLE,

  /** No index. */
  NONE;

  /** The parameter that chooses it. */
  static final String PARAMETER = "index";

  List<Index> indexes() {
    return switch (this) {
      case USER_ID -> List.of(new Index(Index.Kind.ORDERED, List.of(UpdateDocuments.KEY)));
      case UNUSABLE -> List.of(new Index(Index.Kind.AS_TEXT, List.of(UpdateDocuments.KEY)));
      case NONE -> List.of();
    };
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  static KeyIndex parse(String label) {
    return Arrays.stream(values())
        .filter(index -> index.label().equals(label))
        .findFirst()
        .orElseThrow(() ->
            BadInputException.parameter(
                PARAMETER,
                label,
                Arrays.stream(values()).map(KeyIndex::label).collect(Collectors.joining(" or "))));
  }
}
