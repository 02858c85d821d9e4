package org.docduel.core.config;

/**
 * A parameter that is a whole number within bounds.
 *
 * @param parameter its name
 * @param min the smallest that is accepted, 0 or more
 * @param max the greatest that is accepted
 */
public record WholeNumber(String parameter, int min, int max) {
  /**
   * Reads a value.
   *
   * @param text digits
   * @return the number
   * @throws BadInputException when the text is no number or out of bounds
   */
  public int parse(String text) {
    if (!text.matches("[0-9]{1,9}")) {
      throw refusal(text);
    }
    return checked(Integer.parseInt(text));
  }

  /**
   * Checks a number.
   *
   * @param number any
   * @return the same
   * @throws BadInputException when it is out of bounds
   */
  public int checked(int number) {
    if (number < min || number > max) {
      throw refusal(Integer.toString(number));
    }
    return number;
  }

  private BadInputException refusal(String text) {
    return BadInputException.parameter(
        parameter, text, "a whole number from " + min + " to " + max);
  }
}
