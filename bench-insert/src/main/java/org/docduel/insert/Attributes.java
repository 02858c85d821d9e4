package org.docduel.insert;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.model.datasets.InsertDocuments;

/**
 * The parameter {@code attributes}: a number, or a number and the size of each as the published
 * comparison writes its ladder ({@code 200x20B}), which goes with just one payload.
 *
 * @param count how many
 * @param payload the payload that they make up together, when a size is given
 */
record Attributes(int count, Optional<PayloadSize> payload) {
  private static final Pattern LADDER = Pattern.compile("([0-9]{1,3})x([0-9]{1,8})B");

  /**
   * Reads a value.
   *
   * @param text such as {@code 10} or {@code 200x20B}
   * @return the attributes
   * @throws BadInputException when it is neither, or out of range
   */
  static Attributes parse(String text) {
    Matcher ladder = LADDER.matcher(text);
    if (!ladder.matches()) {
      return new Attributes(count(text, text), Optional.empty());
    }
    int count = count(ladder.group(1), text);
    long bytes = Long.parseLong(ladder.group(2)) * count;
    if (bytes < 1 || bytes > PayloadSize.MAX_BYTES) {
      throw refusal(text);
    }
    return new Attributes(count, Optional.of(new PayloadSize((int) bytes)));
  }

  private static int count(String number, String text) {
    int count = number.matches("[0-9]{1,3}") ? Integer.parseInt(number) : 0;
    if (count < 1 || count > InsertDocuments.MAX_ATTRIBUTES) {
      throw refusal(text);
    }
    return count;
  }

  private static BadInputException refusal(String text) {
    return BadInputException.parameter(
        "attributes",
        text,
        "a whole number from 1 to "
            + InsertDocuments.MAX_ATTRIBUTES
            + ", or number and size such as 200x20B");
  }
}
