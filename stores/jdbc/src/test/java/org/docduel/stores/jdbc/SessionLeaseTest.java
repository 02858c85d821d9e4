package org.docduel.stores.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.docduel.core.server.ServerSource.Workspace.WorkspaceException;
import org.junit.jupiter.api.Test;

/** What happens to the sessions of a lease, which are numbered as they are opened. */
class SessionLeaseTest {
  private final List<String> done = new ArrayList<>();
  private boolean rejecting;
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

  private SessionLease lease() throws WorkspaceException {
    return new SessionLease(
        this::open,
        connection -> {
          done.add(connection + " locked");
          if (rejecting) {
            throw new WorkspaceException("another run is here", "wait for its end");
          }
        },
        connection -> done.add(connection + " freed"),
        e -> new WorkspaceException(String.valueOf(e.getMessage()), "start that server"));
  }

  @Test
  void rejectedLeaseReleasesLock() {
    rejecting = true;
    assertThatThrownBy(this::lease)
        .isInstanceOf(WorkspaceException.class)
        .hasMessageContaining("another run");
    assertThat(done).containsExactly("session 1 locked", "session 1 freed", "session 1 closed");
  }

  @Test
  void closesBrokenSessionBeforeNextOneLocks() throws WorkspaceException {
    try (SessionLease lease = lease()) {
      lease.verify();
      assertThat(done)
          .containsExactly(
              "session 1 locked", "session 1 freed", "session 1 closed", "session 2 locked");
    }
    assertThat(done).endsWith("session 2 freed", "session 2 closed");
  }
}
