package org.docduel.stores.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.docduel.core.spi.suite.SqlReader.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Suites are text that other people wrote. */
@Tag("attack")
@Tag("D2")
class PostgresSqlTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "COPY (SELECT 1) TO PROGRAM 'touch x'",
        "CREATE TABLE public.left2 (a int); COMMIT; SELECT 1",
        "SELECT 1; COMMIT; DROP TABLE t",
        "DELETE FROM t RETURNING id",
        "WITH d AS (DELETE FROM t RETURNING id) SELECT * FROM d",
        "WITH d AS MATERIALIZED (UPDATE t SET a = 1 RETURNING id) SELECT * FROM d",
        "WITH d AS (SELECT 1) DELETE FROM t",
        "SELECT * INTO u FROM t",
        "SELECT 1e1INTO u FROM t",
        "SELECT pg_read_file('/etc/passwd')",
        "SELECT pg_catalog . pg_read_file ('/etc/passwd')",
        "SELECT \"pg_read_file\"('/etc/passwd')",
        "SELECT U&\"\\0070g_read_file\"('/etc/passwd')",
        "SELECT/* */lo_create(1)",
        "SELECT pg_try_advisory_lock(1)",
        "SELECT set_config('role', 'postgres', false)",
        "SELECT query_to_xml('DELETE FROM t', true, true, '')",
        "SELECT 'a\\'; DROP TABLE t; --'",
        "DO $$ BEGIN END $$",
        "EXPLAIN ANALYZE SELECT 1",
        "-- nothing"
      })
  void rejectsStatementsThatDoMoreThanRead(String sql) {
    List<Statement> statements = PostgresSql.READER.statements(sql);
    assertThat(statements.size() == 1 && statements.get(0).reasonNotQuery().isEmpty()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1",
        "(SELECT 1) UNION (SELECT 2)",
        "WITH x AS (SELECT 1) SELECT * FROM x",
        "VALUES (1), (2)",
        "TABLE t",
        "SELECT 'a; DELETE FROM t', $x$ (delete ; $x$, \"delete;\" FROM t",
        "SELECT /* ; /* DELETE */ ; */ 1",
        "SELECT replace(a, 'x', 'y') FROM t WHERE b IN ('delete', 'update')"
      })
  void acceptsOneStatementThatReads(String sql) {
    assertThat(PostgresSql.READER.statements(sql).get(0).reasonNotQuery()).isEmpty();
    assertThat(PostgresSql.READER.statements(sql + " ;\n"))
        .extracting(Statement::text)
        .containsExactly(sql);
  }

  @Test
  void keepsTheTextOfStatements() {
    String literal = "SELECT 'a\n\n-- b  \n;\n' AS x  \nFROM t";
    assertThat(PostgresSql.READER.statements(literal + ";\nSELECT 2;"))
        .extracting(Statement::text)
        .containsExactly(literal, "SELECT 2");
    String longest = "SELECT '" + "x".repeat(100_000) + "', \"" + "y".repeat(100_000) + "\"";
    assertThat(PostgresSql.READER.statements(longest))
        .extracting(Statement::text)
        .containsExactly(longest);
    assertThat(PostgresSql.forDriver("SELECT '?', \"?\" /* ? */ WHERE a ? 'b' AND a ?| c"))
        .isEqualTo("SELECT '?', \"?\" /* ? */ WHERE a ?? 'b' AND a ??| c");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "COPY t TO PROGRAM 'x'",
        "DROP TABLE t",
        "ALTER TABLE t ADD c text DEFAULT pg_read_file('/etc/passwd')",
        "ALTER SYSTEM SET fsync = off"
      })
  void rejectsOtherStatementsAsPreparations(String sql) {
    assertThat(PostgresSql.READER.statements(sql).get(0).reasonNotPreparation()).isPresent();
  }

  @Test
  void acceptsIndexesAndKeysAsPreparations() {
    assertThat(
            PostgresSql.READER.statements(
                "CREATE UNIQUE INDEX ON t (a); ALTER TABLE t ADD FOREIGN KEY (a) REFERENCES u (id)"))
        .hasSize(2)
        .allMatch(statement -> statement.reasonNotPreparation().isEmpty());
  }
}
