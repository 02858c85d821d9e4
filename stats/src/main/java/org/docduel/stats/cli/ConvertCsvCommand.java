package org.docduel.stats.cli;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.docduel.stats.jmh.BadInputException;
import org.docduel.stats.jmh.CsvConversion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    description = "Turns a CSV file of timings, one observation a row, into JMH JSON.",
    footer = {
      "",
      "Example: convert-csv runs.csv --benchmark read --params variant,scenario \\",
      "    --value execution_ms=ms/op --secondary shared_hits=blocks/op > runs.json"
    })
final class ConvertCsvCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "FILE", description = "A CSV file with a header.")
  private Path file = Path.of("");

  @Option(names = "--benchmark", required = true, description = "The name the results get.")
  private String benchmark = "";

  @Option(
      names = "--params",
      paramLabel = "COLUMN[,COLUMN]",
      split = ",",
      hideParamSyntax = true,
      description = "Columns that are parameters.")
  private List<String> params = List.of();

  @Option(
      names = "--fork",
      paramLabel = "COLUMN",
      description = "Column that tells forks apart (default: one fork).")
  private String fork = "";

  @Option(
      names = "--value",
      paramLabel = "COLUMN=UNIT",
      required = true,
      description = "Column of the observations and its unit, for example execution_ms=ms/op.")
  private String value = "";

  @Option(
      names = "--secondary",
      paramLabel = "COLUMN=UNIT[,...]",
      description = "Columns of secondary metrics and their units.")
  private String secondary = "";

  @Override
  public Integer call() {
    List<CsvConversion.Measure> others = new ArrayList<>();
    if (!secondary.isEmpty()) {
      Arrays.stream(secondary.split(",")).forEach(text -> others.add(measure(text)));
    }
    CsvConversion conversion = new CsvConversion(benchmark, params, fork, measure(value), others);
    spec.commandLine().getOut().print(conversion.convert(file.toString(), text()));
    return Main.DONE;
  }

  private String text() {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw new BadInputException(file + ": no such file", e);
    } catch (MalformedInputException e) {
      throw new BadInputException(file + ": is not text in UTF-8", e);
    } catch (IOException e) {
      throw new BadInputException(file + ": cannot be read (" + e.getMessage() + ")", e);
    }
  }

  private static CsvConversion.Measure measure(String text) {
    int equals = text.indexOf('=');
    if (equals < 1 || equals == text.length() - 1) {
      throw new BadInputException("'" + text + "' is not of the form COLUMN=UNIT");
    }
    return new CsvConversion.Measure(text.substring(0, equals), text.substring(equals + 1));
  }
}
