package org.docduel.stats.report;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.stats.jmh.Magnitude;
import org.docduel.stats.report.Study.Score;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.Sidecar.Description;
import org.docduel.stats.table.Numbers;

/**
 * What was measured, in sentences: the descriptions of sidecars, filled in with the values of the
 * results that a page shows.
 */
final class WorkloadText {
  private static final int MAX_SENTENCES = 4;
  private static final int MAX_LISTED = 4;

  /** {@code {name}}, {@code {name|one|several}} or, for how many values, {@code {name#...}}. */
  private static final Pattern BLANK =
      Pattern.compile("\\{([\\w.-]+)(?:([|#])([^|{}]*)\\|([^|{}]*))?}");

  private static final Pattern BYTES = Pattern.compile("([0-9]+)(B|KB|MB)");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,15}");

  private final List<Score> scores;
  private final List<Description> descriptions;

  WorkloadText(List<Study> studies, List<Sidecar> sidecars) {
    scores = studies.stream().flatMap(study -> study.scores().stream()).toList();
    Map<String, Description> byBenchmark = new LinkedHashMap<>();
    sidecars.stream()
        .flatMap(sidecar -> sidecar.descriptions().stream())
        .filter(each -> scores.stream().anyMatch(isOf(each)))
        .forEach(each -> byBenchmark.putIfAbsent(each.benchmark(), each));
    descriptions = List.copyOf(byBenchmark.values());
  }

  private static Predicate<Score> isOf(Description description) {
    return score -> score.first().benchmark().equals(description.benchmark());
  }

  /** A sentence for each benchmark; none where no sidecar has words. */
  List<String> sentences() {
    return descriptions.stream().limit(MAX_SENTENCES).map(this::sentence).toList();
  }

  /** The first document that a sidecar shows, shortened. */
  Optional<String> example() {
    return descriptions.stream()
        .map(Description::example)
        .filter(text -> !text.isEmpty())
        .findFirst();
  }

  private String sentence(Description description) {
    List<Score> measured = scores.stream().filter(isOf(description)).toList();
    List<String> threads =
        measured.stream()
            .map(score -> score.first().threads())
            .distinct()
            .sorted()
            .map(Numbers::count)
            .toList();
    String clients = threads.equals(List.of("1")) ? "one client" : listed(threads) + " clients";
    String text =
        BLANK
            .matcher(description.text())
            .replaceAll(
                blank -> Matcher.quoteReplacement(filled(blank, description.labels(), measured)));
    return "%s, %s.".formatted(text, clients);
  }

  private static String filled(
      MatchResult blank, Map<String, String> labels, List<Score> measured) {
    String name = blank.group(1);
    List<String> values =
        measured.stream()
            .map(score -> score.field(name))
            .filter(value -> !value.isEmpty())
            .distinct()
            .sorted(Comparator.comparingDouble(value -> Magnitude.of(value).orElse(0)))
            .map(value -> labels.getOrDefault(name + "=" + value, inWords(value)))
            .distinct()
            .toList();
    boolean counts = "#".equals(blank.group(2));
    String text = counts ? Numbers.count(values.size()) : listed(values, name);
    return blank.group(2) == null
        ? text
        : text + " " + (text.equals("1") ? blank.group(3) : blank.group(4));
  }

  private static String inWords(String value) {
    return NUMBER.matcher(value).matches()
        ? Numbers.count(Long.parseLong(value))
        : BYTES.matcher(value).replaceFirst("$1 $2");
  }

  /** Values in a row; of many sizes both ends, and of other values how many there are. */
  private static String listed(List<String> values, String name) {
    boolean sizes = values.stream().allMatch(value -> value.matches("[0-9].*"));
    return values.size() <= MAX_LISTED || sizes
        ? listed(values)
        : "%s values of %s".formatted(Numbers.count(values.size()), name);
  }

  private static String listed(List<String> values) {
    int last = values.size() - 1;
    if (last < 1) {
      return String.join("", values);
    }
    return values.size() > MAX_LISTED
        ? values.get(0) + " to " + values.get(last)
        : String.join(", ", values.subList(0, last)) + " and " + values.get(last);
  }
}
