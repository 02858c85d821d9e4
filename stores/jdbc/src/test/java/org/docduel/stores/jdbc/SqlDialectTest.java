package org.docduel.stores.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.query.Predicate;
import org.docduel.core.spi.Collection;
import org.junit.jupiter.api.Test;

class SqlDialectTest {
  private static final Path WORD_PATH = Path.of("word");
  private static final Path LIST_PATH = Path.of("list");

  /** Columns by their names. */
  private static final SqlDialect COLUMNS =
      new SqlDialect() {
        @Override
        public String value(Path path, Kind kind) {
          return Sql.identifier(path.toString());
        }

        @Override
        public Collection collection() {
          return new Collection("c", ObjectValue.empty(), List.of());
        }

        @Override
        public String holdsAll(Path path, List<Value> elements) {
          return value(path, Kind.TEXTS) + " @> [" + literal(elements.get(0)) + "]";
        }
      };

  private static String sql(Predicate predicate) {
    return COLUMNS.where(predicate);
  }

  private static Predicate arrayContains(String element) {
    return new Predicate.ArrayHolds(LIST_PATH, List.of(new StringValue(element)), false);
  }

  @Test
  void emptyAnyIsFalseAndEmptyAllIsTrue() {
    assertThat(sql(new Predicate.AllOf(List.of()))).isEqualTo("1 = 1");
    assertThat(sql(new Predicate.AnyOf(List.of()))).isEqualTo("1 = 0");
  }

  @Test
  void escapesWildcards() {
    assertThat(sql(new Predicate.TextStartsWith(WORD_PATH, "10%_a\\b")))
        .isEqualTo("\"word\" LIKE '10\\%\\_a\\\\b%' ESCAPE '\\'");
    assertThat(sql(new Predicate.TextContains(WORD_PATH, "it's_")))
        .isEqualTo("LOWER(\"word\") LIKE '%it''s\\_%' ESCAPE '\\'");
    assertThat(sql(new Predicate.TextStartsWith(WORD_PATH, "plain")))
        .isEqualTo("\"word\" LIKE 'plain%'");
  }

  @Test
  void joinsAlternativesIntoOneCondition() {
    assertThat(
            sql(
                new Predicate.ArrayHolds(
                    LIST_PATH, List.of(new StringValue("a"), new StringValue("b")), true)))
        .isEqualTo("(\"list\" @> ['a']) OR (\"list\" @> ['b'])");
    assertThat(
            sql(
                new Predicate.AnyOf(
                    List.of(arrayContains("a"), Predicate.is(WORD_PATH, new StringValue("it's"))))))
        .isEqualTo("(\"list\" @> ['a']) OR (\"word\" = 'it''s')");
  }

  @Test
  void writesNumbersWithoutExponent() {
    assertThat(sql(Predicate.above(WORD_PATH, new BigDecimal("1E+3"))))
        .isEqualTo("\"word\" > 1000");
  }
}
