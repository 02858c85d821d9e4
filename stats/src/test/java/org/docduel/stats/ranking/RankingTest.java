package org.docduel.stats.ranking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.docduel.stats.ResultJson;
import org.docduel.stats.cli.Main;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.report.Report;
import org.docduel.stats.stat.Resampling;
import org.docduel.stats.verdict.SuperiorityTest;
import org.docduel.testkit.files.ModuleFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RankingTest {
  private static final double[][] FORKS = {{1, 1.02}, {1.05, 1.03}, {0.96, 0.97}};

  private static Ranking of(String file, String where) {
    return Ranking.of(
        Selection.of(where, "")
            .from(
                JmhFile.readAll(
                    List.of(
                        ModuleFiles.resolve(
                            RankingTest.class, "src/test/resources/cases/" + file)))),
        SuperiorityTest.withDefaults().withResampling(new Resampling(2000, 42, 2)),
        "store",
        List.of());
  }

  @Test
  void sentenceShowsFactorsAndTies() {
    assertThat(of("stores.json", "").sentence())
        .isEqualTo("beta; gamma (1.61x); alpha (1.64x, ties with gamma); over 3 configurations");
    assertThat(of("stores.json", "").sentences())
        .first()
        .asString()
        .isEqualTo("10B: beta 61.89 ms; gamma 98.08 ms (1.58x); alpha 99.08 ms (1.60x)");
  }

  @Test
  void ranksRatesFromHighest() {
    assertThat(of("rates.json", "update=set").sentence())
        .matches("beta 1,562 [a-z]+/s; alpha 940\\.9 [a-z]+/s \\(1\\.66x\\)");
  }

  @Test
  void reportsConfigurationsThatCannotBePaired(@TempDir Path directory) {
    ResultJson twice = new ResultJson();
    twice.add("store=a,k=1,m=1", "ms/op", FORKS).add("store=a,k=1,m=2", "ms/op", FORKS);
    twice.add("store=b,k=1,m=1", "ms/op", FORKS);
    ResultJson disjoint = new ResultJson();
    disjoint.add("store=a,k=1", "ms/op", FORKS).add("store=b,k=2", "ms/op", FORKS);

    assertThatThrownBy(() -> byK(twice.writeTo(directory, "twice.json")))
        .hasMessageContaining("a has several results for 1: they differ in m");
    assertThatThrownBy(() -> byK(disjoint.writeTo(directory, "apart.json")))
        .hasMessageContaining("no matching pair: a and b have nothing in common")
        .hasMessageContaining("1 (no candidate); 2 (no baseline)");
  }

  @Test
  void excludesSubjectWithSeveralResults(@TempDir Path directory) {
    ResultJson json = new ResultJson();
    json.add("store=a,k=1,m=1", "ms/op", FORKS).add("store=a,k=1,m=2", "ms/op", FORKS);
    json.add("store=b,k=1,m=1", "ms/op", FORKS).add("store=c,k=1,m=1", "ms/op", FORKS);

    Ranking ranking = byK(json.writeTo(directory, "three.json"));

    assertThat(ranking.pairs())
        .extracting(Ranking.Pair::baseline, Ranking.Pair::candidate)
        .containsExactly(tuple("b", "c"));
    assertThat(ranking.places()).extracting(Ranking.Place::subject).containsExactly("b", "c");
    assertThat(ranking.missing())
        .containsExactly(
            "Not compared in any configuration: a and b; a and c.",
            "a has several results for 1: they differ in m; name it in --by or fix it with"
                + " --where.");
  }

  @Test
  void reportsIdleSubjectWithoutAdviceOnParameters(@TempDir Path directory) {
    double[][] idle = {{0, 0}, {0, 0}, {0, 0}};
    ResultJson json = new ResultJson().add("store=a,k=1", "ops/s", FORKS);
    json.add("store=b,k=1", "ops/s", idle);

    assertThatThrownBy(() -> byK(json.writeTo(directory, "idle.json")))
        .hasMessageEndingWith(
            "no operation ended in any iteration, so there is nothing to compare");
  }

  /** A benchmark alone in its class meets nobody, be it the fastest. */
  @Test
  void testsOnlyPairsOfFastestWhenThereAreTooMany(@TempDir Path directory) throws IOException {
    String results =
        IntStream.rangeClosed(0, 46)
            .mapToObj(i ->
                new ResultJson()
                    .add("", "ms/op", i == 0 ? new double[][] {{0.1}, {0.11}, {0.12}} : FORKS)
                    .toString()
                    .replace("B.run", i == 0 ? "Alone.run" : "Many.run" + i)
                    .replaceAll("[\\[\\n](?=\\{)|\\]\\n", ""))
            .collect(Collectors.joining(",", "[", "]"));

    Ranking ranking =
        Ranking.of(
            Selection.ALL.from(
                JmhFile.read(Files.writeString(directory.resolve("m.json"), results))),
            SuperiorityTest.withDefaults().withResampling(new Resampling(2000, 42, 2)),
            "benchmark",
            List.of());

    assertThat(ranking.pairs()).hasSize(45);
    assertThat(ranking.missing())
        .contains(
            "Not compared, as no other is of the same class: Alone.run.",
            "Of so many pairs only those of the fastest are tested.");
    assertThat(ranking.places()).hasSize(46);
    assertThat(ranking.configurations().get(0).results()).hasSize(46);
  }

  private static Ranking byK(Path file) {
    return Ranking.of(
        Selection.ALL.from(JmhFile.read(file)),
        SuperiorityTest.withDefaults(),
        "store",
        List.of("k"));
  }

  /** A store that did nothing in a configuration is not ranked by the others alone. */
  @Test
  void ranksIdleSubjectLast(@TempDir Path directory) {
    ResultJson json = new ResultJson();
    double[][] idle = {{0, 0}, {0, 0}, {0, 0}};
    json.add("store=a,kind=x", "ops/s", FORKS).add("store=b,kind=x", "ops/s", FORKS);
    json.add("store=a,kind=y", "ops/s", FORKS).add("store=b,kind=y", "ops/s", idle);
    json.add("store=b,kind=z", "ops/s", new double[][] {{9, 9}, {9, 9}, {9, 9}});
    json.add("store=a,kind=z", "ops/s", FORKS);
    List<Path> files = List.of(json.writeTo(directory, "idle.json"));

    Ranking ranking =
        Ranking.of(
            Selection.ALL.from(JmhFile.readAll(files)),
            SuperiorityTest.withDefaults(),
            "store",
            List.of());

    assertThat(ranking.places().stream().filter(place -> place.subject().equals("b")))
        .singleElement()
        .satisfies(place -> assertThat(place.relative()).isInfinite());
  }

  @Test
  void reportsPairWithoutCommonConfiguration(@TempDir Path directory) {
    ResultJson json = new ResultJson().add("store=a,size=1", "ms/op", FORKS);
    json.add("store=b,size=1", "ms/op", FORKS).add("store=b,size=2", "ms/op", FORKS);
    json.add("store=c,size=2", "ms/op", FORKS);
    List<Path> files = List.of(json.writeTo(directory, "apart.json"));

    Ranking ranking =
        Ranking.of(
            Selection.ALL.from(JmhFile.readAll(files)),
            SuperiorityTest.withDefaults(),
            "store",
            List.of());

    assertThat(ranking.pairs()).hasSize(2);
    assertThat(ranking.missing()).containsExactly("Not compared in any configuration: a and c.");
  }

  /** Reads are nine in ten: updates three times as slow make the mix a little slower. */
  @Test
  void headlineOfMixUsesItsTotal(@TempDir Path directory) {
    ResultJson json = new ResultJson();
    for (String kind : List.of("read", "all", "update")) {
      double update = kind.equals("update") ? 3 : kind.equals("all") ? 1.2 : 1;
      for (String store : List.of("a", "b")) {
        double level = store.equals("a") ? 1 : update;
        json.add(
            "store=%s,kind=%s".formatted(store, kind),
            "ms/op",
            Stream.of(FORKS)
                .map(fork -> DoubleStream.of(fork).map(value -> value * level).toArray())
                .toArray(double[][]::new));
      }
    }
    List<Path> files = List.of(json.writeTo(directory, "mix.json"));

    Ranking ranking =
        Ranking.of(
            Selection.ALL.from(JmhFile.readAll(files)),
            SuperiorityTest.withDefaults(),
            "store",
            List.of());

    assertThat(ranking.sentence()).startsWith("a 1.005 ms; b 1.206 ms (1.20x");
    assertThat(ranking.pairs().get(0).row().delta()).isEqualTo(1 - 1.2, within(1e-9));
    assertThat(ranking.pairs().get(0).groups()).hasSize(3);
  }

  @Test
  void factorsUseOnlyCommonConfigurations() {
    Ranking ranking = of("stores.json", "store=alpha|beta,payload=10B|1KB");
    Ranking less = of("stores.json", "store=alpha|beta,payload=10B");

    assertThat(ranking.places().get(1).relative()).isNotEqualTo(less.places().get(1).relative());
    assertThat(ranking.places().get(0).wins()).isEqualTo(2);
    assertThat(ranking.configurations())
        .extracting(each -> each.label())
        .first()
        .isEqualTo("payload 10B");
  }

  @Test
  void commandAndReportPrintPairsOfRanking(@TempDir Path directory) throws IOException {
    for (String file : List.of("stores.json", "rates.json", "looks.json", "latencies.json")) {
      String path =
          ModuleFiles.resolve(RankingTest.class, "src/test/resources/cases/" + file).toString();
      String out = directory.resolve(file).toString();
      StringWriter csv = new StringWriter();
      PrintWriter written = new PrintWriter(csv);
      PrintWriter other = new PrintWriter(Writer.nullWriter());
      Main.run(written, other, "superiority", path, "--format=csv", "--resamples=2000");
      Main.run(other, other, "report", path, "-o", out, "--resamples=2000");

      List<Map<String, String>> pairs =
          rows(csv.toString().lines().toList()).stream()
              .filter(row -> !"groups".equals(row.remove("table"))) // one table alone has no name
              .toList();
      List<String> page = Files.readAllLines(Path.of(out, "tables", "pairs.csv"));
      assertThat(rows(page)).as(file).isEqualTo(pairs).hasSizeGreaterThan(0);
      if (!file.equals("looks.json")) { // its plan lies beside it
        assertThat(of(file, "").pairs())
            .extracting(
                Ranking.Pair::baseline,
                Ranking.Pair::candidate,
                pair -> pair.row().decision().label(),
                pair -> Double.toString(pair.row().delta()),
                pair -> Double.toString(pair.row().primary().interval().upper()),
                pair -> VerdictTables.label(pair.row(), 0.2),
                pair -> Double.toString(pair.row().interval().upper()))
            .containsExactlyElementsOf(
                pairs.stream()
                    .map(row ->
                        tuple(
                            row.get("baseline"),
                            row.get("candidate"),
                            row.get("decision"),
                            row.get("delta"),
                            row.get("upper"),
                            row.get("verdict"),
                            row.get("verdict_upper")))
                    .toList());
      }
    }
  }

  @Test
  void commandAndReportCompareFileBySameParameter(@TempDir Path directory) throws IOException {
    ResultJson json = new ResultJson();
    for (String size : List.of("1KB", "4KB")) {
      for (String codec : List.of("bson", "json")) {
        json.add("codec=" + codec + ",size=" + size, "ms/op", FORKS);
      }
    }
    assertThat(compared(json.writeTo(directory, "codecs.json"))).containsExactly("codec", "codec");

    ResultJson stores = new ResultJson();
    for (String size : List.of("1KB", "4KB")) {
      for (String store : List.of("a", "b")) {
        stores.add("size=" + size + ",store=" + store, "ms/op", FORKS);
      }
    }
    assertThat(compared(stores.writeTo(directory, "stores.json")))
        .containsExactly("store", "store");
  }

  /** What the command compares, and what the report is ranked by. */
  private static List<String> compared(Path file) throws IOException {
    StringWriter json = new StringWriter();
    PrintWriter out = new PrintWriter(json);
    String report = file + ".report";
    Main.run(out, out, "superiority", file.toString(), "--format=json", "--resamples=1000");
    Main.run(new PrintWriter(Writer.nullWriter()), out, "report", file.toString(), "-o", report);
    String page = Files.readString(Path.of(report, "report.html"));
    return List.of(
        json.toString().replaceAll("(?s).*\"compare\" : \"(\\w+)\".*", "$1"),
        page.replaceAll("(?s).*<title>[^<]* by (\\w+)</title>.*", "$1"));
  }

  @Test
  void commandAndReportRankDifferentConfigurationsAlike(@TempDir Path directory)
      throws IOException {
    ResultJson json = new ResultJson();
    for (String size : List.of("1KB", "4KB")) {
      json.add("store=a,size=" + size, "ms/op", FORKS);
      json.add("store=b,size=" + size, "ms/op", times(size.equals("1KB") ? 2 : 8));
    }
    json.add("store=c,size=1KB", "ms/op", times(4)).add("store=d,size=4KB", "ms/op", times(3));
    Path file = json.writeTo(directory, "uneven.json");
    Ranking console =
        Ranking.of(
            Selection.ALL.from(JmhFile.readAll(List.of(file))),
            SuperiorityTest.withDefaults(),
            "store",
            List.of());
    new Report(
            List.of(file),
            false,
            SuperiorityTest.withDefaults(),
            ComparedSubjects.UNSAID,
            Selection.ALL,
            "documents",
            true)
        .write(directory.resolve("report"));

    assertThat(Files.readAllLines(directory.resolve("report/tables/ranking.csv")).stream().skip(1))
        .map(line -> List.of(line.split(",", -1)).subList(0, 5))
        .isEqualTo(
            console.places().stream()
                .map(place ->
                    List.of(
                        place.subject(),
                        "" + place.rank(),
                        "" + place.relative(),
                        "" + place.wins(),
                        "" + place.configurations()))
                .toList())
        .hasSize(4);
  }

  private static double[][] times(double factor) {
    return Stream.of(FORKS)
        .map(fork -> DoubleStream.of(fork).map(value -> value * factor).toArray())
        .toArray(double[][]::new);
  }

  /** The rows of the first table without empty cells. */
  private static List<Map<String, String>> rows(List<String> csv) {
    List<String> header = List.of(csv.get(0).split(",", -1));
    return csv.stream()
        .takeWhile(line -> !line.isEmpty())
        .skip(1)
        .map(line -> {
          String[] cells = line.split(",", -1);
          Map<String, String> row = new TreeMap<>();
          for (int i = 0; i < cells.length; i++) {
            if (!cells[i].isEmpty()) {
              row.put(header.get(i), cells[i]);
            }
          }
          return row;
        })
        .toList();
  }
}
