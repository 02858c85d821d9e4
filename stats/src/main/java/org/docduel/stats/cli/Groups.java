package org.docduel.stats.cli;

import java.util.Arrays;
import java.util.List;
import org.docduel.stats.BadInputException;
import org.docduel.stats.select.SelectedResult;
import org.docduel.stats.select.VaryingFields;

/** The parameters that label results. */
final class Groups {
  private Groups() {}

  /** The parameters of {@code --by}, or all that vary when it is empty. */
  static List<String> of(String by, List<SelectedResult> results) {
    if (by.isEmpty()) {
      return VaryingFields.of(results);
    }
    List<String> names = Arrays.stream(by.split(",")).map(String::strip).toList();
    for (String name : names) {
      requireKnown(name, results);
    }
    return names;
  }

  static void requireKnown(String name, List<SelectedResult> results) {
    if (results.stream().noneMatch(result -> result.fields().containsKey(name))) {
      throw new BadInputException(
          "unknown parameter '"
              + name
              + "'; the results have "
              + String.join(", ", results.get(0).fields().keySet()));
    }
  }
}
