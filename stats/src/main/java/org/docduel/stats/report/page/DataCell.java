package org.docduel.stats.report.page;

/**
 * A cell of a {@link DataTable}.
 *
 * @param shown to a reader
 * @param value in the file, in full precision
 * @param emphasis how it stands out
 * @param anchor of the page that it links to; may be empty
 */
public record DataCell(String shown, String value, Emphasis emphasis, String anchor) {

  /** A cell that links nowhere. */
  public DataCell(String shown, String value, Emphasis emphasis) {
    this(shown, value, emphasis, "");
  }

  /** Words that link to another place of the page. */
  public static DataCell link(String text, String anchor) {
    return new DataCell(text, anchor, Emphasis.NONE, anchor);
  }

  /** A cell without content. */
  public static final DataCell NONE = new DataCell("–", "", Emphasis.NONE);

  /** Words; the empty text gives an empty cell. */
  public static DataCell text(String text) {
    return text.isEmpty() ? NONE : new DataCell(text, text, Emphasis.NONE);
  }

  /** A number; NaN gives an empty cell. */
  public static DataCell number(double value, String shown) {
    return Double.isNaN(value) ? NONE : new DataCell(shown, Double.toString(value), Emphasis.NONE);
  }

  /** The same cell with another emphasis. */
  public DataCell with(Emphasis changed) {
    return new DataCell(shown, value, changed, anchor);
  }
}
