package org.docduel.core.spi.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.docduel.core.spi.suite.SqlReader.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What one system takes for a comment, another one runs. */
class SqlReaderTest {
  private static final SqlReader FLAT =
      new SqlReader(
          Pattern.compile("(?<comment>/\\*.*?\\*/)|" + SqlReader.STANDARD_TOKENS, Pattern.DOTALL),
          false,
          List.of("CREATE INDEX"),
          Pattern.compile("sleep\\("));

  private static String first(SqlReader reader, String sql) {
    return reader.statements(sql).get(0).reasonNotQuery().orElse("");
  }

  @Test
  void readsCommentsAsTheSystemDoes() {
    String nested = "SELECT 1 /* /* */ INTO u FROM t /* */ */";
    assertThat(first(SqlReader.STANDARD, nested)).isEmpty();
    assertThat(first(FLAT, nested)).isEqualTo("stores what it selects: INTO");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT Sleep (1) | calls sleep",
        "SELECT 1e1INTO u | stores what it selects: INTO",
        "SELECT .5e1INTO u | stores what it selects: INTO",
        "SELECT (DELETE FROM t) | changes data: DELETE",
        "EXPLAIN SELECT 1 | is not a SELECT, WITH, VALUES or TABLE",
        "SELECT 'sleep(1)', e1.into_, \"sleep\" FROM e1 | ''"
      })
  void explainsWhyStatementDoesMoreThanRead(String sql, String reason) {
    assertThat(first(FLAT, sql)).isEqualTo(reason);
  }

  @Test
  void acceptsOnlyPreparationsOfItsSystem() {
    assertThat(FLAT.statements("create index i on t (a)").get(0).reasonNotPreparation()).isEmpty();
    assertThat(FLAT.statements("CREATE INDEXES i").get(0).reasonNotPreparation())
        .hasValue("begins with none of CREATE INDEX");
  }

  @Test
  void findsParametersOutsideOfQuotesAndComments() {
    String sql = "SELECT '$1', \"$2\", a$3, $4 /* $5 */ FROM t WHERE x = $2 AND y = $10 + $2";
    assertThat(FLAT.parameters(sql)).containsExactly(4, 2, 10, 2);
    assertThat(FLAT.statements(sql).get(0).parameters()).containsExactlyInAnyOrder(2, 4, 10);
    assertThat(FLAT.replaceTokens(sql, token -> SqlReader.isParameter(token) ? "?" : token))
        .isEqualTo("SELECT '$1', \"$2\", a$3, ? /* $5 */ FROM t WHERE x = ? AND y = ? + ?");
  }

  @Test
  void cutsAtSemicolonsOutsideOfQuotesAndComments() {
    assertThat(FLAT.statements("SELECT ';' /* ; */; ; SELECT \";\""))
        .extracting(Statement::text)
        .containsExactly("SELECT ';' /* ; */", "SELECT \";\"");
  }
}
