package org.docduel.stats.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.ranking.ExplainTables;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.table.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Where the time of operations goes: the parts that a run with {@code --explain} told. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = "Where the time goes: the parts of each subject in a run with --explain.",
    footer = {"", "Example: explain reads.json"})
final class ExplainCommand implements Callable<Integer> {
  @Mixin private Options.Input input = new Options.Input();
  @Mixin private Options.Compared compared = new Options.Compared();
  @Mixin private Options.Printing printing = new Options.Printing();

  @Override
  public Integer call() {
    List<SelectedResult> selected = input.selected();
    ComparedSubjects subjects = compared.subjects().orUsual(selected);
    ExplainTables told =
        ExplainTables.of(
            SidecarFile.readAll(input.files()), subjects.parameter(), subjects.among(selected));
    if (told.sides().isEmpty()) {
      throw new BadInputException(
          input.files().get(0)
              + ": none of the results is explained; measure with --explain, on a store that tells");
    }
    Output output = new Output("explain");
    if (!told.configurations().isEmpty()) {
      told.sentences().forEach(output::lead);
      output.table(told.parts()).note(ExplainTables.LIMITS);
    }
    printing.print(output.table(told.perOperation()).notes("Left out: ", input.leftOut()));
    return Main.DONE;
  }
}
