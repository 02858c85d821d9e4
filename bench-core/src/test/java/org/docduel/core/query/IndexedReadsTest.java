package org.docduel.core.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.datasets.IndexedReadDocuments;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How many rows a scenario finds follows from the rule that makes the rows. */
class IndexedReadsTest {
  private static final int ROWS = 20_000;

  /** 99.99 % of a normal distribution lie within as many standard deviations. */
  private static final double DEVIATIONS = 3.9;

  private static Map<String, Long> indexed = Map.of();
  private static Map<String, Long> unindexed = Map.of();

  @BeforeAll
  static void count() {
    indexed = counts(IndexedReads.INDEXED);
    unindexed = counts(IndexedReads.UNINDEXED);
  }

  private static Map<String, Long> counts(String prefix) {
    return IndexedReads.scenarios(prefix, 0).stream()
        .collect(
            Collectors.toMap(
                IndexedReads.Scenario::name, scenario -> matching(scenario.query().where())));
  }

  private static long matching(Predicate where) {
    return LongStream.range(0, ROWS)
        .mapToObj(row -> new IndexedReadDocuments().document(row).body())
        .filter(where::test)
        .count();
  }

  private static double found(String scenario) {
    return indexed.getOrDefault(scenario, -1L);
  }

  private static long rows(Function<Long, Boolean> rule) {
    return LongStream.rangeClosed(1, ROWS).filter(rule::apply).count();
  }

  @Test
  void twinsHaveSameAnswers() {
    assertThat(unindexed).isEqualTo(indexed).hasSize(11);
  }

  @Test
  void findsExactlyRowsDerivedFromTheirNumbers() {
    assertThat(indexed)
        .containsEntry("S2", rows(g -> String.format("INV%07d", g).startsWith("INV00012")))
        .containsEntry("S3", rows(g -> g % 6 == 0))
        .containsEntry("S7", rows(g -> g % 26 == 0 && g % 2 == 0))
        .containsEntry("S9", rows(g -> g % 26 == 0 || g % 2 == 0))
        .containsEntry("S10", rows(g -> g % 26 == 0));
    assertThat(indexed.get("S10")).isBetween((long) ROWS / 26, (long) ROWS / 26 + 1);
  }

  @ParameterizedTest
  @CsvSource({
    "S4, 0.0849315", // 31 of 365 days
    "S5, 0.1225", // 0.35 * 0.35
    "S6, 0.675", // 1 - 0.65 * 0.5
    "S6r, 0.5775" // 1 - 0.65 * 0.65
  })
  void findsNumberExpectedFromProbability(String scenario, double probability) {
    double deviation = Math.sqrt(ROWS * probability * (1 - probability));
    assertThat(found(scenario))
        .isBetween(
            ROWS * probability - DEVIATIONS * deviation,
            ROWS * probability + DEVIATIONS * deviation);
  }

  @Test
  void numberAboveHundredMatchesNearlyAllRowsOfLetter() {
    double letter = found("S10");
    assertThat(found("S1")).isBetween(letter - 3, letter);
    assertThat(found("S8")).isBetween(letter - 3, letter);
  }

  @ParameterizedTest
  @ValueSource(strings = {"S1", "S2", "S3", "S4", "S5", "S6", "S6r", "S7", "S8", "S9", "S10"})
  void findsNothingWithoutTheFields(String name) {
    Query query =
        IndexedReads.scenarios(IndexedReads.INDEXED, 0).stream()
            .filter(scenario -> scenario.name().equals(name))
            .findFirst()
            .orElseThrow()
            .query();
    assertThat(query.where().test(ObjectValue.empty())).isFalse();
  }
}
