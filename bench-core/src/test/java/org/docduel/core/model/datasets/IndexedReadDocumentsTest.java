package org.docduel.core.model.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.docduel.core.model.ContentDigest;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class IndexedReadDocumentsTest {
  private static final Dataset DATASET = new IndexedReadDocuments();
  private static final int MANY = 50_000;
  private static final List<Document> ROWS = DATASET.documents(0, MANY);

  @Test
  void namesThirtyAttributesByPrefixKindAndNumber() {
    List<String> names = ROWS.get(0).body().names().asList();

    assertThat(names)
        .hasSize(30)
        .startsWith("indexed_text_1", "indexed_text_2", "indexed_text_3", "indexed_timestamp_1")
        .contains(
            "indexed_number_2",
            "indexed_text_array_3",
            "unindexed_text_array_1",
            "indexed_boolean_1")
        .endsWith("unindexed_boolean_1", "unindexed_boolean_2", "unindexed_boolean_3");
  }

  @Test
  void unindexedTwinHasSameValues() {
    for (Document row : ROWS.subList(0, 1_000)) {
      for (String name : row.body().names().asList()) {
        if (name.startsWith("indexed_")) {
          assertThat(row.body().field("un" + name)).isEqualTo(row.body().field(name));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 25, 26, 27, 1_000, 10_000, 49_999})
  void valuesDerivedFromRowNumberHaveExactCounts(int rows) {
    assertThat(count(rows, "indexed_text_1", text("A"))).isEqualTo(rows / 26);
    assertThat(count(rows, "indexed_text_1", text("B"))).isEqualTo((rows + 25) / 26);
    assertThat(count(rows, "indexed_text_3", text("priority"))).isEqualTo(rows / 6);
    assertThat(count(rows, "indexed_boolean_1", BooleanValue.TRUE::equals)).isEqualTo(rows / 2);
    assertThat(count(rows, "indexed_boolean_2", BooleanValue.TRUE::equals)).isEqualTo(rows / 3);
    assertThat(count(rows, "indexed_boolean_3", BooleanValue.TRUE::equals)).isEqualTo(rows / 5);
  }

  @ParameterizedTest
  @CsvSource({
    "0, B, INV0000001, kyc", "1, C, INV0000002, aml", "24, Z, INV0000025, kyc",
    "25, A, INV0000026, aml", "5, G, INV0000006, priority", "999999, O, INV1000000, custody",
    "9999998, J, INV9999999, onboard", "9999999, K, INV0000000, custody"
  })
  void derivesTextsFromRowNumber(long index, String letter, String invoice, String topic) {
    ObjectValue body = DATASET.document(index).body();

    assertThat(body.field("indexed_text_1")).contains(new StringValue(letter));
    assertThat(body.field("indexed_text_2")).contains(new StringValue(invoice));
    assertThat(body.field("indexed_text_3")).contains(new StringValue(topic));
  }

  @ParameterizedTest
  @ValueSource(strings = {"indexed_timestamp_1", "indexed_timestamp_2", "indexed_timestamp_3"})
  void timestampsAreUniformOverAFixedYear(String name) {
    Instant end = Instant.parse("2026-01-01T00:00:00Z");
    Instant start = Instant.parse("2025-01-01T00:00:00Z");
    Instant from = Instant.parse("2025-01-01T00:00:00Z");
    Instant to = Instant.parse("2025-02-01T00:00:00Z");

    assertThat(ROWS)
        .allSatisfy(row -> assertThat(timestamp(row, name)).isAfterOrEqualTo(start).isBefore(end));
    assertBinomial(
        row -> !timestamp(row, name).isBefore(from) && timestamp(row, name).isBefore(to),
        31.0 / 365);
  }

  @ParameterizedTest
  @ValueSource(strings = {"indexed_number_1", "indexed_number_2", "indexed_number_3"})
  void numbersAreUniformWithTwoDecimals(String name) {
    assertThat(ROWS)
        .allSatisfy(row ->
            assertThat(number(row, name))
                .isBetween(BigDecimal.ZERO, BigDecimal.valueOf(1_000_000))
                .hasScaleOf(2));
    assertBinomial(row -> number(row, name).intValue() < 250_000, 0.25);
    assertBinomial(row -> number(row, name).unscaledValue().testBit(0), 0.5);
  }

  @ParameterizedTest
  @CsvSource({
    "indexed_text_array_1, kyc, 0.35",
    "indexed_text_array_1, aml, 0.35",
    "indexed_text_array_1, custody, 0.35",
    "indexed_text_array_1, onboard, 0.35",
    "indexed_text_array_1, priority, 0.35",
    "indexed_text_array_1, tax, 0.35",
    "indexed_text_array_2, grpA, 0.5",
    "indexed_text_array_2, grpB, 0.5",
    "indexed_text_array_2, grpC, 0.5",
    "indexed_text_array_2, grpD, 0.5",
    "indexed_text_array_3, X, 0.5",
    "indexed_text_array_3, Y, 0.5",
    "indexed_text_array_3, Z, 0.5"
  })
  void arraysHaveEachTextWithItsProbability(String name, String text, double probability) {
    assertBinomial(row -> elements(row, name).contains(new StringValue(text)), probability);
  }

  @Test
  void elementsAreDrawnIndependently() {
    assertBinomial(
        row ->
            elements(row, "indexed_text_array_1")
                .containsAll(List.of(new StringValue("aml"), new StringValue("priority"))),
        0.35 * 0.35);
    assertBinomial(
        row ->
            elements(row, "indexed_text_array_1").contains(new StringValue("aml"))
                && elements(row, "indexed_text_array_2").contains(new StringValue("grpA")),
        0.35 * 0.5);
    assertBinomial(row -> elements(row, "indexed_text_array_1").isEmpty(), Math.pow(0.65, 6));
  }

  @Test
  void randomAttributesOfARowAreNotRelated() {
    assertBinomial(
        row ->
            number(row, "indexed_number_1").intValue() < 500_000
                && number(row, "indexed_number_2").intValue() < 500_000,
        0.25);
  }

  @Test
  void rowsAreTheSameOnAnyThreadInAnyOrder() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Boolean>> tasks = new ArrayList<>();
      for (int stride : new int[] {1, 7, 333, 4_999}) {
        tasks.add(() ->
            LongStream.range(0, 5_000)
                .map(i -> i * stride % 5_000)
                .allMatch(i -> DATASET.document(i).equals(ROWS.get((int) i))));
      }
      for (Future<Boolean> result : threads.invokeAll(tasks)) {
        assertThat(result.get()).isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Worked out from the definition of SplitMix64 by a separate program. */
  @Test
  void randomValuesOfFirstRowMatchDefinition() {
    Document row = ROWS.get(0);

    assertThat(number(row, "indexed_number_1")).isEqualTo("686377.03");
    assertThat(timestamp(row, "indexed_timestamp_1").toEpochMilli()).isEqualTo(1_747_202_023_236L);
    assertThat(elements(row, "indexed_text_array_1"))
        .containsExactly(new StringValue("onboard"), new StringValue("priority"));
    // Bits 0 and 3 of 9: grpA and grpD; bit 2 of 4: Z.
    assertThat(elements(row, "indexed_text_array_2"))
        .containsExactly(new StringValue("grpA"), new StringValue("grpD"));
    assertThat(elements(row, "indexed_text_array_3")).containsExactly(new StringValue("Z"));
  }

  /** If one of these changes, results of before and after are no longer about the same rows. */
  @ParameterizedTest
  @CsvSource({
    "0, 1, 4eee6cce830263f2",
    "1, 1, 04597fbf8e62ea06",
    "999999, 1, bb49ebc280ee4e54",
    "0, 10000, 7521a33662d71b28"
  })
  void defaultSeedReproducesRows(long from, int count, String digest) {
    assertThat(ContentDigest.of(DATASET, from, count)).startsWith(digest);
  }

  /** Five standard deviations: passed by a right generator all but once in two million. */
  private static void assertBinomial(Predicate<Document> condition, double probability) {
    double expected = MANY * probability;
    double deviation = Math.sqrt(MANY * probability * (1 - probability));

    assertThat((double) ROWS.stream().filter(condition).count())
        .isCloseTo(expected, within(5 * deviation));
  }

  private static long count(int rows, String name, Predicate<Value> condition) {
    return ROWS.subList(0, rows).stream()
        .filter(row -> condition.test(row.body().field(name).orElseThrow()))
        .count();
  }

  private static Predicate<Value> text(String text) {
    return new StringValue(text)::equals;
  }

  private static Instant timestamp(Document row, String name) {
    return ((TimestampValue) row.body().field(name).orElseThrow()).value();
  }

  private static BigDecimal number(Document row, String name) {
    return ((DecimalValue) row.body().field(name).orElseThrow()).value();
  }

  private static List<Value> elements(Document row, String name) {
    return ((ArrayValue) row.body().field(name).orElseThrow()).elements();
  }
}
