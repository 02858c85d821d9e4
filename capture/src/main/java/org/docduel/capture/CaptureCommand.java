package org.docduel.capture;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.math.BigDecimal;
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
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
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

/** {@code docduel capture}: a suite from what a server really ran. */
@Command(
    name = "capture",
    synopsisSubcommandLabel = "log|postgres|mongodb",
    description = "Writes a suite from what a server really ran.",
    footer = "docduel capture log -h, docduel capture postgres -h, docduel capture mongodb -h")
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
        description =
            "jdbc:postgresql://HOST/DATABASE?user=... or mongodb://HOST/DATABASE; or"
                + " DOCDUEL_CAPTURE_URL")
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
        names = "--stub",
        paramLabel = "DIALECT",
        description = "of MongoDB: a file of this dialect to translate its queries in")
    private List<String> stubs = new ArrayList<>();

    @Option(
        names = "--mask",
        paramLabel = "KEYFILE",
        description = "hides texts, by a key that the folder does not hold")
    private @Nullable Path keyFile;

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
      description =
          "From a log, plain or gzip: PostgreSQL's in JSON, CSV or the text of stderr; for MongoDB"
              + " that of the PostgreSQL below FerretDB, or a mongod's (4.4 and later; untested"
              + " against a real one).")
  int log(
      @Parameters(paramLabel = "FILE", arity = "1..*") List<Path> files,
      @Mixin Common common,
      @Option(
              names = "--minutes",
              defaultValue = "0",
              description = "how long it was written, where its lines have no time")
          double minutes) {
    if (MongoSource.isAddress(common.url())) {
      return captureMongo(
          common, source -> counted(readMongo(files, common, source), files, common, minutes));
    }
    return capture(common, source -> counted(read(files, common, source), files, common, minutes));
  }

  private static Counted counted(LogRead log, List<Path> files, Common common, double minutes) {
    double span = minutes > 0 ? minutes : log.minutes();
    BadInputException.require(
        span > 0,
        "%s: its lines have no time, or one alone: give --minutes, how long it was written",
        files.get(0));
    return counted(log, span, common, "its log");
  }

  @Command(
      name = "mongodb",
      mixinStandardHelpOptions = true,
      description = "From a mongod's profile, which is on; untested against a real mongod.")
  int mongodb(
      @Mixin Common common,
      @Option(names = "--minutes", required = true, description = "how long to count")
          double minutes) {
    requireMinutes(minutes);
    requireShare(common);
    return captureMongo(common, source -> profile(common, source, minutes));
  }

  private static void requireMinutes(double minutes) {
    BadInputException.require(
        minutes > 0 && minutes <= 10_080, "--minutes %s: more than 0, at most 10,080", minutes);
  }

  private int captureMongo(Common common, Function<MongoSource, Counted> counting) {
    requireTop(common);
    BadInputException.require(
        common.schemas.isEmpty(), "--schema is of PostgreSQL; --url names the database");
    BadInputException.require(
        common.keyFile == null,
        "--mask is of PostgreSQL: MongoDB's documents cannot be masked yet");
    new MongoCapture(out, MAX_BYTES)
        .write(common.folder, common.url(), common.top, common.stubs, counting);
    out.printf("next: docduel suite %s -p store=mongodb -p index=now,candidate%n", path(common));
    return 0;
  }

  private Counted profile(Common common, MongoSource source, double minutes) {
    BadInputException.require(
        !source.isFerretDb(),
        "FerretDB has no profile; have the PostgreSQL below it log (log_min_duration_statement = 0),"
            + " and run docduel capture log");
    out.println(
        "note: reading a profile is untested against a real mongod; its times are whole ms");
    LogRead log = new LogRead(new StatementTable(MongoCommand::normal));
    MongoCapture.Profile profile = new MongoCapture.Profile(source);
    sleep(
        "profile",
        minutes,
        1,
        () ->
            profile.next().stream()
                .flatMap(operation -> MongodOperation.ofProfile(operation).stream())
                .forEach(operation -> {
                  try {
                    log.add(operation, source.database());
                  } catch (IllegalArgumentException e) {
                    // the table counts it among what it left out
                  }
                }));
    BadInputException.require(
        log.table.calls() > 0,
        "system.profile has no operation of these minutes; an administrator may run"
            + " db.setProfilingLevel(2)");
    if (profile.losses() > 0) {
      out.printf(
          "note: %d times operations fell out of system.profile before they were read; make it"
              + " larger, or lower its sampleRate%n",
          profile.losses());
    }
    return counted(log, minutes, common, "system.profile");
  }

  /** A mongod's operations as they are, else the commands that PostgreSQL logged below FerretDB. */
  private LogRead readMongo(List<Path> files, Common common, MongoSource source) {
    LogRead log = new LogRead(new StatementTable(MongoCommand::normal));
    boolean[] isMongods = new boolean[1];
    read(
        files,
        common,
        log,
        source.database(),
        MongoCapture.ADVICE + ", or " + ADVICE,
        statement -> {
          boolean isOwn = MongoCommand.isCommand(statement.message().statement());
          isMongods[0] |= isOwn;
          return isOwn ? statement : DocumentDbCommand.of(statement);
        });
    if (isMongods[0]) {
      out.println(
          "note: reading a mongod's log is untested against a real one; its times are whole ms");
    }
    return log;
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
    requireMinutes(minutes);
    return capture(
        common,
        source -> {
          adviseOnLog(source);
          Statistics first = Statistics.read(source);
          sleep("statistics: 2 snapshots", minutes, minutes * 6, () -> {});
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
          return new Counted(table, span, lasting(span, "pg_stat_statements"));
        });
  }

  /** Calls of so many minutes, of which a share may have been logged. */
  private static Counted counted(LogRead log, double minutes, Common common, String from) {
    String percent = BigDecimal.valueOf(common.percent).stripTrailingZeros().toPlainString();
    String logged = common.percent < 100 ? " (" + percent + " % logged)" : "";
    return new Counted(
        log.table,
        minutes * common.percent / 100,
        lasting(minutes, from) + logged + ", " + log.rates());
  }

  private static String lasting(double minutes, String from) {
    return String.format(Locale.ROOT, "%.2f minutes of %s", minutes, from);
  }

  /**
   * What was counted.
   *
   * @param minutes by which counts are divided for calls a minute: the time, times the share that
   *     was logged
   * @param from of what, and how long
   */
  record Counted(StatementTable table, double minutes, String from) {}

  @FunctionalInterface
  private interface Counting {
    Counted count(Source source);
  }

  private static SqlReader reader() {
    return StoreProviders.byName("postgres").flatMap(StoreProvider::sqlReader).orElseThrow();
  }

  /** Waits; does something every so many seconds, and reports each tenth. */
  private void sleep(String what, double minutes, double seconds, Runnable work) {
    long span = (long) (minutes * 60e9);
    long endNanos = System.nanoTime() + span;
    out.printf(Locale.ROOT, "%s, %.2f minutes", what, minutes);
    int tenths = 0;
    try {
      do {
        double remaining = (endNanos - System.nanoTime()) / 1e9;
        Thread.sleep(Math.max(1, (long) (1e3 * Math.min(remaining, seconds))));
        work.run();
        for (; tenths < 10 && endNanos - System.nanoTime() <= span / 10 * (9 - tenths); tenths++) {
          out.printf(" %d %%", 10 * (tenths + 1));
        }
        out.flush();
      } while (System.nanoTime() < endNanos);
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
          : "%,d to %,d logged in a minute, median %,d"
              .formatted(
                  counts.get(0), counts.get(counts.size() - 1), counts.get(counts.size() / 2));
    }
  }

  private LogRead read(List<Path> files, Common common, Source source) {
    LogRead log = new LogRead(new StatementTable(reader(), source.schemas()));
    boolean isCut = !Set.of("-1", "").contains(source.setting("log_parameter_max_length"));
    read(
        files,
        common,
        log,
        source.database(),
        ADVICE,
        statement -> {
          if (MongoCommand.isCommand(statement.message().statement())) {
            throw new IllegalArgumentException("is a mongod's; give --url mongodb://HOST/DATABASE");
          }
          if (isCut
              && statement.parameters().stream()
                  .anyMatch(value -> value != null && value.endsWith("..."))) {
            throw new IllegalArgumentException("has a value that log_parameter_max_length cut");
          }
          return statement;
        });
    return log;
  }

  private static void requireShare(Common common) {
    BadInputException.require(
        common.percent > 0 && common.percent <= 100,
        "--sampled %s: percent, above 0, at most 100",
        common.percent);
  }

  private static void requireTop(Common common) {
    BadInputException.require(common.top > 0, "--top %s: 1 or more", common.top);
  }

  /**
   * Reads log files.
   *
   * @param advice what an administrator does to have statements logged
   * @param reading makes a statement of a logged one, or throws an IllegalArgumentException
   */
  private void read(
      List<Path> files,
      Common common,
      LogRead log,
      String database,
      String advice,
      UnaryOperator<LoggedStatement> reading) {
    requireShare(common);
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
      each.read(statement -> log.add(reading.apply(statement), database));
      each.skipped()
          .forEach(
              (reason, count) -> out.printf("note: %s: %s (%,d times)%n", file, reason, count));
      found += each.found();
    }
    BadInputException.require(
        found > 0,
        "%s: no statement has a duration; an administrator may run %s",
        files.get(0),
        advice);
    log.otherDatabases.forEach((name, count) ->
        out.printf("note: %,d lines of the database %s are left out%n", count, name));
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

  private void printMasked(Source.Export export) {
    out.printf("masked: %d columns, and values and literals alike%n", export.masked());
    out.println(
        "not hidden: numbers, dates, texts in the form of a date, enums, names of tables and columns,"
            + "\n  keys of documents, lengths, and how often a value occurs");
    if (!export.emptied().isEmpty()) {
      out.println("emptied, since they cannot be masked: " + String.join(", ", export.emptied()));
    }
  }

  private int capture(Common common, Counting counting) {
    requireTop(common);
    BadInputException.require(
        common.stubs.isEmpty(), "--stub is of MongoDB: other dialects need collections");
    Optional<Mask> mask = Optional.ofNullable(common.keyFile).map(Mask::read);
    Optional<MaskedSql> masked = mask.map(each -> new MaskedSql(each, reader()));
    try (SuiteWriter writer = new SuiteWriter(common.folder);
        Source source = Source.open(common.url(), common.schemas)) {
      String origin = "%s, database %s".formatted(source.product(), source.database());
      out.printf("capture: %s, role %s; reads only, changes no setting%n", origin, source.role());
      Counted counted = counting.count(source);
      Source.Export original = source.export(writer.writing(), MAX_BYTES, mask);
      Source.Export export = masked.map(each -> each.definitions(original)).orElse(original);
      List<String> constraints = new ArrayList<>();
      List<String> indexes = new ArrayList<>();
      List<String> notes = new ArrayList<>(export.notes());
      Selection selection;
      try (Trial trial = new Trial(export.definitions())) {
        notes.addAll(trial.rejected(export.constraints(), constraints));
        notes.addAll(trial.rejected(export.indexes(), indexes));
        selection = new Selection(reader(), source.schemas(), trial, masked);
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
      if (mask.isPresent()) {
        printMasked(export);
      }
      BadInputException.require(
          !selection.queries().isEmpty(),
          "capture: no statement can be a query; nothing is written");
      writer.write(
          new SuiteWriter.Content(
              "captured from " + origin + ": " + counted.from(),
              export,
              constraints,
              indexes,
              selection.queries(),
              counted.minutes(),
              counted.table().millis(),
              report.captured(),
              report.rejected()));
      out.printf(
          "next: docduel suite %s -p index=now -p store=postgres@15,postgres@18%n", path(common));
      return 0;
    }
  }

  private static String path(Common common) {
    String path = common.folder.toString();
    return common.folder.isAbsolute() || path.startsWith(".") ? path : "./" + path;
  }
}
