package org.docduel.stats.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.docduel.stats.BadInputException;
import org.docduel.stats.report.PlannedLooks;
import org.docduel.stats.report.text.Document;
import org.docduel.stats.report.text.PairwiseDocument;
import org.docduel.stats.report.text.SuperiorityDocument;
import org.docduel.stats.select.ComparedParameter;
import org.docduel.stats.select.ComparedSubjects;
import org.docduel.stats.select.OneQuantity;
import org.docduel.stats.select.Pairing;
import org.docduel.stats.select.ParameterMatch;
import org.docduel.stats.select.SelectedResult;
import org.docduel.stats.select.VaryingFields;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.verdict.PairwiseTest;
import org.docduel.stats.verdict.SuperiorityReport;
import org.docduel.stats.verdict.SuperiorityTest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private InputOptions input = new InputOptions();
  @Mixin private TestOptions options = new TestOptions();
  @Mixin private FormatOption format = new FormatOption();

  @Option(
      names = "--baseline",
      paramLabel = "K=V[,K=V]",
      description = "What the results to improve upon have.")
  private String baseline = "";

  @Option(
      names = "--candidate",
      paramLabel = "K=V[,K=V]",
      description = "What the results said to be better have.")
  private String candidate = "";

  @Option(
      names = "--compare",
      paramLabel = "PARAM[=V,V]",
      description =
          "Instead of a baseline and a candidate: every value of this parameter, or these values"
              + " in this order, against every earlier one. Without any of the three: store or"
              + " variant, else the first parameter that varies, and a row per group too.")
  private String compare = "";

  @Option(
      names = "--by",
      paramLabel = "P[,P]",
      description = "The parameters that make the groups (default: all others that vary).")
  private String by = "";

  @Override
  public Integer call() {
    boolean sides = !baseline.isEmpty() || !candidate.isEmpty();
    if (sides && !compare.isEmpty()) {
      throw new BadInputException(
          "give either --baseline and --candidate, or --compare; --help shows examples");
    }
    if (sides && (baseline.isEmpty() || candidate.isEmpty())) {
      throw new BadInputException(
          (baseline.isEmpty() ? "--baseline" : "--candidate") + " is missing");
    }
    format.format();
    Document document = document(sides);
    format.print(spec, document, input.leftOut());
    return Main.DONE;
  }

  private Document document(boolean sides) {
    if (sides) {
      return twoSides();
    }
    return compare.isEmpty() ? usualPairs() : allPairs();
  }

  private SuperiorityTest test() {
    return options.test().withLooks(PlannedLooks.of(SidecarFile.readAll(input.files())));
  }

  private Document twoSides() {
    Pairing pairing =
        Pairing.of(ParameterMatch.parse(baseline), ParameterMatch.parse(candidate))
            .withBy(groups());
    SuperiorityTest test = test();
    Pairing.Pairs pairs = pairing.pair(input.selected());
    SuperiorityReport report = test.testAll(pairs.comparisons());
    List<String> left = new ArrayList<>(pairs.unpaired());
    left.addAll(report.untested());
    return SuperiorityDocument.of(
        report,
        pairing.baseline().toString(),
        pairing.candidate().toString(),
        pairs.by().isEmpty() ? "group" : String.join(", ", pairs.by()),
        left);
  }

  private Document allPairs() {
    ComparedSubjects subjects = ComparedSubjects.parse(compare);
    PairwiseTest test = new PairwiseTest(test(), subjects.parameter(), groups());
    OneQuantity results = OneQuantity.of(subjects.among(input.selected()));
    return PairwiseDocument.of(test, test.testAll(results.results())).withNotes(results.notes());
  }

  private Document usualPairs() {
    OneQuantity counted = OneQuantity.of(input.selected());
    List<SelectedResult> results = counted.results();
    String parameter = ComparedParameter.of(results);
    List<String> others =
        VaryingFields.of(results).stream().filter(name -> !name.equals(parameter)).toList();
    PairwiseTest test = new PairwiseTest(test(), parameter, groups());
    return PairwiseDocument.withGroups(
            test, test.testAll(results), String.join(", ", groups().isEmpty() ? others : groups()))
        .withNotes(ComparedParameter.without(parameter, results))
        .withNotes(counted.notes());
  }

  private List<String> groups() {
    return by.isEmpty() ? List.of() : Arrays.stream(by.split(",")).map(String::strip).toList();
  }
}
