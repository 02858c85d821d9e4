package org.docduel.stats.claims;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.docduel.stats.claims.Claim.SetUp;
import org.docduel.stats.claims.Claim.Setting;
import org.docduel.stats.claims.Formula.Measure;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.JsonTree;
import org.docduel.stats.jmh.ParameterMatch;
import org.docduel.stats.stat.Statistic;

/**
 * The fields of a claim. A field of a set-up comes before one of the claim, and a claim's before
 * those of the setting that it names; the texts of {@code where} are put together.
 *
 * @param name the file and the claim, for messages
 * @param own the claim's own fields
 * @param shared the fields of its setting
 */
record ClaimFields(String name, JsonTree own, JsonTree shared) {
  private static final Set<String> SETTING =
      Set.of(
          "where",
          "either",
          "baseline",
          "candidate",
          "metric",
          "statistic",
          "size",
          "needs",
          "reason");
  private static final Set<String> CLAIM =
      Set.of("id", "claim", "published", "measure", "over", "expect", "setting", "variationOf");
  private static final Set<String> EXPECTED =
      Set.of("about", "within", "atLeast", "atMost", "is", "path");

  Claim claim() {
    requireKnown();
    Formula formula = Formula.of(name, required("measure"), field("over"));
    Map<SetUp, Setting> settings = new EnumMap<>(SetUp.class);
    for (SetUp setUp : SetUp.values()) {
      settings.put(setUp, setting(setUp, formula));
    }
    if (settings.values().stream().noneMatch(setting -> setting.reason().isEmpty())
        && field("reason").isEmpty()) {
      throw bad(" has no set-up and no 'reason' why there is none");
    }
    return new Claim(
        required("id"),
        required("claim"),
        required("published"),
        field("variationOf"),
        formula,
        expected(formula),
        settings);
  }

  private void requireKnown() {
    Set<String> known = new TreeSet<>(SETTING);
    known.addAll(CLAIM);
    for (SetUp setUp : SetUp.values()) {
      known.add(setUp.field());
      for (JsonTree tree : List.of(own, shared)) {
        ClaimFile.requireKnown(name + ": " + setUp.field(), tree.get(setUp.field()), SETTING);
      }
    }
    ClaimFile.requireKnown(name, own, known);
    ClaimFile.requireKnown(name + ": setting", shared, known);
    ClaimFile.requireKnown(name + ": expect", own.get("expect"), EXPECTED);
  }

  private Setting setting(SetUp setUp, Formula formula) {
    boolean there = own.get(setUp.field()).isObject() || shared.get(setUp.field()).isObject();
    String reason = first(setUp, "reason");
    if (!there || !reason.isEmpty()) {
      return Setting.none(reason.isEmpty() ? Setting.NO_SET_UP : reason);
    }
    boolean tables = setUp == SetUp.OWN_TABLES;
    Measure measure = formula.measure();
    String metric = tables ? "" : first(setUp, "metric");
    if (metric.isEmpty() && !tables && (measure == Measure.NUMBER || measure == Measure.SHARE)) {
      throw bad(" measures a number but names no 'metric' for " + setUp.field());
    }
    String baseline = first(setUp, "baseline");
    String candidate = first(setUp, "candidate");
    if (measure.pair() && (baseline.isEmpty() || candidate.isEmpty())) {
      throw bad(" measures a pair but names no baseline and candidate for " + setUp.field());
    }
    return new Setting(
        match(where(setUp)),
        either(setUp),
        measure.pair() ? Optional.of(match(baseline)) : Optional.empty(),
        match(candidate),
        metric,
        statistic(first(setUp, "statistic")),
        match(tables ? "" : first(setUp, "size")),
        first(setUp, "needs"),
        "");
  }

  private Statistic statistic(String label) {
    return label.isEmpty()
        ? Statistic.MEAN
        : Statistic.of(label)
            .orElseThrow(
                () -> bad(": statistic '" + label + "' is unknown; mean, median, p95, p99, min"));
  }

  private Expectation expected(Formula formula) {
    JsonTree expect = own.get("expect");
    if (!expect.get("is").text().isEmpty()) {
      return new Expectation.Word(expect.get("is").text());
    }
    if (expect.get("path").isArray()) {
      return new Expectation.Path(expect.get("path").texts());
    }
    Optional<Double> about = expect.get("about").number();
    if (about.isPresent()) {
      return formula.about(
          about.get(),
          expect
              .get("within")
              .number()
              .orElseThrow(() -> bad(" expects about a value but does not say 'within' what")));
    }
    Optional<Double> least = expect.get("atLeast").number();
    Optional<Double> most = expect.get("atMost").number();
    if (least.isEmpty() && most.isEmpty()) {
      throw bad(" has no 'expect' of about and within, atLeast, atMost, is, or path");
    }
    return new Expectation.Bounds(
        least.orElse(Double.NEGATIVE_INFINITY), most.orElse(Double.POSITIVE_INFINITY));
  }

  private static ParameterMatch match(String text) {
    return text.isEmpty() ? ParameterMatch.ANY : ParameterMatch.parse(text);
  }

  /** What says where, the general first; a publication's tables have no parameters of runs. */
  private List<JsonTree> trees(SetUp setUp) {
    JsonTree nothing = new JsonTree(null);
    boolean tables = setUp == SetUp.OWN_TABLES;
    return List.of(
        tables ? nothing : shared,
        tables ? nothing : own,
        shared.get(setUp.field()),
        own.get(setUp.field()));
  }

  private String where(SetUp setUp) {
    List<JsonTree> trees = trees(setUp);
    return String.join(
        ",",
        Stream.of(0, 2, 1, 3)
            .map(i -> trees.get(i).get("where").text())
            .filter(part -> !part.isEmpty())
            .toList());
  }

  private List<ParameterMatch> either(SetUp setUp) {
    List<JsonTree> trees = trees(setUp);
    return Stream.of(3, 2, 1, 0)
        .map(i -> trees.get(i).get("either"))
        .filter(JsonTree::isArray)
        .findFirst()
        .map(either -> either.texts().stream().map(ParameterMatch::parse).toList())
        .orElse(List.of());
  }

  private String first(SetUp setUp, String field) {
    return Stream.of(own.get(setUp.field()), shared.get(setUp.field()), own, shared)
        .map(tree -> tree.get(field).text())
        .filter(value -> !value.isEmpty())
        .findFirst()
        .orElse("");
  }

  private String field(String field) {
    List<String> values = new ArrayList<>(List.of(own.get(field).text(), shared.get(field).text()));
    values.removeIf(String::isEmpty);
    return values.isEmpty() ? "" : values.get(0);
  }

  private String required(String field) {
    String value = field(field);
    if (value.isEmpty()) {
      throw bad(" has no '" + field + "'");
    }
    return value;
  }

  private BadInputException bad(String complaint) {
    return new BadInputException(name + complaint);
  }
}
