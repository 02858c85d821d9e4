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
  private static final Path WORD = Path.of("word");
  private static final Path LIST = Path.of("list");

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

  private static Predicate holds(String element) {
    return new Predicate.ArrayHolds(LIST, List.of(new StringValue(element)), false);
  }

  @Test
  void noneOfSeveralConditionsHoldsWhereThereAreNone() {
    assertThat(sql(new Predicate.AllOf(List.of()))).isEqualTo("1 = 1");
    assertThat(sql(new Predicate.AnyOf(List.of()))).isEqualTo("1 = 0");
  }

  @Test
  void wildcardsInATextMeanThemselves() {
    assertThat(sql(new Predicate.TextStartsWith(WORD, "10%_a\\b")))
        .isEqualTo("\"word\" LIKE '10\\%\\_a\\\\b%' ESCAPE '\\'");
    assertThat(sql(new Predicate.TextContains(WORD, "it's_")))
        .isEqualTo("LOWER(\"word\") LIKE '%it''s\\_%' ESCAPE '\\'");
    assertThat(sql(new Predicate.TextStartsWith(WORD, "plain")))
        .isEqualTo("\"word\" LIKE 'plain%'");
  }

  @Test
  void anyOfSeveralElementsIsOneCondition() {
    assertThat(
            sql(
                new Predicate.ArrayHolds(
                    LIST, List.of(new StringValue("a"), new StringValue("b")), true)))
        .isEqualTo("(\"list\" @> ['a']) OR (\"list\" @> ['b'])");
    assertThat(
            sql(
                new Predicate.AnyOf(
                    List.of(holds("a"), Predicate.is(WORD, new StringValue("it's"))))))
        .isEqualTo("(\"list\" @> ['a']) OR (\"word\" = 'it''s')");
  }

  @Test
  void numbersAreWrittenOut() {
    assertThat(sql(Predicate.above(WORD, new BigDecimal("1E+3")))).isEqualTo("\"word\" > 1000");
  }
}
