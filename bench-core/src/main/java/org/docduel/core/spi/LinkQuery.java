package org.docduel.core.spi;

import org.docduel.core.model.Path;

/** How whole documents are found along links. A link is another document's id. */
public sealed interface LinkQuery {
  /**
   * The documents that link to an id.
   *
   * @param links leads to an array of texts: the ids in decimal digits
   */
  record Referring(Path links) implements LinkQuery {}

  /** The documents that have one of several ids. The client knows the ids. */
  record In() implements LinkQuery {}

  /**
   * The documents that a document links to, by a join on the server with link documents.
   *
   * @param links the link documents, one for each link
   * @param source their field with the id of the document that links, a whole number
   * @param target their field with the id of the document that is linked to, a whole number
   */
  record Lookup(Collection links, String source, String target) implements LinkQuery {}
}
