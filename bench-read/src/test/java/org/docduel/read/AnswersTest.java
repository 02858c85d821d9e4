package org.docduel.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.datasets.IndexedReadDocuments;
import org.docduel.core.query.IndexedReads;
import org.docduel.core.query.IndexedReads.Scenario;
import org.docduel.core.query.Query;
import org.docduel.read.IdDigest.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnswersTest {
  private static final int ROWS = 1_000;
  private static final Dataset DATASET = new IndexedReadDocuments();

  private static List<Scenario> scenarios(int limit) {
    return IndexedReads.scenarios(IndexedReads.INDEXED, limit);
  }

  private static Query query(String name, int limit) {
    return scenarios(limit).stream()
        .filter(scenario -> scenario.name().equals(name))
        .findFirst()
        .orElseThrow()
        .query();
  }

  private static Answer expected(String name, int limit) {
    Map<String, Answer> answers = IndexedAnswers.of(DATASET, ROWS, scenarios(limit));
    return answers.getOrDefault(name, new Answer(-1, ""));
  }

  /** What a store without a fault would send. */
  private static List<Long> ids(Query query) {
    List<Long> ids = new ArrayList<>();
    LongStream.range(0, ROWS)
        .filter(id -> query.where().test(DATASET.document(id).body()))
        .forEach(ids::add);
    query
        .orderedBy()
        .ifPresent(field ->
            ids.sort((first, second) ->
                Long.compare(
                    IndexedAnswers.sortKey(DATASET.document(first), field),
                    IndexedAnswers.sortKey(DATASET.document(second), field))));
    return query.limit() == 0 ? ids : new ArrayList<>(ids.subList(0, query.limit()));
  }

  private static String difference(Query query, List<Long> ids, Answer expected) {
    IndexedAnswers.Received received = new IndexedAnswers.Received(DATASET, query);
    ids.forEach(received::accept);
    return received.fault(expected).orElse("none");
  }

  /** Any change of the documents, the conditions or the digest shows here. */
  @ParameterizedTest
  @CsvFileSource(resources = "answers-1000.csv", numLinesToSkip = 1)
  void answersAreReproducible(String scenario, long rows, String digest) {
    assertThat(expected(scenario, 0)).isEqualTo(new Answer(rows, digest));
  }

  @ParameterizedTest
  @ValueSource(strings = {"S1", "S2", "S3", "S4", "S5", "S6", "S6r", "S7", "S8", "S9"})
  void unorderedAnswerMayHaveAnyOrder(String name) {
    Query query = query(name, 0);
    List<Long> ids = ids(query);
    Collections.reverse(ids);
    assertThat(difference(query, ids, expected(name, 0))).isEqualTo("none");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 10})
  void orderedAnswerMustBeInOrder(int limit) {
    Query query = query("S10", limit);
    List<Long> ids = ids(query);
    assertThat(difference(query, ids, expected("S10", limit))).isEqualTo("none");
    if (limit != 1) {
      Collections.swap(ids, 0, ids.size() - 1);
      assertThat(difference(query, ids, expected("S10", limit))).contains("is out of order");
    }
  }

  @Test
  void detectsMissingAndAdditionalRows() {
    Query query = query("S3", 0);
    List<Long> ids = ids(query);
    ids.remove(0);
    assertThat(difference(query, ids, expected("S3", 0)))
        .isEqualTo("expected 166 rows, received 165");
  }

  @Test
  void detectsReplacedRow() {
    Query query = query("S3", 0);
    List<Long> ids = ids(query);
    ids.set(3, ids.get(3) + 1);
    assertThat(difference(query, ids, expected("S3", 0)))
        .isEqualTo("the 166 rows are not those that were expected");
  }

  @Test
  void detectsDuplicateInPlaceOfRow() {
    Query query = query("S3", 0);
    List<Long> ids = ids(query);
    ids.set(3, ids.get(2));
    assertThat(difference(query, ids, expected("S3", 0))).contains("not those");
  }

  @Test
  void detectsRowThatViolatesCondition() {
    Query query = query("S10", 10);
    long mismatch =
        LongStream.range(0, ROWS)
            .filter(id -> !query.where().test(DATASET.document(id).body()))
            .findFirst()
            .orElseThrow();
    List<Long> ids = ids(query);
    ids.set(9, mismatch);
    assertThat(difference(query, ids, expected("S10", 10))).isNotEqualTo("none");
  }
}
