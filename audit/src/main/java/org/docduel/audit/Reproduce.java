package org.docduel.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.core.launch.Launcher;
import org.docduel.stats.cli.Main;

/**
 * {@code docduel reproduce NUMBER}: what a publication reports, run again. Each run's results are a
 * file of {@code results/reproduce-NUMBER}; the claims follow, published beside measured.
 */
public final class Reproduce {
  static final String HELP =
      """
      Usage: docduel reproduce NUMBER [ARGUMENTS]
      Runs a published benchmark again, and prints what was published beside what was
      measured. Results go to results/reproduce-NUMBER.

        000 [ROWS]  Turutin and Puzevich 2025: typed columns against jsonb, ten scenarios;
                    ROWS are numbers with commas (1000,10000,100000,1000000)
        001         MongoDB 2026: updates, with an index that PostgreSQL can use, one that
                    it cannot, and none; 13 million documents, 256 workers, half an hour a
                    run. With arguments a run has eight iterations of 10 s:
                    -p documents=200000
        002         Litt and others 2013: one key of every document, JSON against BSON;
                    needs DOCDUEL_DOCUMENTDB_URL
        003         InventDB 2026: 143 queries, cold and warm, one thread and four; a
                    million documents, published were ten: -p rows=2500000
        004         Three platforms 2025: inserts from 10 B to 4 KB, as published, like for
                    like, and one change at a time; -p documents=2000 takes a fifth
        005         Binary Igor 2026: accounts and products, cold at a twentieth of the
                    published rates, and like for like; MongoDB and DocumentDB take part
                    where DOCDUEL_MONGODB_URL and DOCDUEL_DOCUMENTDB_URL are set
        006 [STORES]  JSONBench 2025: how long five queries take against the first, cold
                    and hot; a million events, -p rows=10000000 are ten; STORES are names
                    with commas (postgres-jsonb,mongodb,sqlite-jsonb,mysql-json)

      ARGUMENTS are those of a run, for all runs. MongoDB and InventDB take part where
      DOCDUEL_MONGODB_URL and DOCDUEL_INVENTDB_URL name a server.\
      """;

  private static final String[] CHANGES = {
    "encoding=text",
    "encoding=binary",
    "index=none",
    "path=default",
    "durability=default",
    "shape=wrapped",
    "shape=shared"
  };

  /**
   * A workload of accounts or products.
   *
   * @param rate operations a second that the publication offered
   */
  private record ShopCase(String name, String dataset, String mix, int rate) {}

  private static final List<ShopCase> SHOP =
      List.of(
          new ShopCase("insert-accounts", "accounts", "insert:1", 20_000),
          new ShopCase("insert-products", "products", "insert:1", 2_500),
          new ShopCase("replace-accounts", "accounts", "replace:1", 20_000),
          new ShopCase("replace-products", "products", "replace:1", 2_500),
          new ShopCase("read-accounts", "accounts", "read:1", 40_000),
          new ShopCase("read-products", "products", "read:1", 40_000),
          new ShopCase("mixed", "accounts", "insert:1,replace:1,delete:1,read:3", 30_000));

  /** The published rates are those of a database with eight processors, on a machine of its own. */
  private static final int SHOP_RATE_SHARE = 20;

  private final Path directory;
  private final List<String> arguments;
  private final boolean resumes;
  private final PrintStream out;
  private final PrintStream err;
  private final Settings settings = Settings.ofProcess();

  /** The results of the runs so far, in their order. */
  private final List<String> measured = new ArrayList<>();

  /**
   * Of one publication.
   *
   * @param directory for results
   * @param arguments for all of its runs
   * @param resumes whether a run whose results are there is left out
   */
  Reproduce(
      Path directory, List<String> arguments, boolean resumes, PrintStream out, PrintStream err) {
    this.directory = directory;
    this.arguments = arguments;
    this.resumes = resumes;
    this.out = out;
    this.err = err;
  }

  /** Runs the command; gives the exit status. */
  public static int run(List<String> line, PrintStream out, PrintStream err) {
    if (line.isEmpty() || line.contains("-h") || line.contains("--help")) {
      (line.isEmpty() ? err : out).println(HELP);
      return line.isEmpty() ? Launcher.BAD_INPUT : Launcher.DONE;
    }
    List<String> arguments = line.subList(1, line.size());
    String number = line.get(0);
    return Launcher.status(
        () -> new Reproduce(results(number), arguments, false, out, err).publication(number), err);
  }

  /** The folder for the results of a publication. */
  static Path results(String number) {
    return Path.of("results", "reproduce-" + number);
  }

  /**
   * Runs a publication.
   *
   * @throws BadInputException when there is no such number
   */
  int publication(String number) throws IOException {
    return switch (number) {
      case "000" -> indexedReads();
      case "001" -> updates();
      case "002" -> keys();
      case "003" -> queries();
      case "004" -> inserts();
      case "005" -> accountsAndProducts();
      case "006" -> jsonbench();
      default ->
          throw BadInputException.of(
              "reproduce %s: accepted are 000, 001, 002, 003, 004, 005, 006", number);
    };
  }

  private int indexedReads() throws IOException {
    boolean hasRows = !arguments.isEmpty() && !arguments.get(0).startsWith("-");
    String rows = hasRows ? arguments.get(0) : "1000,10000,100000,1000000";
    List<String> more = hasRows ? arguments.subList(1, arguments.size()) : arguments;
    String largest = rows.substring(rows.lastIndexOf(',') + 1);
    measure("rows-" + rows, "IndexedReadBenchmark --profile published -p rows=" + rows, more);
    measure(
        "locale-" + rows,
        "IndexedReadBenchmark --profile published -p scenario=S3 -p variant=jsonb_ind,rel_ind"
            + " -p locale=C.UTF-8 -p rows="
            + largest,
        more);
    String first = measured.get(0);
    statistics(
        "superiority --metric execution --baseline variant=jsonb_ind --candidate variant=rel_ind"
            + " --by rows,scenario --method percentile",
        List.of(first));
    statistics(
        "report --metric execution --compare variant=jsonb_ind,rel_ind -o " + report(),
        List.of(first));
    return claims("indexed-reads");
  }

  private int updates() throws IOException {
    List<String> each = new ArrayList<>(arguments);
    if (!each.isEmpty()) {
      Map.of("-i", "8", "-r", "10")
          .forEach((option, value) -> {
            if (!arguments.contains(option)) {
              each.addAll(List.of(option, value));
            }
          });
    }
    String postgres = "UpdateBenchmark -p store=postgres-jsonb --profile ";
    measure("unusable", postgres + "published", each);
    measure("none", postgres + "published -p index=none", each);
    measure("user_id", postgres + "like-for-like", each);
    if (settings.get("mongodb.url").isPresent()) {
      measure(
          "mongodb", "UpdateBenchmark --profile like-for-like -p store=mongodb -p pool=2000", each);
    }
    return claims("updates");
  }

  /** BSON in PostgreSQL is DocumentDB's, and JSON lies in the same server. */
  private int keys() throws IOException {
    if (settings.get("postgres.url").isEmpty()) {
      settings
          .get("documentdb.url")
          .ifPresent(url -> System.setProperty(Settings.property("postgres.url"), url));
    }
    for (String profile : List.of("friends", "table-size", "position", "kinds", "generated")) {
      measure(profile, "KeyAccessBenchmark --profile " + profile, arguments);
    }
    measure("loading", "IngestionBenchmark --profile loading", arguments);
    statistics("report --merge -o " + report(), measured);
    return claims("key-access");
  }

  private int queries() throws IOException {
    String stores =
        " -p store=postgres-typed" + (settings.get("inventdb.url").isPresent() ? ",inventdb" : "");
    String queries = "QuerySuiteBenchmark --profile published-scaled";
    measure("questions", queries + stores, arguments);
    measure("questions-4", queries + "-4" + stores, arguments);
    measure(
        "loading",
        "IngestionBenchmark -p dataset=customer -p rows=200000 -p store=postgres-typed -f 1 -wi 0"
            + " -i 2",
        List.of());
    return claims("query-suites");
  }

  private int inserts() throws IOException {
    String single = "InsertBenchmark --profile published-single";
    String multi = "InsertBenchmark --profile published-multi";
    String fair =
        "InsertBenchmark -p encoding=text -f 1 -wi 1 -i 3 -p payload=10B,200B,1KB,2KB,4KB";
    String attributes = " -p attributes=10x1B,10x20B,50x20B,100x20B,200x20B";
    String postgres = " -p store=postgres-json,postgres-jsonb";
    measure("single", single + postgres, arguments);
    measure("multi", multi + postgres, arguments);
    measure("fair-single", fair + postgres, arguments);
    measure("fair-multi", fair + attributes + postgres, arguments);
    if (settings.get("mongodb.url").isPresent()) {
      String relaxed =
          " -p store=mongodb -p durability=relaxed -p encoding=binary -p encode=twice"
              + " -p path=default";
      measure("mongodb-single", single + relaxed, arguments);
      measure("mongodb-multi", multi + relaxed, arguments);
      measure("mongodb-fair-single", fair + " -p store=mongodb", arguments);
      measure("mongodb-fair-multi", fair + attributes + " -p store=mongodb", arguments);
    }
    for (String change : CHANGES) {
      measure(
          "without-" + change,
          single + " -p store=postgres-jsonb -p payload=10B,4KB -p " + change,
          arguments);
    }
    return claims("inserts");
  }

  /** PostgreSQL had 64 connections, MongoDB 256; both have the same number like for like. */
  private int accountsAndProducts() throws IOException {
    Map<String, Integer> connections = new LinkedHashMap<>();
    connections.put("postgres-jsonb", 64);
    if (settings.get("mongodb.url").isPresent()) {
      connections.put("mongodb", 256);
    }
    String stores = " -p store=" + String.join(",", connections.keySet());
    String writers = stores + (settings.get("documentdb.url").isPresent() ? ",documentdb" : "");
    for (ShopCase shop : SHOP) {
      String line = " -p dataset=" + shop.dataset() + " -p mix=" + shop.mix();
      for (Map.Entry<String, Integer> store : connections.entrySet()) {
        measure(
            shop.name() + "-published-" + store.getKey(),
            "MixedBenchmark --profile shop-published -p store=%s -t %d -p rate=%d%s"
                .formatted(store.getKey(), store.getValue(), shop.rate() / SHOP_RATE_SHARE, line),
            arguments);
      }
      measure(
          shop.name() + "-fair",
          "MixedBenchmark --profile shop-like-for-like" + writers + line,
          arguments);
    }
    for (String batch : List.of("accounts -p batch=1000", "products -p batch=100")) {
      String name = "batch-" + batch.substring(0, batch.indexOf(' '));
      String line = "InsertBenchmark --profile shop-batch -p dataset=" + batch;
      measure(name + "-published", line + " -p store=postgres-jsonb -p path=values", arguments);
      measure(name + "-fair", line + writers, arguments);
    }
    measure("reads", "QuerySuiteBenchmark --profile shop" + stores, List.of());
    return claims("accounts-products");
  }

  private int jsonbench() throws IOException {
    boolean hasStores = !arguments.isEmpty() && !arguments.get(0).startsWith("-");
    List<String> stores = new ArrayList<>(List.of("postgres-jsonb", "sqlite-jsonb"));
    Map.of("mongodb.url", "mongodb", "mysql.url", "mysql-json")
        .forEach((setting, store) -> {
          if (settings.get(setting).isPresent()) {
            stores.add(store);
          }
        });
    measure(
        "queries",
        "QuerySuiteBenchmark --profile jsonbench -p store="
            + (hasStores ? arguments.get(0) : String.join(",", stores)),
        hasStores ? arguments.subList(1, arguments.size()) : arguments);
    statistics("report --merge -o " + report(), measured);
    return claims("jsonbench");
  }

  /** A run, whose files have their names only when it has ended well. */
  void measure(String name, String line, List<String> more) throws IOException {
    Path result = directory.resolve(name + ".json");
    measured.add(result.toString());
    if (resumes && Files.exists(result)) {
      return;
    }
    String half = name + ".half";
    Files.createDirectories(directory);
    List<String> command = new ArrayList<>(List.of(line.split(" ")));
    command.addAll(more);
    command.addAll(List.of("--no-report", "-rf", "json"));
    command.addAll(List.of("-rff", directory.resolve(half + ".json").toString()));
    out.println("== " + name);
    if (Launcher.run(command, out, err) != Launcher.DONE) {
      throw new IOException("reproduce: the run " + name + " failed");
    }
    Map<Path, Path> names = new TreeMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, half + ".*")) {
      for (Path file : files) {
        String suffix = String.valueOf(file.getFileName()).substring(half.length());
        names.put(file, directory.resolve(name + suffix));
      }
    }
    for (Map.Entry<Path, Path> file : names.entrySet()) {
      Files.move(file.getKey(), file.getValue(), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private String report() {
    return directory.resolve("report").toString();
  }

  private int claims(String publication) {
    return statistics("claims --claims " + publication, measured);
  }

  private int statistics(String line, List<String> files) {
    List<String> command = new ArrayList<>(List.of(line.split(" ")));
    command.addAll(1, files);
    return statistics(command, out, err);
  }

  /** Runs a command on results; gives the exit status. */
  static int statistics(List<String> line, PrintStream out, PrintStream err) {
    return ClaimsCommand.addTo(Main.program("stats"))
        .run(
            new PrintWriter(out, true, UTF_8),
            new PrintWriter(err, true, UTF_8),
            line.toArray(String[]::new));
  }
}
