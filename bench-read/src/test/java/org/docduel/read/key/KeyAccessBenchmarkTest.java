package org.docduel.read.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Read;
import org.docduel.core.spi.Read.QueryPlan;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.core.suite.Answer;
import org.docduel.core.work.ContentCheck.Outcome;
import org.docduel.core.workload.Combination;
import org.docduel.stores.postgres.server.PostgresServer;
import org.docduel.testkit.TinyRun;
import org.docduel.testkit.contract.TestServers;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.results.RunResult;

/** Runs the benchmarks in this JVM with few documents; every value is compared in each run. */
class KeyAccessBenchmarkTest {
  private static final int ROWS = 60;

  @BeforeAll
  static void startServer() {
    TestServers.publishToForks(PostgresServer.FAMILY);
  }

  @ParameterizedTest
  @CsvSource({
    "postgres-json,users-20,last,values,text,default",
    "postgres-json,users-20,early,values,native,column=generated",
    "postgres-jsonb,users-20,last,values,native,compression=none",
    "postgres-jsonb,users-20,friend50,values,text,column=generated",
    "postgres-jsonb,users-60,friend50,count,text,compression=pglz",
    "postgres-typed,users-20,last,values,native,default",
    "postgres-typed,pairs-int32,middle,values,native,default",
    "postgres-json,pairs-text,middle,values,text,default",
    "postgres-jsonb,pairs-bool,middle,values,native,column=generated",
    "postgres-jsonb,users-2,friends[1].phones[0],values,native,column=generated"
  })
  void readsEveryKey(
      String store, String documents, String key, String answer, String result, String settings)
      throws Exception {
    RunResult run = run("KeyAccessBenchmark", store, documents, key, answer, result, settings);

    assertThat(run.getPrimaryResult().getScore()).isPositive();
    assertThat(run.getSecondaryResults())
        .containsKey("execution")
        .hasEntrySatisfying("stored", stored -> assertThat(stored.getScore()).isPositive())
        .hasEntrySatisfying(
            "toasted", toasted -> assertThat(toasted.getScore()).isBetween(0.0, 100.0));
  }

  @Test
  void readsInClientHaveNoServerTime() throws Exception {
    RunResult run =
        run(
            "KeyInClientBenchmark",
            "postgres-bytea-bson",
            "users-20",
            "last",
            "values",
            "text",
            "compression=none");

    assertThat(run.getSecondaryResults()).containsKeys("stored").doesNotContainKey("execution");
  }

  private static RunResult run(
      String benchmark,
      String store,
      String documents,
      String key,
      String answer,
      String result,
      String settings)
      throws Exception {
    return TinyRun.single(
        TinyRun.of(benchmark)
            .param("store", store)
            .param("documents", documents)
            .param("rows", String.valueOf(ROWS))
            .param("key", key)
            .param("answer", answer)
            .param("result", result)
            .param("settings", settings));
  }

  @Test
  void checkFailsForValueOfAnotherDocument() {
    List<Value> right = new ArrayList<>();
    for (long id = 0; id < ROWS; id++) {
      right.add(
          Path.parse("user.name")
              .in(parameters().documents().dataset().document(id).body())
              .orElseThrow());
    }

    assertThat(check(right, values -> values).isSuccess()).isTrue();
    assertThat(check(right, KeyAccessBenchmarkTest::reversed).isSuccess()).isTrue();
    assertThat(check(right, values -> changed(values, NullValue.NULL)).isSuccess()).isFalse();
    assertThat(check(right, values -> changed(values, new StringValue("other"))).isSuccess())
        .isFalse();
    assertThat(check(right, values -> values.subList(1, ROWS)).detail())
        .contains("59 values came where there are 60");
    assertThat(check(right, values -> changed(values, new StringValue("other"))).detail())
        .startsWith("in sorted order the first that differs is {value='other'}, not {value='");
  }

  @Test
  void detectsDifferenceOfTruncatedAnswersByDigest() {
    int many = Answer.MAX_RETAINED_ROWS + 1;
    Answer expected =
        KeyAccessBenchmark.KeyQuery.of(
                "users-1", String.valueOf(many), "user.name", "values", "text")
            .expected();
    List<Value> others = Collections.nCopies(many, new StringValue("other"));

    assertThat(KeyAccessBenchmark.check(reading(others, values -> values), expected).detail())
        .matches(
            "in sorted order the first that differs is one of 20001 rows, digest [0-9a-f]{32},"
                + " not one of 20001 rows, digest [0-9a-f]{32}");
  }

  private static Outcome check(List<Value> right, UnaryOperator<List<Value>> store) {
    return KeyAccessBenchmark.check(reading(right, store), parameters().expected());
  }

  private static KeyAccessBenchmark.KeyQuery parameters() {
    return KeyAccessBenchmark.KeyQuery.of(
        "users-1", String.valueOf(ROWS), "user.name", "values", "text");
  }

  private static List<Value> reversed(List<Value> values) {
    List<Value> reversed = new ArrayList<>(values);
    Collections.reverse(reversed);
    return reversed;
  }

  private static List<Value> changed(List<Value> values, Value other) {
    List<Value> changed = new ArrayList<>(values);
    changed.set(7, other);
    return changed;
  }

  private static Read reading(List<Value> right, UnaryOperator<List<Value>> store) {
    return new Read() {
      @Override
      public long run(LongConsumer id) {
        throw new UnsupportedOperationException("values are asked for");
      }

      @Override
      public long values(Consumer<Value> value) {
        List<Value> answer = store.apply(right);
        answer.forEach(value);
        return answer.size();
      }

      @Override
      public QueryPlan explain() {
        throw new UnsupportedOperationException("nothing is explained");
      }
    };
  }

  /** PostgreSQL's own limit: 1,000 texts of 10 characters are not moved out of a row. */
  @ParameterizedTest
  @CsvSource({
    "postgres-typed,pairs-text,false",
    "postgres-typed,pairs-int32,true",
    "postgres-typed,pairs-bool,true",
    "postgres-typed,users-90,true",
    "postgres-jsonb,pairs-text,true"
  })
  void skipsDocumentsThatStoreCannotHold(String store, String documents, boolean runs) {
    Map<String, String> parameters =
        Map.of(
            "store",
            store,
            "documents",
            documents,
            "key",
            "last",
            "answer",
            "values",
            "result",
            "text");
    KeyAccessBenchmark.KeyAccess experiment =
        new KeyAccessBenchmark.KeyAccess(KeyAccessBenchmark.class, Capability.KEY_ACCESS);

    assertThat(
            experiment
                .collection(new Combination("a.KeyAccessBenchmark.read", parameters))
                .flatMap(collection ->
                    StoreProviders.byName(store)
                        .orElseThrow()
                        .unsupportedReason(StoreConfig.defaults(), collection)))
        .satisfies(reason -> assertThat(reason.isEmpty()).isEqualTo(runs));
  }

  @Test
  void rejectsContradictoryParametersBeforeStart() {
    assertThat(rejection("users-50", "friend50", "values", "text")).isEmpty();
    assertThat(rejection("pairs-bool", "friend50", "values", "text"))
        .hasValueSatisfying(reason -> assertThat(reason).contains("no friends"));
    assertThat(rejection("users-50", "user", "values", "text"))
        .hasValueSatisfying(reason -> assertThat(reason).contains("key=user"));
    assertThat(rejection("users-50", "last", "count", "native"))
        .hasValueSatisfying(reason -> assertThat(reason).contains("count"));
    assertThatThrownBy(() -> rejection("users-50", "a..b", "values", "text"))
        .isInstanceOf(BadInputException.class)
        .message()
        .startsWith("-p key=a..b, character 2: a path is ")
        .doesNotContain("\n");
  }

  private static Optional<String> rejection(
      String documents, String key, String answer, String result) {
    return new KeyAccessBenchmark.KeyAccess(KeyAccessBenchmark.class, Capability.KEY_ACCESS)
        .unsupportedReason(
            new Combination(
                "b",
                Map.of("documents", documents, "key", key, "answer", answer, "result", result)));
  }
}
