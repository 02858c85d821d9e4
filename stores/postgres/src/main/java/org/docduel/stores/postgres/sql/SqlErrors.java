package org.docduel.stores.postgres.sql;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.regex.Pattern;
import org.docduel.core.config.Waits;
import org.docduel.core.spi.RejectedDocumentException;
import org.docduel.core.spi.ServerFailureException;
import org.docduel.core.spi.StoreException;
import org.jspecify.annotations.Nullable;

/** Turns the driver's exceptions into the suite's, one line each. */
public final class SqlErrors {
  private static final String TOO_MANY_CONNECTIONS = "53300";
  private static final Pattern LINES = Pattern.compile("\\s*\\R\\s*");

  /** The server's advice to drop what depends on ours as well, which is somebody else's. */
  private static final Pattern CASCADE =
      Pattern.compile("\\R\\s*Hint: Use DROP \\.\\.\\. CASCADE[^\\r\\n]*");

  /** SQLSTATE sqlclient_unable_to_establish_sqlconnection. */
  private static final String UNABLE_TO_CONNECT = "08001";

  private final String store;

  /**
   * For a store.
   *
   * @param store its name, which begins every message
   */
  public SqlErrors(String store) {
    this.store = store;
  }

  /**
   * The store.
   *
   * @return its name
   */
  public String store() {
    return store;
  }

  /**
   * For work that sends no documents.
   *
   * @param doing what was tried, such as {@code settling}
   * @param e what the driver threw
   * @return to be thrown
   */
  public StoreException of(String doing, SQLException e) {
    return isTheServers(e)
        ? new ServerFailureException(message(doing, e), e)
        : new StoreException(message(doing, e), e);
  }

  /**
   * For sending documents: the server may have refused one of them.
   *
   * @param doing what was tried, such as {@code inserting into} a table
   * @param e what the driver threw
   * @return to be thrown
   */
  public StoreException ofDocuments(String doing, SQLException e) {
    SQLException first = e instanceof BatchUpdateException ? firstOf(e) : e;
    return rejectsContent(first.getSQLState())
        ? new RejectedDocumentException(message(doing, first), first)
        : of(doing, first);
  }

  /**
   * A document that was refused before it was sent.
   *
   * @param e which one and why
   * @return the same with the store's name
   */
  public RejectedDocumentException named(RejectedDocumentException e) {
    return new RejectedDocumentException(store + ": " + oneLine(e), e);
  }

  private String message(String doing, SQLException e) {
    String remedy =
        TOO_MANY_CONNECTIONS.equals(e.getSQLState())
            ? "; raise the server's max_connections, or take fewer threads or a pool"
            : e.getCause() instanceof SocketTimeoutException
                ? "; " + Waits.passed(Waits.ANSWER, Waits.ofProcess().answer())
                : "";
    return store + ": " + doing + " failed: " + oneLine(e) + state(e) + remedy;
  }

  /**
   * Data exceptions (22), broken constraints (23), limits such as a row's size (54) and
   * DocumentDB's own class of refusals (M0) are about what was sent.
   */
  private static boolean rejectsContent(@Nullable String state) {
    return state != null
        && (state.startsWith("22")
            || state.startsWith("23")
            || state.startsWith("54")
            || state.startsWith("M0"));
  }

  /**
   * Lost and refused connections (08), no disk or memory left (53), a server that goes down (57P)
   * and failures of the system below it (58) end everything. A server that is slow to answer may
   * answer the next time.
   */
  private static boolean isTheServers(SQLException e) {
    String state = e.getSQLState();
    if (state == null) {
      return false;
    }
    if (state.equals(UNABLE_TO_CONNECT)) {
      return e.getCause() instanceof IOException
          && !(e.getCause() instanceof SocketTimeoutException);
    }
    return state.startsWith("08")
        || state.startsWith("53")
        || state.startsWith("57P")
        || state.startsWith("58");
  }

  private static SQLException firstOf(SQLException batch) {
    SQLException next = batch.getNextException();
    return next == null ? batch : next;
  }

  private static String state(SQLException e) {
    return e.getSQLState() == null ? "" : " [" + e.getSQLState() + "]";
  }

  /** What the server said, without the hint to drop more than was asked. */
  public static String oneLine(Throwable e) {
    String message = CASCADE.matcher(String.valueOf(e.getMessage())).replaceAll("");
    return LINES.matcher(message.strip()).replaceAll("; ");
  }
}
