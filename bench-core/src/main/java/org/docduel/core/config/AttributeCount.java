package org.docduel.core.config;

import java.util.regex.Pattern;

/**
 * Over how many attributes a document's payload is split.
 *
 * @param count 1 to {@link #MAX}
 */
public record AttributeCount(int count) {
  /** The name of the parameter that chooses it. */
  public static final String PARAMETER = "attributes";

  /** The most that are accepted, as in the published comparison. */
  public static final int MAX = 200;

  private static final Pattern FORM = Pattern.compile("[0-9]{1,9}");
  private static final String ACCEPTED = "a whole number from 1 to " + MAX;

  /**
   * Refuses counts outside the range.
   *
   * @throws BadInputException when there are too few or too many
   */
  public AttributeCount {
    if (count < 1 || count > MAX) {
      throw BadInputException.parameter(PARAMETER, Integer.toString(count), ACCEPTED);
    }
  }

  /**
   * Reads a count.
   *
   * @param text a whole number
   * @return the count
   * @throws BadInputException when the text is no number or out of range
   */
  public static AttributeCount parse(String text) {
    if (!FORM.matcher(text).matches()) {
      throw BadInputException.parameter(PARAMETER, text, ACCEPTED);
    }
    return new AttributeCount(Integer.parseInt(text));
  }
}
