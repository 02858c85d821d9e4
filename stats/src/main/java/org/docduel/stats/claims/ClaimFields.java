package org.docduel.stats.claims;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.docduel.stats.claims.Claim.SetUp;
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
      throw new BadInputException(name + " has no set-up and no 'reason' why there is none");
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
    for (SetUp setUp : SetUp.values()) {
      known.add(setUp.field());
      for (JsonTree tree : List.of(own, shared)) {
        ClaimReader.requireKnown(
            name + ": " + setUp.field(),
            ClaimReader.fields(tree.get(setUp.field())).keySet(),
            SETTING);
      }
    }
    known.addAll(CLAIM);
    ClaimReader.requireKnown(name, ClaimReader.fields(own).keySet(), known);
    ClaimReader.requireKnown(name + ": setting", ClaimReader.fields(shared).keySet(), known);
    ClaimReader.requireKnown(
        name + ": expect", ClaimReader.fields(own.get("expect")).keySet(), EXPECTED);
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
      throw new BadInputException(
          name + " measures a number but names no 'metric' for " + setUp.field());
    }
    String baseline = first(setUp, "baseline");
    String candidate = first(setUp, "candidate");
    if (measure.pair() && (baseline.isEmpty() || candidate.isEmpty())) {
      throw new BadInputException(
          name + " measures a pair but names no baseline and candidate for " + setUp.field());
    }
    return new Setting(
        match(where(setUp)),
        either(setUp),
        measure.pair() ? Optional.of(match(baseline)) : Optional.empty(),
        match(candidate),
        metric,
        statistic(setUp),
        match(tables ? "" : first(setUp, "size")),
        first(setUp, "needs"),
        "");
  }

  private Statistic statistic(SetUp setUp) {
    String label = first(setUp, "statistic");
    return label.isEmpty()
        ? Statistic.MEAN
        : Statistic.of(label)
            .orElseThrow(() ->
                new BadInputException(
                    name + ": statistic '" + label + "' is unknown; mean, median, p95, p99, min"));
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
      double within =
          expect
              .get("within")
              .number()
              .orElseThrow(() ->
                  new BadInputException(
                      name + " expects about a value but does not say 'within' what"));
      return about(about.get(), within, formula);
    }
    Optional<Double> least = expect.get("atLeast").number();
    Optional<Double> most = expect.get("atMost").number();
    if (least.isEmpty() && most.isEmpty()) {
      throw new BadInputException(
          name + " has no 'expect' of about and within, atLeast, atMost, is, or path");
    }
    return new Expectation.Bounds(
        least.orElse(Double.NEGATIVE_INFINITY), most.orElse(Double.POSITIVE_INFINITY));
  }

  private static Expectation about(double value, double within, Formula formula) {
    Measure measure = formula.measure();
    return switch (formula.over()) {
      case SHARE_ABOVE, RISES -> new Expectation.About(value, within, true, Double.NaN);
      case COUNT_ABOVE -> new Expectation.About(value, within, false, Double.NaN);
      default ->
          new Expectation.About(
              value,
              within,
              measure == Measure.REDUCTION || measure == Measure.SHARE,
              measure == Measure.REDUCTION ? 0 : measure.factor() ? 1 : Double.NaN);
    };
  }

  private ParameterMatch match(String text) {
    return text.isEmpty() ? ParameterMatch.ANY : ParameterMatch.parse(text);
  }

  private String where(SetUp setUp) {
    List<String> parts = new ArrayList<>();
    // A publication's tables have none of the parameters that the results of runs have.
    JsonTree nothing = new JsonTree(null);
    boolean tables = setUp == SetUp.OWN_TABLES;
    for (JsonTree tree :
        List.of(
            tables ? nothing : shared,
            shared.get(setUp.field()),
            tables ? nothing : own,
            own.get(setUp.field()))) {
      String part = tree.get("where").text();
      if (!part.isEmpty()) {
        parts.add(part);
      }
    }
    return String.join(",", parts);
  }

  private List<ParameterMatch> either(SetUp setUp) {
    boolean tables = setUp == SetUp.OWN_TABLES;
    JsonTree nothing = new JsonTree(null);
    for (JsonTree tree :
        List.of(
            own.get(setUp.field()),
            shared.get(setUp.field()),
            tables ? nothing : own,
            tables ? nothing : shared)) {
      if (tree.get("either").isArray()) {
        return tree.get("either").texts().stream().map(ParameterMatch::parse).toList();
      }
    }
    return List.of();
  }

  private String first(SetUp setUp, String field) {
    for (JsonTree tree : List.of(own.get(setUp.field()), shared.get(setUp.field()), own, shared)) {
      String value = tree.get(field).text();
      if (!value.isEmpty()) {
        return value;
      }
    }
    return "";
  }

  private String field(String field) {
    String value = own.get(field).text();
    return value.isEmpty() ? shared.get(field).text() : value;
  }

  private String required(String field) {
    String value = field(field);
    if (value.isEmpty()) {
      throw new BadInputException(name + " has no '" + field + "'");
    }
    return value;
  }
}
