package org.docduel.audit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.docduel.audit.Claim.SetUp;
import org.docduel.audit.Claim.Setting;
import org.docduel.audit.ClaimFile.Publication;
import org.docduel.audit.Formula.Agreement;
import org.docduel.audit.Formula.Measure;
import org.docduel.audit.Formula.Measured;
import org.docduel.audit.Formula.Over;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.Magnitude;
import org.docduel.stats.jmh.ParameterMatch;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.sidecar.Fact.PlanFact;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.verdict.SuperiorityTest;

/**
 * Measures claims. A claim that nobody measured gets a reason: it must not disappear.
 *
 * @param results everything that was measured
 * @param plans the plans of their sidecars
 * @param products store to the server that was really measured under that name
 * @param overhead stores that keep nothing
 * @param test resamples, seed and level
 */
public record ClaimAudit(
    List<JmhResult> results,
    List<PlanFact> plans,
    Map<String, String> products,
    Set<String> overhead,
    SuperiorityTest test) {
  private static final String STORE = "store";

  /** Lines of a plan that say how it reaches its rows. */
  private static final List<String> STEPS = List.of("Scan", "BitmapOr", "BitmapAnd", "Sort");

  /**
   * Measures all claims of a publication, in their order.
   *
   * @throws BadInputException if a claim names a metric that its results do not have, and does not
   *     say what that needs
   */
  public List<Audited> audit(ClaimFile file) {
    return file.claims().stream()
        .map(claim -> {
          Map<SetUp, Measured> measured = new EnumMap<>(SetUp.class);
          claim
              .settings()
              .forEach(
                  (setUp, setting) -> measured.put(setUp, measure(file, claim, setUp, setting)));
          return new Audited(claim, measured);
        })
        .toList();
  }

  /** Findings about what several files measured and were not made alike, each once. */
  public List<Finding> unlikeFiles() {
    return SidecarFile.unlikeFiles(
        results.stream().collect(Collectors.groupingBy(JmhResult::fields)).values().stream());
  }

  private Measured measure(ClaimFile file, Claim claim, SetUp setUp, Setting setting) {
    if (!setting.reason().isEmpty()) {
      return Measured.none(setting.reason());
    }
    if (claim.formula().measure() == Measure.PLAN) {
      return plan(setting);
    }
    List<JmhResult> all = setUp == SetUp.OWN_TABLES ? file.tables() : competing(claim);
    Sized<JmhResult> sized = sized(all, JmhResult::fields, setting);
    if (sized.matching().isEmpty()) {
      return Measured.none("no result has " + missing(all, setting));
    }
    String metric = setting.metric();
    Optional<JmhResult> without =
        sized.matching().stream()
            .filter(result -> !metric.isEmpty() && result.metric(metric).isEmpty())
            .findFirst();
    if (without.isPresent()) {
      return withoutMetric(claim, setting, without.get());
    }
    boolean published = setUp != SetUp.LIKE_FOR_LIKE;
    String server =
        setUp == SetUp.OWN_TABLES ? "" : otherServer(file.publication(), sized.matching());
    try {
      return new Measurement(claim.formula(), claim.expected(), setting, test, published)
          .of(Selection.of("", metric).from(sized.matching()))
          .at(sized.at(), server);
    } catch (BadInputException e) {
      return Measured.none(String.valueOf(e.getMessage()));
    }
  }

  /** All results; where the best is looked for, the client's overhead competes with nobody. */
  private List<JmhResult> competing(Claim claim) {
    return results.stream()
        .filter(result ->
            claim.formula().over() != Over.BEST
                || !overhead.contains(result.fields().getOrDefault(STORE, "")))
        .toList();
  }

  /** The product behind a store of the results that is not the publication's; empty if none is. */
  private String otherServer(Publication publication, List<JmhResult> measured) {
    for (JmhResult result : measured) {
      String store = result.fields().getOrDefault(STORE, "");
      String expected = publication.servers().get(store);
      String product = products.get(store);
      if (expected != null && product != null && !product.startsWith(expected)) {
        return product;
      }
    }
    return "";
  }

  private static Measured withoutMetric(Claim claim, Setting setting, JmhResult result) {
    String missing = result.source().file() + " has no metric '" + setting.metric() + "'";
    if (setting.needs().isEmpty()) {
      throw new BadInputException(
          "claim %s: %s; it has %s"
              .formatted(claim.id(), missing, String.join(", ", result.secondary().keySet())));
    }
    return Measured.none(missing + "; " + setting.needs());
  }

  /** The first value that no result has, or all of them where each has some. */
  private static String missing(List<JmhResult> results, Setting setting) {
    for (Map.Entry<String, String> wanted : setting.where().values().entrySet()) {
      ParameterMatch match = new ParameterMatch(Map.of(wanted.getKey(), wanted.getValue()));
      if (results.stream().noneMatch(result -> match.matches(result.fields()))) {
        return match.toString();
      }
    }
    return setting.sides().stream().map(Object::toString).collect(Collectors.joining(" or "))
        + " with "
        + setting.where();
  }

  /**
   * What measures a set-up.
   *
   * @param at the sizes that stand in for the published ones; empty where these are there
   */
  private record Sized<T>(List<T> matching, String at) {}

  /** Those of the set-up of the wanted sizes, or else of the largest there are. */
  private static <T> Sized<T> sized(
      List<T> all, Function<T, Map<String, String>> fields, Setting setting) {
    List<T> remaining = all.stream().filter(each -> setting.covers(fields.apply(each))).toList();
    List<String> at = new ArrayList<>();
    for (Map.Entry<String, String> size : setting.size().values().entrySet()) {
      String name = size.getKey();
      Function<T, String> value = each -> fields.apply(each).getOrDefault(name, "0");
      List<T> of = remaining;
      String nearest =
          of.stream().map(value).anyMatch(size.getValue()::equals)
              ? size.getValue()
              : of.stream()
                  .map(value)
                  .max(Comparator.comparingDouble(each -> Magnitude.of(name, each)))
                  .orElse(size.getValue());
      if (!nearest.equals(size.getValue())) {
        at.add(
            nearest.matches("[0-9]{1,18}")
                ? Numbers.count(Long.parseLong(nearest)) + " " + name
                : name + "=" + nearest);
      }
      remaining = of.stream().filter(each -> value.apply(each).equals(nearest)).toList();
    }
    return new Sized<>(remaining, String.join(", ", at));
  }

  private Measured plan(Setting setting) {
    Sized<PlanFact> sized = sized(plans, PlanFact::parameters, setting);
    List<String> paths = sized.matching().stream().map(ClaimAudit::accessPath).distinct().toList();
    return switch (paths.size()) {
      case 0 -> Measured.none("no sidecar has a plan of " + setting.where());
      case 1 -> Measured.of(Double.NaN, paths.get(0)).at(sized.at(), "");
      default -> Measured.none("the plans differ: " + String.join("; ", paths));
    };
  }

  /** How a plan reaches its rows: the scans and how they are joined, without what they filter. */
  private static String accessPath(PlanFact plan) {
    return plan.plan().stream()
        .map(line -> line.strip().replaceFirst(":.*", ""))
        .filter(line -> STEPS.stream().anyMatch(line::contains))
        .collect(Collectors.joining(" > "));
  }

  /**
   * A claim and what was measured.
   *
   * @param measured by set-up, all of them
   */
  public record Audited(Claim claim, Map<SetUp, Measured> measured) {
    /** A factor that shrinks by this much like for like owes most of itself to the set-up. */
    private static final double ARTEFACT_FACTOR = 2;

    /** A published factor shows at a smaller size when it is at least this part of it. */
    private static final double ORDER_OF_MAGNITUDE = 0.1;

    public Measured in(SetUp setUp) {
      return Objects.requireNonNull(measured.get(setUp), setUp.name());
    }

    public Verdict verdict() {
      if (!claim.variationOf().isEmpty()) {
        return Verdict.VARIATION;
      }
      Measured tables = in(SetUp.OWN_TABLES);
      Measured published = in(SetUp.AS_PUBLISHED);
      Measured fair = in(SetUp.LIKE_FOR_LIKE);
      if (tables.isPresent() && !claim.expected().ofComputed(tables)) {
        return Verdict.CONTRADICTED;
      }
      Measured judged = published.isPresent() ? published : fair;
      if (!judged.isPresent()) {
        return Verdict.NOT_MEASURED;
      }
      Agreement agreement = claim.expected().of(judged);
      boolean level = claim.formula().level();
      boolean there = judged.size().isEmpty() && agreement == Agreement.YES;
      if ((level && !there) || falls(judged, agreement)) {
        return Verdict.OTHER_SCALE;
      }
      if (!judged.server().isEmpty()) {
        return Verdict.OTHER_SERVER;
      }
      if (agreement == Agreement.NO) {
        return Verdict.DOES_NOT_REPEAT;
      }
      boolean both =
          published.isPresent() && fair.isPresent() && published.size().equals(fair.size());
      return both && vanishes(published, fair)
          ? Verdict.ARTEFACT
          : agreement == Agreement.YES ? Verdict.REPEATS : Verdict.OTHER_SIZE;
    }

    /** Whether a factor of another size is not of the published order of magnitude. */
    private boolean falls(Measured judged, Agreement agreement) {
      return agreement == Agreement.DIRECTION
          && !judged.size().isEmpty()
          && claim.formula().measure().factor()
          && judged.value() < ORDER_OF_MAGNITUDE * claim.expected().value();
    }

    private boolean vanishes(Measured published, Measured fair) {
      Measure measure = claim.formula().measure();
      boolean shrinks = Math.abs(published.value()) > ARTEFACT_FACTOR * Math.abs(fair.value());
      boolean turns = published.value() * fair.value() < 0;
      if (claim.expected().of(fair) == Agreement.NO) {
        // What is not shown any more may still be there.
        return measure != Measure.SUPERIOR || shrinks || turns;
      }
      return (measure.factor() || measure == Measure.REDUCTION) && shrinks;
    }
  }

  public enum Verdict {
    /** It agrees as published, or like for like where nobody can run it as published. */
    REPEATS("repeats"),
    OTHER_SIZE("same direction, other magnitude"),
    /**
     * It shows as published, and not, or less than half as large, like for like, both at one size.
     */
    ARTEFACT("artefact of the set-up"),
    DOES_NOT_REPEAT("does not repeat"),
    /** The publication's own tables say something else. */
    CONTRADICTED("contradicted by its own tables"),
    /**
     * A time or a rate at another size than the published one or not agreeing on another machine;
     * or a factor that is not of the published order of magnitude at another size.
     */
    OTHER_SCALE("no verdict here"),
    /** Another server than the publication's stood behind the name of its store. */
    OTHER_SERVER("other server"),
    /** Nobody measured it here. */
    NOT_MEASURED("not measured"),
    /**
     * It changes the set-up of a claim to find a cause: nobody claims it, and nothing is judged.
     */
    VARIATION("variation");

    private final String label;

    Verdict(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }
}
