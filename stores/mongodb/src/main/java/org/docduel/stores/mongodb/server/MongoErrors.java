package org.docduel.stores.mongodb.server;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoOperationTimeoutException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoSocketReadTimeoutException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.bulk.BulkWriteError;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.docduel.core.config.Waits;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.core.spi.StoreException.ServerFailureException;

/** The driver's exceptions as one line each, and what they mean. */
public final class MongoErrors {
  /** The store's name, with which every message begins. */
  public static final String STORE = "mongodb";

  /** MongoDB's error codes Unauthorized and AuthenticationFailed. */
  static final Set<Integer> LOGIN = Set.of(13, 18);

  /**
   * Those that are about a document: BadValue, FailedToParse, TypeMismatch, Overflow,
   * InvalidLength, InvalidBSON, DollarPrefixedFieldName, InvalidIdField, EmptyFieldName,
   * DottedFieldName, DocumentValidationFailure, BSONObjectTooLarge, DuplicateKey, and the old one
   * for an index key that is too long.
   */
  private static final Set<Integer> ABOUT_THE_DOCUMENT =
      Set.of(2, 9, 14, 15, 16, 22, 52, 53, 56, 57, 121, 10_334, 11_000, 17_280);

  private static final int OUT_OF_DISK_SPACE = 14_031;

  private MongoErrors() {}

  /**
   * Does something, and translates what the driver throws.
   *
   * @param doing in words, for the message
   */
  public static <T> T doing(String doing, Supplier<T> work) {
    try {
      return work.get();
    } catch (MongoException e) {
      throw of(doing, e);
    }
  }

  /** The same with work that gives nothing. */
  public static void doing(String doing, Runnable work) {
    try {
      work.run();
    } catch (MongoException e) {
      throw of(doing, e);
    }
  }

  /** A failure of a command; of a batch, what the server said of its first refused document. */
  public static StoreException of(String doing, MongoException e) {
    String line = STORE + ": " + doing + ": " + reason(e);
    int code = refusal(e).map(BulkWriteError::getCode).orElse(e.getCode());
    if (e instanceof MongoSocketException
        || e instanceof MongoTimeoutException
        || code == OUT_OF_DISK_SPACE) {
      return new ServerFailureException(line, e);
    }
    return ABOUT_THE_DOCUMENT.contains(code)
        ? new RejectedDocumentException(line, e)
        : new StoreException(line, e);
  }

  private static Optional<BulkWriteError> refusal(MongoException e) {
    return e instanceof MongoBulkWriteException bulk
        ? bulk.getWriteErrors().stream().findFirst()
        : Optional.empty();
  }

  private static String reason(MongoException e) {
    if (refusal(e).isPresent()) {
      return oneLine(refusal(e).get().getMessage(), refusal(e).get().getCode());
    } else if (e instanceof MongoCommandException command) {
      // Without the whole answer of the server, which the message repeats.
      return oneLine(command.getErrorMessage(), command.getErrorCode());
    } else if (e instanceof MongoBulkWriteException bulk && bulk.getWriteConcernError() != null) {
      return "the write concern was not met: " + oneLine(bulk.getWriteConcernError().getMessage());
    }
    String line = oneLine(String.valueOf(e.getMessage()));
    if (e instanceof MongoOperationTimeoutException) { // only the server's own work has one
      return line + "; " + Waits.ofProcess().passed(Waits.WORK);
    }
    return e instanceof MongoSocketReadTimeoutException
        ? line + "; " + Waits.ofProcess().passed(Waits.ANSWER)
        : line;
  }

  private static String oneLine(String text, int code) {
    return oneLine(text) + " (code " + code + ")";
  }

  private static String oneLine(String text) {
    return text.strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
