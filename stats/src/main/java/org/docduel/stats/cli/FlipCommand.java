package org.docduel.stats.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.sidecar.Sidecar.Switch;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Output;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Columns;
import org.docduel.stats.verdict.PlackettBurman;
import org.docduel.stats.verdict.SwitchEffects;
import org.docduel.stats.verdict.SwitchEffects.Effect;
import org.docduel.stats.verdict.SwitchEffects.SetUp;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What would turn a verdict: the effects of the switches of a run with {@code --flip}. */
@Command(
    name = "flip",
    mixinStandardHelpOptions = true,
    description = "What would turn the verdict: the switches of a run with --flip, by effect.",
    footer = {"", "Example: flip inserts.json --compare store=postgres-json,postgres-jsonb"})
final class FlipCommand implements Callable<Integer> {
  private static final String DUMMY = "(dummy, switches nothing)";

  @Mixin private Options.Input input = new Options.Input();
  @Mixin private Options.Printing printing = new Options.Printing();

  @Option(
      names = "--compare",
      paramLabel = "P[=V,V]",
      description = "The parameter whose values are compared (default: store), or these of them.")
  private String compare = "store";

  private List<Switch> switches = List.of();
  private PlackettBurman design = PlackettBurman.of(PlackettBurman.FEWEST);

  @Override
  public Integer call() {
    switches =
        SidecarFile.readAll(input.files()).stream()
            .map(file -> file.sidecar().switches())
            .filter(all -> !all.isEmpty())
            .findFirst()
            .orElseThrow(() ->
                new BadInputException(
                    input.files().get(0) + ": its sidecar has no switches; measure with --flip"));
    design = PlackettBurman.of(switches.size());
    ComparedSubjects subjects = ComparedSubjects.parse(compare);
    List<SelectedResult> results = subjects.among(input.selected());
    List<String> names =
        results.stream().map(one -> one.field(subjects.parameter())).distinct().toList();
    if (names.size() < 2) {
      throw new BadInputException(
          "--compare " + compare + ": the results have one value; two are needed");
    }
    Output output = new Output("flip");
    for (String candidate : names.subList(1, names.size())) {
      add(output, subjects.parameter(), names.get(0), candidate, results);
    }
    output.note(
        "Intervals are of %s, each on its own. A share of set-ups is no p-value, and the effects of"
                .formatted(Numbers.roundPercent(SwitchEffects.CONFIDENCE))
            + " combined switches are mixed into those of single ones.");
    printing.print(output.notes("Left out: ", input.leftOut()));
    return Main.DONE;
  }

  private void add(
      Output output,
      String parameter,
      String baseline,
      String candidate,
      List<SelectedResult> results) {
    List<SwitchEffects.Pair> pairs = new ArrayList<>();
    for (int run = 0; run < design.runs(); run++) {
      pairs.add(
          new SwitchEffects.Pair(
              only(parameter, baseline, run, results).observations(),
              only(parameter, candidate, run, results).observations()));
    }
    SwitchEffects effects = SwitchEffects.of(design, switches.size(), pairs);
    String pair = candidate + " against " + baseline;
    output
        .table(effects(pair, effects))
        .table(setUps(pair, effects))
        .lead(sentence(baseline, candidate, effects))
        .lead(turns(effects))
        .lead(
            effects
                .nearestThatTurns()
                .map(near ->
                    "The nearest set-up that turns it (" + shown(near) + "): " + command(near))
                .orElse("No set-up of the design turns it."));
  }

  private SelectedResult only(
      String parameter, String subject, int run, List<SelectedResult> results) {
    List<SelectedResult> found =
        results.stream()
            .filter(one -> one.field(parameter).equals(subject))
            .filter(one ->
                IntStream.range(0, switches.size())
                    .allMatch(i -> one.field(switches.get(i).parameter()).equals(level(run, i))))
            .toList();
    if (found.size() == 1) {
      return found.get(0);
    }
    String setUp =
        IntStream.range(0, switches.size())
            .mapToObj(i -> switches.get(i).parameter() + "=" + level(run, i))
            .collect(Collectors.joining(", "));
    throw new BadInputException(
        "%d results of %s=%s in the set-up %s; one is needed%s"
            .formatted(
                found.size(),
                parameter,
                subject,
                setUp,
                found.isEmpty() ? "" : ": --where benchmark=... chooses"));
  }

  private String level(int run, int place) {
    Switch one = switches.get(place);
    return design.on(run, place) ? one.on() : one.off();
  }

  private static String sentence(String baseline, String candidate, SwitchEffects effects) {
    double own = effects.setUps().get(0).ratio();
    double least = effects.setUps().stream().mapToDouble(SetUp::ratio).min().orElse(own);
    double most = effects.setUps().stream().mapToDouble(SetUp::ratio).max().orElse(own);
    return "%s takes %s the time of %s in your set-up, and is %s in %d of %d set-ups (%s to %s)."
        .formatted(
            candidate,
            Numbers.factor(own),
            baseline,
            own > 1 ? "slower" : "faster",
            effects.agreeing(),
            effects.setUps().size(),
            Numbers.factor(least),
            Numbers.factor(most));
  }

  private String turns(SwitchEffects effects) {
    String all =
        IntStream.range(0, switches.size())
            .boxed()
            .sorted((one, other) ->
                Double.compare(
                    size(effects.effects().get(other)), size(effects.effects().get(one))))
            .map(i -> switches.get(i).parameter() + " " + shown(effects.effects().get(i)))
            .collect(Collectors.joining(", "));
    return "What changes the ratio: " + all + "; the dummy " + shown(effects.dummy()) + ".";
  }

  private static double size(Effect effect) {
    return Math.abs(Math.log(effect.factor()));
  }

  private static String shown(Effect effect) {
    Interval interval = effect.interval();
    String bounds =
        Double.isNaN(interval.lower())
            ? ""
            : " [%s, %s]"
                .formatted(Numbers.plain(interval.lower()), Numbers.plain(interval.upper()));
    return Numbers.factor(effect.factor()) + bounds;
  }

  private static String shown(SetUp near) {
    Interval interval = near.interval();
    String bounds =
        Double.isNaN(interval.lower())
            ? ", one fork"
            : " [%s, %s]%s"
                .formatted(
                    Numbers.plain(interval.lower()),
                    Numbers.plain(interval.upper()),
                    interval.contains(1) ? ", which is not shown" : "");
    return Numbers.factor(near.ratio())
        + bounds
        + "; "
        + Numbers.count(near.on().size(), "switch", "switches");
  }

  private String command(SetUp near) {
    return near.on().stream()
        .map(i -> "-p " + switches.get(i).parameter() + "=" + switches.get(i).on())
        .collect(Collectors.joining(" "));
  }

  private Table effects(String pair, SwitchEffects effects) {
    List<Integer> places = IntStream.rangeClosed(0, switches.size()).boxed().toList();
    Columns<Integer> columns =
        new Columns<Integer>()
            .text(
                "switch", "switch", i -> i == switches.size() ? DUMMY : switches.get(i).parameter())
            .text("off", "off", i -> i == switches.size() ? "" : switches.get(i).off())
            .text("on", "on", i -> i == switches.size() ? "" : switches.get(i).on())
            .number("factor", "factor of the ratio", i -> of(effects, i).factor(), Numbers::factor)
            .data("lower", i -> of(effects, i).interval().lower())
            .data("upper", i -> of(effects, i).interval().upper())
            .shown(
                Numbers.intervalHeading(SwitchEffects.CONFIDENCE),
                i -> interval(of(effects, i).interval()));
    return columns.table("effects", pair, places);
  }

  private static Effect of(SwitchEffects effects, int place) {
    return place == effects.effects().size() ? effects.dummy() : effects.effects().get(place);
  }

  private Table setUps(String pair, SwitchEffects effects) {
    Columns<SetUp> columns = new Columns<>();
    for (int i = 0; i < switches.size(); i++) {
      int place = i;
      Switch one = switches.get(i);
      columns.text(
          one.parameter(),
          one.parameter(),
          setUp -> setUp.on().contains(place) ? one.on() : one.off());
    }
    columns
        .number("ratio", "ratio", SetUp::ratio, Numbers::factor)
        .data("lower", setUp -> setUp.interval().lower())
        .data("upper", setUp -> setUp.interval().upper())
        .shown(
            Numbers.intervalHeading(SwitchEffects.CONFIDENCE), setUp -> interval(setUp.interval()));
    return columns.table("set_ups", pair + ", set-up by set-up", effects.setUps());
  }

  private static String interval(Interval interval) {
    return Numbers.interval(interval.lower(), interval.upper(), Numbers::plain);
  }
}
