package org.docduel.core.launch.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.launch.TestWorkload;
import org.docduel.stats.verdict.Looks;
import org.docduel.stats.verdict.Spending;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.options.ProfilerConfig;

class ArgumentsTest {
  private static final String TWO = "--clients 2 --group 127.0.0.1,127.0.0.1:7801 ";

  private static Arguments parse(String line) {
    return new Arguments(
        List.of(line.split(" ", -1)), new TestWorkload(), Map.of("pgstat", "of a server"));
  }

  /** Everything that a line comes to. */
  private static String summary(Arguments arguments) {
    return String.join(
        " ",
        String.valueOf(arguments.jmh.getIncludes()),
        String.valueOf(arguments.jmh.getExcludes()),
        String.valueOf(arguments.jmh.getForkCount()),
        String.valueOf(arguments.jmh.getMeasurementIterations()),
        String.valueOf(arguments.jmh.getMeasurementTime()),
        String.valueOf(arguments.jmh.getThreads()),
        String.valueOf(arguments.jmh.getWarmupIterations()),
        String.valueOf(arguments.jmh.verbosity()),
        String.valueOf(arguments.jmh.getJvmArgs()),
        String.valueOf(
            arguments.jmh.getProfilers().stream().map(ProfilerConfig::getKlass).toList()),
        String.valueOf(arguments.requestedServerProfilers),
        String.valueOf(arguments.parameters),
        String.valueOf(arguments.order),
        String.valueOf(arguments.looks),
        String.valueOf(arguments.effective.value("-rff")),
        String.valueOf(arguments.resultFormat()),
        String.valueOf(arguments.effective.value("-o")),
        String.valueOf(arguments.has(Option.NO_REPORT)));
  }

  static Stream<List<String>> options() {
    return Stream.of(
            "--order interleaved",
            "--profile short",
            "-p payload=4KB",
            "-f 3",
            "-e Ingest",
            "-i 4",
            "-r 2s",
            "-t 5",
            "-v EXTRA",
            "-wi 6",
            "-rf csv",
            "-rff a.csv",
            "-o a.log",
            "-prof gc",
            "-prof pgstat",
            "-jvmArgs -Xmx64m",
            "-bm ss",
            "-to 2m")
        .map(option -> List.of(option.split(" ", -1)));
  }

  @ParameterizedTest
  @MethodSource("options")
  void anOptionMeansTheSameInEverySpellingAndOrder(List<String> option) {
    String name = option.get(0);
    String value = option.get(1);
    List<String> spellings = new ArrayList<>(List.of(name + " " + value, name + "=" + value));
    if (name.length() == 2) {
      spellings.add(name + value);
    }
    String expected =
        summary(parse("Insert -p size=1 " + name + " " + value + " --no-report -wf 1"));
    for (String spelling : spellings) {
      for (String line :
          List.of(
              spelling + " Insert -p size=1 --no-report -wf 1",
              "-p size=1 --no-report " + spelling + " -wf 1 Insert",
              "-wf=1 --no-report Insert -psize=1 " + spelling)) {
        assertThat(summary(parse(line))).as(line).isEqualTo(expected);
      }
    }
  }

  @Test
  void acceptsSeveralValuesSeparatelyOrInList() {
    List<String> mixes = List.of("read:95,update:5", "read:50,update:50");
    assertThat(parse("Insert -p mix=" + mixes.get(0) + " -p mix=" + mixes.get(1)).valuesOf("mix"))
        .isEqualTo(mixes);
    assertThat(parse("Insert -p store=a,b -p store=b -p store=c").valuesOf("store"))
        .containsExactly("a", "b", "c");
  }

  @Test
  void argumentsAfterDoubleDashAreNames() {
    CommandLine line = CommandLine.of(List.of("-f", "1", "--", "-f", "--zz", ""), List.of());
    assertThat(line.names()).containsExactly("-f", "--zz", "");
    assertThat(line.options()).isEqualTo(Map.of("-f", List.of("1")));
  }

  @Test
  void valuesMayStartWithDashAndFlagsMayRepeat() {
    CommandLine line =
        CommandLine.of(
            List.of("-jvmArgs", "-Xmx1g", "-i-1", "-e=", "--twin", "--twin", "@file", ""),
            List.of());
    assertThat(line.names()).containsExactly("@file", "");
    assertThat(line.options())
        .isEqualTo(
            Map.of(
                "-jvmArgs",
                List.of("-Xmx1g"),
                "-i",
                List.of("-1"),
                "-e",
                List.of(""),
                "--twin",
                List.of()));
  }

  @Test
  void untilDecidedMeansTheSameInEverySpelling() {
    for (String line :
        List.of(
            "--until decided --max-forks 7 --spending obrien-fleming -foe true",
            "-foe=true --spending=obrien-fleming --max-forks=7 --until=decided")) {
      assertThat(parse(line).looks).contains(new Looks(7, Spending.OBRIEN_FLEMING));
    }
    assertThat(parse("--until decided").looks).contains(new Looks(20, Spending.POCOCK));
    assertThat(parse("-f 3").looks).isEmpty();
  }

  @Test
  void mergesParameterSpellings() {
    assertThat(parse("-p payload=4KB -pstore=noop -p=payload=1KB").parameters)
        .isEqualTo(Map.of("payload", List.of("4KB", "1KB"), "store", List.of("noop")));
    assertThat(parse("-p=payload=4KB").jmh.getParameter("payload").get()).containsExactly("4KB");
  }

  @Test
  void typedArgumentsOverrideProfile() {
    Arguments typed = parse("--profile short -p payload=4KB -f 1");
    assertThat(typed.jmh.getIncludes()).containsExactly("Insert");
    assertThat(typed.parameters)
        .isEqualTo(Map.of("payload", List.of("4KB"), "batch", List.of("5")));
    assertThat(typed.jmh.getForkCount().get()).isEqualTo(1);
    assertThat(parse("--profile short --until decided").jmh.getForkCount().hasValue()).isFalse();
  }

  @Test
  void timeSetsIterations() {
    Arguments profiled = parse("--profile short --for 4h");
    assertThat(profiled.jmh.getMeasurementIterations().get()).isEqualTo(1_440);
    assertThat(profiled.jmh.getMeasurementTime().get().toString()).isEqualTo("10 s");
    assertThat(parse("--for 90m -r 500ms").jmh.getMeasurementIterations().get()).isEqualTo(10_800);
  }

  @Test
  void typedProfilersAreAddedToProfile() {
    Arguments both = parse("--profile short -prof gc");
    assertThat(both.jmh.getProfilers()).extracting(ProfilerConfig::getKlass).containsExactly("gc");
    assertThat(both.requestedServerProfilers).containsExactly("pgstat");
    assertThat(GCProfiler.class).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-f3 Ingest --profile short",
        "--profile=short Ingest",
        "--no-report Ingest --profile short",
        "--order=random:1 Ingest --profile short"
      })
  void usesProfileOfSelectedBenchmark(String line) {
    assertThat(parse(line).jmh.getIncludes()).containsExactly("Ingest");
    assertThat(parse(line).parameters).isEqualTo(Map.of("payload", List.of("1B")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--for 4;--for 4: accepted is a number of s, m or h",
        "--for 4h -i 3;--for 4h does not go with -i",
        "--for 1s -r 10;--for 1s: 0 iterations of -r 10",
        "--for 1h -r soon;-r soon: accepted is a time",
        "--min-free much;--min-free much: accepted is a size",
        "--profile=long;--profile long: there are short",
        "--orders=random;--orders=random: no such option",
        "-zz;-zz: no such option",
        "--twin=postgres-jsonb;--twin=postgres-jsonb: the option --twin takes no value",
        "--order;--order: a value is missing",
        "--profile;--profile: a value is missing",
        "-f;-f: a value is missing",
        "-rff --no-report;-rff: a value is missing",
        "--profile -f 1;--profile: a value is missing",
        "--order=up;--order up: accepted is",
        "--order random --order=interleaved;--order: it is given more than once",
        "--profile short --profile short;--profile: it is given more than once",
        "--clean -f 1;--clean cannot be combined",
        "--same-server a --same-server b;--same-server: it is given more than once",
        "--clients 2;--clients N and --group HOST[:PORT],... go together",
        "--group 127.0.0.1,127.0.0.1:7801;--clients N and --group HOST[:PORT],... go together",
        "--group-secret a;--clients N and --group HOST[:PORT],... go together",
        TWO + "--twin;--twin, -f 0 and -wf do not go with --clients",
        TWO + "-f 0;--twin, -f 0 and -wf do not go with --clients",
        TWO + "-wf 1;--twin, -f 0 and -wf do not go with --clients",
        "-foe maybe;-foe maybe: accepted is true or false",
        "-gc=yes;-gc yes: accepted is true or false",
        "-si 1;-si 1: accepted is true or false",
        "-v loud;-v loud: accepted is silent or normal or extra",
        "-wm nothing;nothing is not a value that JMH knows",
        "-bm nothing;Unable to parse benchmark mode: \"nothing\". Known values are",
        "--warmup hot;--warmup hot: accepted is steady, steady:SECONDS (1 to 99999) or fixed",
        "--warmup steady:0;--warmup steady:0: accepted is",
        "--warmup steady -wi 2;--warmup steady does not go with -wi or -w",
        TWO + "--warmup steady;--warmup steady does not go with --clients",
        "--until;--until: a value is missing",
        "--until done;--until done: accepted is decided",
        "--max-forks 5;--max-forks goes with --until decided",
        "--spending pocock;--spending goes with --until decided",
        "--until decided --max-forks 2;--max-forks 2: accepted is 3 to 100",
        "--until decided --max-forks many;--max-forks many: accepted is 3 to 100",
        "--until decided --spending all;--spending all: accepted is pocock or obrien-fleming",
        "--until decided -f 3;-f does not go with --until decided",
        "--until decided -f3;-f does not go with --until decided",
        "--until decided --order sequential;--order sequential does not go with --until decided",
        "-p payload;-p payload: accepted is NAME=VALUE",
        "-p =4KB;-p =4KB: accepted is NAME=VALUE",
        "-p payload=;-p payload=: accepted is NAME=VALUE",
        "Insert[;Insert[: no regular expression",
        "-e [;[: no regular expression"
      })
  void rejectsInvalidArgumentsInOneLine(String lineAndMessage) {
    String[] parts = lineAndMessage.split(";", -1);
    assertThatThrownBy(() -> parse(parts[0]))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(parts[1])
        .message()
        .doesNotContain("\n");
  }

  @Test
  void warmsUpUntilSteadyUnlessIterationsAreGiven() {
    assertThat(parse("-f 3").steadyLimitSeconds).hasValue(30);
    assertThat(parse("--profile short").steadyLimitSeconds).hasValue(30);
    assertThat(parse("--warmup steady:90").steadyLimitSeconds).hasValue(90);
    assertThat(parse("--warmup fixed").steadyLimitSeconds).isEmpty();
    assertThat(parse("-wi 2").steadyLimitSeconds).isEmpty();
    assertThat(parse("-w 5").steadyLimitSeconds).isEmpty();
    assertThat(parse(TWO.strip()).steadyLimitSeconds).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {" ", "="})
  void acceptsAddressOfSameServer(String sign) {
    String url = "jdbc:postgresql://h:1/d?user=u&password=pw";
    Arguments arguments = parse("-f 2 --same-server" + sign + url);
    assertThat(arguments.value(Option.SAME_SERVER)).contains(url);
    assertThat(arguments.common()).containsExactly("-f", "2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-opi 10",
        "-tg 1,2",
        "-bm avgt",
        "-bs 2",
        "-wbs=2",
        "-to 1s",
        "-jvm /nonexistent/java",
        "-jvm /",
        "-jvm nosuchjava",
        "-prof nothing"
      })
  void rejectsUnsupportedJmhOptions(String option) {
    Arguments arguments = parse("Insert " + option);
    assertThatThrownBy(() ->
            Benchmarks.check(
                arguments, List.of(TestWorkload.entry("a.Insert", Map.of())), new TestWorkload()))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(option.replace('=', ' '));
  }

  @Test
  void rejectsReplacedJvmArgumentsWithoutPrintingThem() {
    Arguments arguments = parse("Insert -jvmArgsPrepend -Da.password=secret");
    assertThatThrownBy(() ->
            Benchmarks.check(
                arguments, List.of(TestWorkload.entry("a.Insert", Map.of())), new TestWorkload()))
        .isInstanceOf(BadInputException.class)
        .hasMessage(
            "-jvmArgsPrepend: it would replace the benchmark's own -Xmx2g; give -jvmArgsAppend");
  }

  @Test
  void rejectsAddressInForkArgumentsWithoutPassword() {
    Arguments arguments =
        parse(
            "Insert -jvmArgsAppend -Ddocduel.postgres.url.15=jdbc:postgresql://h/d?password=secret");
    assertThatThrownBy(() ->
            Benchmarks.check(
                arguments, List.of(TestWorkload.entry("a.Insert", Map.of())), new TestWorkload()))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("-jvmArgsAppend: -Ddocduel.FAMILY.url has no effect there")
        .hasMessageNotContaining("secret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-bm ss", "-bs 1", "-jvmArgs -Xmx64m", "-jvmArgsAppend -Xmx64m", "-to 5m"})
  void acceptsSupportedJmhOptions(String option) {
    Arguments arguments = parse("Insert " + option);
    Benchmarks.check(
        arguments, List.of(TestWorkload.entry("a.Insert", Map.of())), new TestWorkload());
    assertThat(arguments.effective.value("-rff")).isEqualTo(Optional.empty());
  }
}
