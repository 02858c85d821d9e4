package org.docduel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.docduel.testkit.files.ModuleFiles;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The build, its scripts and the pages that name their commands fit together. */
@Tag("first")
class BuildTest {
  private static final Path ROOT = ModuleFiles.resolve(BuildTest.class, "..");
  private static final Pattern NAMED_TESTS = Pattern.compile("-D(?:it\\.)?test='?([\\w*,]+)");

  /** What bash 3.2, which macOS has, does not know; and empty arrays under {@code set -u}. */
  private static final Map<String, Pattern> NEWER_THAN_BASH_3 =
      Map.of(
          "associative array or name reference",
          Pattern.compile("\\b(declare|local|typeset) -[a-z]*[Agn]"),
          "mapfile",
          Pattern.compile("\\b(mapfile|readarray|coproc)\\b"),
          "change of case or quoting",
          Pattern.compile("\\$\\{\\w+(\\[[^]]*])?(\\^|,|@[QPEAa]})"),
          "both streams appended or piped",
          Pattern.compile("&>>|\\|&"),
          "negative index",
          Pattern.compile("\\$\\{\\w+\\[-\\d"),
          "wait -n",
          Pattern.compile("\\bwait -n\\b"));

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> list(String folder) throws IOException {
    try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static List<Path> scripts() throws IOException {
    return Stream.of("scripts", ".ci", "dist/src/main/bin")
        .flatMap(folder -> {
          try {
            return list(folder).stream();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        })
        .filter(file -> text(file).startsWith("#"))
        .toList();
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> all = Files.walk(ROOT)) {
      return all.filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.toString().contains("/target/"))
          .toList();
    }
  }

  @Test
  void testsNamedInScriptsAndPagesExist() throws IOException {
    Set<String> existing = new TreeSet<>();
    sources().forEach(file -> existing.add(name(file).replace(".java", "")));
    List<Path> files = new ArrayList<>(scripts());
    files.addAll(list("docs"));
    files.add(ROOT.resolve("README.md"));
    files.add(ROOT.resolve("CONTRIBUTING.md"));

    Map<String, String> missing = new TreeMap<>();
    int references = 0;
    for (Path file : files) {
      Matcher matcher = NAMED_TESTS.matcher(text(file));
      while (matcher.find()) {
        for (String test : matcher.group(1).split(",", -1)) {
          references++;
          Pattern pattern = Pattern.compile(test.replace("*", ".*"));
          if (existing.stream().noneMatch(each -> pattern.matcher(each).matches())) {
            missing.put(test, ROOT.relativize(file).toString());
          }
        }
      }
    }
    assertThat(references).isPositive();
    assertThat(missing).as("tests that are named and do not exist").isEmpty();
  }

  @Test
  void walkThroughOneRunNamesTwelveExistingClasses() {
    Path sources = ROOT.resolve("bench-core/src/main/java");
    List<String> classes =
        Pattern.compile("<li>\\{@link ([\\w.]+)}")
            .matcher(text(sources.resolve("org/docduel/core/launch/package-info.java")))
            .results()
            .map(link -> link.group(1).replace('.', '/') + ".java")
            .toList();
    assertThat(classes).hasSize(12).allMatch(file -> Files.exists(sources.resolve(file)));
  }

  /** Else a name of a property would be the name of the file. */
  @Test
  void runnableJarsHaveNameAndMainClass() throws IOException {
    assertThat(text(ROOT.resolve("pom.xml")))
        .contains("<runnable.jar>benchmarks</runnable.jar>", "<runnable.main>org.docduel.");
    int jars = 0;
    for (Path module : modules()) {
      String pom = text(module.resolve("pom.xml"));
      assertThat(pom).as("libraries stay as they are").doesNotContain("maven-shade-plugin");
      if (pom.contains("<artifactId>maven-assembly-plugin</artifactId>")) {
        jars++;
      }
      assertThat(list(module.resolve("target")).stream().map(BuildTest::name))
          .noneMatch(file -> file.contains("${"));
    }
    assertThat(jars).isEqualTo(5);
  }

  /** Elsewhere the turn of those tests is left out. */
  @Test
  void modulesThatHaveTestsAloneRunThem() throws IOException {
    Pattern alone = Pattern.compile("(?m)^ *@Tag\\(\"alone\"\\)");
    List<Path> sources = sources();
    for (Path module : modules()) {
      boolean has =
          sources.stream()
              .filter(file -> file.startsWith(module.resolve("src/test")))
              .anyMatch(file -> alone.matcher(text(file)).find());
      assertThat(text(module.resolve("pom.xml")).contains("<skip.alone>false</skip.alone>"))
          .as("%s, which has tests alone: %s", module, has)
          .isEqualTo(has);
    }
  }

  private static List<Path> list(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  private static List<Path> modules() {
    Matcher module =
        Pattern.compile("<module>(.*)</module>").matcher(text(ROOT.resolve("pom.xml")));
    return module.results().map(result -> ROOT.resolve(result.group(1))).toList();
  }

  @Test
  void scriptsRunOnTheBashOfMacos() throws IOException {
    List<String> newer = new ArrayList<>();
    for (Path script : scripts()) {
      NEWER_THAN_BASH_3.forEach((what, pattern) -> {
        if (pattern.matcher(text(script)).find()) {
          newer.add(name(script) + ": " + what);
        }
      });
      for (String array : emptyAtFirst(text(script))) {
        Matcher use =
            Pattern.compile("(?<!\\+)\"\\$\\{" + array + "\\[@]}\"").matcher(text(script));
        if (use.find() && !text(script).contains("${#" + array + "[@]}")) {
          newer.add(name(script) + ": \"${" + array + "[@]}\" may be empty");
        }
      }
    }
    assertThat(newer).isEmpty();
  }

  /** Arrays that begin empty and to which something is added, or nothing. */
  private static Set<String> emptyAtFirst(String script) {
    Matcher empty = Pattern.compile("\\b(\\w+)=\\(\\)").matcher(script);
    return new TreeSet<>(empty.results().map(result -> result.group(1)).toList());
  }

  /** What a test needs and CI does not install would be skipped for ever. */
  @Test
  void ciInstallsProgramsOfSkippableTests() {
    assertThat(text(ROOT.resolve(".ci/run")))
        .containsPattern("(?m)^.*apt-get -qq install -y .*\\bchromium\\b.*\\bpgbouncer\\b")
        .contains("missing chromium", "missing pgbouncer");
  }

  /** Members of a group that share two processors with other tests would count as lost. */
  @Test
  void testsTaggedAloneRunAlone() {
    assertThat(text(ROOT.resolve("pom.xml")))
        .containsPattern(
            "(?s)<excluded\\.tests>[^<]*,alone</excluded\\.tests>.*?<id>alone</id>.{0,300}?"
                + "<forkCount>1</forkCount>\\s*<groups>alone</groups>")
        .containsPattern("<excluded\\.its>[^<]*,alone</excluded\\.its>");
  }

  /** It would hide that a named test is gone; only a command of several modules needs it. */
  @Test
  void namedTestsMustExist() {
    for (Path directory : Stream.concat(Stream.of(ROOT), modules().stream()).toList()) {
      assertThat(text(directory.resolve("pom.xml"))).doesNotContain("failIfNoSpecifiedTests");
    }
  }

  /** Simulations run for minutes, and so for each mutant. */
  @Test
  void mutantsAreNotSimulated() {
    String pom = text(ROOT.resolve("stats/pom.xml"));
    assertThat(pom).contains("pitest-maven");
    assertThat(pom.split("<artifactId>pitest-maven</artifactId>", 2)[1])
        .containsPattern("(?s)<excludedGroups>.*?simulation.*?</excludedGroups>");
  }

  /** A pod's own files go when it ends. */
  @Test
  void resultsOnKubernetesSurvivePod() {
    String job = text(ROOT.resolve("deploy/kubernetes.yaml"));
    Matcher result = Pattern.compile("-rff (/[\\w.-]+)/").matcher(job);
    assertThat(result.find()).isTrue();
    Matcher mount =
        Pattern.compile("- name: ([\\w-]+)\\s+mountPath: " + result.group(1) + "\\s").matcher(job);
    assertThat(mount.find()).as("a volume at %s", result.group(1)).isTrue();
    assertThat(job)
        .containsPattern("- name: " + mount.group(1) + "\\s+persistentVolumeClaim:")
        .contains("kind: PersistentVolumeClaim");
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }
}
