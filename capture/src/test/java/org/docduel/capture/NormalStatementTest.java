package org.docduel.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.core.spi.suite.SqlReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NormalStatementTest {
  private static final SqlReader READER =
      StoreProviders.byName("postgres").flatMap(StoreProvider::sqlReader).orElseThrow();

  private static NormalStatement of(String sql) {
    return NormalStatement.of(sql, READER, Set.of("shop"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT id FROM t WHERE a = 5 AND b = 'it''s'|SELECT id FROM t WHERE a = $1 AND b = $2|5~it's",
        "SELECT id FROM t WHERE a = $2 AND b = $1 OR c = $2|SELECT id FROM t WHERE a = $1 AND b = $2 OR c = $1|two~one",
        "SELECT a FROM t WHERE a > -5 AND b = a -7|SELECT a FROM t WHERE a > $1 AND b = a -$2|-5~7",
        "SELECT doc->'a'->>0 FROM t WHERE a > 5|SELECT doc->$1->>$2::integer FROM t WHERE a > $3|a~0~5",
        "SELECT a * 1.5 FROM t|SELECT a * $1::numeric FROM t|1.5",
        "SELECT a FROM t WHERE x >= timestamptz '2026-01-01'|SELECT a FROM t WHERE x >= $1::timestamptz|2026-01-01",
        "SELECT a::varchar(10), b FROM t GROUP BY 1, 2 ORDER BY 2 DESC LIMIT 5|SELECT a::varchar(10), b FROM t GROUP BY 1, 2 ORDER BY 2 DESC LIMIT $1|5",
        "SELECT E'a\\n\\'b', $x$it's$x$ /* gone */ -- gone|SELECT $1, $2|a^'b~it's",
        "SELECT /*+ SeqScan(t) */ a FROM shop.t;|SELECT /*+ SeqScan(t) */ a FROM t|NONE",
        "SELECT a FROM t WHERE doc @> '{\"a\": 1}' AND doc ? 'b'|SELECT a FROM t WHERE doc @> $1 AND doc ? $2|{\"a\": 1}~b",
      })
  void takesValuesOut(String sql, String text, String values) {
    NormalStatement statement = of(sql);
    assertThat(statement.text()).isEqualTo(text);
    List<String> expected =
        values.equals("NONE") ? List.of() : Arrays.asList(values.replace("^", "\n").split("~", -1));
    assertThat(statement.tuple(List.of("one", "two"))).isEqualTo(expected);
  }

  /** As two protocols, and lists of two lengths, send the same statement. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT a FROM t WHERE id = $1|select  a from T where id=17 -- web",
        "SELECT a FROM t WHERE id IN ($1, $2)|SELECT a FROM t WHERE id IN (1,2,3,4)",
        "SELECT a FROM t WHERE x > $1::timestamptz|SELECT a FROM t WHERE x > timestamptz '2026-01-01'",
        "SELECT a FROM t WHERE x > timestamptz $1|SELECT a FROM t WHERE x > timestamptz '2026-01-01'",
      })
  void hasOneKeyForAllWaysToSendIt(String first, String second) {
    assertThat(of(first).key()).isEqualTo(of(second).key());
  }

  @Test
  void keepsQuotedNamesApart() {
    assertThat(of("SELECT \"A\" FROM t").key()).isNotEqualTo(of("SELECT \"a\" FROM t").key());
  }

  @Test
  void rejectsSeveralStatementsAndMissingValues() {
    assertThatThrownBy(() -> of("SELECT 2; SELECT 3")).hasMessage("is several statements");
    assertThatThrownBy(() -> of(" -- nothing")).hasMessage("is empty");
    assertThatThrownBy(() -> of("SELECT $3").tuple(List.of("a")))
        .hasMessage("has $3 without a value");
  }

  @Test
  void keepsLiteralsWhereAsked() {
    NormalStatement literal =
        NormalStatement.withLiterals("SELECT 'x', $2 FROM shop.t -- c", READER, Set.of("shop"));
    assertThat(literal.text()).isEqualTo("SELECT 'x', $1 FROM t");
    assertThat(literal.tuple(List.of("a", "b"))).containsExactly("b");
  }

  @ParameterizedTest
  @CsvSource({
    "4111 1111 1111 1111,true",
    "4111111111111112,false",
    "AKIAIOSFODNN7EXAMPLE,true",
    "eyJhbGciOiJIUzI1NiJ9.e30.x,true",
    "f47ac10b-58cc-4372-a567-0e02b2c3d479,false",
    "user117@example.org,false"
  })
  void knowsSecrets(String text, boolean isSecret) {
    assertThat(Selection.isSecret(text)).isEqualTo(isSecret);
  }
}
