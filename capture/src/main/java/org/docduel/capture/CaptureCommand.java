package org.docduel.capture;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.core.spi.suite.SqlReader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code docduel capture}: a suite from what a PostgreSQL server really ran. */
@Command(
    name = "capture",
    synopsisSubcommandLabel = "log|postgres",
    description = "Writes a suite from what a PostgreSQL server really ran.",
    footer = "docduel capture log -h, docduel capture postgres -h")
public final class CaptureCommand {
  private static final long MAX_BYTES = 5L << 30;

  private final PrintWriter out;
  private final PrintWriter err;

  private CaptureCommand(PrintStream out, PrintStream err) {
    this.out = new PrintWriter(out, true, UTF_8);
    this.err = new PrintWriter(err, true, UTF_8);
  }

  /** What both have. */
  static final class Common {
    @Option(
        names = "--url",
        paramLabel = "URL",
        description = "jdbc:postgresql://HOST/DATABASE?user=..., or DOCDUEL_CAPTURE_URL")
    private String url = "";

    @Option(
        names = {"-o", "--output"},
        paramLabel = "FOLDER",
        required = true,
        description = "the new folder of the suite")
    private Path folder = Path.of("mine");

    @Option(names = "--schema", description = "whose tables are exported (the search path's)")
    private List<String> schemas = new ArrayList<>();

    @Option(names = "--top", description = "queries at most (default ${DEFAULT-VALUE})")
    private int top = 50;

    @Option(
        names = "--sampled",
        paramLabel = "PERCENT",
        description = "share of statements that were logged (default ${DEFAULT-VALUE})")
    private double percent = 100;

    String url() {
      return url.isEmpty()
          ? Settings.ofProcess()
              .get("capture.url")
              .orElseThrow(() ->
                  new BadInputException(
                      "capture: give --url, or set " + Settings.variable("capture.url")))
          : url;
    }
  }

  /**
   * Runs it.
   *
   * @return the exit status
   * @throws BadInputException when the arguments or a file are wrong; the message is one line
   */
  public static int run(List<String> arguments, PrintStream out, PrintStream err) {
    CommandLine line = commandLine(out, err);
    if (arguments.isEmpty() || Set.of("-h", "--help").contains(arguments.get(0))) {
      line.usage(out);
      return 0;
    }
    try {
      CommandLine.ParseResult parsed = line.parseArgs(arguments.toArray(String[]::new));
      Integer help = CommandLine.executeHelpRequest(parsed);
      return help != null ? help : new CommandLine.RunLast().execute(parsed);
    } catch (ParameterException e) {
      String message = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
      throw new BadInputException("capture: " + message, e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /** Its options, for help and completion. */
  public static CommandLine commandLine(PrintStream out, PrintStream err) {
    CommandLine line = new CommandLine(new CaptureCommand(out, err));
    line.setOut(new PrintWriter(out, true, UTF_8)).setUsageHelpWidth(80);
    return line;
  }

  @Command(
      name = "log",
      mixinStandardHelpOptions = true,
      description = "From its log: JSON, CSV or the text of stderr, plain or gzip.")
  int log(
      @Parameters(paramLabel = "FILE", arity = "1..*") List<Path> files,
      @Mixin Common common,
      @Option(
              names = "--minutes",
              defaultValue = "0",
              description = "how long it was written, where its lines have no time")
          double minutes) {
    return capture(
        common,
        source -> {
          LogRead log = read(files, common, source);
          double span = minutes > 0 ? minutes : log.minutes();
          BadInputException.require(
              span > 0,
              "%s: its lines have no time, or one alone: give --minutes, how long it was written",
              files.get(0));
          return new Counted(log.table, span * common.percent / 100, "its log, " + log.rates());
        });
  }

  @Command(
      name = "postgres",
      mixinStandardHelpOptions = true,
      description = "From pg_stat_statements, whose weights are exact; values come from a log.")
  int postgres(
      @Mixin Common common,
      @Option(names = "--minutes", required = true, description = "how long to count")
          double minutes,
      @Option(names = "--log", paramLabel = "FILE", description = "a log for the values")
          @Nullable List<Path> files) {
    BadInputException.require(
        minutes > 0 && minutes <= 10_080, "--minutes %s: more than 0, at most 10,080", minutes);
    return capture(
        common,
        source -> {
          adviseOnLog(source);
          Statistics first = Statistics.read(source);
          sleep(minutes);
          Statistics last = Statistics.read(source);
          StatementTable table = new StatementTable(reader(), source.schemas());
          double span = last.addSince(first, table);
          if (last.evicted() > first.evicted()) {
            out.println(
                "note: statements fell out of pg_stat_statements; raise pg_stat_statements.max");
          }
          if (files != null) {
            table.takeValuesOf(read(files, common, source).table);
          }
          return new Counted(table, span, "pg_stat_statements");
        });
  }

  /** What was counted, in which time; minutes are those of the share that was logged. */
  private record Counted(StatementTable table, double minutes, String from) {}

  @FunctionalInterface
  private interface Counting {
    Counted count(Source source);
  }

  private static SqlReader reader() {
    return StoreProviders.byName("postgres").flatMap(StoreProvider::sqlReader).orElseThrow();
  }

  private void sleep(double minutes) {
    long endNanos = System.nanoTime() + (long) (minutes * 60e9);
    double tenth = minutes * 6;
    out.printf(Locale.ROOT, "statistics: 2 snapshots, %.2f minutes", minutes);
    try {
      for (int done = 1; System.nanoTime() < endNanos; done++) {
        double left = (endNanos - System.nanoTime()) / 1e9;
        Thread.sleep(Math.max(1, (long) (1e3 * Math.min(left, tenth))));
        out.printf(" %d %%", Math.min(100, done * 10));
        out.flush();
      }
      out.println();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BadInputException("capture: interrupted", e);
    }
  }

  /** A log that was read. */
  private static final class LogRead {
    private final StatementTable table;
    private final Map<String, Long> callsByMinute = new HashMap<>();
    private final Map<String, Long> otherDatabases = new LinkedHashMap<>();
    private String earliest = "";
    private String latest = "";

    LogRead(StatementTable table) {
      this.table = table;
    }

    void add(LoggedStatement statement, String database) {
      if (!statement.database().isEmpty() && !statement.database().equals(database)) {
        otherDatabases.merge(statement.database(), 1L, Long::sum);
        return;
      }
      if (statement.application().equals(Source.APPLICATION)) {
        return;
      }
      String time = statement.time();
      if (!time.isEmpty()) {
        earliest = earliest.isEmpty() || time.compareTo(earliest) < 0 ? time : earliest;
        latest = time.compareTo(latest) > 0 ? time : latest;
        if (statement.message().isCall() && time.length() >= 16) {
          callsByMinute.merge(time.substring(0, 16), 1L, Long::sum);
        }
      }
      table.add(statement);
    }

    double minutes() {
      return earliest.isEmpty() ? 0 : (millis(latest) - millis(earliest)) / 60e3;
    }

    /** As of one zone: only spans are of interest. */
    private static long millis(String time) {
      Matcher matcher = LogFile.TIME.matcher(time);
      BadInputException.require(matcher.find(), "capture: '%s' is no time of a log", time);
      return LocalDateTime.parse(matcher.group().replace(' ', 'T'))
          .toInstant(ZoneOffset.UTC)
          .toEpochMilli();
    }

    String rates() {
      List<Long> counts = callsByMinute.values().stream().sorted().toList();
      return counts.isEmpty()
          ? "without times"
          : "%,d to %,d calls in a minute, median %,d"
              .formatted(
                  counts.get(0), counts.get(counts.size() - 1), counts.get(counts.size() / 2));
    }
  }

  private LogRead read(List<Path> files, Common common, Source source) {
    BadInputException.require(
        common.percent > 0 && common.percent <= 100,
        "--sampled %s: percent, above 0, at most 100",
        common.percent);
    LogRead log = new LogRead(new StatementTable(reader(), source.schemas()));
    String database = source.database();
    boolean isCut = !Set.of("-1", "").contains(source.setting("log_parameter_max_length"));
    Progress progress = new Progress(files, err);
    Map<String, Path> beginnings = new HashMap<>();
    long found = 0;
    for (Path file : files) {
      BadInputException.require(Files.isReadable(file), "%s: no such file", file);
      LogFile each = new LogFile(file, progress::read);
      String beginning = each.beginning();
      Path same = beginnings.put(beginning, file);
      if (same != null) {
        out.println("note: " + file + " begins as " + same + " does, and is left out");
        continue;
      }
      each.read(statement -> {
        if (isCut
            && statement.parameters().stream()
                .anyMatch(value -> value != null && value.endsWith("..."))) {
          throw new IllegalArgumentException("has a value that log_parameter_max_length cut");
        }
        log.add(statement, database);
      });
      each.skipped()
          .forEach(
              (reason, count) -> out.printf("note: %s: %s (%,d times)%n", file, reason, count));
      found += each.found();
    }
    BadInputException.require(
        found > 0,
        "%s: no statement has a duration; an administrator may run %s",
        files.get(0),
        ADVICE);
    log.otherDatabases.forEach((name, count) ->
        out.printf("note: %,d lines of the database %s are left out%n", count, name));
    return log;
  }

  private static final String ADVICE =
      "ALTER SYSTEM SET log_min_duration_sample = 0; ALTER SYSTEM SET log_statement_sample_rate ="
          + " 0.05; SELECT pg_reload_conf();";

  /** Says how values are logged, where they are not. */
  private void adviseOnLog(Source source) {
    boolean isOff =
        source.setting("log_min_duration_sample").equals("-1")
            && source.setting("log_min_duration_statement").equals("-1");
    if (isOff) {
      out.println(
          "values: none are logged. An administrator may run, and later undo with ALTER SYSTEM"
              + " RESET:\n  "
              + ADVICE);
    }
  }

  private int capture(Common common, Counting counting) {
    BadInputException.require(common.top > 0, "--top %s: 1 or more", common.top);
    try (SuiteWriter writer = new SuiteWriter(common.folder);
        Source source = Source.open(common.url(), common.schemas)) {
      String origin = "%s, database %s".formatted(source.product(), source.database());
      out.printf("capture: %s, role %s; reads only, changes no setting%n", origin, source.role());
      Counted counted = counting.count(source);
      Source.Export export = source.export(writer.writing(), MAX_BYTES);
      List<String> constraints = new ArrayList<>();
      List<String> indexes = new ArrayList<>();
      List<String> notes = new ArrayList<>(export.notes());
      Selection selection;
      try (Trial trial = new Trial(export.definitions())) {
        notes.addAll(trial.rejected(export.constraints(), constraints));
        notes.addAll(trial.rejected(export.indexes(), indexes));
        selection = new Selection(reader(), source.schemas(), trial);
        selection.choose(counted.table(), common.top);
      }
      CaptureReport report =
          new CaptureReport(counted.table(), counted.minutes(), selection, notes);
      report.print(out);
      out.printf(
          Locale.ROOT,
          "data: %d tables, %,d rows, %,.1f MB%n",
          export.files().size(),
          export.rows(),
          export.bytes() / 1e6);
      BadInputException.require(
          !selection.queries().isEmpty(),
          "capture: no statement can be a query; nothing is written");
      writer.write(
          new SuiteWriter.Content(
              String.format(
                  Locale.ROOT,
                  "captured from %s: %.2f minutes, %s",
                  origin,
                  counted.minutes(),
                  counted.from()),
              export,
              constraints,
              indexes,
              selection.queries(),
              counted.minutes(),
              counted.table().millis(),
              report.rejected()));
      String path = common.folder.toString();
      out.printf(
          "next: docduel suite %s -p index=now -p store=postgres@15,postgres@18%n",
          common.folder.isAbsolute() || path.startsWith(".") ? path : "./" + path);
      return 0;
    }
  }
}
