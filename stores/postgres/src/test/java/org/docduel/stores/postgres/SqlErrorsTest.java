package org.docduel.stores.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.EOFException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.util.List;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.core.spi.StoreException.ServerFailureException;
import org.docduel.stores.jdbc.SqlErrors;
import org.docduel.stores.postgres.server.PostgresErrors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** States as PostgreSQL's manual, appendix A, lists them. */
class SqlErrorsTest {
  private static final SqlErrors ERRORS = new PostgresErrors("postgres-jsonb");

  private static StoreException of(String state) {
    return catchThrowableOfType(
        StoreException.class,
        () ->
            ERRORS
                .inserts(
                    "loading a table",
                    batch -> {
                      throw new SQLException("ERROR: no good\n  Detail: none", state);
                    })
                .insert(List.of()));
  }

  @ParameterizedTest
  @CsvSource({"08006", "53100", "53200", "57P01", "58030"})
  void serverFailuresEndRun(String state) {
    assertThat(of(state)).isInstanceOf(ServerFailureException.class);
  }

  @Test
  void closedPortIsServerFailureAndTimeoutIsNot() {
    SQLException closedPort = new SQLException("refused", "08001", new ConnectException("refused"));
    SQLException died = new SQLException("failed", "08001", new EOFException());
    SQLException slow = new SQLException("Connection attempt timed out.", "08001");
    SQLException silent = new SQLException("failed", "08001", new SocketTimeoutException());
    assertThat(ERRORS.of("connecting", closedPort)).isInstanceOf(ServerFailureException.class);
    assertThat(ERRORS.of("connecting", died)).isInstanceOf(ServerFailureException.class);
    assertThat(ERRORS.of("connecting", slow)).isExactlyInstanceOf(StoreException.class);
    assertThat(ERRORS.of("connecting", silent)).isExactlyInstanceOf(StoreException.class);
  }

  @ParameterizedTest
  @CsvSource({"22001", "23505", "54000", "M0002"})
  void documentErrorsAreRejections(String state) {
    assertThat(of(state)).isInstanceOf(RejectedDocumentException.class);
  }

  @ParameterizedTest
  @CsvSource({"42P01", "57014", "XX000"})
  void otherErrorsAreStoreExceptions(String state) {
    assertThat(of(state)).isExactlyInstanceOf(StoreException.class);
  }

  @ParameterizedTest
  @CsvSource({"08006", "23505", "42P01"})
  void messageHasStoreAndStateInOneLine(String state) {
    assertThat(of(state))
        .hasMessage(
            "postgres-jsonb: loading a table failed: ERROR: no good; Detail: none [" + state + "]");
  }
}
