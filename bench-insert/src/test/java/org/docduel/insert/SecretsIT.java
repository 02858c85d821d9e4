package org.docduel.insert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.Servers;
import org.docduel.stores.postgres.server.PostgresServer;
import org.docduel.testkit.BenchmarksJar;
import org.docduel.testkit.PackagedRun;
import org.docduel.testkit.TestSpace;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Real runs with an address in every way that is documented. No password may stand in a file of the
 * results, in a temporary file that others can read, or on the command line of a process that the
 * launcher starts.
 */
@Tag("attack")
@Tag("S1")
@EnabledOnOs(value = OS.LINUX, disabledReason = "/proc has the command lines")
@Execution(ExecutionMode.CONCURRENT)
class SecretsIT {
  private static final BenchmarksJar JAR = BenchmarksJar.of(SecretsIT.class);
  private static final List<String> DATABASES = List.of("plain", "numbered", "named");
  private static final String TINY =
      "InsertBenchmark -p payload=10B -p documents=20 -p batch=10 -f 1 -wi 0 -i 1 -v EXTRA"
          + " -rf json -p store=";

  private static Servers servers;
  private static String server;

  /** Each password has a role and a space of its own: others are tested meanwhile. */
  private static final AtomicInteger ROLES = new AtomicInteger();

  @TempDir Path directory;

  private final Set<String> faults = new TreeSet<>();

  @BeforeAll
  static void start() throws SQLException {
    servers = new Servers(Settings.of(Map.of(), new Properties()));
    server = servers.start(PostgresServer.FAMILY).address().url();
    for (String database : DATABASES) {
      run("CREATE DATABASE " + database);
    }
  }

  @AfterAll
  static void stop() {
    servers.close();
  }

  private static void run(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(server);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"postgres", "s@3:c/r?e&t%p+w=9", "p\u00e4ssw\u00f6rd\u20ac", "S3cretPw99"})
  void showsNoPassword(String password) throws Exception {
    int number = ROLES.incrementAndGet();
    String role = "keeper" + number;
    String space = TestSpace.name() + "_s" + number;
    run("CREATE ROLE " + role + " SUPERUSER LOGIN PASSWORD '" + password + "'");
    String encoded = URLEncoder.encode(password, StandardCharsets.UTF_8).replace("+", "%20");
    Path temporary = Files.createDirectory(directory.resolve("temporary"));
    String options =
        String.join(
            " ",
            "-Djava.io.tmpdir=" + temporary,
            "-Ddocduel.postgres.url.17=" + url("numbered", role, encoded),
            "-Ddocduel.mongodb.storage.url=" + url("plain", role, encoded),
            "-Ddocduel.inventdb.token=" + encoded,
            "-Djavax.net.ssl.keyStorePassword=" + encoded);
    Map<String, String> environment =
        Map.of(
            "JDK_JAVA_OPTIONS",
            options,
            "DOCDUEL_POSTGRES_URL",
            url("plain", role, encoded),
            "DOCDUEL_POSTGRES_URL_TUNED",
            url("named", role, encoded),
            "DOCDUEL_MONGODB_STORAGE_URL",
            url("plain", role, encoded),
            "DOCDUEL_INVENTDB_TOKEN",
            password,
            Settings.variable(ServerAddress.SPACE),
            space);
    String stores = "postgres-jsonb,postgres-jsonb@17,postgres-json@tuned";
    measure(environment, "-rff all/out.json " + TINY + stores, password, encoded);
    measure(
        Map.of(
            "JDK_JAVA_OPTIONS",
            "-Djava.io.tmpdir=" + temporary,
            Settings.variable(ServerAddress.SPACE),
            space),
        "-rff same/out.json "
            + TINY
            + "postgres-jsonb --same-server "
            + url("plain", role, encoded),
        password,
        encoded);
    assertThat(faults).isEmpty();
  }

  private static String url(String database, String role, String password) {
    return server
        .replaceFirst("/postgres\\?", "/" + database + "?")
        .replaceFirst("user=.*", "user=" + role + "&password=" + password);
  }

  private void measure(
      Map<String, String> environment, String line, String password, String encoded)
      throws Exception {
    PackagedRun run = JAR.start(directory, environment, line.split(" "));
    List<String> secrets = forms(password, encoded);
    while (!run.process().waitFor(20, TimeUnit.MILLISECONDS)) {
      look(run, secrets);
    }
    run.await().succeeded();
    String results = line.split(" ", 3)[1].replace(".json", ".sidecar.json");
    String sidecar = Files.readString(directory.resolve(results));
    assertThat(sidecar).contains("\"postgres-jsonb").doesNotContain("***-", "-***");
    try (Stream<Path> files = Files.walk(directory)) {
      files
          .filter(Files::isRegularFile)
          .filter(file -> !file.endsWith("err.txt")) // where the JVM itself repeats its options
          .filter(file -> contains(file, secrets))
          .forEach(file -> faults.add("file " + directory.relativize(file)));
    }
  }

  /** A common word counts where it is a password. */
  private static List<String> forms(String password, String encoded) {
    Stream<String> texts =
        password.equals("postgres")
            ? Stream.of("assword=postgres", ":postgres@", "token=postgres")
            : Stream.of(password, encoded);
    return texts
        .flatMap(text ->
            Stream.of(StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1)
                .map(text::getBytes)
                .map(bytes -> new String(bytes, StandardCharsets.ISO_8859_1)))
        .distinct()
        .toList();
  }

  private void look(PackagedRun run, List<String> secrets) throws IOException {
    String typed = commandLine(run.handle());
    for (ProcessHandle process : new ArrayList<>(run.descendants())) {
      // until it runs its program, a process that was started shows what was typed for the launcher
      String line = commandLine(process);
      if (!line.equals(typed) && secrets.stream().anyMatch(line::contains)) {
        faults.add("command line of " + process.info().command().orElse(""));
      }
    }
    try (Stream<Path> files = Files.walk(directory.resolve("temporary"))) {
      files
          .filter(Files::isRegularFile)
          // where JMH keeps what the fork's JVM itself repeats of JDK_JAVA_OPTIONS
          .filter(file -> !file.getFileName().toString().matches("jmh[0-9]+stderr"))
          .filter(file -> contains(file, secrets) && isOpen(file))
          .forEach(file -> faults.add("open file " + file.getFileName()));
    } catch (java.io.UncheckedIOException removed) {
      // removed while it was looked at
    }
  }

  private static boolean isOpen(Path file) {
    try {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
      return permissions.stream().anyMatch(permission -> !permission.name().startsWith("OWNER"));
    } catch (IOException removed) {
      return false;
    }
  }

  private static String commandLine(ProcessHandle process) {
    return text(Path.of("/proc/" + process.pid() + "/cmdline"));
  }

  private static boolean contains(Path file, List<String> secrets) {
    String text = text(file);
    return secrets.stream().anyMatch(text::contains);
  }

  /** Empty of what is removed meanwhile. */
  private static String text(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    } catch (IOException removed) {
      return "";
    }
  }
}
