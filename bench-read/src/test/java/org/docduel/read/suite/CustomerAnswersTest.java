package org.docduel.read.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.docduel.core.suite.Suite;
import org.docduel.core.suite.Suite.NamedQuery;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The 143 questions to the customer collections, at 2,500 documents each. */
class CustomerAnswersTest {
  private static final long ROWS = 2_500;
  private static final Pattern CONSTANTS = Pattern.compile("'[^']*'|[0-9]+|\\s+");

  /** The categories and how many questions the publication has in each. */
  private static final int[] PUBLISHED = {
    7, 7, 11, 8, 12, 12, 14, 4, 12, 11, 5, 9, 6, 2, 4, 8, 5, 6
  };

  private static SuiteAnswers answers;

  @BeforeAll
  static void computeReferenceAnswers() throws SQLException {
    answers = SuiteAnswers.of("customer", ROWS);
  }

  @Test
  void everyCategoryAndDialectHasPublishedQueryCount() {
    Suite suite = answers.suite();
    suite
        .dialects()
        .values()
        .forEach(dialect -> {
          assertThat(dialect.queries().keySet()).isEqualTo(suite.names());
          for (int category = 1; category <= PUBLISHED.length; category++) {
            assertThat(suite.choose(String.valueOf(category))).hasSize(PUBLISHED[category - 1]);
          }
        });
    assertThat(suite.names()).hasSize(143);
  }

  /** What a dialect for embedded documents takes from another one looks at customers alone. */
  @ParameterizedTest
  @ValueSource(strings = {"postgres-jsonb-embedded", "mongodb-embedded"})
  void embeddedDialectHasNoOtherCollections(String dialect) {
    assertThat(answers.suite().collections(answers.suite().dialect(dialect)))
        .extracting(Suite.SuiteCollection::name)
        .containsExactly("customer");
    assertThat(answers.suite().dialect(dialect).queries().values())
        .extracting(NamedQuery::text)
        .noneMatch(text -> text.matches("(?s).*customer_(contact|device|interaction).*"));
  }

  @Test
  void noTwoQueriesDifferOnlyInConstants() {
    Map<String, List<String>> namesByPattern =
        answers.suite().dialect("postgres-typed").queries().values().stream()
            .collect(
                Collectors.groupingBy(
                    query -> CONSTANTS.matcher(query.text()).replaceAll("?"),
                    Collectors.mapping(NamedQuery::name, Collectors.toList())));
    assertThat(namesByPattern.values()).allMatch(names -> names.size() == 1);
  }

  @Test
  void onlyEdgeCaseQueriesHaveEmptyAnswers() {
    assertThat(answers.empty()).containsExactly("16.1", "16.3", "16.7");
  }

  /** Any change of the documents or the questions shows here. */
  @Test
  void answersAreReproducible() throws IOException {
    answers.checkDigests();
  }

  @ParameterizedTest
  @CsvSource({
    "postgres-typed, all",
    "postgres-typed, best",
    "postgres-jsonb, all",
    "postgres-jsonb, best",
    "mongodb, all",
    "mongodb, best",
    "postgres-jsonb_embedded, all",
    "postgres-jsonb_embedded, best",
    "mongodb_embedded, all",
    "mongodb_embedded, best"
  })
  void storeAgreesWithReferenceEngine(String store, String index) {
    assertThat(answers.differences(store, index)).isEmpty();
  }
}
