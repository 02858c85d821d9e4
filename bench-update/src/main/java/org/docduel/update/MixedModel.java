package org.docduel.update;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.work.ContentCheck;

/**
 * What must be in the store: a word for each document with its state, how often it was tried to be
 * changed, and up to which change the server has acknowledged. The n-th change sets its first value
 * plus n. A word is changed by the worker alone that has taken the document, at once for all who
 * read it.
 *
 * <p>Documents are drawn by slot. A document that is inserted takes the slot of one that was
 * deleted, if there is one, so that nearly every draw finds a document however long a run lasts.
 */
final class MixedModel {
  private static final int CHUNK = 1 << 16;
  private static final int COUNT_BITS = 28;
  private static final long COUNT = (1L << COUNT_BITS) - 1;
  private static final long TAKEN = 1L << 62;
  private static final int STATE_SHIFT = 58;

  // Where a document is between its insert and its delete.
  private static final int ABSENT = 0;

  /** Being inserted or deleted, or given up while it was: the server may have it or not. */
  private static final int UNSURE = 1;

  private static final int LIVE = 2;
  private static final int GONE = 3;

  private final MixedDocuments documents;
  private final int first;
  private final int others;
  private final Growing words = new Growing();

  /** The number of the document in a slot, plus 1; 0 for none. */
  private final Growing slots = new Growing();

  private final Queue<Long> free = new ConcurrentLinkedQueue<>();
  private final AtomicLong slotCount = new AtomicLong();
  private final AtomicLong numbers = new AtomicLong();
  private final AtomicLong inserts = new AtomicLong();
  private final AtomicLong deletes = new AtomicLong();

  /** Long numbers that are 0 until they are set. */
  private static final class Growing {
    private final ConcurrentMap<Long, AtomicLongArray> chunks = new ConcurrentHashMap<>();

    private AtomicLongArray chunk(long index) {
      return chunks.computeIfAbsent(index / CHUNK, ignored -> new AtomicLongArray(CHUNK));
    }

    long get(long index) {
      return index < 0 ? 0 : chunk(index).get((int) (index % CHUNK));
    }

    void set(long index, long value) {
      chunk(index).set((int) (index % CHUNK), value);
    }

    boolean compareAndSet(long index, long expected, long value) {
      return chunk(index).compareAndSet((int) (index % CHUNK), expected, value);
    }
  }

  /** All documents are this client's. */
  MixedModel(MixedDocuments documents) {
    this(documents, 0, documents.size());
  }

  /**
   * Of the documents before the run, those outside of a range are other clients'.
   *
   * @param from the number of the first one
   * @param until the number after the last one
   */
  MixedModel(MixedDocuments documents, int from, int until) {
    this.documents = documents;
    this.first = from;
    others = documents.size() - (until - from);
    for (int number = from; number < until; number++) {
      words.set(number, word(LIVE, 0, 0));
      slots.set(number, number + 1L);
    }
    slotCount.set(documents.size());
    numbers.set(until);
  }

  private static int state(long word) {
    return (int) (word >>> STATE_SHIFT & 7);
  }

  private static long word(int state, long tried, long acknowledged) {
    return (long) state << STATE_SHIFT | tried << COUNT_BITS | acknowledged;
  }

  private static long tried(long word) {
    return word >>> COUNT_BITS & COUNT;
  }

  private static long acknowledged(long word) {
    return word & COUNT;
  }

  /** How many slots there are: the last ones were filled last. */
  long slotCount() {
    return slotCount.get();
  }

  /** The number of the document in a slot; -1 when it has none that is sure to be there. */
  long in(long slot) {
    long number = slots.get(slot) - 1;
    return state(words.get(number)) == LIVE ? number : -1;
  }

  /** Takes a document for a change; false when another worker has it, or it is not there. */
  boolean take(long number) {
    long word = words.get(number);
    return state(word) == LIVE
        && (word & TAKEN) == 0
        && words.compareAndSet(number, word, word | TAKEN);
  }

  /** The value that the next change of a document that was taken sets. */
  long next(long number) {
    long word = words.get(number);
    long tried = tried(word) + 1;
    words.set(number, TAKEN | word(LIVE, tried, acknowledged(word)));
    return documents.first(number) + tried;
  }

  /** The server has acknowledged the last change. */
  void acknowledge(long number) {
    long tried = tried(words.get(number));
    words.set(number, TAKEN | word(LIVE, tried, tried));
  }

  /** Gives a document back. */
  void give(long number) {
    words.set(number, words.get(number) & ~TAKEN);
  }

  /** A document that is about to be inserted. */
  long insert() {
    long number = numbers.getAndIncrement();
    words.set(number, word(UNSURE, 0, 0));
    return number;
  }

  /** The server has acknowledged it. */
  void inserted(long number) {
    words.set(number, word(LIVE, 0, 0));
    inserts.incrementAndGet();
    Long slot = free.poll();
    slots.set(slot == null ? slotCount.getAndIncrement() : slot, number + 1);
  }

  /** A document that was taken is about to be deleted. */
  void delete(long number) {
    long word = words.get(number);
    words.set(number, word(UNSURE, tried(word), acknowledged(word)));
  }

  /** The server has acknowledged it. */
  void deleted(long number, long slot) {
    words.set(number, word(GONE, 0, 0));
    deletes.incrementAndGet();
    slots.set(slot, 0);
    free.add(slot);
  }

  /** What was known of some documents before a read. */
  long[] before(long from, int count) {
    long[] known = new long[count];
    for (int i = 0; i < count; i++) {
      known[i] = words.get(from + i);
    }
    return known;
  }

  /**
   * What is wrong with a document that was read: its value is older than one that was acknowledged
   * before the read began, or nobody has tried to write it by the end.
   *
   * @param before what was known of it before the read
   * @param whole what the store gives for a document; empty to look at the value alone
   */
  Optional<String> fault(
      long number, long before, Optional<ObjectValue> body, Optional<ContentReader> whole) {
    long after = words.get(number);
    if (body.isEmpty()) {
      return state(before) == LIVE && state(after) == LIVE
          ? Optional.of("is not there")
          : Optional.empty();
    }
    Optional<Long> value = documents.value(body.get());
    long change = value.map(found -> found - documents.first(number)).orElse(-1L);
    if (state(after) == ABSENT || change < 0) {
      return Optional.of("is none of those that were written: " + body.get());
    } else if (state(before) == GONE) {
      return Optional.of("is there although its delete was acknowledged");
    } else if (state(after) == LIVE && change > tried(after)) {
      return Optional.of("has change " + change + " of " + tried(after) + " that were tried");
    } else if (change < acknowledged(before)) {
      return Optional.of(
          "has change " + change + " although " + acknowledged(before) + " was acknowledged");
    }
    boolean equal =
        whole.isEmpty()
            || whole
                .get()
                .asStored(new Document(documents.id(number), documents.body(number, value.get())))
                .equals(body.get());
    return equal ? Optional.empty() : Optional.of("differs elsewhere: " + body.get());
  }

  /**
   * What is wrong with an answer that should have the documents from a number on.
   *
   * @param before what was known of as many documents as were asked for, before
   */
  Optional<String> fault(
      long from, long[] before, List<Document> answer, Optional<ContentReader> whole) {
    BitSet found = new BitSet();
    long last = from - 1;
    for (Document one : answer) {
      long number = documents.number(one.id());
      if (number <= last) {
        return Optional.of("document " + one.id() + " is not in order");
      }
      last = number;
      long known = number - from < before.length ? before[(int) (number - from)] : 0;
      Optional<String> fault = fault(number, known, Optional.of(one.body()), whole);
      if (fault.isPresent()) {
        return fault.map(words -> "document " + one.id() + " " + words);
      }
      found.set((int) (number - from));
    }
    int due = answer.size() < before.length ? before.length : (int) (last - from);
    for (int i = 0; i < Math.min(due, before.length); i++) {
      if (!found.get(i) && fault(from + i, before[i], Optional.empty(), whole).isPresent()) {
        return Optional.of("document " + documents.id(from + i) + " is missing");
      }
    }
    return Optional.empty();
  }

  /**
   * Reads every document: each is as the acknowledged operations left it, and there is no other.
   * One whose last change or delete failed may hold it or not: the server may have done it and died
   * before it could say so.
   */
  ContentCheck.Outcome check(ContentReader reader) {
    Checking checking = new Checking(reader);
    for (long from = first; from < numbers.get(); from += CHUNK) {
      checking.read(from, (int) Math.min(CHUNK, numbers.get() - from));
    }
    long counted = reader.count();
    return checking.faults == 0
        ? new ContentCheck.Outcome(
            counted == checking.read + others,
            String.format(
                Locale.ROOT,
                "the server counts %d documents, and %d read back are as %d acknowledged inserts, %d"
                    + " deletes and the last of %d changes left them",
                counted,
                checking.read,
                inserts.get(),
                deletes.get(),
                checking.changes))
        : new ContentCheck.Outcome(
            false,
            String.format(
                Locale.ROOT,
                "%d of %d documents are not as acknowledged operations left them; the first: document"
                    + " %s",
                checking.faults,
                counted,
                checking.fault));
  }

  /** What was read so far. */
  private final class Checking {
    private final ContentReader reader;
    private long read;
    private long changes;
    private long faults;
    private String fault = "";

    Checking(ContentReader reader) {
      this.reader = reader;
    }

    void read(long from, int count) {
      long[] known = before(from, count);
      BitSet found = new BitSet();
      ContentReader.Visitor visitor =
          (id, body) -> {
            long number = documents.number(id);
            if (number < from) {
              fail(id, "is none of those that were written");
              return;
            }
            int place = (int) (number - from);
            found.set(place);
            fault(number, known[place], Optional.of(body), Optional.of(reader))
                .ifPresent(words -> fail(id, words));
          };
      long last = documents.id(from + count - 1);
      if (last - documents.id(from) == count - 1) {
        reader.range(documents.id(from), last + 1, visitor);
      } else { // ids with gaps, which some stores would ask for one by one
        for (int i = 0; i < count; i++) {
          long id = documents.id(from + i);
          reader.find(id).ifPresent(body -> visitor.visit(id, body));
        }
      }
      read += found.cardinality();
      for (int i = 0; i < count; i++) {
        changes += acknowledged(known[i]);
        if (state(known[i]) == LIVE && !found.get(i)) {
          fail(documents.id(from + i), "is not there");
        }
      }
    }

    private void fail(long id, String words) {
      if (faults++ == 0) {
        fault = id + " " + words;
      }
    }
  }
}
