package org.docduel.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A run of a packaged jar, and the processes that it has started. */
public final class PackagedRun {
  private static final long LIMIT_MINUTES = 5;

  private final Path directory;
  private final Process process;

  public record Ended(int status, String out, List<String> errors) {
    /** Leaves out what newer Java says of parts of JMH. */
    public Ended {
      errors = errors.stream().filter(line -> !line.startsWith("WARNING")).toList();
    }

    public List<String> lines(String prefix) {
      return out.lines().filter(line -> line.startsWith(prefix)).toList();
    }

    /** This run, once its status is seen to be 0. */
    public Ended succeeded() {
      assertThat(status).as(toString()).isZero();
      return this;
    }

    /** What it says of bad input, in one line and with status 2. */
    public String rejection() {
      assertThat(status).as(toString()).isEqualTo(2);
      assertThat(errors).singleElement().asString().startsWith("docduel: ");
      return errors.get(0);
    }

    /** The only thing that has failed, with status 1. */
    public String failure() {
      assertThat(status).as(toString()).isEqualTo(1);
      assertThat(lines("failed: ")).as(out).hasSize(1);
      return lines("failed: ").get(0);
    }
  }

  PackagedRun(Path directory, Process process) {
    this.directory = directory;
    this.process = process;
  }

  public Ended await() throws IOException, InterruptedException {
    if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError("the run did not end: " + out());
    }
    return new Ended(process.exitValue(), out(), Files.readAllLines(directory.resolve("err.txt")));
  }

  /** Waits until a text has been printed, and returns all that was. */
  public String awaitOutput(String text) throws IOException, InterruptedException {
    await("never printed '" + text + "'", run -> run.out().contains(text));
    return out();
  }

  /** Waits until processes that it has started fulfil a condition, and returns them. */
  public List<ProcessHandle> awaitProcesses(Predicate<List<ProcessHandle>> condition)
      throws IOException, InterruptedException {
    await("never had the processes", run -> condition.test(run.descendants()));
    return descendants();
  }

  private interface Condition {
    boolean test(PackagedRun run) throws IOException;
  }

  private void await(String failure, Condition condition) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(LIMIT_MINUTES);
    boolean ended = false;
    while (!condition.test(this)) {
      if (ended || System.nanoTime() > deadline) {
        throw new AssertionError(
            failure + ": " + out() + Files.readString(directory.resolve("err.txt")));
      }
      ended = process.waitFor(20, TimeUnit.MILLISECONDS);
    }
  }

  /** A metric's numbers of the first fork in a JMH JSON, iteration by iteration. */
  public static List<Double> raw(Path json, String metric) throws IOException {
    String text = Files.readString(json).replaceAll("\\s+", "");
    Matcher found =
        Pattern.compile("\"" + Pattern.quote(metric) + "\":\\{.*?\"rawData\":\\[\\[([^]]*)]]")
            .matcher(text);
    assertThat(found.find()).as(metric + " in " + text).isTrue();
    return Stream.of(found.group(1).split(",")).map(Double::valueOf).toList();
  }

  private String out() throws IOException {
    return Files.readString(directory.resolve("out.txt"));
  }

  public Process process() {
    return process;
  }

  /** The launcher. */
  public ProcessHandle handle() {
    return process.toHandle();
  }

  public List<ProcessHandle> descendants() {
    try (Stream<ProcessHandle> all = process.descendants()) {
      return all.toList();
    }
  }
}
