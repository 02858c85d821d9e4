package org.docduel.stores.mongodb;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoConnectionPoolClearedException;
import com.mongodb.MongoException;
import com.mongodb.MongoNodeIsRecoveringException;
import com.mongodb.MongoOperationTimeoutException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoSocketReadTimeoutException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.bulk.BulkWriteError;
import java.util.Set;
import java.util.function.Supplier;
import org.bson.BSONException;
import org.bson.json.JsonParseException;
import org.docduel.core.config.Waits;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.RejectedDocumentException;
import org.docduel.core.spi.StoreException.ServerFailureException;

/** The driver's exceptions as one line each, and what they mean. */
final class MongoErrors {
  /** The store's name, with which every message begins. */
  static final String STORE = "mongodb";

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

  /** What this store or its server cannot do. */
  static StoreException refused(String why) {
    return new StoreException(STORE + ": " + why);
  }

  /**
   * Does something, and translates what the driver throws.
   *
   * @param doing in words, for the message
   */
  static <T> T doing(String doing, Supplier<T> work) {
    try {
      return work.get();
    } catch (MongoException e) {
      throw of(doing, e);
    } catch (BSONException | JsonParseException e) {
      throw new StoreException(STORE + ": " + doing + ": " + e.getMessage(), e);
    }
  }

  /** The same with work that gives nothing. */
  static void doing(String doing, Runnable work) {
    doing(
        doing,
        () -> {
          work.run();
          return true;
        });
  }

  /** The driver's message; of a command without the server's whole answer, which it repeats. */
  static String said(MongoException e) {
    return e instanceof MongoCommandException command
        ? command.getErrorMessage() + " (code " + e.getCode() + ")"
        : String.valueOf(e.getMessage());
  }

  /** A failure of a command; of a batch, what the server said of its first refused document. */
  static StoreException of(String doing, MongoException e) {
    String said = said(e);
    int code = e.getCode();
    if (e instanceof MongoBulkWriteException bulk && !bulk.getWriteErrors().isEmpty()) {
      BulkWriteError first = bulk.getWriteErrors().get(0);
      code = first.getCode();
      said = first.getMessage() + " (code " + code + ")";
    } else if (e instanceof MongoOperationTimeoutException) { // only the server's own work has one
      said += "; " + Waits.ofProcess().passed(Waits.WORK);
    } else if (e instanceof MongoSocketReadTimeoutException) {
      said += "; " + Waits.ofProcess().passed(Waits.ANSWER);
    }
    String line = STORE + ": " + doing + ": " + said.strip().replaceAll("\\s*\\R\\s*", " ");
    if (e instanceof MongoSocketException
        || e instanceof MongoTimeoutException
        || e instanceof MongoConnectionPoolClearedException // another thread has lost it
        || e instanceof MongoNodeIsRecoveringException // going down, or coming up
        || code == OUT_OF_DISK_SPACE) {
      return new ServerFailureException(line, e);
    }
    return ABOUT_THE_DOCUMENT.contains(code)
        ? new RejectedDocumentException(line, e)
        : new StoreException(line, e);
  }
}
