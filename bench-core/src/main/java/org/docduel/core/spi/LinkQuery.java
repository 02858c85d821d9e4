package org.docduel.core.spi;

import org.docduel.core.model.Path;

/** How whole documents are found along links. A link is another document's id. */
public sealed interface LinkQuery {
  /** The documents that link to an id. */
  record Referring(Path links) implements LinkQuery {}

  /** The documents that have one of several ids. The client knows the ids. */
  record In() implements LinkQuery {}

  /** The documents that a document links to, by a join on the server with link documents. */
  record Lookup(Collection links, String source, String target) implements LinkQuery {}
}
