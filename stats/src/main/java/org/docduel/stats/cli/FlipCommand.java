package org.docduel.stats.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.ranking.SwitchEffects;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.table.Output;
import org.docduel.stats.verdict.Switch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** What would turn a verdict: the effects of the switches of a run with {@code --flip}. */
@Command(
    name = "flip",
    mixinStandardHelpOptions = true,
    description = "What would turn the verdict: the switches of a run with --flip, by effect.",
    footer = {"", "Example: flip inserts.json"})
final class FlipCommand implements Callable<Integer> {
  @Mixin private Options.Input input = new Options.Input();
  @Mixin private Options.Compared compared = new Options.Compared();
  @Mixin private Options.Printing printing = new Options.Printing();

  @Override
  public Integer call() {
    List<Switch> switches = SidecarFile.switches(SidecarFile.readAll(input.files()));
    if (switches.isEmpty()) {
      throw new BadInputException(
          input.files().get(0) + ": its sidecar has no switches; measure with --flip");
    }
    List<SelectedResult> selected = input.selected();
    ComparedSubjects subjects = compared.subjects().orUsual(selected);
    List<SelectedResult> results = subjects.among(selected);
    Output output = new Output("flip");
    for (SwitchEffects pair : SwitchEffects.of(switches, subjects.parameter(), results)) {
      output.table(pair.table());
      pair.sentences().forEach(output::lead);
    }
    output.note(SwitchEffects.LIMITS);
    printing.print(output.notes("Left out: ", input.leftOut()));
    return Main.DONE;
  }
}
