package org.docduel.read.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.harness.jmh.ForkStore;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.datasets.Generators;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.spi.QuerySuites;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.suite.Answer;
import org.docduel.core.suite.NamedQuery;
import org.docduel.core.suite.Suite;
import org.docduel.core.suite.SuiteCollection;
import org.docduel.testkit.contract.TestServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The 143 questions to the customer collections, at 2,500 documents each. */
class CustomerAnswersTest {
  private static final long ROWS = 2_500;
  private static final Pattern CONSTANTS = Pattern.compile("'[^']*'|[0-9]+|\\s+");

  /** The categories and how many questions the publication has in each. */
  private static final int[] PUBLISHED = {
    7, 7, 11, 8, 12, 12, 14, 4, 12, 11, 5, 9, 6, 2, 4, 8, 5, 6
  };

  private static final Suite SUITE = Suite.read("customer");
  private static final Map<String, Answer> EXPECTED = new LinkedHashMap<>();

  /** What an engine of its own answers to the typed dialect's questions. */
  @BeforeAll
  static void askTheIndependentEngine() throws SQLException {
    try (TypedTables tables = new TypedTables()) {
      for (SuiteCollection collection : SUITE.collections()) {
        String generator = ((SuiteCollection.Generated) collection.source()).generator();
        Dataset dataset =
            Generators.named(generator, InsertDocuments.DEFAULT_SEED, ROWS).orElseThrow();
        tables.load(collection.name(), SuiteData.example(dataset, ROWS), dataset, ROWS);
      }
      for (NamedQuery query : SUITE.dialect("postgres-typed").queries().values()) {
        EXPECTED.put(
            query.name(), tables.ask(query.text(), SUITE.ordered().contains(query.name())));
      }
    }
  }

  @AfterAll
  static void forget() {
    EXPECTED.clear();
  }

  @Test
  void thereAreAsManyQuestionsAsPublishedInEachCategoryAndDialect() {
    SUITE
        .dialects()
        .values()
        .forEach(dialect -> {
          assertThat(dialect.queries().keySet()).isEqualTo(SUITE.names());
          for (int category = 1; category <= PUBLISHED.length; category++) {
            assertThat(SUITE.choose(String.valueOf(category))).hasSize(PUBLISHED[category - 1]);
          }
        });
    assertThat(SUITE.names()).hasSize(143);
  }

  @Test
  void noTwoQuestionsAreTheSameButForAConstant() {
    Map<String, List<String>> alike =
        SUITE.dialect("postgres-typed").queries().values().stream()
            .collect(
                Collectors.groupingBy(
                    query -> CONSTANTS.matcher(query.text()).replaceAll("?"),
                    Collectors.mapping(NamedQuery::name, Collectors.toList())));
    assertThat(alike.values()).allMatch(names -> names.size() == 1);
  }

  @Test
  void everyQuestionButThoseOnTheEdgeHasAnAnswer() {
    List<String> empty =
        EXPECTED.entrySet().stream()
            .filter(one -> one.getValue().rows() == 0)
            .map(Map.Entry::getKey)
            .toList();
    assertThat(empty).containsExactly("16.1", "16.3", "16.7");
  }

  @ParameterizedTest
  @CsvSource({
    "postgres-typed, all",
    "postgres-typed, best",
    "postgres-jsonb, all",
    "postgres-jsonb, best",
    "mongodb, all",
    "mongodb, best"
  })
  void aStoreAnswersAsTheIndependentEngine(String store, String index) {
    SuiteParameters chosen =
        SuiteParameters.parse("customer", "all", String.valueOf(ROWS), index, "60");
    StoreProvider provider = ForkStore.provider(store);
    Optional<ServerAddress> address = TestServers.address(provider);
    List<String> wrong = new ArrayList<>();
    try (Store open = provider.open(address, StoreConfig.defaults())) {
      new SuiteData(chosen, SUITE.dialect(store)).provide(open);
      try (Session session = open.session()) {
        QuerySuites questions = session.suite(chosen.space());
        for (NamedQuery query : SUITE.dialect(store).queries().values()) {
          Answer.Rows rows = new Answer.Rows(SUITE.ordered().contains(query.name()), true);
          var prepared = questions.prepare(query.text(), Duration.ofMinutes(1));
          prepared.answer(rows::add);
          Answer answer = rows.answer();
          Objects.requireNonNull(EXPECTED.get(query.name()))
              .difference(answer)
              .ifPresent(difference -> wrong.add(query.name() + " " + difference));
          assertThat(prepared.run()).as(query.name()).isEqualTo(answer.rows());
        }
      }
    }
    assertThat(wrong).isEmpty();
  }
}
