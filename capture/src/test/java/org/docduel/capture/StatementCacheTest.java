package org.docduel.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.docduel.capture.StatementCache.Shape;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.core.spi.suite.SqlReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the cache gives is what reading the statement gives. */
class StatementCacheTest {
  private static final SqlReader READER =
      StoreProviders.byName("postgres").flatMap(StoreProvider::sqlReader).orElseThrow();

  private static final Set<String> SCHEMAS = Set.of("public");

  /** In them N is a number and T a text, each call with others. */
  private static final List<String> TEMPLATES =
      List.of(
          "SELECT a1 FROM public.t WHERE id = N AND name = 'T'",
          "SELECT a FROM t WHERE id IN (N, N, N) ORDER BY 2, 1 LIMIT N",
          "SELECT a::numeric(10,2), doc->N FROM t WHERE b = N.5 AND c = -N AND d = 1eN",
          "SELECT \"it's N\" FROM t WHERE b = E'T\\\\n' OR c = $$T$$ OR d = $1",
          "SELECT /* N */ a FROM t -- 'T'\n WHERE b = 'it''s T'",
          "SELECT a FROM t WHERE at > timestamptz '2026-01-0N' AND z AT TIME ZONE 'UTC' = 'T'",
          "SELECT B'01', x'ff', N'T', U&'T' FROM t WHERE a1N = N",
          "SELECT a FROM t WHERE b = 'T'; ",
          "SELECT N + N * (N - N) FROM t GROUP BY 1 HAVING count(*) > N",
          "SELECT a FROM t WHERE b BETWEEN N AND N AND c = ('T'::int4)");

  @Test
  void readsAsWithoutCache() {
    StatementCache cache = new StatementCache(READER, SCHEMAS);
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 5_000; i++) {
      String sql = TEMPLATES.get(random.nextInt(TEMPLATES.size()));
      while (sql.matches("(?s).*(?<![A-Z])[NT](?![A-Z]).*")) {
        sql = sql.replaceFirst("(?<![A-Z])N(?![A-Z'])", String.valueOf(random.nextInt(20)));
        sql =
            sql.replaceFirst(
                "(?<![A-Z])T(?![A-Z])",
                List.of("x", "", "a -- b", "''", "9").get(random.nextInt(5)));
        if (sql.contains("N'")) {
          sql = sql.replace("N'", "n'");
        }
      }
      assertThat(cache.read(sql)).as(sql).isEqualTo(NormalStatement.of(sql, READER, SCHEMAS));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"SELECT 'open", "SELECT \"open", "SELECT $x$ 1", "SELECT e'1'", "SELECT 1 -- 2"})
  void takesWholeTextWhereLiteralsAreUncertain(String sql) {
    assertThat(Shape.of(sql)).isEqualTo(new Shape(sql, List.of()));
  }

  @Test
  void leavesOutNumbersAndTexts() {
    assertThat(Shape.of("SELECT a1, $2 FROM t2 WHERE b = 17 AND c IN ('it''s', 'x')"))
        .isEqualTo(
            new Shape(
                "SELECT a1, $2 FROM t2 WHERE b = 0 AND c IN ('', '')", List.of("17", "it's", "x")));
  }
}
