package org.docduel.stats.ranking;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.commons.statistics.distribution.TDistribution;
import org.docduel.stats.jmh.BadInputException;
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
import org.docduel.stats.verdict.PlackettBurman;
import org.docduel.stats.verdict.PlackettBurman.Switch;

/**
 * What the switches of a run with {@code --flip} do to the ratio of two subjects' times, the same
 * wherever it is told. The effect of a switch is the factor by which the ratio changes when it is
 * on, the geometric mean over half of the set-ups against the other half. Forks are the units;
 * intervals are Student's with Satterthwaite's degrees of freedom, each on its own.
 *
 * @param setUps their ratios, candidate time over baseline time, in the design's order; in the
 *     first all switches are off
 * @param effects of the switches, in their order; the last is that of the dummy, a column that
 *     switches nothing: what the noise makes
 */
public record SwitchEffects(
    String baseline, String candidate, List<Factor> setUps, List<Factor> effects) {
  private static final double CONFIDENCE = 0.95;

  /** What no set of effects says by itself. */
  public static final String LIMITS =
      "Intervals are of %s, each on its own. A share of set-ups is no p-value, and the effects of"
              .formatted(Numbers.roundPercent(CONFIDENCE))
          + " combined switches are mixed into those of single ones.";

  private static final Switch DUMMY = new Switch("(dummy, switches nothing)", "", "");
  private static final Streams NO_DRAWS = new Streams(0, 0);

  /**
   * A ratio, or what it is multiplied by.
   *
   * @param on the switches that are on
   * @param interval NaN bounds with one fork a side
   */
  public record Factor(List<Switch> on, double factor, Interval interval) {
    /** From the forks' means of some pairs, the geometric mean of their ratios to a power. */
    private static Factor of(List<Switch> on, List<Comparison> pairs, double power) {
      LogRatio log = Row.of("", pairs, Statistic.MEAN, NO_DRAWS, Rounds.NONE, List.of()).ratio();
      double half = 0;
      if (!pairs.stream().allMatch(pair -> pair.atLeast(2))) {
        half = Double.NaN; // whatever the iterations of a single fork say
      } else if (log.varies()) {
        double t = TDistribution.of(log.df()).inverseSurvivalProbability((1 - CONFIDENCE) / 2);
        half = power * t * Math.sqrt(log.variance());
      }
      double theta = power * log.theta();
      Interval interval = new Interval(Math.exp(theta - half), Math.exp(theta + half), CONFIDENCE);
      return new Factor(on, Math.exp(theta), interval);
    }

    /** The one switch of an effect. */
    public Switch what() {
      return on.get(0);
    }

    /** Whether nothing is switched. */
    public boolean isDummy() {
      return on.contains(DUMMY);
    }

    private boolean slower() {
      return factor > 1;
    }

    private double size() {
      return Math.abs(Math.log(factor));
    }

    private String shown(String without) {
      return Numbers.factor(factor)
          + (interval.bounded()
              ? " [%s, %s]"
                  .formatted(Numbers.plain(interval.lower()), Numbers.plain(interval.upper()))
              : without);
    }
  }

  /**
   * The first value of a parameter against each of the others.
   *
   * @param results of every set-up, for each value one
   * @throws BadInputException if there is one value only, a set-up has not one result of each, or a
   *     result has no operation
   */
  public static List<SwitchEffects> of(
      List<Switch> switches, String parameter, List<SelectedResult> results) {
    List<String> names = results.stream().map(one -> one.field(parameter)).distinct().toList();
    if (names.size() < 2) {
      throw new BadInputException(
          "--compare " + parameter + ": the results have one value; two are needed");
    }
    PlackettBurman design = new PlackettBurman(switches);
    List<SwitchEffects> all = new ArrayList<>();
    for (String candidate : names.subList(1, names.size())) {
      List<Comparison> setUps = new ArrayList<>();
      for (int run = 0; run < design.runs(); run++) {
        Map<String, String> setUp = design.setUp(run);
        setUps.add(
            new Comparison(
                candidate,
                only(setUp, parameter, names.get(0), results).observations(),
                only(setUp, parameter, candidate, results).observations()));
      }
      all.add(of(names.get(0), candidate, design, setUps));
    }
    return all;
  }

  private static SelectedResult only(
      Map<String, String> setUp, String parameter, String value, List<SelectedResult> results) {
    List<SelectedResult> found =
        results.stream()
            .filter(one -> one.field(parameter).equals(value))
            .filter(one -> one.fields().entrySet().containsAll(setUp.entrySet()))
            .toList();
    if (found.size() == 1) {
      return found.get(0);
    }
    throw new BadInputException(
        "%d results of %s=%s in the set-up %s; one is needed%s"
            .formatted(
                found.size(),
                parameter,
                value,
                setUp.toString().replaceAll("[{}]", ""),
                found.isEmpty() ? "" : ": --where benchmark=... chooses"));
  }

  /** Of what both sides measured in each set-up. */
  static SwitchEffects of(
      String baseline, String candidate, PlackettBurman design, List<Comparison> pairs) {
    pairs.forEach(Comparison::requireTestable);
    List<Switch> columns = new ArrayList<>(design.switches());
    List<Factor> setUps = new ArrayList<>();
    for (Comparison pair : pairs) {
      int run = setUps.size();
      List<Switch> on = new ArrayList<>(design.switches());
      on.removeIf(each -> !design.on(run, columns.indexOf(each)));
      setUps.add(Factor.of(on, List.of(pair), 1));
    }
    columns.add(DUMMY);
    List<Factor> effects = new ArrayList<>();
    for (Switch each : columns) {
      // the mean of n ratios, half of them turned over, is the root of what is on over what is off
      List<Comparison> turned = new ArrayList<>();
      for (Comparison pair : pairs) {
        boolean on = design.on(turned.size(), effects.size());
        turned.add(on ? pair : turned(pair));
      }
      effects.add(Factor.of(List.of(each), turned, 2));
    }
    return new SwitchEffects(baseline, candidate, setUps, effects);
  }

  private static Comparison turned(Comparison pair) {
    return new Comparison(
        pair.group(), /* baseline= */ pair.candidate(), /* candidate= */ pair.baseline());
  }

  /** What the noise makes. */
  public Factor dummy() {
    return effects.get(effects.size() - 1);
  }

  /** The effects, the largest first; that of the dummy is the last. */
  public List<Factor> bySize() {
    return effects.stream()
        .sorted(Comparator.comparing(Factor::isDummy).thenComparingDouble(effect -> -effect.size()))
        .toList();
  }

  private boolean agrees(Factor setUp) {
    return setUp.slower() == setUps.get(0).slower();
  }

  /** How many set-ups have the direction of the one with all switches off. */
  long agreeing() {
    return setUps.stream().filter(this::agrees).count();
  }

  /** The set-up of the fewest switches in which the direction is the other one. */
  Optional<Factor> nearestThatTurns() {
    return setUps.stream()
        .filter(setUp -> !agrees(setUp))
        .min(
            Comparator.<Factor>comparingInt(setUp -> setUp.on().size())
                .thenComparingDouble(setUp -> -setUp.size()));
  }

  /** The pair in words. */
  public String pair() {
    return candidate + " against " + baseline;
  }

  /**
   * Three sentences: how the candidate does in the set-up with all switches off and in how many
   * others, all effects, and how to run the nearest set-up that turns the direction.
   */
  public List<String> sentences() {
    Factor own = setUps.get(0);
    double[] ratios = setUps.stream().mapToDouble(Factor::factor).sorted().toArray();
    String first =
        "%s takes %s the time of %s in your set-up, and is %s in %d of %d set-ups (%s to %s)."
            .formatted(
                candidate,
                Numbers.factor(own.factor()),
                baseline,
                own.slower() ? "slower" : "faster",
                agreeing(),
                ratios.length,
                Numbers.factor(ratios[0]),
                Numbers.factor(ratios[ratios.length - 1]));
    String changes =
        bySize().stream()
            .filter(effect -> !effect.isDummy())
            .map(effect -> effect.what().parameter() + " " + effect.shown(""))
            .collect(Collectors.joining(", "));
    return List.of(
        first,
        "What changes the ratio: %s; the dummy %s.".formatted(changes, dummy().shown("")),
        nearestThatTurns().map(SwitchEffects::command).orElse("No set-up of the design turns it."));
  }

  private static String command(Factor near) {
    return "The nearest set-up that turns it (%s%s; %s): %s"
        .formatted(
            near.shown(", one fork"),
            near.interval().contains(1) ? ", which is not shown" : "",
            Numbers.count(near.on().size(), "switch", "switches"),
            near.on().stream()
                .map(each -> "-p " + each.parameter() + "=" + each.on())
                .collect(Collectors.joining(" ")));
  }

  /** Every switch with its effect, the dummy last. */
  public Table table() {
    Columns<Factor> columns =
        new Columns<Factor>()
            .text("switch", "switch", effect -> effect.what().parameter())
            .text("off", "off", effect -> effect.what().off())
            .text("on", "on", effect -> effect.what().on());
    return factors(columns, "factor", "factor of the ratio").table("effects", pair(), effects);
  }

  /** Every set-up with its ratio. */
  public Table setUpTable() {
    Columns<Factor> columns = new Columns<>();
    for (Factor effect : effects.subList(0, effects.size() - 1)) {
      Switch one = effect.what();
      columns.text(
          one.parameter(),
          one.parameter(),
          setUp -> setUp.on().contains(one) ? one.on() : one.off());
    }
    return factors(columns, "ratio", "ratio")
        .table("set_ups", pair() + ", set-up by set-up", setUps);
  }

  private static Columns<Factor> factors(Columns<Factor> columns, String key, String heading) {
    return columns
        .number(key, heading, Factor::factor, Numbers::factor)
        .interval(Numbers.intervalHeading(CONFIDENCE), Factor::interval, factor -> Numbers::plain);
  }
}
