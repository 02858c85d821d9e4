package org.docduel.stats.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.ParameterMatch;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.verdict.PairwiseTest;
import org.docduel.stats.verdict.SuperiorityTest;
import org.junit.jupiter.api.Test;

class RankingTest {
  private static Ranking of(String file, String where) {
    Selection selection = Selection.withDefaults();
    return Ranking.of(
        (where.isEmpty() ? selection : selection.withWhere(ParameterMatch.parse(where)))
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
}
