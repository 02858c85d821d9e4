package org.docduel.update;

import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import org.docduel.core.model.Document;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.NullValue;
import org.docduel.core.model.ObjectValue;
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
  private final int first;
  private final int last;
  private final int[] tried;
  private final int[] acknowledged;

  Acknowledged(UpdateDocuments dataset, int documents) {
    this(dataset, documents, 0, documents);
  }

  /** Of so many documents, those outside of a range are other clients'. */
  Acknowledged(UpdateDocuments dataset, int documents, int from, int until) {
    this.dataset = dataset;
    first = from;
    last = until;
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

  /**
   * Reads every document of its own: passed when each holds the last acknowledged value. One whose
   * last update failed may hold its value or not: the server may have done it and died before it
   * could say so.
   */
  ContentCheck.Outcome check(ContentReader reader) {
    long count = reader.count();
    if (count != tried.length) {
      return new ContentCheck.Outcome(
          false, "expected " + tried.length + " documents, found " + count);
    }
    long[] lost = {0};
    long[] wrong = {0};
    AtomicReference<String> first = new AtomicReference<>("");
    for (int from = this.first; from < last; from += CHUNK) {
      int until = Math.min(last, from + CHUNK);
      long[] seen = {0};
      reader.range(
          from,
          until,
          (id, body) -> {
            seen[0]++;
            int index = (int) id;
            long updates = score(body) - dataset.score(index);
            if (updates < acknowledged[index] && updates >= 0) {
              lost[0]++;
              first.compareAndSet(
                  "",
                  String.format(
                      Locale.ROOT,
                      "document %d holds update %d although %d was acknowledged",
                      index,
                      updates,
                      acknowledged[index]));
            } else if (updates > tried[index] || updates < 0 || !isWhole(index, body, reader)) {
              wrong[0]++;
              first.compareAndSet(
                  "",
                  "document " + index + " holds " + body + " after " + tried[index] + " updates");
            }
          });
      if (seen[0] != until - from) {
        wrong[0] += until - from - seen[0];
        first.compareAndSet("", "documents are missing between " + from + " and " + until);
      }
    }
    if (lost[0] + wrong[0] > 0) {
      return new ContentCheck.Outcome(
          false,
          String.format(
              Locale.ROOT,
              "%d documents lost an acknowledged update, %d hold something else; %s",
              lost[0],
              wrong[0],
              first.get()));
    }
    return new ContentCheck.Outcome(
        true,
        String.format(
            Locale.ROOT,
            "%d documents read back, each holds the last of %d acknowledged updates that is its"
                + " own",
            last - this.first,
            Arrays.stream(acknowledged).asLongStream().sum()));
  }

  private boolean isWhole(int index, ObjectValue body, ContentReader reader) {
    return reader.asStored(new Document(index, dataset.body(index, score(body)))).equals(body);
  }

  private static long score(ObjectValue body) {
    return UpdateDocuments.SCORE.in(body).orElse(NullValue.NULL) instanceof IntegerValue number
        ? number.value()
        : Long.MIN_VALUE / 2;
  }
}
