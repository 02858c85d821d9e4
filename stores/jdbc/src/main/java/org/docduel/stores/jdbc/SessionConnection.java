package org.docduel.stores.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A session's connection, opened when it is first needed, and again after it broke. Used by the
 * session's thread; the store may close it from another one.
 */
public final class SessionConnection implements AutoCloseable {
  private final Opener opener;
  private volatile @Nullable Connection open;
  private volatile boolean closed;

  /** Opens nothing yet. */
  public SessionConnection(Opener opener) {
    this.opener = opener;
  }

  /** Opens connections. */
  @FunctionalInterface
  public interface Opener {
    /** A new connection, which commits each statement. */
    Connection open() throws SQLException;
  }

  /** The connection, the same as before unless it broke. */
  public Connection get() throws SQLException {
    Connection known = open;
    if (known != null && !known.isClosed()) {
      return known;
    }
    if (closed) {
      throw new SQLException("the session is closed");
    }
    Connection made = opener.open();
    open = made;
    return made;
  }

  @Override
  public void close() throws SQLException {
    closed = true;
    Connection known = open;
    if (known != null) {
      known.close();
    }
  }
}
