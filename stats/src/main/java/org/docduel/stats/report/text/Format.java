package org.docduel.stats.report.text;

import java.util.Arrays;
import java.util.Optional;

/** The formats of the command line. */
public enum Format {
  /** Aligned text for a terminal. */
  TEXT("text"),
  /** The data tables as comma-separated values (RFC 4180). */
  CSV("csv"),
  /** One object with settings, data tables and findings. */
  JSON("json"),
  /** GitHub-flavoured Markdown. */
  MARKDOWN("markdown");

  private final String label;

  Format(String label) {
    this.label = label;
  }

  /** The name on the command line. */
  public String label() {
    return label;
  }

  /** Renders a document in this format. */
  public String render(Document document) {
    Renderer renderer =
        switch (this) {
          case TEXT -> new TextRenderer();
          case CSV -> new CsvRenderer();
          case JSON -> new JsonRenderer();
          case MARKDOWN -> new MarkdownRenderer();
        };
    return renderer.render(document);
  }

  /** The format of a label. */
  public static Optional<Format> of(String label) {
    return Arrays.stream(values()).filter(format -> format.label.equals(label)).findFirst();
  }
}
