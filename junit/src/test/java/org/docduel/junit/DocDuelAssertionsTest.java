package org.docduel.junit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.docduel.junit.DocDuelAssertions.assertThat;
import static org.docduel.junit.DocDuelAssertions.percent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.docduel.stats.verdict.ChangeTest.Change;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** Assertions on results as JMH writes them, made of given times. */
class DocDuelAssertionsTest {
  private static final String BASELINE = "postgres-jsonb";
  private static final String OTHER = "mongodb";

  @TempDir private Path directory;

  private final List<String> results = new ArrayList<>();

  /** A query in a store, with the mean time of each fork in milliseconds. */
  private DocDuelAssertionsTest with(String query, String store, double... forks) {
    String data =
        Arrays.toString(
            Arrays.stream(forks)
                .mapToObj(ms -> "[%s, %s]".formatted(ms * 0.999, ms * 1.001))
                .toArray());
    results.add(
        """
        {"jmhVersion": "1.37", "benchmark": "org.docduel.read.suite.QuerySuiteBenchmark.ask", "mode": "ss",
         "threads": 1, "forks": %d, "warmupIterations": 1, "measurementIterations": 2,
         "params": {"suite": "mine", "query": "%s", "store": "%s"},
         "primaryMetric": {"score": 1, "scoreUnit": "ms/op", "rawData": %s}, "secondaryMetrics": {}}\
        """
            .formatted(forks.length, query, store, data));
    return this;
  }

  private SuiteResult read() {
    try {
      Path file = Files.writeString(directory.resolve("jmh.json"), results.toString());
      return SuiteResult.read(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private SuiteResult noisy(double factor) {
    return with("1.2", BASELINE, 10, 10.2, 9.9, 10.1)
        .with("1.2", OTHER, 10 * factor, 10.3 * factor, 9.8 * factor, 10.1 * factor)
        .read();
  }

  private static Change change(SuiteResult result) {
    return result.changes(BASELINE, OTHER).get(0);
  }

  @Test
  void passesExactlyWhereUpperBoundIsBelowLimit() {
    SuiteResult result = noisy(1);
    double bound = 100 * change(result).upperBound();
    assertThatCode(
            () -> assertThat(result).query("1.2").isNotSlowerThan(BASELINE, percent(bound + 1e-6)))
        .doesNotThrowAnyException();
    assertThatThrownBy(
            () -> assertThat(result).query("1.2").isNotSlowerThan(BASELINE, percent(bound - 1e-6)))
        .isInstanceOf(TestAbortedException.class);
  }

  @Test
  void passesWhereSlowdownIsShownBelowLimit() {
    SuiteResult result = noisy(1.05);
    assertThatCode(() -> assertThat(result).query("1.2").isNotSlowerThan(BASELINE, percent(20)))
        .doesNotThrowAnyException();
  }

  @Test
  void failsWithIntervalWhereSlowdownIsShown() {
    SuiteResult result = noisy(1.3);
    Change change = change(result);
    assertThatThrownBy(() -> assertThat(result).query("1.2").isNotSlowerThan(BASELINE, percent(5)))
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageStartingWith(
            "query 1.2: mongodb is slower than postgres-jsonb: time +30.0 %%, 95 %% interval %s .. %s, 4 forks a side; the limit is 5 %% ("
                .formatted(text(change.lowerBound()), text(change.upperBound())));
  }

  private static String text(double fraction) {
    return String.format(Locale.ROOT, "%+.1f %%", 100 * fraction);
  }

  @Test
  void abortsWithTwoForks() {
    SuiteResult result = with("1.2", BASELINE, 10, 10).with("1.2", OTHER, 30, 30).read();
    assertThatThrownBy(() -> assertThat(result).query("1.2").isNotSlowerThan(BASELINE, percent(5)))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("time 3.00x slower, no interval, which takes 3 forks a side");
  }

  @Test
  void everyQueryNamesEachThatIsSlowerAndPassesOverAbortion() {
    SuiteResult result =
        with("1.1", BASELINE, 10, 10.1, 10.2)
            .with("1.2", BASELINE, 10, 10.1, 10.2)
            .with("1.3", BASELINE, 10, 12, 14)
            .with("1.1", OTHER, 20, 20.3, 20.1)
            .with("1.2", OTHER, 5, 5.1, 5.2)
            .with("1.3", OTHER, 11, 15, 9)
            .read();
    assertThatThrownBy(() -> assertThat(result).everyQuery().isNotSlowerThan(BASELINE, percent(5)))
        .isInstanceOf(AssertionFailedError.class)
        .hasMessageContaining("query 1.1: ")
        .message()
        .doesNotContain("1.2:", "1.3:");
    assertThatThrownBy(() -> assertThat(result).query("1.3").isNotSlowerThan(BASELINE, percent(5)))
        .isInstanceOf(TestAbortedException.class);
  }

  @Test
  void assertsOnEveryOtherStoreOrOnTheOneThatIsNamed() {
    SuiteResult result =
        with("1.2", BASELINE, 10, 10.1, 10.2)
            .with("1.2", OTHER, 5, 5.1, 5.2)
            .with("1.2", "oracle-jct", 20, 20.1, 20.2)
            .read();
    assertThatCode(
            () -> assertThat(result).query("1.2").in(OTHER).isNotSlowerThan(BASELINE, percent(5)))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> assertThat(result).query("1.2").isNotSlowerThan(BASELINE, percent(5)))
        .hasMessageContaining("oracle-jct is slower than postgres-jsonb");
  }

  @Test
  void rejectsWhatWasNotMeasured() {
    SuiteResult result =
        with("1.1", BASELINE, 10, 10, 10)
            .with("1.2", BASELINE, 10, 10, 10)
            .with("1.2", OTHER, 10, 10, 10)
            .read();
    assertThatThrownBy(() -> assertThat(result).query("1.9").isNotSlowerThan(BASELINE, percent(5)))
        .hasMessageEndingWith("a result of query 1.9; the queries are 1.1, 1.2");
    assertThatThrownBy(() -> assertThat(result).query("1.2").isNotSlowerThan("nosql", percent(5)))
        .hasMessageContaining("store=nosql; 'store' has postgres-jsonb, mongodb");
    assertThatThrownBy(
            () -> assertThat(result).query("1.2").in("nosql").isNotSlowerThan(BASELINE, percent(5)))
        .hasMessageContaining("store=nosql; 'store' has postgres-jsonb, mongodb");
    assertThatThrownBy(() ->
            assertThat(result).query("1.2").in(BASELINE).isNotSlowerThan(BASELINE, percent(5)))
        .hasMessageContaining("both store=postgres-jsonb");
    assertThatThrownBy(() -> assertThat(result).query("1.1").isNotSlowerThan(BASELINE, percent(5)))
        .hasMessageStartingWith(
            "postgres-jsonb and mongodb do not both have a result of query 1.1;");
    assertThatThrownBy(() -> percent(0)).hasMessageContaining("percentage above 0");
  }

  @Test
  void saysWhyQueryCannotBeCompared() {
    with("1.1", OTHER, 10, 10, 10);
    results.replaceAll(text -> text.replace("\"ss\"", "\"thrpt\"").replace("ms/op", "ops/ms"));
    SuiteResult result =
        with("1.1", BASELINE, 10, 10, 10)
            .with("1.2", BASELINE, 10, 10, 10)
            .with("1.2", OTHER, 10, 10, 10)
            .read();
    assertThatThrownBy(() -> assertThat(result).query("1.1").isNotSlowerThan(BASELINE, percent(5)))
        .hasMessageContaining("mixed units");
  }

  @Test
  void rejectsResultOfOnlyOneStore() {
    SuiteResult result = with("1.1", BASELINE, 10, 10, 10).read();
    assertThatThrownBy(() -> assertThat(result).everyQuery().isNotSlowerThan(BASELINE, percent(5)))
        .hasMessageContaining("both store=postgres-jsonb");
  }
}
