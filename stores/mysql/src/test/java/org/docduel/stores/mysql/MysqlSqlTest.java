package org.docduel.stores.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.docduel.core.spi.suite.SqlReader.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Suites are text that other people wrote. */
@Tag("attack")
@Tag("D2")
class MysqlSqlTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1 /*! INTO OUTFILE '/tmp/x' */",
        "SELECT 1 /*M! INTO OUTFILE '/tmp/x' */",
        "SELECT 1 /*!99999 INTO OUTFILE '/tmp/x' */",
        "SELECT 1--1 INTO OUTFILE '/tmp/x'",
        "SELECT 1 /* /* */ INTO OUTFILE '/tmp/x' -- */",
        "SELECT 1 # it's\n INTO OUTFILE '/tmp/x' -- '",
        "SELECT 1 -- it's\n INTO OUTFILE '/tmp/x' -- '",
        "SELECT 1 -- \0 INTO OUTFILE '/tmp/x'",
        "SELECT `a'` INTO OUTFILE '/tmp/x' -- '",
        "SELECT /*+ QB_NAME(`*/`) */ 1 INTO OUTFILE '/tmp/x' -- `",
        "SELECT '\\' INTO OUTFILE '/tmp/x' -- '",
        "SELECT 1e1INTO OUTFILE '/tmp/x'",
        "SELECT 'a' INTO DUMPFILE '/tmp/x'",
        "SELECT 1 INTO @x",
        "SELECT @x := 1",
        "SELECT LOAD_FILE('/etc/passwd')",
        "SELECT `load_file`('/etc/passwd')",
        "SELECT sleep (1000)",
        "SELECT benchmark(1000000000, sha2('x', 512))",
        "SELECT get_lock('docduel:x', 1), release_all_locks()",
        "SELECT id FROM t WHERE a = ?",
        "SELECT {fn load_file('/etc/passwd')}",
        "SELECT $$ ' $$ INTO OUTFILE '/tmp/x'",
        "SELECT 1; DROP TABLE t",
        "WITH d AS (SELECT 1) DELETE FROM t",
        "HANDLER t OPEN",
        "CALL p()",
        "DO sleep(1)",
        "LOAD DATA INFILE '/etc/passwd' INTO TABLE t",
        "SET GLOBAL general_log = 1"
      })
  void rejectsStatementsThatDoMoreThanRead(String sql) {
    List<Statement> statements = MysqlSql.READER.statements(sql);
    assertThat(statements.size() == 1 && statements.get(0).reasonNotQuery().isEmpty()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT doc->>'$.\"a\"' FROM t WHERE b LIKE '%?%' ESCAPE '\\'",
        "SELECT `delete`, \"into\", `a``;` FROM t /* ; */",
        "SELECT /*+ INDEX(t i) */ 1 FROM t -- ; INTO",
        "SELECT 1 - -1, 2*3, 5--3, @@version # ; INTO",
        "WITH x AS (SELECT 1) SELECT * FROM x",
        "SELECT v1 FROM t WHERE 'a' MEMBER OF (doc->'$.tags')"
      })
  void acceptsOneStatementThatReads(String sql) {
    List<Statement> statements = MysqlSql.READER.statements(sql);
    assertThat(statements).hasSize(1);
    assertThat(statements.get(0).reasonNotQuery()).isEmpty();
    assertThat(statements.get(0).text()).isEqualTo(sql);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE TRIGGER x BEFORE INSERT ON t FOR EACH ROW SET @a = 1",
        "CREATE FUNCTION f RETURNS integer SONAME 'f.so'",
        "ALTER TABLE t RENAME TO mysql.t",
        "ALTER TABLE t ADD PARTITION (PARTITION p VALUES LESS THAN (1) DATA DIRECTORY = '/tmp')",
        "ALTER TABLE t IMPORT TABLESPACE",
        "ALTER TABLE t ADD c int AS (sleep(1))",
        "ALTER DATABASE mysql READ ONLY = 1",
        "ANALYZE LOCAL TABLE t"
      })
  void rejectsOtherPreparations(String sql) {
    assertThat(MysqlSql.READER.statements(sql).get(0).reasonNotPreparation()).isPresent();
  }
}
