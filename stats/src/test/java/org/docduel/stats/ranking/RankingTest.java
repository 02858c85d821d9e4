package org.docduel.stats.ranking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.docduel.stats.cli.Main;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.verdict.PairwiseTest;
import org.docduel.stats.verdict.PairwiseTest.Pair;
import org.docduel.stats.verdict.SuperiorityTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RankingTest {
  private static Ranking of(String file, String where) {
    return Ranking.of(
        Selection.of(where, "")
            .from(JmhFile.readAll(List.of(Path.of("src/test/resources/cases", file)))),
        new PairwiseTest(SuperiorityTest.withDefaults().withResamples(2000), "store", List.of()));
  }

  @Test
  void theSentenceHasFactorsAndSaysWhoIsNotToldApart() {
    assertThat(of("stores.json", "").sentence())
        .isEqualTo("beta; gamma (1.61x); alpha (1.64x, ties with gamma); over 3 configurations");
    assertThat(of("stores.json", "").sentences())
        .first()
        .asString()
        .isEqualTo("10B: beta 61.89 ms; gamma 98.08 ms (1.58x); alpha 99.08 ms (1.60x)");
  }

  @Test
  void aRateIsWrittenAsARateAndTheHighestIsTheFirst() {
    assertThat(of("rates.json", "update=set").sentence())
        .matches("beta 1,562 [a-z]+/s; alpha 940\\.9 [a-z]+/s \\(1\\.66x\\)");
  }

  @Test
  void onlyConfigurationsOfAllMakeTheFactors() {
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
  void theCommandAndTheReportPrintThePairsOfTheRanking(@TempDir Path directory) throws IOException {
    for (String file : List.of("stores.json", "rates.json", "looks.json", "latencies.json")) {
      String path = Path.of("src/test/resources/cases", file).toString();
      String out = directory.resolve(file).toString();
      StringWriter csv = new StringWriter();
      PrintWriter written = new PrintWriter(csv);
      PrintWriter other = new PrintWriter(Writer.nullWriter());
      Main.run(written, other, "superiority", path, "--format=csv", "--resamples=2000");
      Main.run(other, other, "report", path, "-o", out, "--resamples=2000");

      List<Map<String, String>> pairs = rows(csv.toString().lines().toList());
      List<String> page = Files.readAllLines(Path.of(out, "tables", "pairs.csv"));
      assertThat(rows(page)).as(file).isEqualTo(pairs).hasSizeGreaterThan(0);
      if (!file.equals("looks.json")) { // its plan lies beside it
        assertThat(of(file, "").pairs())
            .extracting(
                Pair::baseline,
                Pair::candidate,
                pair -> pair.row().verdict().label(),
                pair -> Double.toString(pair.row().delta()),
                pair -> Double.toString(pair.row().interval().upper()))
            .containsExactlyElementsOf(
                pairs.stream()
                    .map(row ->
                        tuple(
                            row.get("baseline"),
                            row.get("candidate"),
                            row.get("decision"),
                            row.get("delta"),
                            row.get("upper")))
                    .toList());
      }
    }
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
