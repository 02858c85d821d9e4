package org.docduel.insert;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.config.PayloadSize;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.workload.Combination;

/**
 * The parameter {@code attributes}: a number, or a number and the size of each as the published
 * comparison writes its ladder ({@code 200x20B}), which goes with just one payload.
 *
 * @param payload the payload that they make up together, when a size is given
 */
record Attributes(int count, Optional<PayloadSize> payload) {
  static final Parameter<Attributes> PARAMETER =
      new Parameter<>(
          "attributes",
          "over how many attributes it is split, 1 to 200, or the published ladder's 200x20B",
          "attributes=1,200",
          Attributes::parse);

  private static final Pattern FORM = Pattern.compile("([0-9]{1,3})(?:x([0-9]{1,8})B)?");

  private static Attributes parse(String text) {
    Matcher form = FORM.matcher(text);
    if (form.matches()) {
      int count = Integer.parseInt(form.group(1));
      String each = form.group(2);
      long bytes = each == null ? 1 : Long.parseLong(each) * count;
      if (count >= 1
          && count <= InsertDocuments.MAX_ATTRIBUTES
          && bytes >= 1
          && bytes <= PayloadSize.MAX_BYTES) {
        return new Attributes(
            count, each == null ? Optional.empty() : Optional.of(new PayloadSize((int) bytes)));
      }
    }
    throw BadInputException.parameter(
        "attributes",
        text,
        "a whole number from 1 to "
            + InsertDocuments.MAX_ATTRIBUTES
            + ", or number and size such as 200x20B");
  }

  /** Why a combination's attributes and payload do not go together. */
  static Optional<String> unsupportedReason(Combination combination) {
    PayloadSize payload = combination.get(PayloadSize.PARAMETER);
    return combination
        .get(PARAMETER)
        .payload()
        .filter(total -> !total.equals(payload))
        .map(ignored -> "a rung such as 200x20B goes with the payload it adds up to");
  }
}
