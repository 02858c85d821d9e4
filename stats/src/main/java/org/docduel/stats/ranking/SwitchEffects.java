package org.docduel.stats.ranking;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.statistics.distribution.TDistribution;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.stat.LogRatio;
import org.docduel.stats.stat.Rounds;
import org.docduel.stats.stat.Row;
import org.docduel.stats.stat.Statistic;
import org.docduel.stats.stat.Streams;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Columns;
import org.docduel.stats.verdict.Switch;

/**
 * What the switches of a run with {@code --flip} do to the ratio of two subjects' times. The effect
 * of a switch is the factor by which the ratio changes when it is on, the geometric mean over half
 * of the set-ups against the other half. Forks are the units; intervals are Student's with
 * Satterthwaite's degrees of freedom, each on its own.
 *
 * @param setUps their ratios, candidate time over baseline time; in the first all switches are off
 * @param effects of the switches, the largest first; the last is that of the dummy
 */
public record SwitchEffects(
    String baseline, String candidate, List<Factor> setUps, List<Factor> effects) {
  /** What no set of effects says by itself. */
  public static final String LIMITS =
      "Intervals are of 95 %, each on its own. A share of set-ups is no p-value, and the effects of"
          + " combined switches are mixed into those of single ones.";

  private static final Comparator<Factor> LARGEST =
      Comparator.comparingDouble(effect -> -Math.abs(Math.log(effect.factor)));

  /**
   * A ratio, or what it is multiplied by.
   *
   * @param on the switches that are on
   * @param interval NaN bounds with one fork a side
   */
  public record Factor(List<Switch> on, double factor, Interval interval) {
    /** From the forks' means of some pairs, the geometric mean of their ratios to a power. */
    private static Factor of(List<Switch> on, List<Comparison> pairs, double power) {
      Row row = Row.of("", pairs, Statistic.MEAN, new Streams(0, 0), Rounds.NONE, List.of());
      LogRatio log = row.ratio();
      double middle = power * log.theta();
      double half = row.forked() ? 0 : Double.NaN; // whatever the iterations of a fork say
      if (log.varies()) {
        double t = TDistribution.of(log.df()).inverseSurvivalProbability(0.025);
        half += power * t * Math.sqrt(log.variance());
      }
      Interval interval = new Interval(Math.exp(middle - half), Math.exp(middle + half), 0.95);
      return new Factor(on, Math.exp(middle), interval);
    }

    /** The one switch of an effect. */
    public Switch what() {
      return on.get(0);
    }

    /** Whether one fork, or an interval, leaves open which way it goes. */
    public boolean isOpen() {
      return !interval.bounded() || interval.contains(1);
    }

    private String command() {
      return "The nearest set-up that turns it (%s%s; %s):%s"
          .formatted(
              this,
              isOpen() ? ", which is not shown" : "",
              Numbers.count(on.size(), "switch", "switches"),
              on.stream()
                  .map(each -> " -p " + each.parameter() + "=" + each.on())
                  .collect(Collectors.joining()));
    }

    @Override
    public String toString() {
      String bounds = Numbers.interval(interval, Numbers::plain).replace(" ..", ",");
      return Numbers.factor(factor) + (interval.bounded() ? " [" + bounds + "]" : "");
    }
  }

  /**
   * The first value of a parameter against each of the others.
   *
   * @throws BadInputException if there are no switches or there is one value only, a set-up has not
   *     one result of each value, or a result has no operation
   */
  public static List<SwitchEffects> of(
      List<Switch> switches, String parameter, List<SelectedResult> results) {
    List<String> names =
        results.stream().map(result -> result.field(parameter)).distinct().toList();
    if (switches.isEmpty()) {
      throw new BadInputException("no sidecar has switches; measure with --flip");
    }
    if (names.size() < 2) {
      throw new BadInputException(
          "--compare " + parameter + ": the results have one value; two are needed");
    }
    List<SwitchEffects> all = new ArrayList<>();
    for (String candidate : names.subList(1, names.size())) {
      Map<Set<Switch>, Comparison> pairs = new LinkedHashMap<>();
      for (Set<Switch> on : Switch.design(switches)) {
        Map<String, String> setUp = new LinkedHashMap<>();
        setUp.put(parameter, names.get(0));
        switches.forEach(toggle -> setUp.put(toggle.parameter(), toggle.in(on)));
        Observations baseline = only(setUp, results);
        setUp.put(parameter, candidate);
        pairs.put(on, new Comparison("", baseline, only(setUp, results)));
      }
      pairs.values().forEach(Comparison::requireTestable);
      List<Factor> setUps = new ArrayList<>();
      pairs.forEach((on, pair) ->
          setUps.add(Factor.of(switches.stream().filter(on::contains).toList(), List.of(pair), 1)));
      List<Factor> effects = new ArrayList<>();
      switches.forEach(each -> effects.add(effect(each, pairs)));
      effects.sort(LARGEST);
      effects.add(effect(Switch.DUMMY, pairs));
      all.add(new SwitchEffects(names.get(0), candidate, setUps, effects));
    }
    return all;
  }

  private static Observations only(Map<String, String> setUp, List<SelectedResult> results) {
    List<SelectedResult> found = new ArrayList<>(results);
    found.removeIf(result -> !result.fields().entrySet().containsAll(setUp.entrySet()));
    if (found.size() != 1) {
      throw new BadInputException(
          "%d results of %s; one is needed, --where benchmark=... chooses"
              .formatted(found.size(), setUp.toString().replaceAll("[{}]", "")));
    }
    return found.get(0).observations();
  }

  /** The mean of n ratios, half of them turned over, is the root of what is on over what is off. */
  private static Factor effect(Switch of, Map<Set<Switch>, Comparison> pairs) {
    List<Comparison> turned = new ArrayList<>();
    pairs.forEach((on, pair) ->
        turned.add(
            on.contains(of)
                ? pair
                : new Comparison(
                    "", /* baseline= */ pair.candidate(), /* candidate= */ pair.baseline())));
    return Factor.of(List.of(of), turned, 2);
  }

  /** What noise makes. */
  public Factor dummy() {
    return effects.get(effects.size() - 1);
  }

  /** The pair in words. */
  public String pair() {
    return candidate + " against " + baseline;
  }

  /**
   * Three sentences: how the candidate does in the set-up with all switches off and in how many
   * others, all effects, and how to run the set-up of the fewest switches that turns the direction.
   */
  public List<String> sentences() {
    double baseFactor = setUps.get(0).factor;
    List<Factor> turned = new ArrayList<>(setUps);
    turned.removeIf(setUp -> setUp.factor > 1 == baseFactor > 1);
    DoubleSummaryStatistics all = setUps.stream().mapToDouble(Factor::factor).summaryStatistics();
    String first =
        "%s takes %s the time of %s in your set-up, and is %s in %d of %d set-ups (%s to %s)."
            .formatted(
                candidate,
                Numbers.factor(baseFactor),
                baseline,
                baseFactor > 1 ? "slower" : "faster",
                setUps.size() - turned.size(),
                setUps.size(),
                Numbers.factor(all.getMin()),
                Numbers.factor(all.getMax()));
    String changes =
        effects.subList(0, effects.size() - 1).stream()
            .map(effect -> effect.what().parameter() + " " + effect)
            .collect(Collectors.joining(", ", "What changes the ratio: ", "; the dummy "));
    return List.of(
        first,
        changes + dummy() + ".",
        turned.stream()
            .min(Comparator.<Factor>comparingInt(setUp -> setUp.on.size()).thenComparing(LARGEST))
            .map(Factor::command)
            .orElse("No set-up of the design turns it."));
  }

  /** Every set-up with its ratio, for programs. */
  public Table ratios() {
    return new Columns<Factor>()
        .text("baseline", "", factor -> baseline)
        .text("candidate", "", factor -> candidate)
        .text(
            "on",
            "",
            factor -> String.join(" ", factor.on.stream().map(Switch::parameter).toList()))
        .data("ratio", Factor::factor)
        .interval("", "", Factor::interval, factor -> "")
        .table("set_ups", "", setUps);
  }

  /** Every switch with its effect. */
  public Table table() {
    return new Columns<Factor>()
        .text("baseline", "", factor -> baseline)
        .text("candidate", "", factor -> candidate)
        .text("switch", "switch", effect -> effect.what().parameter())
        .text("off", "off", effect -> effect.what().off())
        .text("on", "on", effect -> effect.what().on())
        .number("factor", "factor of the ratio", Factor::factor, Numbers::factor)
        .interval(
            "",
            Numbers.intervalHeading(0.95),
            Factor::interval,
            factor -> Numbers.interval(factor.interval, Numbers::plain))
        .table("effects", pair(), effects);
  }
}
