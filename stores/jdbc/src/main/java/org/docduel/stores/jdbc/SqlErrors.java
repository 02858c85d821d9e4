package org.docduel.stores.jdbc;

import java.net.SocketTimeoutException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.docduel.core.config.SecretText;
import org.docduel.core.config.Waits;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.spi.Session.Inserts;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.core.spi.StoreException.ServerFailureException;
import org.jspecify.annotations.Nullable;

/**
 * Turns a driver's exceptions into the suite's, one line each. A database says what its own mean,
 * by SQLSTATE or by the vendor's code.
 */
public abstract class SqlErrors {
  private static final Pattern LINES = Pattern.compile("\\s*\\R\\s*");

  private final String store;

  /** For a store, whose name begins every message. */
  protected SqlErrors(String store) {
    this.store = store;
  }

  /** What a driver's exception means. */
  public enum Meaning {
    /** The server itself cannot go on: nothing that is tried later would do better. */
    SERVER_FAILED,
    /** It is about what was sent. */
    DOCUMENT_REFUSED,
    /** The table that was asked for is not there. */
    NO_TABLE,
    /** Anything else. */
    OTHER
  }

  /** What a failure means. */
  protected abstract Meaning meaning(SQLException e);

  /** What was said, on one line, with its code. */
  protected String line(SQLException e) {
    return oneLine(e);
  }

  /** What to do about it, as half a sentence; empty when there is nothing to advise. */
  protected String remedy(SQLException e) {
    return "";
  }

  /** The store's name. */
  public String store() {
    return store;
  }

  /** What the store cannot do or have. */
  public StoreException refused(String why) {
    return new StoreException(store + ": " + why);
  }

  /** Asks; what goes wrong is told as {@code doing}, such as {@code settling}. */
  public <T> T ask(String doing, Sql.Question<T> question) {
    try {
      return question.ask();
    } catch (SQLException e) {
      throw of(doing, e);
    }
  }

  /** Does work; what goes wrong is told as {@code doing}. */
  public void run(String doing, Sql.Work work) {
    ask(
        doing,
        () -> {
          work.run();
          return true;
        });
  }

  /** What went wrong where no documents were sent. */
  public StoreException of(String doing, SQLException e) {
    return meaning(e) == Meaning.SERVER_FAILED
        ? new ServerFailureException(message(doing, e), e)
        : new StoreException(message(doing, e), e);
  }

  /** The role of a way for batches. */
  public Inserts inserts(String doing, Sql.Use<List<Document>> sender) {
    return batch -> {
      try {
        sender.use(batch);
      } catch (RejectedDocumentException | SQLException e) {
        throw sending(doing, e);
      }
    };
  }

  /** What went wrong in sending documents: one of them may be refused, here or by the server. */
  public StoreException sending(String doing, Exception refused) {
    if (!(refused instanceof SQLException e)) {
      return new RejectedDocumentException(store + ": " + oneLine(refused), refused);
    }
    SQLException next = e.getNextException();
    SQLException first = e instanceof BatchUpdateException && next != null ? next : e;
    return meaning(first) == Meaning.DOCUMENT_REFUSED
        ? new RejectedDocumentException(message(doing, first), first)
        : of(doing, first);
  }

  /** Runs what says what cannot be, and not whose it is. */
  public <T> T named(Supplier<T> work) {
    try {
      return work.get();
    } catch (StoreException e) {
      throw new StoreException(store + ": " + e.getMessage(), e);
    }
  }

  /**
   * Says of a wait that was too long which setting of {@link Waits} limits it, unless it is the one
   * for answers.
   */
  public static SQLException limitedBy(String setting, SQLException e) {
    return waitedTooLong(e) ? new WaitedTooLong(setting, e) : e;
  }

  private static boolean waitedTooLong(@Nullable Throwable e) {
    return e != null
        && !(e instanceof WaitedTooLong)
        && (e instanceof SocketTimeoutException || waitedTooLong(e.getCause()));
  }

  private static final class WaitedTooLong extends SQLException {
    private static final long serialVersionUID = 1;

    private final String setting;

    WaitedTooLong(String setting, SQLException e) {
      super(e.getMessage(), e.getSQLState(), e.getErrorCode(), e);
      this.setting = setting;
    }
  }

  private String message(String doing, SQLException e) {
    String limit =
        e instanceof WaitedTooLong wait ? wait.setting : waitedTooLong(e) ? Waits.ANSWER : "";
    String remedy = limit.isEmpty() ? remedy(e) : Waits.ofProcess().passed(limit);
    String line = store + ": " + doing + " failed: " + line(e);
    return remedy.isEmpty() ? line : line + "; " + remedy;
  }

  /** A message on one line, without the login of an address that it repeats. */
  public static String oneLine(Throwable e) {
    String message = SecretText.mask(String.valueOf(e.getMessage()));
    return LINES.matcher(message.strip()).replaceAll("; ");
  }
}
