package org.docduel.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.core.launch.Launcher;

/** {@code docduel audit}: what all publications claim, measured again. */
public final class Audit {
  static final String HELP =
      """
      Usage: docduel audit [--full] [--again] [--write FILE]
      Measures again what seven publications claim, and prints published beside
      measured. Sized for a laptop: about half an hour on two idle cores. What was
      measured is not measured again: interrupt it, and start it again.

        --full        the published sizes, which take hours
        --again       forget what was measured
        --write FILE  replace the tables of a page, below its line <!-- tables -->

      Without DOCDUEL_MONGODB_URL there is no MongoDB and no reproduce 005, without
      DOCDUEL_DOCUMENTDB_URL no BSON in PostgreSQL, without DOCDUEL_INVENTDB_URL no
      InventDB; with them it takes longer.\
      """;

  private static final Path RESULTS = Path.of("results");
  private static final String MARK = "<!-- tables -->";

  private final PrintStream out;
  private final PrintStream err;

  private Audit(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /** Runs the command; gives the exit status. */
  public static int run(List<String> line, PrintStream out, PrintStream err) {
    if (line.contains("-h") || line.contains("--help")) {
      out.println(HELP);
      return Launcher.DONE;
    }
    return Launcher.status(() -> new Audit(out, err).audit(line), err);
  }

  private int audit(List<String> line) throws IOException {
    List<String> options = new ArrayList<>(line);
    boolean full = options.remove("--full");
    boolean again = options.remove("--again");
    int write = options.indexOf("--write");
    Path page = null;
    if (write >= 0) {
      BadInputException.require(write + 1 < options.size(), "--write: name a file; see -h");
      page = Path.of(options.get(write + 1));
      options.subList(write, write + 2).clear();
    }
    BadInputException.require(
        options.isEmpty(), "audit: %s: no such option; see -h", String.join(" ", options));
    if (page != null) {
      BadInputException.require(
          Files.isRegularFile(page) && Files.readAllLines(page).contains(MARK),
          "--write %s: no page with a line %s",
          page.toString(),
          MARK);
    }
    if (again) {
      forget();
    }
    measure(full);
    List<String> files = results();
    int status = claims(files, out, List.of());
    if (page != null && status == Launcher.DONE) {
      write(page, files);
    }
    return status;
  }

  private void measure(boolean full) throws IOException {
    boolean documentdb = Settings.ofProcess().get("documentdb.url").isPresent();
    boolean mongodb = Settings.ofProcess().get("mongodb.url").isPresent();
    if (full) {
      part("000", "");
      part("001", "");
      if (documentdb) {
        part("002", "");
      }
      part("003", "-p rows=2500000");
      part("004", "");
    } else {
      part("000", "1000000 -p variant=jsonb_ind,rel_ind -i 20");
      part("000", "10000 -p variant=jsonb_ind,rel_ind -i 20");
      part("000", "100000 -i 20");
      part("001", "-p documents=100000 -i 8 -r 2");
      if (documentdb) {
        part("002", "-f 1 -p store=postgres-json,documentdb");
      }
      part("003", "-p rows=25000");
      part("004", "-p documents=1000");
    }
    if (mongodb) {
      part("005", ""); // whose claims are all of PostgreSQL against MongoDB
    }
    part("006", full ? "-p rows=1000000,10000000" : "");
    reproduce("000", List.of())
        .measure(
            "like-for-like",
            "IndexedReadBenchmark --profile like-for-like -p index=best -p variant=jsonb_ind,rel_ind"
                + " -p scenario=S1,S2,S3,S4,S5,S6,S7,S8,S9,S10 -i 7 -p rows="
                + (full ? "1000000" : "100000"),
            List.of());
  }

  private void part(String number, String line) throws IOException {
    out.println(("== reproduce " + number + " " + line).strip());
    List<String> arguments = line.isEmpty() ? List.of() : List.of(line.split(" "));
    if (reproduce(number, arguments).publication(number) != Launcher.DONE) {
      throw new IOException("audit: reproduce " + number + " failed; start it again to go on");
    }
  }

  private Reproduce reproduce(String number, List<String> arguments) {
    return new Reproduce(Reproduce.results(number), arguments, true, out, err);
  }

  private static Stream<Path> folders() throws IOException {
    if (!Files.isDirectory(RESULTS)) {
      return Stream.of();
    }
    try (Stream<Path> all = Files.list(RESULTS)) {
      return all
          .filter(folder -> folder.getFileName().toString().matches("reproduce-00[0-6]"))
          .sorted()
          .toList()
          .stream();
    }
  }

  private static void forget() throws IOException {
    for (Path folder : folders().toList()) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static List<String> results() throws IOException {
    List<String> results = new ArrayList<>();
    for (Path folder : folders().toList()) {
      try (Stream<Path> files = Files.list(folder)) {
        files
            .map(Path::toString)
            .filter(file -> file.endsWith(".json"))
            .filter(file -> !file.endsWith(".sidecar.json") && !file.endsWith(".half.json"))
            .sorted()
            .forEach(results::add);
      }
    }
    return results;
  }

  private int claims(List<String> files, PrintStream tables, List<String> options) {
    List<String> line = new ArrayList<>(List.of("claims"));
    line.addAll(files);
    line.addAll(options);
    return Reproduce.statistics(line, tables, err);
  }

  /** Keeps what stands above the tables. */
  private void write(Path page, List<String> files) throws IOException {
    ByteArrayOutputStream tables = new ByteArrayOutputStream();
    PrintStream printed = new PrintStream(tables, true, UTF_8);
    if (claims(files, printed, List.of("--format", "markdown")) != Launcher.DONE) {
      throw new IOException(page + ": the tables cannot be made");
    }
    List<String> lines = new ArrayList<>(Files.readAllLines(page));
    lines = lines.subList(0, lines.indexOf(MARK) + 1);
    String added = tables.toString(UTF_8).replaceFirst(".*\n", "");
    Path half = page.resolveSibling(page.getFileName() + ".half");
    Files.writeString(half, String.join("\n", lines) + "\n" + added);
    Files.move(half, page, StandardCopyOption.REPLACE_EXISTING);
    out.println(page + " has these tables.");
  }
}
