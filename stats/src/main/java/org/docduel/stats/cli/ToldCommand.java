package org.docduel.stats.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.ranking.ExplainTables;
import org.docduel.stats.ranking.SwitchEffects;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.table.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What the results and the sidecars of a run tell of its subjects beyond their verdicts. */
abstract class ToldCommand implements Callable<Integer> {
  @Mixin private Options.Input input = new Options.Input();
  @Mixin private Options.Compared compared = new Options.Compared();
  @Mixin private Options.Printing printing = new Options.Printing();

  /** Where the time of operations goes. */
  @Command(
      name = "explain",
      mixinStandardHelpOptions = true,
      description = "Where the time goes: the parts of each subject in a run with --explain.",
      footer = {"", "Example: explain reads.json"})
  static final class Explain extends ToldCommand {
    @Override
    Output told(
        List<SidecarFile> sidecars, ComparedSubjects subjects, List<SelectedResult> selected) {
      ExplainTables told =
          ExplainTables.of(sidecars, subjects.parameter(), subjects.among(selected));
      require(
          !told.sides().isEmpty(),
          "none of the results is explained; measure with --explain, on a store that tells");
      Output output = new Output("explain");
      if (!told.configurations().isEmpty()) {
        told.sentences().forEach(output::lead);
        output.table(told.parts()).note(ExplainTables.LIMITS);
      }
      return output.table(told.perOperation());
    }
  }

  /** What would turn a verdict. */
  @Command(
      name = "flip",
      mixinStandardHelpOptions = true,
      description = "What would turn the verdict: the switches of a run with --flip, by effect.",
      footer = {"", "Example: flip inserts.json"})
  static final class Flip extends ToldCommand {
    @Override
    Output told(
        List<SidecarFile> sidecars, ComparedSubjects subjects, List<SelectedResult> selected) {
      List<SelectedResult> results = SidecarFile.competing(sidecars, selected, subjects);
      List<SwitchEffects> pairs = SwitchEffects.of(sidecars, subjects.parameter(), results);
      require(!pairs.isEmpty(), "its sidecar has no switches; measure with --flip");
      Output output = new Output("flip").note(SwitchEffects.LIMITS);
      for (SwitchEffects pair : pairs) {
        output.table(pair.table());
        pair.sentences().forEach(output::lead);
      }
      return output;
    }
  }

  abstract Output told(
      List<SidecarFile> sidecars, ComparedSubjects subjects, List<SelectedResult> selected);

  void require(boolean told, String otherwise) {
    if (!told) {
      throw new BadInputException(input.files().get(0) + ": " + otherwise);
    }
  }

  @Override
  public Integer call() {
    List<SelectedResult> selected = input.selected();
    ComparedSubjects subjects = compared.subjects().orUsual(selected);
    Output output = told(SidecarFile.readAll(input.files()), subjects, selected);
    printing.print(output.notes("Left out: ", input.leftOut()));
    return Main.DONE;
  }
}
