package org.docduel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.docduel.testkit.files.ModuleFiles;

/** The archive of this build, unpacked as a person unpacks it. */
record Archive(Path home) {
  /** A program that has ended; its two streams as one text. */
  record Ended(int status, String text) {}

  /** Unpacks it into a new folder, whose name has blanks. */
  static Archive unpack(Path folder) throws IOException, InterruptedException {
    List<Path> archives = files(ModuleFiles.resolve(Archive.class, "target"), ".tar.gz");
    assertThat(archives).as("mvn package -pl dist -DskipTests makes it").hasSize(1);
    Path blanks = Files.createDirectory(folder.resolve("a folder with blanks"));
    Ended tar = run(blanks, Map.of(), List.of("tar", "-xzf", archives.get(0).toString()));
    assertThat(tar.status()).as(tar.text()).isZero();
    return new Archive(files(blanks, "").get(0));
  }

  Path program() {
    return home.resolve("bin/docduel");
  }

  Path jar() {
    return home.resolve("benchmarks.jar");
  }

  /** Runs the command. */
  Ended docduel(Path directory, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program().toString()));
    command.addAll(List.of(arguments));
    return run(directory, Map.of(), command);
  }

  /** Runs any program, with this Java and without settings of this process. */
  static Ended run(Path directory, Map<String, String> environment, List<String> command)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("DOCDUEL_"));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    // forks take these over; the time is in starting up
    builder.environment().put("DOCDUEL_JAVA_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    builder.environment().putAll(environment);
    Path out = Files.createTempFile("docduel-archive-", ".txt");
    try {
      Process process = builder.redirectOutput(out.toFile()).start();
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
      return new Ended(process.exitValue(), Files.readString(out));
    } finally {
      Files.delete(out);
    }
  }

  /** The files of a folder whose names end so, in order. */
  static List<Path> files(Path directory, String ending) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }
}
