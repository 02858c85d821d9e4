package org.docduel.stats.ranking;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.Pairing.Comparison;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Columns;
import org.docduel.stats.verdict.PlackettBurman;
import org.docduel.stats.verdict.PlackettBurman.Switch;
import org.docduel.stats.verdict.SwitchEffects;
import org.docduel.stats.verdict.SwitchEffects.Effect;
import org.docduel.stats.verdict.SwitchEffects.SetUp;

/**
 * What the switches of a run with {@code --flip} do to a pair, as sentences and tables, the same
 * wherever they are told.
 *
 * @param effects on the time of the candidate over that of the baseline
 */
public record SwitchTables(String baseline, String candidate, SwitchEffects effects) {
  /** What no set of effects says by itself. */
  public static final String LIMITS =
      "Intervals are of %s, each on its own. A share of set-ups is no p-value, and the effects of"
              .formatted(Numbers.roundPercent(SwitchEffects.CONFIDENCE))
          + " combined switches are mixed into those of single ones.";

  private static final String INTERVAL = Numbers.intervalHeading(SwitchEffects.CONFIDENCE);

  /**
   * The first value of a parameter against each of the others.
   *
   * @param results of every set-up, for each value one
   * @throws BadInputException if there is one value only, or a set-up has not one result of each
   */
  public static List<SwitchTables> of(
      List<Switch> switches, String parameter, List<SelectedResult> results) {
    List<String> names = results.stream().map(one -> one.field(parameter)).distinct().toList();
    if (names.size() < 2) {
      throw new BadInputException(
          "--compare " + parameter + ": the results have one value; two are needed");
    }
    PlackettBurman design = new PlackettBurman(switches);
    List<SwitchTables> pairs = new ArrayList<>();
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
      pairs.add(new SwitchTables(names.get(0), candidate, SwitchEffects.of(design, setUps)));
    }
    return pairs;
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

  /** The pair in words. */
  public String pair() {
    return candidate + " against " + baseline;
  }

  /** How the candidate does in the set-up with all switches off, and in how many others. */
  public String sentence() {
    double own = effects.setUps().get(0).ratio();
    double[] ratios = effects.setUps().stream().mapToDouble(SetUp::ratio).sorted().toArray();
    return "%s takes %s the time of %s in your set-up, and is %s in %d of %d set-ups (%s to %s)."
        .formatted(
            candidate,
            Numbers.factor(own),
            baseline,
            own > 1 ? "slower" : "faster",
            effects.agreeing(),
            ratios.length,
            Numbers.factor(ratios[0]),
            Numbers.factor(ratios[ratios.length - 1]));
  }

  /** All effects in a sentence, the largest first. */
  public String turns() {
    return "What changes the ratio: "
        + effects.bySize().stream()
            .filter(effect -> !effect.equals(effects.dummy()))
            .map(effect -> effect.what().parameter() + " " + shown(effect))
            .collect(Collectors.joining(", "))
        + "; the dummy "
        + shown(effects.dummy())
        + ".";
  }

  private static String shown(Effect effect) {
    return Numbers.factor(effect.factor()) + bounds(effect.interval());
  }

  private static String bounds(Interval interval) {
    return Double.isNaN(interval.lower())
        ? ""
        : " [%s, %s]".formatted(Numbers.plain(interval.lower()), Numbers.plain(interval.upper()));
  }

  /** The set-up of the fewest switches that turns the direction, as options of a run. */
  public String nearest() {
    return effects
        .nearestThatTurns()
        .map(near ->
            "The nearest set-up that turns it (%s%s%s; %s): %s"
                .formatted(
                    Numbers.factor(near.ratio()),
                    Double.isNaN(near.interval().lower()) ? ", one fork" : bounds(near.interval()),
                    near.interval().contains(1) ? ", which is not shown" : "",
                    Numbers.count(near.on().size(), "switch", "switches"),
                    near.on().stream()
                        .map(each -> "-p " + each.parameter() + "=" + each.on())
                        .collect(Collectors.joining(" "))))
        .orElse("No set-up of the design turns it.");
  }

  /** Every switch with its effect, the dummy last. */
  public Table table() {
    return new Columns<Effect>()
        .text("switch", "switch", effect -> effect.what().parameter())
        .text("off", "off", effect -> effect.what().off())
        .text("on", "on", effect -> effect.what().on())
        .number("factor", "factor of the ratio", Effect::factor, Numbers::factor)
        .interval(INTERVAL, Effect::interval, effect -> Numbers::plain)
        .table(
            "effects",
            pair(),
            Stream.concat(effects.effects().stream(), Stream.of(effects.dummy())).toList());
  }

  /** Every set-up with its ratio. */
  public Table setUps() {
    Columns<SetUp> columns = new Columns<>();
    for (Effect effect : effects.effects()) {
      Switch one = effect.what();
      columns.text(
          one.parameter(),
          one.parameter(),
          setUp -> setUp.on().contains(one) ? one.on() : one.off());
    }
    return columns
        .number("ratio", "ratio", SetUp::ratio, Numbers::factor)
        .interval(INTERVAL, SetUp::interval, setUp -> Numbers::plain)
        .table("set_ups", pair() + ", set-up by set-up", effects.setUps());
  }
}
