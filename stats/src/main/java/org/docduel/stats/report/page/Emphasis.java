package org.docduel.stats.report.page;

/** How a cell or a remark stands out. */
public enum Emphasis {
  NONE(""),
  SUPERIOR("superior"),
  INFERIOR("inferior"),
  UNDECIDED("undecided"),
  STRONG("strong");

  private final String cssClass;

  Emphasis(String cssClass) {
    this.cssClass = cssClass;
  }

  /** Its class in the style sheet; empty for none. */
  public String cssClass() {
    return cssClass;
  }
}
