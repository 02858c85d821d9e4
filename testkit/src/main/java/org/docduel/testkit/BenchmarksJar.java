package org.docduel.testkit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.testkit.files.ModuleFiles;

/** A module's packaged jar, run as a person runs it. */
public final class BenchmarksJar {
  private static final String MAIN = "org.docduel.core.launch.Launcher";

  /** Runs of tests are short, and forks take these over: the time is in starting up. */
  private static final List<String> FAST_START =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private final List<String> before;
  private final Path jar;
  private final List<String> how;

  private BenchmarksJar(List<String> before, Path jar, List<String> how) {
    this.before = List.copyOf(before);
    this.jar = jar;
    this.how = List.copyOf(how);
  }

  /** The same, run by a command such as {@code prlimit}. */
  public BenchmarksJar under(String... command) {
    return new BenchmarksJar(List.of(command), jar, how);
  }

  /** A copy of the jar, whose manifest names the libraries by where they are. */
  public BenchmarksJar copiedTo(Path file) throws IOException {
    try (JarFile original = new JarFile(jar.toFile())) {
      Manifest manifest = new Manifest(original.getManifest());
      Attributes attributes = manifest.getMainAttributes();
      attributes.put(
          Attributes.Name.CLASS_PATH,
          Stream.of(attributes.getValue(Attributes.Name.CLASS_PATH).split(" "))
              .map(entry -> jar.toUri().resolve(entry).getRawPath())
              .collect(Collectors.joining(" ")));
      try (JarOutputStream copy = new JarOutputStream(Files.newOutputStream(file), manifest)) {
        for (JarEntry entry : Collections.list(original.entries())) {
          if (!entry.isDirectory() && !entry.getName().equals(JarFile.MANIFEST_NAME)) {
            copy.putNextEntry(new JarEntry(entry.getName()));
            original.getInputStream(entry).transferTo(copy);
          }
        }
      }
    }
    return new BenchmarksJar(before, file, List.of("-jar", file.toString()));
  }

  /** The jar of a test's module, which is beside the directory that the test was compiled to. */
  public static BenchmarksJar of(Class<?> test) {
    Path jar = jar(test);
    return new BenchmarksJar(List.of(), jar, List.of("-jar", jar.toString()));
  }

  /** The same with a further jar on the class path. */
  public static BenchmarksJar with(Class<?> test, Class<?> inJar) {
    Path jar = jar(test);
    String both = jar + File.pathSeparator + ModuleFiles.location(inJar);
    return new BenchmarksJar(List.of(), jar, List.of("-cp", both, MAIN));
  }

  /** Another main class of the jar, such as that of the statistics. */
  public static BenchmarksJar main(Class<?> test, String main) {
    Path jar = jar(test);
    return new BenchmarksJar(List.of(), jar, List.of("-cp", jar.toString(), main));
  }

  private static Path jar(Class<?> test) {
    Path jar = ModuleFiles.resolve(test, "target/benchmarks.jar");
    if (!Files.exists(jar)) {
      throw new AssertionError("there is no " + jar + ": mvn package -DskipTests makes it");
    }
    requireNewerThan(classPath(), jar);
    return jar;
  }

  /**
   * An IDE compiles, and does not package: a test of the jar of an earlier build would say nothing
   * of the code beside it.
   *
   * @throws AssertionError if a class file in one of the directories is newer than the jar
   */
  static void requireNewerThan(Stream<Path> directories, Path jar) {
    long packaged = modified(jar);
    directories
        .filter(directory -> directory.endsWith(Path.of("target", "classes")))
        .flatMap(BenchmarksJar::classes)
        .filter(file -> modified(file) > packaged)
        .findFirst()
        .ifPresent(file -> {
          throw new AssertionError(
              jar + " is older than " + file + ": mvn package -DskipTests makes it anew");
        });
  }

  private static Stream<Path> classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(Path::of);
  }

  private static Stream<Path> classes(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.toString().endsWith(".class")).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long modified(Path file) {
    try {
      return Files.getLastModifiedTime(file).toMillis();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts it, without the settings of this process. */
  public PackagedRun start(Path directory, Map<String, String> environment, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(before);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(FAST_START);
    Path classes = jar.resolveSibling("benchmarks.jsa"); // for this jar alone: see the POM
    if (Files.exists(classes)
        && Files.getLastModifiedTime(classes).compareTo(Files.getLastModifiedTime(jar)) > 0) {
      command.add("-XX:SharedArchiveFile=" + classes);
    }
    command.addAll(how);
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(directory.resolve("out.txt").toFile())
            .redirectError(directory.resolve("err.txt").toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("DOCDUEL_"));
    builder.environment().putAll(TestSpace.environment());
    builder.environment().putAll(environment);
    return new PackagedRun(directory, builder.start());
  }

  public PackagedRun.Ended run(Path directory, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    return start(directory, environment, arguments).await();
  }

  public PackagedRun.Ended run(Path directory, String line)
      throws IOException, InterruptedException {
    return run(directory, Map.of(), line.split(" "));
  }
}
