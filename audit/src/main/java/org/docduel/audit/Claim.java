package org.docduel.audit;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.audit.Formula.Expectation;
import org.docduel.audit.Formula.Measure;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.HasLabel;
import org.docduel.stats.jmh.JsonTree;
import org.docduel.stats.jmh.ParameterMatch;
import org.docduel.stats.stat.Statistic;

/**
 * A published claim and the selections that measure it.
 *
 * @param published the published value, as printed
 * @param variationOf the claim whose set-up this row changes to find a cause; empty if the
 *     publication makes the claim itself
 * @param expected when a measured value agrees
 * @param settings where it is measured
 */
public record Claim(
    String id,
    String text,
    String published,
    String variationOf,
    Formula formula,
    Expectation expected,
    Map<SetUp, Setting> settings) {

  Setting in(SetUp setUp) {
    return Objects.requireNonNull(settings.get(setUp), setUp.name());
  }

  public enum SetUp implements HasLabel {
    /** The publication's own tables. */
    OWN_TABLES("ownTables"),
    /** As the publication ran it. */
    AS_PUBLISHED("asPublished"),
    /** The same work under the same promise for all subjects. */
    LIKE_FOR_LIKE("likeForLike");

    private final String field;

    SetUp(String field) {
      this.field = field;
    }

    /** What a claim file calls it. */
    String field() {
      return field;
    }
  }

  /**
   * The results that measure a claim in one set-up.
   *
   * @param either what each of them has one of, where a publication ran its stores differently;
   *     empty where {@code where} says all
   * @param baseline what the baseline has; nothing for a claim about single results
   * @param candidate what the candidate, or the single result, has
   * @param metric a secondary metric; empty for the primary one
   * @param statistic of the observations of a result
   * @param size parameters whose published value is wanted; the largest one there stands in for it
   * @param needs how to get the metric, where it may be missing; empty where it must be there
   * @param reason why there is no such set-up; empty when there is one
   */
  public record Setting(
      ParameterMatch where,
      List<ParameterMatch> either,
      Optional<ParameterMatch> baseline,
      ParameterMatch candidate,
      String metric,
      Statistic statistic,
      ParameterMatch size,
      String needs,
      String reason) {
    /** The reason of a set-up that a claim does not have. */
    public static final String NO_SET_UP = "no such set-up";

    static Setting none(String reason) {
      ParameterMatch any = ParameterMatch.ANY;
      return new Setting(
          any, List.of(), Optional.empty(), any, "", Statistic.MEAN, any, "", reason);
    }

    /** Whether a result of these parameters measures the claim, on one of its sides. */
    boolean covers(Map<String, String> fields) {
      return where.matches(fields)
          && (either.isEmpty() || either.stream().anyMatch(match -> match.matches(fields)))
          && sides().stream().anyMatch(side -> side.matches(fields));
    }

    List<ParameterMatch> sides() {
      return baseline.map(side -> List.of(side, candidate)).orElse(List.of(candidate));
    }
  }

  /**
   * The fields of a claim. A field of a set-up comes before one of the claim, and a claim's before
   * those of the setting that it names; the texts of {@code where} are put together.
   *
   * @param name the file and the claim, for messages
   * @param claimFields the claim's own fields
   * @param shared the fields of its setting
   */
  record Fields(String name, JsonTree claimFields, JsonTree shared) {
    private static final Set<String> SETTING =
        Arrays.stream(Setting.class.getRecordComponents())
            .map(RecordComponent::getName)
            .collect(Collectors.toSet());
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
      Set<String> allowed = new TreeSet<>(SETTING);
      allowed.addAll(CLAIM);
      for (SetUp setUp : SetUp.values()) {
        allowed.add(setUp.field());
        for (JsonTree tree : List.of(claimFields, shared)) {
          ClaimFile.requireKnown(name + ": " + setUp.field(), tree.get(setUp.field()), SETTING);
        }
      }
      ClaimFile.requireKnown(name, claimFields, allowed);
      ClaimFile.requireKnown(name + ": setting", shared, allowed);
      ClaimFile.requireKnown(name + ": expect", claimFields.get("expect"), EXPECTED);
    }

    private Setting setting(SetUp setUp, Formula formula) {
      JsonTree claimSetUp = claimFields.get(setUp.field());
      JsonTree sharedSetUp = shared.get(setUp.field());
      JsonTree here = over(claimSetUp, sharedSetUp);
      JsonTree all = over(over(here, claimFields), shared);
      String reason = all.get("reason").text();
      if (!here.isObject() || !reason.isEmpty()) {
        return Setting.none(reason.isEmpty() ? Setting.NO_SET_UP : reason);
      }
      boolean tables = setUp == SetUp.OWN_TABLES;
      // a publication's tables have no parameters and no metrics of runs
      JsonTree runs = tables ? here : all;
      Measure measure = formula.measure();
      String metric = runs.get("metric").text();
      if (metric.isEmpty() && !tables && (measure == Measure.NUMBER || measure == Measure.SHARE)) {
        throw bad(" measures a number but names no 'metric' for " + setUp.field());
      }
      String baseline = all.get("baseline").text();
      String candidate = all.get("candidate").text();
      if (measure.pair() && (baseline.isEmpty() || candidate.isEmpty())) {
        throw bad(" measures a pair but names no baseline and candidate for " + setUp.field());
      }
      String statistic = all.get("statistic").text();
      String where =
          (tables
                  ? Stream.of(sharedSetUp, claimSetUp)
                  : Stream.of(shared, sharedSetUp, claimFields, claimSetUp))
              .map(place -> place.get("where").text())
              .filter(part -> !part.isEmpty())
              .collect(Collectors.joining(","));
      return new Setting(
          match(where),
          runs.get("either").texts().stream().map(ParameterMatch::parse).toList(),
          measure.pair() ? Optional.of(match(baseline)) : Optional.empty(),
          match(candidate),
          metric,
          statistic.isEmpty()
              ? Statistic.MEAN
              : Formula.parseLabel(name, "statistic", statistic, Statistic.values()),
          match(runs.get("size").text()),
          all.get("needs").text(),
          "");
    }

    private Expectation expected(Formula formula) {
      JsonTree expect = claimFields.get("expect");
      String text = expect.get("is").text();
      if (!text.isEmpty()) {
        return Expectation.is(text);
      }
      if (expect.get("path").isArray()) {
        return Expectation.path(expect.get("path").texts());
      }
      Optional<Double> about = expect.get("about").number();
      Optional<Double> within = expect.get("within").number();
      if (about.isPresent()) {
        return formula.about(
            about.get(),
            within.orElseThrow(() -> bad(" expects about a value but does not say 'within' what")));
      }
      Optional<Double> min = expect.get("atLeast").number();
      Optional<Double> max = expect.get("atMost").number();
      if (min.isEmpty() && max.isEmpty()) {
        throw bad(" has no 'expect' of about and within, atLeast, atMost, is, or path");
      }
      return Expectation.between(
          min.orElse(Double.NEGATIVE_INFINITY), max.orElse(Double.POSITIVE_INFINITY));
    }

    /** An object with the fields of a general one where its own are absent or empty texts. */
    private static JsonTree over(JsonTree specific, JsonTree general) {
      Map<String, Object> fields = new LinkedHashMap<>();
      for (JsonTree each : List.of(general, specific)) {
        each.fields()
            .forEach((name, field) -> {
              Object value = field.value();
              if (value != null && !value.equals("")) {
                fields.put(name, value);
              }
            });
      }
      return specific.isObject() || general.isObject() ? new JsonTree(fields) : specific;
    }

    private static ParameterMatch match(String text) {
      return text.isEmpty() ? ParameterMatch.ANY : ParameterMatch.parse(text);
    }

    private String field(String field) {
      return over(claimFields, shared).get(field).text();
    }

    private String required(String field) {
      String value = field(field);
      if (value.isEmpty()) {
        throw bad(" has no '" + field + "'");
      }
      return value;
    }

    private BadInputException bad(String problem) {
      return new BadInputException(name + problem);
    }
  }
}
