package org.docduel.tools;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.docduel.core.server.AddressFile;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * A side of a comparison in a JVM of its own, with a fork's options, which measures whenever it is
 * asked to.
 */
final class TurnProcess implements AutoCloseable {
  private final Process process;
  private final BufferedReader said;

  private TurnProcess(Process process) {
    this.process = process;
    this.said = process.inputReader(StandardCharsets.UTF_8);
  }

  /**
   * Starts one.
   *
   * @param addresses tells it where the servers are
   * @param turns the class whose main method measures
   * @param side its first argument
   * @param work its further ones
   */
  static TurnProcess start(AddressFile addresses, Class<?> turns, String side, List<String> work)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                addresses.jvmArgument(),
                "-cp",
                System.getProperty("java.class.path"),
                turns.getName(),
                side));
    command.addAll(1, forkOptions());
    command.addAll(work);
    return new TurnProcess(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  /** What the forks of the benchmarks on the class path are started with. */
  private static List<String> forkOptions() {
    return BenchmarkList.defaultList()
        .getAll(OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT), List.of())
        .stream()
        .flatMap(benchmark -> benchmark.getJvmArgsAppend().orElse(List.of()).stream())
        .distinct()
        .toList();
  }

  /** Has it make one observation; the time that it tells. */
  double measure() throws IOException {
    begin();
    return time();
  }

  /** Has it begin with an observation. */
  void begin() throws IOException {
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
  }

  /** Waits for the time that it tells of the observation that it has begun with. */
  double time() throws IOException {
    for (String line = said.readLine(); line != null; line = said.readLine()) {
      if (line.startsWith(TurnGate.TIME)) {
        return Double.parseDouble(line.substring(TurnGate.TIME.length()));
      }
    }
    throw new IOException("a side ended before its last observation");
  }

  /** Lets it end by itself. */
  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    process.onExit().join();
  }
}
