package org.docduel.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.docduel.core.config.Settings;
import org.docduel.testkit.files.Golden;
import org.docduel.testkit.files.ModuleFiles;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Pages say of commands, parameters and settings what the program says. */
@Tag("first")
class PagesTest {
  private static final Path ROOT = ModuleFiles.resolve(PagesTest.class, "..");
  private static final String HEAD =
      """
      # Parameters

      Generated: the text of `docduel run -h`, for all benchmarks. `docduel insert --help-all` prints one of them.
      `mvn -pl dist test -Dtest=PagesTest -Dgolden.update=true` replaces this page. [Workloads](../workloads.md) explains the less obvious ones.

      """;

  /** A line of a block, or what stands between backticks. */
  private static final Pattern COMMAND =
      Pattern.compile("(?m)^ *docduel +([a-z][^#\\n]*)|`docduel +([a-z][^`\\n]*)`");

  private static final Pattern PARAMETER = Pattern.compile("-p ([A-Za-z]+)=");
  private static final Pattern LONG_OPTION = Pattern.compile("(?<= )--[a-z][a-z-]+");
  private static final Pattern VARIABLE = Pattern.compile("DOCDUEL_[A-Z_]+[A-Z]");

  private static final Pattern SETTING =
      Pattern.compile(
          "\"((postgres|mongodb|inventdb|container|server)\\.[a-z.]+|[a-z]+\\.seconds)\"");

  /** Settings that every family of servers has, behind its name. */
  private static final Pattern OF_FAMILY =
      Pattern.compile(
          "(postgres|documentdb|mongodb|oracle|mysql|mariadb|inventdb)\\.(url|source|version|image|options|memory)");

  /** Of other programs: the command's script, and an example of a server's name. */
  private static final Pattern ELSEWHERE =
      Pattern.compile("DOCDUEL_(JAVA_OPTS|POSTGRES_URL_TUNED)");

  private static String help(String line) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream printed = new PrintStream(out, true, UTF_8);
    assertThat(new Docduel(printed, printed).run(List.of(line.split(" ", -1)))).isZero();
    return out.toString(UTF_8);
  }

  private static Map<String, String> pages() throws IOException {
    Map<String, String> pages = new TreeMap<>();
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      List<Path> files = new ArrayList<>(docs.toList());
      files.add(ROOT.resolve("README.md"));
      files.add(ROOT.resolve("CONTRIBUTING.md"));
      for (Path file : files) {
        if (file.toString().endsWith(".md")) {
          pages.put(ROOT.relativize(file).toString(), Files.readString(file));
        }
      }
    }
    return pages;
  }

  @Test
  void listsParametersOfAllBenchmarks() {
    Golden.check(
        ROOT.resolve("docs/workloads/parameters.md"), HEAD + "```\n" + help("run -h") + "```\n");
  }

  @Test
  void commandsHaveTheirParametersAndOptions() throws IOException {
    Docduel docduel = new Docduel(System.out, System.err);
    Map<String, CommandLine> commands = docduel.commandLine().getSubcommands();
    Map<String, String> helps = new TreeMap<>();
    for (Verb verb : Verb.values()) {
      helps.put(verb.typed(), help(verb.typed() + " --help-all"));
    }
    List<String> wrong = new ArrayList<>();
    int found = 0;
    for (Map.Entry<String, String> page : pages().entrySet()) {
      for (MatchResult match : COMMAND.matcher(join(page.getValue())).results().toList()) {
        String line = Objects.requireNonNullElse(match.group(1), match.group(2)).strip();
        String name = line.split(" ", 2)[0];
        found++;
        CommandLine command = commands.get(name);
        String help = line.startsWith("suite init") ? null : helps.get(name);
        if (command == null) {
          wrong.add(page.getKey() + ": there is no docduel " + name);
        } else if (help != null) {
          all(PARAMETER, line)
              .filter(p -> !help.contains(" " + p))
              .forEach(p -> wrong.add(page.getKey() + ": docduel " + name + " has no " + p));
          all(LONG_OPTION, line)
              .filter(option -> !help.contains(option) && !option.equals("--help-all"))
              .forEach(option -> wrong.add(page.getKey() + ": docduel " + name + " " + option));
        } else if (!command.getCommandSpec().options().isEmpty()) {
          all(LONG_OPTION, line)
              .filter(option -> command.getCommandSpec().findOption(option) == null)
              .forEach(option -> wrong.add(page.getKey() + ": docduel " + name + " " + option));
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(found).isGreaterThan(60);
  }

  @Test
  void settingsAreTheProgramsOwn() throws IOException {
    StringBuilder sources = new StringBuilder();
    try (Stream<Path> files = Files.walk(ROOT)) {
      for (Path file : files.filter(PagesTest::isSource).toList()) {
        sources.append(Files.readString(file));
      }
    }
    TreeSet<String> unknown = new TreeSet<>();
    for (String page : pages().values()) {
      all(VARIABLE, page)
          .filter(variable -> !ELSEWHERE.matcher(variable).matches())
          .filter(variable -> {
            String name = variable.substring(8).toLowerCase(Locale.ROOT).replace('_', '.');
            return !OF_FAMILY.matcher(name).matches()
                && sources.indexOf('"' + name.replaceFirst("(download)\\.url$", "$1") + '"') < 0;
          })
          .forEach(unknown::add);
    }
    assertThat(unknown).isEmpty();

    String table = Files.readString(ROOT.resolve("docs/servers/settings.md"));
    assertThat(
            all(SETTING, sources.toString())
                .map(literal -> literal.substring(1, literal.length() - 1))
                .filter(name -> !OF_FAMILY.matcher(name).matches())
                .map(Settings::variable))
        .isNotEmpty()
        .allMatch(table::contains);
  }

  private static boolean isSource(Path file) {
    return file.toString().matches(".*/src/main/.*\\.java");
  }

  /** Lines that end with a backslash go on. */
  private static String join(String page) {
    return page.replaceAll("\\\\\\n +", "");
  }

  private static Stream<String> all(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.results().map(MatchResult::group);
  }
}
