package org.docduel.stores.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.suite.SqlReader;
import org.junit.jupiter.api.Test;

class JdbcStoreTest {
  private final List<String> transactions = new ArrayList<>();
  private int closed;
  private boolean broken;

  @SuppressWarnings("ReferenceEquality") // a connection equals itself alone
  private Connection open(boolean work) {
    return (Connection)
        Proxy.newProxyInstance(
            JdbcStoreTest.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (connection, method, arguments) -> {
              if (method.getName().equals("close") && !work) {
                closed++;
                throw new SQLException("the session broke");
              }
              return switch (method.getName()) {
                case "isClosed" -> broken;
                case "equals" -> connection == arguments[0];
                default -> null;
              };
            });
  }

  private JdbcSystem system() {
    SqlErrors errors =
        new SqlErrors("own") {
          @Override
          protected Meaning meaning(SQLException e) {
            return Meaning.OTHER;
          }
        };
    return (JdbcSystem)
        Proxy.newProxyInstance(
            JdbcStoreTest.class.getClassLoader(),
            new Class<?>[] {JdbcSystem.class},
            (system, method, arguments) ->
                switch (method.getName()) {
                  case "open" -> open((boolean) arguments[0]);
                  case "errors" -> errors;
                  case "prepareSuiteSession" -> {
                    transactions.add(arguments[1].equals(true) ? "only reads" : "as before");
                    yield null;
                  }
                  case "sqlReader" -> SqlReader.STANDARD;
                  default -> null;
                });
  }

  @Test
  void failedCloseOfOneSessionClosesTheOthers() {
    Store store = JdbcStore.open(system(), StoreConfig.defaults());
    store.session();
    store.session();
    assertThatThrownBy(store::close)
        .isInstanceOf(StoreException.class)
        .hasMessage("own: closing a connection failed: the session broke");
    assertThat(closed).isEqualTo(2);
  }

  @Test
  void reopenedConnectionIsSetReadOnlyAgain() {
    Session session = JdbcStore.open(system(), StoreConfig.defaults()).session();
    session.query("SELECT 1", Duration.ofMinutes(1), false);
    session.query("SELECT 2", Duration.ofMinutes(1), false);
    broken = true;
    session.query("SELECT 3", Duration.ofMinutes(1), false);
    assertThat(transactions).containsExactly("only reads", "as before", "only reads");
  }
}
