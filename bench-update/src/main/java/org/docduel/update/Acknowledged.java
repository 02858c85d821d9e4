package org.docduel.update;

import java.util.Optional;
import org.docduel.core.model.Document;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Value;
import org.docduel.core.model.datasets.UpdateDocuments;
import org.docduel.core.spi.ContentReader;
import org.docduel.core.work.ContentCheck;

/**
 * What is known of every document: how often it was tried to be updated, and up to which time the
 * server has acknowledged. The n-th update of a document sets its first score plus n. Each document
 * is one worker's at a time, see {@link Keys.InUse}; {@link #check} runs after all of them.
 */
final class Acknowledged {
  private static final int CHUNK = 10_000;

  private final UpdateDocuments dataset;
  private final int[] tried;
  private final int[] acknowledged;

  Acknowledged(UpdateDocuments dataset, int documents) {
    this.dataset = dataset;
    this.tried = new int[documents];
    this.acknowledged = new int[documents];
  }

  /** The value that the next update of a document sets. */
  long next(int index) {
    return dataset.score(index) + ++tried[index];
  }

  /** The server has acknowledged the document's last update. */
  void acknowledge(int index) {
    acknowledged[index] = tried[index];
  }

  /** How many updates are known to be kept. */
  long updates() {
    long sum = 0;
    for (int count : acknowledged) {
      sum += count;
    }
    return sum;
  }

  /**
   * What the documents hold, against what was acknowledged.
   *
   * @param lost documents that hold an older value than the last one that was acknowledged
   * @param wrong documents that hold something else that they never were given, or are missing
   * @param first what is wrong with the first of them, or empty
   */
  record Found(long lost, long wrong, String first) {}

  /**
   * Reads every document. One whose last update failed may hold its value or not: the server may
   * have done it and died before it could say so.
   *
   * @param reader reads the store
   * @return what was found
   */
  Found find(ContentReader reader) {
    Tally tally = new Tally();
    for (int from = 0; from < tried.length; from += CHUNK) {
      int until = Math.min(tried.length, from + CHUNK);
      long[] seen = {0};
      reader.range(
          from,
          until,
          (id, body) -> {
            seen[0]++;
            compare((int) id, body, reader, tally);
          });
      if (seen[0] != until - from) {
        tally.wrong(
            until - from - seen[0], "documents are missing between " + from + " and " + until);
      }
    }
    return new Found(tally.lost, tally.wrong, tally.first);
  }

  /**
   * Reads every document and judges.
   *
   * @param reader reads the store
   * @return passed when every document holds the last acknowledged value
   */
  ContentCheck.Outcome check(ContentReader reader) {
    long count = reader.count();
    if (count != tried.length) {
      return new ContentCheck.Outcome(
          false, "expected " + tried.length + " documents, found " + count);
    }
    Found found = find(reader);
    if (found.lost() + found.wrong() > 0) {
      return new ContentCheck.Outcome(
          false,
          found.lost()
              + " documents lost an acknowledged update, "
              + found.wrong()
              + " hold something else; "
              + found.first());
    }
    return new ContentCheck.Outcome(
        true,
        tried.length
            + " documents read back, each holds the last of "
            + updates()
            + " acknowledged updates that is its own");
  }

  private void compare(int index, ObjectValue body, ContentReader reader, Tally tally) {
    long score = score(body);
    long count = score - dataset.score(index);
    if (count < acknowledged[index] && count >= 0) {
      tally.lost(index, count, acknowledged[index]);
    } else if (count > tried[index] || count < 0 || !isWhole(index, score, body, reader)) {
      tally.wrong(
          1, "document " + index + " holds " + body + " after " + tried[index] + " updates");
    }
  }

  private boolean isWhole(int index, long score, ObjectValue body, ContentReader reader) {
    return reader.asStored(new Document(index, dataset.body(index, score))).equals(body);
  }

  private static long score(ObjectValue body) {
    Optional<Value> value = UpdateDocuments.SCORE.in(body);
    return value.isPresent() && value.get() instanceof IntegerValue number
        ? number.value()
        : Long.MIN_VALUE / 2;
  }

  private static final class Tally {
    private long lost;
    private long wrong;
    private String first = "";

    void lost(int index, long found, int expected) {
      lost++;
      say(
          "document "
              + index
              + " holds update "
              + found
              + " although "
              + expected
              + " was acknowledged");
    }

    void wrong(long count, String what) {
      wrong += count;
      say(what);
    }

    private void say(String what) {
      if (first.isEmpty()) {
        first = what;
      }
    }
  }
}
