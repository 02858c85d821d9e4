package org.docduel.read.links;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.docduel.core.config.BadInputException;
import org.docduel.core.model.Path;
import org.docduel.core.model.datasets.LinkedDocuments;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.LinkQuery;

/** What is looked up. */
enum LinkKind {
  /** The documents that have an id among their links. */
  REFERRING,

  /** The documents that a document links to, by their keys. */
  IN,

  /** The documents that a document links to, by a join with the link documents. */
  LOOKUP;

  static final String PARAMETER = "query";

  static String all() {
    return Arrays.stream(values()).map(LinkKind::label).collect(Collectors.joining(", "));
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  static LinkKind parse(String label) {
    return Arrays.stream(values())
        .filter(kind -> kind.label().equals(label))
        .findFirst()
        .orElseThrow(() -> BadInputException.parameter(PARAMETER, label, "one of " + all()));
  }

  /** The query, with the collection that the link documents are in. */
  LinkQuery query(Collection pairs) {
    return switch (this) {
      case REFERRING -> new LinkQuery.Referring(Path.of(LinkedDocuments.LINKS));
      case IN -> new LinkQuery.In();
      case LOOKUP -> new LinkQuery.Lookup(pairs, LinkedDocuments.SOURCE, LinkedDocuments.TARGET);
    };
  }

  /** What a look-up of a document is asked with. */
  long[] arguments(LinkedDocuments dataset, long id) {
    return this == IN ? dataset.targets(id) : new long[] {id};
  }
}
