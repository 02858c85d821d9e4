package org.docduel.stores.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.docduel.core.spi.suite.SqlReader;
import org.docduel.core.spi.suite.SqlReader.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Suites are text that other people wrote. */
@Tag("attack")
@Tag("D2")
class SqliteSqlTest {
  private static final SqlReader READER = new SqliteProvider.Json().sqlReader().orElseThrow();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ATTACH 'x.db' AS x",
        "PRAGMA query_only = off",
        "SELECT 1 /* /* */; ATTACH 'x.db' AS x -- */ */",
        "SELECT [a']; DELETE FROM t; --'",
        "SELECT `a'`; DELETE FROM t; --'",
        "SELECT load_extension('x')",
        "SELECT \"load_extension\"('x')",
        "SELECT id FROM t WHERE a = ?",
        "SELECT id FROM t WHERE a = :a",
        "WITH d AS (SELECT 1) DELETE FROM t"
      })
  void rejectsStatementsThatDoMoreThanRead(String sql) {
    List<Statement> statements = READER.statements(sql);
    assertThat(statements.size() == 1 && statements.get(0).reasonNotQuery().isEmpty()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT doc ->> '$.a' FROM t WHERE b LIKE '%?%'",
        "SELECT [delete], `into`, \"?\" FROM t /* ; */",
        "SELECT 1 /* ; DELETE FROM t"
      })
  void acceptsOneStatementThatReads(String sql) {
    List<Statement> statements = READER.statements(sql);
    assertThat(statements).hasSize(1);
    assertThat(statements.get(0).reasonNotQuery()).isEmpty();
  }
}
