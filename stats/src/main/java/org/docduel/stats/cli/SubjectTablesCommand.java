package org.docduel.stats.cli;

import java.util.List;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.ranking.ExplainTables;
import org.docduel.stats.ranking.SwitchEffects;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.table.Output;
import org.docduel.stats.verdict.Switch;
import org.docduel.stats.verdict.Twins;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What the results and the sidecars of a run tell of its subjects beyond their verdicts. */
abstract class SubjectTablesCommand extends ResultsCommand {
  @Mixin private Options.Compared compared = new Options.Compared();

  @Command(description = "Where the time goes: the parts of each subject in a run with --explain.")
  static final class Explain extends SubjectTablesCommand {
    @Override
    Output subjectTables(
        List<SidecarFile> sidecars, String parameter, List<SelectedResult> results) {
      ExplainTables tables = ExplainTables.of(sidecars, parameter, results);
      if (tables.sides().isEmpty()) {
        throw new BadInputException(
            "none of the results is explained; measure with --explain, on a store that tells");
      }
      Output output = new Output("explain");
      if (!tables.configurations().isEmpty()) {
        tables.sentences().forEach(output::lead);
        output.table(tables.parts()).note(ExplainTables.LIMITS);
      }
      return output.table(tables.perOperation());
    }
  }

  @Command(
      description = "What would turn the verdict: the switches of a run with --flip, by effect.")
  static final class Flip extends SubjectTablesCommand {
    @Override
    Output subjectTables(
        List<SidecarFile> sidecars, String parameter, List<SelectedResult> results) {
      Output output = new Output("flip").note(SwitchEffects.LIMITS);
      List<Switch> tried = SidecarFile.switches(sidecars);
      for (SwitchEffects pair : SwitchEffects.of(tried, parameter, results)) {
        output.table(pair.table()).table(pair.ratios());
        pair.sentences().forEach(output::lead);
      }
      return output;
    }
  }

  abstract Output subjectTables(
      List<SidecarFile> sidecars, String parameter, List<SelectedResult> results);

  @Override
  Output output(List<SelectedResult> all, List<SidecarFile> sidecars) {
    List<SelectedResult> selected = Twins.without(all);
    ComparedSubjects subjects = compared.subjects().orDefault(selected);
    List<SelectedResult> results = SidecarFile.competing(sidecars, selected, subjects);
    return subjectTables(sidecars, subjects.parameter(), results);
  }
}
