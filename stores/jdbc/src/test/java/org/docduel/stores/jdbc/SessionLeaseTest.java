package org.docduel.stores.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.docduel.core.server.ServerWay.Workspace.Refused;
import org.junit.jupiter.api.Test;

/** What happens to the sessions of a lease, which are numbered as they are opened. */
class SessionLeaseTest {
  private final List<String> done = new ArrayList<>();
  private boolean refuses;
  private int opened;

  private Connection open() {
    String name = "session " + ++opened;
    return (Connection)
        Proxy.newProxyInstance(
            SessionLeaseTest.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "close" -> {
                    done.add(name + " closed");
                    yield null;
                  }
                  case "isClosed" -> false;
                  case "isValid" -> true; // as long as the network is
                  case "toString" -> name;
                  case "createStatement" -> throw new SQLException("the session broke");
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private SessionLease lease() throws Refused {
    return new SessionLease(
        this::open,
        connection -> {
          done.add(connection + " locked");
          if (refuses) {
            throw new Refused("another run is here", "wait for its end");
          }
        },
        connection -> done.add(connection + " freed"),
        e -> new Refused(String.valueOf(e.getMessage()), "start that server"));
  }

  @Test
  void aRefusedLeaseKeepsNoPartOfTheLock() {
    refuses = true;
    assertThatThrownBy(this::lease).isInstanceOf(Refused.class).hasMessageContaining("another run");
    assertThat(done).containsExactly("session 1 locked", "session 1 freed", "session 1 closed");
  }

  @Test
  void aSessionThatBrokeIsEndedBeforeTheNextOneLocks() throws Refused {
    try (SessionLease lease = lease()) {
      lease.confirm();
      assertThat(done)
          .containsExactly(
              "session 1 locked", "session 1 freed", "session 1 closed", "session 2 locked");
    }
    assertThat(done).endsWith("session 2 freed", "session 2 closed");
  }
}
