package org.docduel.stores.mongodb.client;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoOperationTimeoutException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoSocketReadTimeoutException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.bulk.BulkWriteError;
import java.util.Set;
import org.docduel.core.config.Waits;
import org.docduel.core.spi.RejectedDocumentException;
import org.docduel.core.spi.ServerFailureException;
import org.docduel.core.spi.StoreException;

/** The driver's exceptions as one line each. */
public final class Failures {
  /** The store's name, with which every message begins. */
  public static final String STORE = "mongodb";

  /**
   * The codes of MongoDB's list of error codes that are about a document: BadValue, FailedToParse,
   * TypeMismatch, Overflow, InvalidLength, InvalidBSON, DollarPrefixedFieldName, InvalidIdField,
   * EmptyFieldName, DottedFieldName, DocumentValidationFailure, BSONObjectTooLarge, DuplicateKey,
   * and the old one for an index key that is too long.
   */
  private static final Set<Integer> ABOUT_THE_DOCUMENT =
      Set.of(2, 9, 14, 15, 16, 22, 52, 53, 56, 57, 121, 10_334, 11_000, 17_280);

  /** OutOfDiskSpace. */
  private static final int OUT_OF_DISK_SPACE = 14_031;

  private Failures() {}

  /** Whether the server's code blames a document and not the server's own state. */
  public static boolean blamesTheDocument(int code) {
    return ABOUT_THE_DOCUMENT.contains(code);
  }

  /** A failure of a command that was not about one document of a batch. */
  public static StoreException of(String doing, MongoException e) {
    String line = Failures.STORE + ": " + doing + ": " + reason(e);
    if (isTheServers(e)) {
      return new ServerFailureException(line, e);
    }
    return blamesTheDocument(e.getCode())
        ? new RejectedDocumentException(line, e)
        : new StoreException(line, e);
  }

  /** Lost connections, servers that are not found, and disks that are full end everything. */
  private static boolean isTheServers(MongoException e) {
    return e instanceof MongoSocketException
        || e instanceof MongoTimeoutException
        || OUT_OF_DISK_SPACE == e.getCode();
  }

  private static String reason(MongoException e) {
    if (e instanceof MongoCommandException command) {
      // Without the whole answer of the server, which the message repeats.
      return oneLine(command.getErrorMessage()) + " (code " + command.getErrorCode() + ")";
    }
    if (e instanceof MongoBulkWriteException bulk && bulk.getWriteConcernError() != null) {
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

  /** What the server said of one document. */
  public static String reason(BulkWriteError error) {
    return oneLine(error.getMessage()) + " (code " + error.getCode() + ")";
  }

  private static String oneLine(String text) {
    return text.strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
