package org.docduel.core.launch.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.docduel.core.launch.plan.Labels;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

class ForkOutputTest {
  private final ByteArrayOutputStream log = new ByteArrayOutputStream();
  private final StringWriter terminal = new StringWriter();
  private final ForkOutput output =
      new ForkOutput(
          OutputFormatFactory.createFormatInstance(
              new PrintStream(log, true, StandardCharsets.UTF_8), VerboseMode.NORMAL),
          new Progress(
              new PrintWriter(terminal),
              new Labels(Set.of("store"), List.of()),
              List.of(),
              false,
              fork -> ""),
          (benchmark, kind, number, data) -> {});

  @Test
  void joinsCharactersSplitAcrossWrites() throws IOException {
    String line =
        "org.docduel.core.spi.StoreException: postgres-jsonb: \u00fc, \u20ac, \ud83d\ude00\n";
    for (byte value : line.getBytes(StandardCharsets.UTF_8)) {
      output.write(new byte[] {value});
    }
    assertThat(output.error()).contains("postgres-jsonb: \u00fc, \u20ac, \ud83d\ude00");
    assertThat(log.toString(StandardCharsets.UTF_8)).isEqualTo(line);
  }

  @Test
  void prefersMessageOfThisProject() {
    output.println("java.lang.reflect.InvocationTargetException");
    output.println(
        "Caused by: org.docduel.core.spi.StoreException: postgres-jsonb: the server is gone");
    output.println("\tat org.docduel.Anything.method(Anything.java:1)");
    output.println("Caused by: java.net.ConnectException: Connection refused");
    assertThat(output.error()).contains("postgres-jsonb: the server is gone");
  }

  @Test
  void distinguishesServerFailure() {
    output.println("org.docduel.core.spi.StoreException: postgres-jsonb: no such table");
    assertThat(output.serverFailed()).isFalse();
    output.println(
        "Caused by: org.docduel.core.spi.StoreException$ServerFailureException: postgres-jsonb: no space left");
    assertThat(output.serverFailed()).isTrue();
  }

  @Test
  void detectsFailureAfterSuccessfulIterations() {
    output.print("Iteration   1: ");
    output.println("3.1 ops/s");
    assertThat(output.failed()).isFalse();
    output.print("Iteration   2: ");
    output.println("<failure>");
    assertThat(output.failed()).isTrue();
  }

  @Test
  void fallsBackToFirstError() {
    output.println("java.lang.OutOfMemoryError: Java heap space");
    output.println("java.lang.IllegalStateException: later");
    assertThat(output.error()).contains("OutOfMemoryError: Java heap space");
  }

  @Test
  void silentForkHasNoError() {
    output.println("# Warmup Iteration 1: 3.1 ms/op");
    assertThat(output.error()).isEmpty();
  }

  @Test
  void writesJmhAndJvmOutputToLog() throws Exception {
    output.println("something");
    output.write("# of the JVM\n".getBytes(StandardCharsets.UTF_8));
    assertThat(log.toString(StandardCharsets.UTF_8)).contains("something").contains("# of the JVM");
    assertThat(terminal.toString()).isEmpty();
  }

  @Test
  void showsForkProgressAndLogsTraces() {
    ByteArrayOutputStream screen = new ByteArrayOutputStream();
    PrintStream out = System.out;
    PrintStream err = System.err;
    PrintStream captured = new PrintStream(screen, true, StandardCharsets.UTF_8);
    System.setOut(captured);
    System.setErr(captured);
    try {
      Runnable giveBack = output.redirectSystemStreams();
      System.out.println("loading: 5 of 10 rows in 1.0 s, 5 rows/s, 1 s left");
      System.out.println("loading: 9 of 10 rows in 2.0 s, 5 rows/s, 0 s left");
      System.out.print("w1_10: loaded, copy 2.0 s");
      System.out.print("\n");
      System.err.println("Exception in thread \"main\" java.lang.OutOfMemoryError: no thread");
      giveBack.run();
      System.out.println("afterwards");
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
    assertThat(screen.toString(StandardCharsets.UTF_8)).isEqualToIgnoringNewLines("afterwards");
    assertThat(log.toString(StandardCharsets.UTF_8))
        .contains("loading: 5 of 10", "loading: 9 of 10", "OutOfMemoryError: no thread");
    assertThat(terminal.toString().lines())
        .as("without how far a load has come, since that changes by the second")
        .containsExactly("    w1_10: loaded, copy 2.0 s");
  }

  @Test
  void readsConcurrentLinesCompletely() {
    byte[] line = "org.docduel.AException: all of it\n".repeat(10).getBytes(StandardCharsets.UTF_8);
    IntStream.range(0, 8_000)
        .parallel()
        .forEach(i -> {
          try {
            output.write(line);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    assertThat(log.toString(StandardCharsets.UTF_8).lines()).hasSize(80_000);
    assertThat(output.error()).contains("all of it");
  }

  @Tag("attack")
  @Tag("L5")
  @Test
  void explainsKilledFork() {
    output.println("<forked VM failed with exit code 137>");
    assertThat(output.error())
        .contains("the fork ended with exit code 137 (killed, perhaps for want of memory)");
  }

  @Test
  void explainsJvmThatDoesNotStart() {
    output.println("Unrecognized VM option 'NoSuch'");
    output.println("Error: Could not create the Java Virtual Machine.");
    output.println("<forked VM failed with exit code 1>");
    assertThat(output.error())
        .contains("the fork's JVM does not start: Unrecognized VM option 'NoSuch'");
  }

  @Test
  void explainsUnavailableHeap() {
    output.println("Error occurred during initialization of VM");
    output.println("Could not reserve enough space for 1048576000KB object heap");
    output.println("<forked VM failed with exit code 1>");
    assertThat(output.error())
        .contains(
            "the fork's JVM does not start: Could not reserve enough space for 1048576000KB"
                + " object heap");
  }
}
