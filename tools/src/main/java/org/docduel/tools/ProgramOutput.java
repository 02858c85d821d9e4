package org.docduel.tools;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Numbers that a program prints. */
record ProgramOutput(String name) {
  /**
   * Runs it to its end.
   *
   * @param number finds a number: its first group
   * @return all of them, at least one
   * @throws IOException when the program is not there, fails or prints none
   */
  double[] numbers(ProcessBuilder program, Pattern number)
      throws IOException, InterruptedException {
    Process process;
    try {
      process = program.redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new IOException("there is no " + name + " on the path to compare with", e);
    }
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    double[] numbers =
        number
            .matcher(text)
            .results()
            .mapToDouble(one -> Double.parseDouble(one.group(1)))
            .toArray();
    if (status != 0 || numbers.length == 0) {
      throw new IOException(name + " ended with status " + status + ": " + text.strip());
    }
    return numbers;
  }
}
