package org.docduel.update;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.work.ContentCheck;

/**
 * What must be in the store. A document's changes have numbers: 1 is its insert, each update the
 * next one, and its delete the last. For each document the model knows the last change that was
 * tried and the last one that the server acknowledged. An insert sets the document's first value,
 * each update the next whole number. The worker alone that has taken a document changes it.
 *
 * <p>Documents are drawn by slot. A document that is inserted takes the slot of one that was
 * deleted, if there is one, so that nearly every draw finds a document however long a run lasts.
 */
final class MixedModel {
  private static final int CHUNK = 1 << 16;
  private static final int INSERT = 1;
  private static final int DELETE = Integer.MAX_VALUE;

  private final MixedDocuments documents;
  private final int first;
  private final int inserted;

  /** The last change that was tried; below 0 while a worker has taken the document. */
  private final Numbers tried = new Numbers();

  private final Numbers acknowledged = new Numbers();

  /** The document in a slot, plus 1; 0 for none. */
  private final Numbers slots = new Numbers();

  private final Queue<Integer> free = new ConcurrentLinkedQueue<>();
  private final AtomicInteger slotCount = new AtomicInteger();
  private final AtomicInteger documentCount = new AtomicInteger();

  /** As many as are needed, 0 until they are set. */
  private static final class Numbers {
    private final ConcurrentMap<Integer, AtomicIntegerArray> chunks = new ConcurrentHashMap<>();

    private AtomicIntegerArray chunk(int index) {
      return chunks.computeIfAbsent(index / CHUNK, ignored -> new AtomicIntegerArray(CHUNK));
    }

    int get(int index) {
      return chunk(index).get(index % CHUNK);
    }

    void set(int index, int value) {
      chunk(index).set(index % CHUNK, value);
    }

    boolean change(int index, int from, int to) {
      return chunk(index).compareAndSet(index % CHUNK, from, to);
    }
  }

  /**
   * Of the documents before the run, those outside of a range are other clients'.
   *
   * @param from the number of the first one
   * @param until the number after the last one
   */
  MixedModel(MixedDocuments documents, int from, int until) {
    this.documents = documents;
    first = from;
    inserted = until;
    for (int number = from; number < until; number++) {
      tried.set(number, INSERT);
      acknowledged.set(number, INSERT);
      slots.set(number, number + 1);
    }
    slotCount.set(documents.size());
    documentCount.set(until);
  }

  /** Whether a document is sure to be there: not while it is inserted or deleted. */
  private boolean isThere(int number) {
    return acknowledged.get(number) > 0 && tried(number) != DELETE;
  }

  private int tried(int number) {
    return Math.abs(tried.get(number));
  }

  /** How many slots there are: the last ones were filled last. */
  int slotCount() {
    return slotCount.get();
  }

  /** The number of the document in a slot; -1 when it has none that is sure to be there. */
  int in(int slot) {
    int number = slots.get(slot) - 1;
    return number >= 0 && isThere(number) ? number : -1;
  }

  /** Takes a document for a change; false when another worker has it, or it is not there. */
  boolean take(int number) {
    int change = tried.get(number);
    return change > 0 && isThere(number) && tried.change(number, change, -change);
  }

  /** A document that is about to be inserted, taken as one that is changed. */
  int insert() {
    int number = documentCount.getAndIncrement();
    tried.set(number, -INSERT);
    return number;
  }

  /** A document that was taken is about to be changed; gives the value that an update sets. */
  long change(int number, boolean delete) {
    int change = delete ? DELETE : tried(number) + 1;
    tried.set(number, -change);
    return documents.first(number) + change - INSERT;
  }

  /**
   * Gives a document back.
   *
   * @param slot where it was drawn, unless it is new
   * @param done whether the server has acknowledged its last change
   */
  void give(int number, int slot, boolean done) {
    int change = tried(number);
    if (done) {
      acknowledged.set(number, change);
    }
    if (done && change == DELETE) {
      slots.set(slot, 0);
      free.add(slot);
    } else if (done && change == INSERT) {
      Integer empty = free.poll();
      slots.set(empty == null ? slotCount.getAndIncrement() : empty, number + 1);
    }
    tried.set(number, change);
  }

  /** What is read of some documents, held against what is known of them before and after it. */
  final class Reading {
    private int from;

    /** The last change of each that was acknowledged before. */
    private int[] before = {};

    private final BitSet found = new BitSet();
    private long read;
    private long faults;
    private Optional<String> fault = Optional.empty();

    /** Begins to read so many documents, in the order of their ids, from one on. */
    void begin(int number, int count) {
      from = number;
      before = new int[count];
      Arrays.setAll(before, i -> acknowledged.get(number + i));
      found.clear();
    }

    /** How many documents are asked for. */
    int count() {
      return before.length;
    }

    /**
     * What is wrong with an answer that should have the first documents that are there.
     *
     * @param whole what the store gives for a document; empty to look at the value alone
     */
    Optional<String> fault(List<Document> answer, Optional<ContentReader> whole) {
      long last = from - 1L;
      for (Document one : answer) {
        long number = documents.number(one.id());
        if (number <= last) {
          fail(one.id(), "is not in order");
          return fault;
        }
        last = number;
        add(one.id(), one.body(), whole);
      }
      end(answer.size() < before.length ? before.length : (int) (last - from));
      return fault;
    }

    private void add(long id, ObjectValue body, Optional<ContentReader> whole) {
      long number = documents.number(id);
      if (number < from || number >= documentCount.get()) {
        fail(id, "is none of those that were written");
        return;
      }
      int place = (int) number - from;
      found.set(place);
      int atLeast = place < before.length ? before[place] : 0;
      int atMost = tried((int) number);
      Optional<Long> value = documents.value(body);
      long change = value.map(it -> it - documents.first(number) + INSERT).orElse(0L);
      if (change < INSERT) {
        fail(id, "is none of those that were written: " + body);
      } else if (atLeast == DELETE) {
        fail(id, "is there although its delete was acknowledged");
      } else if (change < atLeast) {
        fail(id, "has update " + (change - 1) + " although " + (atLeast - 1) + " was acknowledged");
      } else if (change > atMost) {
        fail(id, "has update " + (change - 1) + " of " + (atMost - 1) + " that were tried");
      } else if (whole.isPresent()) {
        ObjectValue written = documents.body(number, value.orElseThrow());
        if (!whole.get().asStored(new Document(id, written)).equals(body)) {
          fail(id, "differs elsewhere: " + body);
        }
      }
    }

    /** Of the first ones, those that were there all the time must have been found. */
    private void end(int due) {
      read += found.cardinality();
      for (int i = 0; i < Math.min(due, before.length); i++) {
        if (!found.get(i) && before[i] > 0 && isThere(from + i)) {
          fail(documents.id(from + i), "is not there");
        }
      }
    }

    private void fail(long id, String words) {
      faults++;
      fault = fault.or(() -> Optional.of("document " + id + " " + words));
    }
  }

  /**
   * Reads every document: each is as the acknowledged operations left it, and there is no other.
   * One whose last change or delete failed may hold it or not: the server may have done it and died
   * before it could say so.
   */
  ContentCheck.Outcome check(ContentReader reader) {
    Reading all = new Reading();
    long inserts = 0;
    long deletes = 0;
    long updates = 0;
    int until = documentCount.get();
    for (int from = first; from < until; from += CHUNK) {
      all.begin(from, Math.min(CHUNK, until - from));
      documents.read(
          reader, from, all.count(), (id, body) -> all.add(id, body, Optional.of(reader)));
      all.end(all.count());
      for (int i = 0; i < all.count(); i++) {
        int last = all.before[i];
        inserts += last > 0 && from + i >= inserted ? 1 : 0;
        deletes += last == DELETE ? 1 : 0;
        updates += last == DELETE ? 0 : Math.max(0, last - INSERT);
      }
    }
    long counted = reader.count();
    int others = documents.size() - (inserted - first);
    String found =
        all.faults > 0
            ? "%d of %d documents are not as acknowledged operations left them; the first: %s"
                .formatted(all.faults, counted, all.fault.orElseThrow())
            : ("the server counts %d documents, and %d read back are as %d acknowledged inserts, %d"
                    + " deletes and the last of %d changes left them")
                .formatted(counted, all.read, inserts, deletes, updates);
    return new ContentCheck.Outcome(all.faults == 0 && counted == all.read + others, found);
  }
}
