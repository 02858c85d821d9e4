package org.docduel.stats.report.text;

/** Turns a document into characters. */
@FunctionalInterface
public interface Renderer {
  /** The rendered document, ending with a line break. */
  String render(Document document);
}
