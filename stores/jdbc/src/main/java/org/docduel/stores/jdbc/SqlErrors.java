package org.docduel.stores.jdbc;

import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
    DOCUMENT_REJECTED,
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
  public StoreException storeException(String why) {
    return new StoreException(store + ": " + why);
  }

  /** Asks; what goes wrong is told as {@code operation}, such as {@code settling}. */
  public <T> T call(String operation, Sql.SqlSupplier<T> supplier) {
    try {
      return supplier.get();
    } catch (SQLException e) {
      throw of(operation, e);
    }
  }

  /** Does work; what goes wrong is told as {@code operation}. */
  public void run(String operation, Sql.SqlRunnable work) {
    call(
        operation,
        () -> {
          work.run();
          return true;
        });
  }

  /** What went wrong where no documents were sent. */
  public StoreException of(String operation, SQLException e) {
    return meaning(e) == Meaning.SERVER_FAILED
        ? new ServerFailureException(message(operation, e), e)
        : new StoreException(message(operation, e), e);
  }

  /** The role of a way for batches. */
  public Inserts inserts(String operation, Sql.SqlConsumer<List<Document>> sender) {
    return batch -> {
      try {
        sender.accept(batch);
      } catch (RejectedDocumentException | SQLException e) {
        throw sending(operation, e);
      }
    };
  }

  /** What went wrong in sending documents: one of them may be refused, here or by the server. */
  public StoreException sending(String operation, Exception failure) {
    if (!(failure instanceof SQLException e)) {
      return new RejectedDocumentException(store + ": " + oneLine(failure), failure);
    }
    SQLException next = e.getNextException();
    SQLException first = e instanceof BatchUpdateException && next != null ? next : e;
    return meaning(first) == Meaning.DOCUMENT_REJECTED
        ? new RejectedDocumentException(message(operation, first), first)
        : of(operation, first);
  }

  /** Runs what says what cannot be, and not whose it is. */
  public <T> T withStoreName(Supplier<T> work) {
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
    return isTimeout(e) ? new TimeoutWithSetting(setting, e) : e;
  }

  private static boolean isTimeout(@Nullable Throwable e) {
    return e != null
        && !(e instanceof TimeoutWithSetting)
        && (e instanceof SocketTimeoutException || isTimeout(e.getCause()));
  }

  private static final class TimeoutWithSetting extends SQLException {
    private static final long serialVersionUID = 1;

    private final String setting;

    TimeoutWithSetting(String setting, SQLException e) {
      super(e.getMessage(), e.getSQLState(), e.getErrorCode(), e);
      this.setting = setting;
    }
  }

  private String message(String operation, SQLException e) {
    String limit =
        e instanceof TimeoutWithSetting wait ? wait.setting : isTimeout(e) ? Waits.ANSWER : "";
    String remedy = limit.isEmpty() ? remedy(e) : Waits.ofProcess().timeoutMessage(limit);
    String line = store + ": " + operation + " failed: " + line(e);
    return remedy.isEmpty() ? line : line + "; " + remedy;
  }

  /** A message on one line, without the login of an address that it repeats. */
  public static String oneLine(Throwable e) {
    String message = SecretText.mask(String.valueOf(e.getMessage()));
    return unknownHost(e)
        .map(host -> "there is no host " + host)
        .orElseGet(() -> LINES.matcher(message.strip()).replaceAll("; "));
  }

  /** The name that could not be resolved, if it was that; drivers' own words may leave it out. */
  protected static Optional<String> unknownHost(Throwable e) {
    return Stream.iterate(e, Objects::nonNull, Throwable::getCause)
        .filter(UnknownHostException.class::isInstance)
        .map(cause -> String.valueOf(cause.getMessage()).replaceFirst(":.*", ""))
        .findFirst();
  }
}
