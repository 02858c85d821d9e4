package org.docduel.read.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.datasets.ShopDocuments;
import org.docduel.core.suite.Answer;
import org.docduel.core.suite.Suite;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The reads of accounts and products, held against what a loop over the documents finds. */
class ShopAnswersTest {
  private static final int ROWS = 3_000;
  private static final String NOON = "2026-02-28T12:00:00.000Z";
  private static final Set<String> OWNERS =
      Set.of("user-125802", "user-287910", "user-623469", "user-802097");

  private static SuiteAnswers answers;

  @BeforeAll
  static void computeAnswers() {
    Map<String, Answer> expected = new TreeMap<>();
    List<ObjectValue> accounts = documents("accounts");
    List<ObjectValue> products = documents("products");
    expected.put("1.1", page(accounts, true));
    expected.put("1.2", page(accounts, false));
    expected.put("1.3", rows(accounts, document -> owners(document).anyMatch(OWNERS::contains)));
    expected.put("1.4", sums(accounts, "type", "accounts", "owners"));
    expected.put("2.1", page(products, true));
    expected.put("2.2", page(products, false));
    expected.put("2.3", sums(products, "tag", "products", "variations"));
    answers = new SuiteAnswers(Suite.read("shop"), ROWS, expected);
  }

  private static List<ObjectValue> documents(String name) {
    ShopDocuments documents = ShopDocuments.byName(name).orElseThrow();
    return documents.documents(0, ROWS).stream().map(document -> document.body()).toList();
  }

  private static String text(ObjectValue document, String field) {
    return ((StringValue) document.field(field).orElseThrow()).value();
  }

  private static Stream<String> texts(ObjectValue document, String field) {
    return ((ArrayValue) document.field(field).orElseThrow())
        .elements().stream().map(element -> ((StringValue) element).value());
  }

  private static Stream<String> owners(ObjectValue account) {
    return texts(account, "owners");
  }

  private static Answer page(List<ObjectValue> documents, boolean after) {
    Comparator<ObjectValue> time = Comparator.comparing(document -> text(document, "createdAt"));
    Answer.Rows rows = new Answer.Rows(true, true);
    documents.stream()
        .filter(document -> text(document, "createdAt").compareTo(NOON) * (after ? 1 : -1) > 0)
        .sorted(after ? time : time.reversed())
        .limit(55)
        .forEach(document -> rows.add(List.of("doc"), List.of(document)));
    return rows.answer();
  }

  private static Answer rows(List<ObjectValue> documents, Predicate<ObjectValue> wanted) {
    Answer.Rows rows = new Answer.Rows(false, true);
    documents.stream()
        .filter(wanted)
        .forEach(document -> rows.add(List.of("doc"), List.of(document)));
    return rows.answer();
  }

  /** Of every tenth document from the fifth on, below 1,000. */
  private static Answer sums(
      List<ObjectValue> documents, String group, String count, String counted) {
    Map<String, List<ObjectValue>> groups = new TreeMap<>();
    LongStream.range(0, 100)
        .mapToObj(i -> documents.get((int) (5 + 10 * i)))
        .forEach(document ->
            (group.equals("tag") ? texts(document, "tags") : Stream.of(text(document, group)))
                .forEach(key ->
                    groups.computeIfAbsent(key, ignored -> new ArrayList<>()).add(document)));
    Answer.Rows rows = new Answer.Rows(false, true);
    groups.forEach((key, members) -> {
      List<String> times =
          members.stream().map(member -> text(member, "createdAt")).sorted().toList();
      List<Integer> sizes =
          members.stream()
              .map(member -> ((ArrayValue) member.field(counted).orElseThrow()).elements().size())
              .sorted()
              .toList();
      List<Value> values =
          List.of(
              new StringValue(key),
              new IntegerValue(members.size()),
              new StringValue(times.get(0)),
              new StringValue(times.get(times.size() - 1)),
              new IntegerValue(sizes.get(0)),
              new IntegerValue(sizes.get(sizes.size() - 1)));
      rows.add(List.of(group, count, "oldest", "newest", "min_size", "max_size"), values);
    });
    return rows.answer();
  }

  @Test
  void everyDialectHasEveryQuery() {
    assertThat(answers.suite().names()).isEqualTo(answers.expected().keySet());
    answers
        .suite()
        .dialects()
        .values()
        .forEach(
            dialect -> assertThat(dialect.queries().keySet()).isEqualTo(answers.suite().names()));
    assertThat(answers.empty()).isEmpty();
    assertThat(answers.expected())
        .hasEntrySatisfying("1.1", answer -> assertThat(answer.rows()).isEqualTo(55))
        .hasEntrySatisfying("1.4", answer -> assertThat(answer.rows()).isEqualTo(4));
  }

  /** The ranges that the publication's code draws from. */
  @Test
  void documentsHaveThePublishedRanges() {
    for (ObjectValue account : documents("accounts")) {
      assertThat(owners(account).distinct().count()).isBetween(1L, 4L);
      assertThat(text(account, "name")).hasSizeBetween(10, 49);
      assertThat(text(account, "updatedAt")).isGreaterThan(text(account, "createdAt"));
    }
    for (ObjectValue product : documents("products")) {
      assertThat(text(product, "description")).hasSizeBetween(2_000, 2_999);
      assertThat(texts(product, "categories").toList())
          .hasSizeBetween(1, 4)
          .doesNotHaveDuplicates();
      assertThat(texts(product, "tags").toList()).hasSizeBetween(1, 9).doesNotHaveDuplicates();
      assertThat(texts(product, "relatedProducts").toList()).hasSizeBetween(0, 9);
    }
    assertThat(
            documents("accounts").stream()
                .map(account -> text(account, "uuid"))
                .collect(Collectors.toSet()))
        .hasSize(ROWS);
  }

  @ParameterizedTest
  @CsvSource({"postgres-jsonb, all", "postgres-jsonb, none", "mongodb, all"})
  void storeAnswersAsTheDocumentsSay(String store, String index) {
    assertThat(answers.differences(store, index)).isEmpty();
  }
}
