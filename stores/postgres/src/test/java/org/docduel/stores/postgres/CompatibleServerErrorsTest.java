package org.docduel.stores.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.ServerFailureException;
import org.docduel.stores.postgres.server.PostgresErrors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What servers that imitate PostgreSQL have answered, as their users reported it. */
class CompatibleServerErrorsTest {
  /** yugabyte/yugabyte-db#22779, yugabyte/yb-voyager#724 and the migration guide of the latter. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0A000 | ERROR: access method \"ybgin\" does not support multicolumn indexes",
        "42704 | ERROR: data type character has no default operator class for access method"
            + " \"ybgin\"",
        "0A000 | ERROR: ALTER TABLE CLUSTER not supported yet"
      })
  void explainsUnsupportedStatementWithoutEndingRun(String state, String message) {
    SQLException failure = new SQLException(message + "\n  Hint: none", state);

    assertThat(PostgresErrors.rejectionReason(failure)).contains(message + "; Hint: none");
    StoreException exception =
        new PostgresErrors("postgres-jsonb").of("making collection w1", failure);
    assertThat(exception)
        .isNotInstanceOf(ServerFailureException.class)
        .hasMessage(
            "postgres-jsonb: making collection w1 failed: "
                + message
                + "; Hint: none ["
                + state
                + "]");
  }

  @ParameterizedTest
  @CsvSource({"08006", "53100", "57014", "23505"})
  void otherErrorsAreNotUnsupportedStatements(String state) {
    assertThat(PostgresErrors.rejectionReason(new SQLException("ERROR: no", state))).isEmpty();
  }
}
