package org.docduel.stats.cli;

import java.util.List;
import org.docduel.stats.BadInputException;
import org.docduel.stats.report.text.Document;
import org.docduel.stats.report.text.FindingLines;
import org.docduel.stats.report.text.Format;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The format of the output. */
final class FormatOption {
  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "text (default), csv, json or markdown.")
  private String format = "text";

  Format format() {
    return Format.of(format)
        .orElseThrow(() ->
            new BadInputException(
                "--format " + format + " is unknown; known are text, csv, json, markdown"));
  }

  /**
   * Prints the whole document at once; CSV has no room for findings, so they go to the error
   * stream.
   */
  void print(CommandSpec spec, Document document, List<String> leftOut) {
    Format chosen = format();
    if (chosen == Format.CSV) {
      leftOut.forEach(line -> spec.commandLine().getErr().println("left out: " + line));
    }
    print(spec, document.withNotes(leftOut.stream().map(line -> "Left out: " + line).toList()));
  }

  void print(CommandSpec spec, Document document) {
    Format chosen = format();
    spec.commandLine().getOut().print(chosen.render(document));
    if (chosen == Format.CSV) {
      FindingLines.of(document.findings())
          .forEach(line -> spec.commandLine().getErr().println("finding: " + line));
    }
  }
}
