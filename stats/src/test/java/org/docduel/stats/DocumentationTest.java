package org.docduel.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.docduel.testkit.files.ModuleFiles;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every relative link and anchor of the documentation leads somewhere, and so do the code's. */
@Tag("first")
class DocumentationTest {
  private static final Path ROOT = ModuleFiles.resolve(DocumentationTest.class, "..");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern FENCE = Pattern.compile("(?ms)^```.*?^```");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*)$");
  private static final Pattern ATTACK =
      Pattern.compile("(?m)^(\\| [HMLCDS][0-9]+ \\| .* \\|) ([0-9]+) \\| ([0-9]+) \\|$");
  private static final Pattern ATTACK_TAG = Pattern.compile("@Tag\\(\"([HMLCDS][0-9]+)\"\\)");
  private static final Pattern PAGE_IN_CODE =
      Pattern.compile("(docs|stats/examples)/[\\w/-]+\\.md(#[\\w-]+)?");

  @Test
  void relativeLinksResolve() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : pages()) {
      Matcher link = LINK.matcher(FENCE.matcher(Files.readString(page)).replaceAll(""));
      while (link.find()) {
        String target = link.group(1);
        if (!target.contains(":") && isBroken(page, target)) {
          broken.add(ROOT.relativize(page) + ": " + target);
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void pagesNamedInCodeExist() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path file : files().stream().filter(DocumentationTest::namesPages).toList()) {
      Matcher page = PAGE_IN_CODE.matcher(Files.readString(file));
      while (page.find()) {
        if (isBroken(ROOT.resolve("any"), page.group())) {
          broken.add(ROOT.relativize(file) + ": " + page.group());
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  /** Each row is an attack that tests carry as a tag, each tag a row, all of them clean. */
  @Test
  void tableOfAttacksMatchesScriptAndTests() throws IOException {
    List<String> script = new ArrayList<>();
    List<String> ids = new ArrayList<>();
    for (String line : Files.readAllLines(ROOT.resolve("scripts/attacks.tsv"))) {
      script.add("| " + line.replace("\t", " | ") + " |");
      ids.add(line.substring(0, line.indexOf('\t')));
    }
    List<String> page = new ArrayList<>();
    Matcher row = ATTACK.matcher(Files.readString(ROOT.resolve("docs/reliability/attacks.md")));
    while (row.find()) {
      page.add(row.group(1));
      assertThat(row.group(2)).as(row.group()).isEqualTo(row.group(3)).isNotEqualTo("0");
    }
    Set<String> tagged = new HashSet<>();
    for (Path file : files().stream().filter(file -> file.toString().endsWith(".java")).toList()) {
      ATTACK_TAG.matcher(Files.readString(file)).results().forEach(tag -> tagged.add(tag.group(1)));
    }
    assertThat(page).containsExactlyElementsOf(script);
    assertThat(tagged).containsExactlyInAnyOrderElementsOf(ids);
  }

  /** The program, and what builds, starts and measures it. */
  private static boolean namesPages(Path file) {
    return path(file)
        .matches(
            "(.*/)?src/main/.*\\.(java|yaml|sql|xml|profiles)|(scripts|deploy|\\.ci|\\.github)/.*"
                + "|action\\.yml|(.*/)?pom\\.xml");
  }

  private static List<Path> pages() throws IOException {
    return files().stream().filter(file -> file.toString().endsWith(".md")).toList();
  }

  /** All files, without those that a build or git made. */
  private static List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(ROOT)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> !path(file).matches("(.*/)?target/.*|(results|\\.git)/.*"))
          .toList();
    }
  }

  private static String path(Path file) {
    return ROOT.relativize(file).toString().replace('\\', '/');
  }

  private static boolean isBroken(Path page, String target) {
    int hash = target.indexOf('#');
    String file = hash < 0 ? target : target.substring(0, hash);
    Path there = file.isEmpty() ? page : page.resolveSibling(file);
    return !Files.exists(there)
        || (hash >= 0 && !anchors(there).contains(target.substring(hash + 1)));
  }

  /** Anchors as GitHub makes them of headings. */
  private static Set<String> anchors(Path page) {
    try {
      Set<String> anchors = new HashSet<>();
      Matcher heading = HEADING.matcher(FENCE.matcher(Files.readString(page)).replaceAll(""));
      while (heading.find()) {
        String text = heading.group(1).strip().toLowerCase(Locale.ROOT);
        anchors.add(text.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'));
      }
      return anchors;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
