package org.docduel.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.docduel.core.launch.Launcher;

/** Command lines that are refused, run in this process: a packaged jar would start for each. */
public final class Refusals {
  private Refusals() {}

  /**
   * Asserts that a command line ends with one line of error, with the status of bad input, and
   * before anything ran or was written.
   *
   * @param line arguments, separated by spaces
   * @return the line of error
   */
  public static String of(String line) throws IOException {
    Path directory = Files.createTempDirectory("refused");
    List<String> arguments =
        new ArrayList<>(
            Stream.of(line.split(" ")).filter(argument -> !argument.isEmpty()).toList());
    arguments.addAll(List.of("-rf", "json", "-rff", directory.resolve("out.json").toString()));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();

    int status = Launcher.run(arguments, new PrintStream(out), new PrintStream(err));

    List<String> errors = err.toString(Charset.defaultCharset()).lines().toList();
    assertThat(status).as("%s%n%s%n%s", line, out, errors).isEqualTo(Launcher.BAD_INPUT);
    assertThat(errors).singleElement().asString().startsWith("docduel: ");
    assertThat(directory).isEmptyDirectory();
    Files.delete(directory);
    return errors.get(0);
  }
}
