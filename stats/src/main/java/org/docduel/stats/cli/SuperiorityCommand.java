package org.docduel.stats.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Pairing;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.ranking.Ranking;
import org.docduel.stats.ranking.VerdictTables;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.stat.Estimate;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Output;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Columns;
import org.docduel.stats.verdict.PairwiseTest;
import org.docduel.stats.verdict.Superiority;
import org.docduel.stats.verdict.SuperiorityReport;
import org.docduel.stats.verdict.SuperiorityTest;
import org.docduel.stats.verdict.Twins;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Is the candidate better than the baseline by at least Delta? */
@Command(
    name = "superiority",
    mixinStandardHelpOptions = true,
    description = "Is a candidate better than a baseline by at least Delta? A row per group.",
    footer = {
      "",
      "Example: superiority runs.json --baseline store=a --candidate store=b --by scenario",
      "Example: superiority runs.json --compare store",
      "Example: superiority runs.json"
    })
final class SuperiorityCommand implements Callable<Integer> {
  @Mixin private Options.Input input = new Options.Input();
  @Mixin private Options.Sides sides = new Options.Sides();
  @Mixin private Options.Compared compared = new Options.Compared();
  @Mixin private Options.Test options = new Options.Test();
  @Mixin private Options.Printing printing = new Options.Printing();

  @Override
  public Integer call() {
    Optional<Pairing> pair = sides.pairing(input.by());
    ComparedSubjects subjects = compared.subjects();
    if (pair.isPresent() && subjects.isSaid()) {
      throw new BadInputException(
          "give either --baseline and --candidate, or --compare; --help shows examples");
    }
    SuperiorityTest planned =
        options.test().withLooks(SidecarFile.plannedLooks(SidecarFile.readAll(input.files())));
    Twins twins = Twins.of(input.selected(), planned);
    SuperiorityTest test = twins.in(planned);
    Output output =
        pair.map(asked -> twoSides(test, asked, twins.others()))
            .orElseGet(() -> allPairs(test, subjects, twins.others()));
    if (!twins.all().isEmpty()) {
      output.table(VerdictTables.twins(twins));
    }
    printing.print(
        output
            .notes("Left out: ", input.leftOut())
            .notes("", twins.sentences())
            .setting("delta", test.hypothesis().delta())
            .setting("alpha", test.hypothesis().alpha())
            .setting("resamples", test.resampling().resamples())
            .setting("seed", test.resampling().seed())
            .findings(twins.findings()));
    return Main.DONE;
  }

  private Output twoSides(SuperiorityTest test, Pairing asked, List<SelectedResult> results) {
    Pairing pairing = asked.shown(results);
    Pairing.Pairs pairs = pairing.pair(results);
    SuperiorityReport report = test.testAll(pairs.comparisons());
    List<Superiority> rows =
        Stream.concat(report.rows().stream(), report.overall().stream()).toList();
    Superiority first = rows.get(0);
    String heading = pairs.by().isEmpty() ? "group" : String.join(", ", pairs.by());
    Table table =
        new Columns<Superiority>()
            .text("group", heading, Superiority::group)
            .all(VerdictTables.columns(rows), row -> row)
            .table("rows", "", rows);
    Output output =
        new Output("superiority")
            .lead(
                "Superiority of %s over %s by at least %s (one-sided, alpha %s)"
                    .formatted(
                        pairing.candidate(),
                        pairing.baseline(),
                        Numbers.roundPercent(test.hypothesis().delta()),
                        test.hypothesis().alpha()));
    Options.compared(results).ifPresent(output::lead);
    String unit = first.quantity().unit();
    String quantity =
        first.quantity().time()
            ? "time per operation"
            : first.quantity().rate() ? "rate, " + unit : unit;
    Estimate primary = VerdictTables.tested(rows).primary();
    described(output, test.statistic().label() + " of " + quantity, test, report.rows())
        .table(table);
    sentences(report, test.hypothesis().delta()).forEach(output::note);
    found(output, rows, report.findings());
    return output
        .notes("Not compared: ", pairs.unpaired())
        .notes("Not compared: ", report.untested())
        .setting("baseline", pairing.baseline().toString())
        .setting("candidate", pairing.candidate().toString())
        .setting("quantity", unit)
        .setting("statistic", test.statistic().label())
        .setting("method", primary.method().label())
        .setting("unit", primary.unit());
  }

  /** Where all rows have too few forks, one sentence says so. */
  private static void found(Output output, List<Superiority> rows, List<Finding> findings) {
    boolean said = VerdictTables.tooFew(rows);
    output.findings(
        findings.stream().filter(it -> !said || it.kind() != Finding.Kind.TOO_FEW).toList());
  }

  private static Output described(
      Output output, String what, SuperiorityTest test, List<Superiority> rows) {
    output.lead(what + "; " + VerdictTables.method(rows, test));
    output.lead("any false claim among the groups, and any among the overall rows: alpha each");
    test.looks().ifPresent(looks -> output.lead(looks.toString()));
    return output;
  }

  private static List<String> sentences(SuperiorityReport report, double delta) {
    List<String> sentences = new ArrayList<>();
    if (VerdictTables.tooFew(report.rows())) {
      return List.of(VerdictTables.observations(report.rows()));
    }
    if (report.rows().size() == 1) {
      sentences.add("Verdict: " + sentence(report.rows().get(0), delta));
    } else {
      sentences.add("Verdict: " + VerdictTables.counts(report.rows()) + ".");
    }
    report.overall().ifPresent(row -> sentences.add(row.group() + ": " + sentence(row, delta)));
    return sentences;
  }

  private static String sentence(Superiority row, double delta) {
    return VerdictTables.sentence(row, "the candidate", "the baseline", delta);
  }

  private Output allPairs(
      SuperiorityTest test, ComparedSubjects subjects, List<SelectedResult> selected) {
    List<SelectedResult> asked =
        subjects.values().isEmpty()
            ? SidecarFile.competing(SidecarFile.readAll(input.files()), selected)
            : subjects.among(selected);
    Selection.Selected counted = Selection.Selected.ofOneUnit(asked);
    List<SelectedResult> results = counted.results();
    String parameter =
        subjects.isSaid() ? subjects.parameter() : ComparedSubjects.parameterOf(results);
    Ranking ranking = Ranking.of(results, new PairwiseTest(test, parameter, input.by()));
    List<PairwiseTest.Pair> pairs = ranking.pairs();
    List<Superiority> rows = pairs.stream().map(PairwiseTest.Pair::row).toList();
    double delta = test.hypothesis().delta();
    Output output =
        new Output("superiority")
            .lead(
                "Every %s against every earlier one: better by at least %s? (one-sided, alpha %s)"
                    .formatted(parameter, Numbers.roundPercent(delta), test.hypothesis().alpha()));
    Options.compared(results).ifPresent(output::lead);
    String means =
        "geometric mean over groups" + (ranking.hasTotals() ? ", of a mix all operations" : "");
    described(output, means, test, rows).table(VerdictTables.pairs(ranking, ""));
    VerdictTables.groups(ranking).ifPresent(output::table);
    if (VerdictTables.tooFew(rows)) {
      output.note(VerdictTables.observations(rows));
    }
    for (PairwiseTest.Pair pair : pairs) {
      if (!VerdictTables.tooFew(rows)) {
        output.note(VerdictTables.sentence(pair.row(), pair.candidate(), pair.baseline(), delta));
      }
      output.notes(
          "Not compared for " + pair.baseline() + " and " + pair.candidate() + ": ",
          pair.unpaired());
    }
    found(output, rows, ranking.findings());
    return output
        .notes("", subjects.isSaid() ? List.of() : ComparedSubjects.without(parameter, results))
        .notes("", counted.leftOut())
        .setting("compare", parameter);
  }
}
