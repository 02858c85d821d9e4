package org.docduel.stats.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Pairing;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.ranking.ClientCurveTables;
import org.docduel.stats.ranking.Contest;
import org.docduel.stats.ranking.Ranking;
import org.docduel.stats.ranking.VerdictTables;
import org.docduel.stats.ranking.WeightedTotals;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.stat.Estimate;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Output;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Columns;
import org.docduel.stats.verdict.Superiority;
import org.docduel.stats.verdict.SuperiorityReport;
import org.docduel.stats.verdict.SuperiorityTest;
import org.docduel.stats.verdict.Twins;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    description = "Is a candidate better than a baseline by at least Delta? A row per group.",
    footer = {
      "",
      "Example: superiority runs.json --baseline store=a --candidate store=b",
      "Example: superiority runs.json --compare store",
      "Example: superiority runs.json"
    })
final class SuperiorityCommand extends ResultsCommand {
  @Mixin private Options.Sides sides = new Options.Sides();
  @Mixin private Options.Compared compared = new Options.Compared();
  @Mixin private Options.Test options = new Options.Test();

  @Override
  Output output(List<SelectedResult> results, List<SidecarFile> sidecars) {
    Optional<Pairing> pair = sides.pairing(by());
    ComparedSubjects subjects = compared.subjects();
    if (pair.isPresent() && subjects.isSpecified()) {
      throw new BadInputException(
          "give either --baseline and --candidate, or --compare; --help shows examples");
    }
    SuperiorityTest test = options.test().withLooks(SidecarFile.plannedLooks(sidecars));
    return pair.map(requested -> twoSides(test, requested, results))
        .orElseGet(() ->
            allPairs(Contest.of(results, sidecars, subjects, test, by()), sidecars, test, subjects))
        .setting("statistic", test.statistic().label())
        .setting("delta", test.hypothesis().delta())
        .setting("alpha", test.hypothesis().alpha())
        .setting("resamples", test.resampling().resamples())
        .setting("seed", test.resampling().seed());
  }

  private static void addTwins(Output output, String prefix, Twins twins) {
    if (!twins.all().isEmpty()) {
      output.table(VerdictTables.twins(twins));
    }
    output.notes(prefix, twins.sentences()).findings(twins.findings());
  }

  private Output twoSides(SuperiorityTest planned, Pairing requested, List<SelectedResult> all) {
    Twins twins = Twins.of(all, planned);
    SuperiorityTest test = twins.in(planned);
    List<SelectedResult> results = twins.others();
    Pairing pairing = requested.displayForm(results);
    long loops =
        results.stream()
            .filter(result -> pairing.baseline().matches(result.fields()))
            .map(result -> Selection.offersRate(result.fields()))
            .distinct()
            .count();
    if (loops > 1) {
      throw new BadInputException(
          "some results are of an offered rate and some are not, and no overall row is about both; choose with --where rate=...");
    }
    Pairing.Pairs pairs = pairing.pair(results, test::requireTestable);
    SuperiorityReport report = test.testAll(pairs.comparisons());
    List<Superiority> rows =
        Stream.concat(report.rows().stream(), report.overall().stream()).toList();
    Superiority first = rows.get(0);
    String heading = pairs.by().isEmpty() ? "group" : String.join(", ", pairs.by());
    Table table =
        new Columns<Superiority>()
            .text("group", heading, Superiority::group)
            .all(VerdictTables.columns(rows, test.hypothesis().delta()), row -> row)
            .table("rows", "", rows);
    Output output =
        new Output("superiority")
            .lead(
                "Is %s faster than %s%s?"
                    .formatted(
                        pairing.candidate(),
                        pairing.baseline(),
                        orMore(test.hypothesis().delta())));
    test.looks().ifPresent(looks -> output.lead(looks.toString()));
    Options.compared(results).ifPresent(output::lead);
    String unit = first.quantity().unit();
    String quantity =
        first.quantity().time()
            ? "time per operation"
            : first.quantity().rate() ? "rate, " + unit : unit;
    Estimate primary = VerdictTables.tested(rows).primary();
    output.lead(
        "%s of %s; %s"
            .formatted(
                test.statistic().label(), quantity, VerdictTables.method(report.rows(), test)));
    family(output, "", report.rows(), report.overall().stream().toList(), test).table(table);
    sentences(report, test.hypothesis().delta()).forEach(output::note);
    addWarnings(output, rows, report.findings());
    addTwins(output, "", twins);
    return output
        .notes("Not compared: ", pairs.unpaired())
        .setting("baseline", pairing.baseline().toString())
        .setting("candidate", pairing.candidate().toString())
        .setting("quantity", unit)
        .setting("method", primary.method().label())
        .setting("unit", primary.unit());
  }

  /** Where all rows have too few forks, one sentence says so. */
  static void addWarnings(Output output, List<Superiority> rows, List<Finding> findings) {
    boolean tooFew = VerdictTables.tooFew(rows);
    output.findings(
        findings.stream()
            .filter(finding -> !tooFew || finding.kind() != Finding.Kind.TOO_FEW)
            .toList());
  }

  private static String orMore(double delta) {
    return delta > 0 ? ", and by " + Numbers.roundPercent(delta) + " or more" : "";
  }

  /** With what intervals and verdicts hold; nothing where there are none. */
  private static Output family(
      Output output,
      String prefix,
      List<Superiority> groups,
      List<Superiority> overall,
      SuperiorityTest test) {
    double alpha = test.hypothesis().alpha();
    boolean both =
        overall.stream().anyMatch(row -> row.interval().bounded()) && !groups.equals(overall);
    if (groups.stream().anyMatch(row -> row.interval().bounded())) {
      String level = VerdictTables.level(groups, alpha);
      output.lead(
          prefix
              + (both
                  ? level + " among the groups; " + VerdictTables.level(overall, alpha) + " overall"
                  : level));
    }
    return output;
  }

  private static List<String> sentences(SuperiorityReport report, double delta) {
    List<Superiority> rows = report.rows();
    if (VerdictTables.tooFew(rows)) {
      return List.of(VerdictTables.observations(rows));
    }
    List<String> sentences = new ArrayList<>();
    boolean single = rows.size() == 1;
    sentences.add(
        "Verdict: "
            + (single ? sentence(rows.get(0), delta) : VerdictTables.counts(rows, delta) + "."));
    report.overall().ifPresent(row -> sentences.add(row.group() + ": " + sentence(row, delta)));
    return sentences;
  }

  private static String sentence(Superiority row, double delta) {
    return VerdictTables.sentence(row, "the candidate", "the baseline", delta);
  }

  private Output allPairs(
      List<Contest> contests,
      List<SidecarFile> sidecars,
      SuperiorityTest test,
      ComparedSubjects subjects) {
    List<String> parameters =
        contests.stream()
            .flatMap(contest -> contest.ranking().stream())
            .map(Ranking::parameter)
            .distinct()
            .toList();
    if (parameters.isEmpty()) {
      throw new BadInputException(contests.get(0).without());
    }
    double delta = test.hypothesis().delta();
    Output output =
        new Output("superiority")
            .lead(
                "Every %s against every earlier one: is it faster%s?"
                    .formatted(String.join(" or ", parameters), orMore(delta)));
    test.looks().ifPresent(looks -> output.lead(looks.toString()));
    for (Contest contest : contests) {
      addWeightedTotals(output, contest, WeightedTotals.of(contest, sidecars));
      contest.ranking().ifPresent(ranking -> addRanking(output, contest, ranking, subjects));
      if (contest.ranking().isEmpty()) {
        output.note("Left out: " + contest.name() + ": " + contest.without());
      }
      addTwins(output, contest.prefixed(""), contest.twins());
    }
    return output.setting("compare", String.join(", ", parameters));
  }

  private static void addWeightedTotals(Output output, Contest contest, WeightedTotals weighted) {
    for (WeightedTotals.Total total : weighted.totals()) {
      output.lead(contest.prefixed(total.sentence()));
      total.sentences().forEach(output::lead);
      addWarnings(output, List.of(total.row()), total.row().findings());
    }
    if (!weighted.totals().isEmpty()) {
      output.table(weighted.table()).table(weighted.queries());
    }
    weighted.missing().forEach(sentence -> output.note(contest.prefixed(sentence) + "."));
  }

  private static void addRanking(
      Output output, Contest contest, Ranking ranking, ComparedSubjects subjects) {
    List<Ranking.Pair> pairs = ranking.pairs();
    List<Superiority> rows = pairs.stream().map(Ranking.Pair::row).toList();
    SuperiorityTest test = ranking.test();
    Options.compared(contest.results()).map(contest::prefixed).ifPresent(output::lead);
    String means =
        "geometric mean over groups%s; %s"
            .formatted(
                ranking.hasTotals() ? ", of a mix all operations" : "",
                VerdictTables.method(rows, test));
    output.lead(contest.prefixed(means));
    List<Superiority> groups = pairs.stream().flatMap(pair -> pair.groups().stream()).toList();
    family(output, contest.prefixed(""), groups, rows, test);
    output.table(VerdictTables.pairs(ranking, contest.displayName()));
    VerdictTables.groups(ranking, contest.displayName()).ifPresent(output::table);
    if (VerdictTables.tooFew(rows)) {
      output.note(contest.prefixed(VerdictTables.observations(rows)));
    }
    for (Ranking.Pair pair : pairs) {
      if (!VerdictTables.tooFew(rows)) {
        String sentence =
            VerdictTables.sentence(
                pair.row(), pair.candidate(), pair.baseline(), test.hypothesis().delta());
        output.note(contest.prefixed(sentence));
      }
      String prefix = "Not compared for " + pair.baseline() + " and " + pair.candidate() + ": ";
      output.notes(contest.prefixed(prefix), pair.unpaired());
    }
    output.notes(contest.prefixed(""), ClientCurveTables.overtakings(ranking));
    ranking.missing().forEach(sentence -> output.note(contest.prefixed(sentence)));
    addWarnings(output, rows, contest.findings());
    List<String> without = ComparedSubjects.without(ranking.parameter(), contest.results());
    output.notes("", subjects.isSpecified() ? List.of() : without);
  }
}
