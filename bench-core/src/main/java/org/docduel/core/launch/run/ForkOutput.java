package org.docduel.core.launch.run;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.docduel.core.spi.StoreException.ServerFailureException;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.format.OutputFormat;

/**
 * What JMH says while one fork runs: all of it goes to the log; the terminal gets progress, and the
 * first line of an error is kept.
 */
final class ForkOutput implements OutputFormat {
  private static final Pattern ERROR =
      Pattern.compile("(?m)^(?:Caused by: )?([\\w.$]+(?:Exception|Error))(?:: (.*))?$");

  /** JMH's own mark. */
  private static final Pattern FAILURE = Pattern.compile("(?m)<failure>$");

  /** JMH's own words. */
  private static final Pattern EXIT =
      Pattern.compile("<?forked VM failed with exit code (-?[0-9]{1,9})", Pattern.CASE_INSENSITIVE);

  /** The JVM's own words when it does not start, with its reason before or after them. */
  private static final Pattern NO_START =
      Pattern.compile(
          "(?m)^(?:(\\S.*)\\RError: Could not create the Java Virtual Machine"
              + "|Error occurred during initialization of VM\\R(.+)$)");

  /** Shells and the JDK add a signal's number to this. */
  private static final int SIGNALS = 128;

  private static final int KILLED = SIGNALS + 9;
  private static final String LOCK_IGNORED = "# WARNING: JMH lock is ignored";

  private final OutputFormat log;
  private final Progress progress;
  private final IterationListener listener;

  private final Pieces pieces = new Pieces();

  /** Heard by several threads of JMH's: those that read the fork's output and its errors. */
  private final StringBuilder captured = new StringBuilder();

  /** Text in UTF-8 that comes in pieces: a character that is cut waits for the next one. */
  private static final class Pieces {
    private final CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);

    private ByteBuffer cut = ByteBuffer.allocate(0);

    synchronized String text(byte[] piece) {
      ByteBuffer bytes =
          ByteBuffer.allocate(cut.remaining() + piece.length).put(cut).put(piece).flip();
      CharBuffer text = CharBuffer.allocate(bytes.remaining());
      decoder.decode(bytes, text, /* endOfInput= */ false);
      cut = bytes;
      return text.flip().toString();
    }
  }

  /** Hears of each iteration when it has ended. */
  interface IterationListener {
    void iterationEnded(
        BenchmarkParams benchmark, IterationParams kind, int number, IterationResult data);
  }

  ForkOutput(OutputFormat log, Progress progress, IterationListener listener) {
    this.log = log;
    this.progress = progress;
    this.listener = listener;
  }

  /** Why the fork failed, if it said so: our own exception's words, else the first one's. */
  Optional<String> error() {
    return errors()
        .filter(error -> error.group(1).startsWith("org.docduel."))
        .findFirst()
        .map(error -> error.group(2) == null ? error.group(1) : error.group(2))
        .or(() -> errors().findFirst().map(ForkOutput::describe))
        .or(this::ending);
  }

  private Stream<MatchResult> errors() {
    return ERROR.matcher(captured()).results();
  }

  private static String describe(MatchResult error) {
    String type = error.group(1);
    return error.group(2) == null
        ? type
        : type.substring(type.lastIndexOf('.') + 1) + ": " + error.group(2);
  }

  /** How the fork's process ended, when it said nothing itself. */
  private Optional<String> ending() {
    Matcher noStart = NO_START.matcher(captured());
    if (noStart.find()) {
      String reason = noStart.group(1) == null ? noStart.group(2) : noStart.group(1);
      return Optional.of("the fork's JVM does not start: " + reason);
    }
    Matcher exit = EXIT.matcher(captured());
    if (!exit.find()) {
      return Optional.empty();
    }
    int code = Integer.parseInt(exit.group(1));
    String signal =
        code == KILLED
            ? " (killed, perhaps for want of memory)"
            : code > SIGNALS ? " (ended by signal " + (code - SIGNALS) + ")" : "";
    return Optional.of("the fork ended with exit code " + code + signal);
  }

  /**
   * Whether something failed in the fork. JMH keeps the iterations that came before: without the
   * checks after the last one they are no score.
   */
  boolean failed() {
    return FAILURE.matcher(captured()).find();
  }

  /** Whether the fork failed because a server cannot go on. */
  boolean serverFailed() {
    return errors()
        .anyMatch(error -> error.group(1).equals(ServerFailureException.class.getName()));
  }

  /**
   * Hears what this process prints, until the result runs: JMH prints there what a fork does. What
   * it says of its work is shown; its errors, such as a trace of its main thread, are for the log.
   */
  Runnable redirectSystemStreams() {
    PrintStream out = System.out;
    PrintStream err = System.err;
    System.setOut(capturingStream(progress::onForkOutput));
    System.setErr(capturingStream(line -> progress.markActivity()));
    return () -> {
      System.setOut(out);
      System.setErr(err);
    };
  }

  private PrintStream capturingStream(Consumer<String> line) {
    OutputStream stream =
        new OutputStream() {
          private final Pieces pieces = new Pieces();

          @Override
          public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
          }

          @Override
          public void write(byte[] bytes, int from, int length) {
            try {
              byte[] copy = Arrays.copyOfRange(bytes, from, from + length);
              ForkOutput.this.write(copy, pieces, line);
            } catch (IOException e) {
              throw new UncheckedIOException("JMH's output cannot be written", e);
            }
          }
        };
    return new PrintStream(stream, true);
  }

  private synchronized String captured() {
    return captured.toString();
  }

  private synchronized void capture(String text) {
    captured.append(text);
    if (captured.length() > 1_000_000) {
      captured.delete(0, captured.length() - 500_000);
    }
  }

  @Override
  public void iteration(BenchmarkParams benchmark, IterationParams params, int iteration) {
    progress.markActivity();
    log.iteration(benchmark, params, iteration);
  }

  @Override
  public void iterationResult(
      BenchmarkParams benchmark, IterationParams params, int iteration, IterationResult data) {
    log.iterationResult(benchmark, params, iteration, data);
    listener.iterationEnded(benchmark, params, iteration, data);
    progress.iteration(benchmark, params, iteration, data);
  }

  @Override
  public void startBenchmark(BenchmarkParams benchmark) {
    log.startBenchmark(benchmark);
  }

  @Override
  public void endBenchmark(BenchmarkResult result) {
    log.endBenchmark(result);
  }

  @Override
  public void startRun() {
    log.startRun();
  }

  @Override
  public void endRun(Collection<RunResult> results) {
    log.flush(); // JMH would print its table here, of this fork alone
  }

  @Override
  public void print(String text) {
    capture(text);
    log.print(text);
  }

  @Override
  public void println(String text) {
    if (!text.startsWith(LOCK_IGNORED)) { // the launcher tells two runs of each other
      capture(text + "\n");
      progress.markActivity();
      log.println(text);
    }
  }

  @Override
  public void verbosePrintln(String text) {
    log.verbosePrintln(text);
  }

  @Override
  public void write(int b) {
    capture(pieces.text(new byte[] {(byte) b}));
    log.write(b);
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    write(bytes, pieces, line -> progress.markActivity());
  }

  private void write(byte[] bytes, Pieces pieces, Consumer<String> line) throws IOException {
    String text = pieces.text(bytes);
    capture(text);
    text.lines().filter(part -> !part.isBlank()).forEach(line); // a line's end comes by itself
    log.write(bytes);
  }

  @Override
  public void flush() {
    log.flush();
  }

  @Override
  public void close() {
    log.flush(); // one log for many forks: the launcher closes it
  }
}
