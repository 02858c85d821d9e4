package org.docduel.stats.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.docduel.stats.BadInputException;
import org.docduel.stats.report.text.SummaryDocument;
import org.docduel.stats.select.Magnitude;
import org.docduel.stats.select.SelectedResult;
import org.docduel.stats.select.VaryingFields;
import org.docduel.stats.stat.Summaries;

/** How often the median grows over the values of a parameter, all other parameters equal. */
record Degradation(SummaryDocument.Growth row) {

  static List<Degradation> of(List<SelectedResult> results, String parameter, double confidence) {
    Groups.requireKnown(parameter, results);
    List<String> others =
        VaryingFields.of(results).stream()
            .filter(field -> !field.equals(parameter) && !follows(field, parameter, results))
            .toList();
    Map<String, List<SelectedResult>> groups = new LinkedHashMap<>();
    for (SelectedResult result : results) {
      if (result.fields().containsKey(parameter)) {
        groups.computeIfAbsent(result.label(others), key -> new ArrayList<>()).add(result);
      }
    }
    List<Degradation> rows = new ArrayList<>();
    groups.forEach((group, members) -> rows.add(of(group, members, parameter, confidence)));
    return rows;
  }

  /** Whether a field has one value for each value of the parameter, as the payload of 200x20B. */
  private static boolean follows(String field, String parameter, List<SelectedResult> results) {
    Map<String, String> values = new LinkedHashMap<>();
    return results.stream()
        .allMatch(result -> {
          String value = result.field(field);
          String earlier = values.putIfAbsent(result.field(parameter), value);
          return earlier == null || earlier.equals(value);
        });
  }

  private static Degradation of(
      String group, List<SelectedResult> members, String parameter, double confidence) {
    List<SelectedResult> ordered =
        members.stream()
            .sorted(Comparator.comparingDouble(r -> Magnitude.of(parameter, r.field(parameter))))
            .toList();
    if (ordered.size() < 2) {
      throw new BadInputException(
          "--scale "
              + parameter
              + ": "
              + group
              + " has the value "
              + ordered.get(0).field(parameter)
              + " only; two are needed");
    }
    SelectedResult first = ordered.get(0);
    SelectedResult last = ordered.get(ordered.size() - 1);
    return new Degradation(
        new SummaryDocument.Growth(
            group,
            first.field(parameter),
            last.field(parameter),
            Summaries.of("", first.observations(), confidence).median(),
            Summaries.of("", last.observations(), confidence).median(),
            first.observations().quantity()));
  }
}
