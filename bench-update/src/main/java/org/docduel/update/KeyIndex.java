package org.docduel.update;

import java.util.List;
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

  List<Index> indexes() {
    return switch (this) {
      case USER_ID -> List.of(new Index(Index.Kind.ORDERED, List.of(UpdateDocuments.KEY)));
      case UNUSABLE -> List.of(new Index(Index.Kind.AS_TEXT, List.of(UpdateDocuments.KEY)));
      case NONE -> List.of();
    };
  }
}
