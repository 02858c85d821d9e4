package org.docduel.update;

import java.util.ArrayList;
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
 * tried and the last one that the server acknowledged. The worker alone that has taken a document
 * changes it.
 *
 * <p>A document that is inserted takes the place of one that was deleted, if there is one, so that
 * nearly every draw finds a document however long a run lasts.
 */
final class MixedModel {
  private static final int CHUNK = 1 << 16;
  private static final int DELETE = Integer.MAX_VALUE;

  private final MixedDocuments documents;
  private final int first;
  private final int inserted;

  /** The last change that was tried; below 0 while a worker has taken the document. */
  private final Numbers tried = new Numbers();

  private final Numbers acknowledged = new Numbers();

  /** The document in the place of one that was deleted, or in a new one; 0 where there is none. */
  private final Numbers later = new Numbers();

  private final Queue<Integer> free = new ConcurrentLinkedQueue<>();

  /** How many places there are: documents whose insert was given up have none. */
  final AtomicInteger placeCount = new AtomicInteger();

  /** The number after the last document. */
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
  }

  /** Of the documents before the run, those that are not of this range are other clients'. */
  MixedModel(MixedDocuments documents, int from, int until) {
    this.documents = documents;
    first = from;
    inserted = until;
    placeCount.set(documents.size());
    documentCount.set(until);
    for (int number = from; number < until; number++) {
      tried.set(number, MixedDocuments.INSERT);
      acknowledged.set(number, MixedDocuments.INSERT);
    }
  }

  /** The document in a place, which is its number unless another one was there first. */
  int in(int place) {
    int number = later.get(place);
    return number == 0 ? place : number;
  }

  /** Whether a document is sure to be there: not while it is inserted or deleted. */
  boolean isThere(int number) {
    return acknowledged.get(number) > 0 && tried(number) != DELETE;
  }

  private int tried(int number) {
    return Math.abs(tried.get(number));
  }

  /** Takes a document for a change; false when another worker has it, or it is not there. */
  boolean take(int number) {
    int change = tried.get(number);
    return change > 0
        && isThere(number)
        && tried.chunk(number).compareAndSet(number % CHUNK, change, -change);
  }

  /** A document that is about to be inserted, taken as one that is changed. */
  int insert() {
    int number = documentCount.getAndIncrement();
    tried.set(number, -MixedDocuments.INSERT);
    return number;
  }

  /** A document that was taken is about to be changed; gives the number of the change. */
  int change(int number, boolean delete) {
    int change = delete ? DELETE : tried(number) + 1;
    tried.set(number, -change);
    return change;
  }

  /**
   * Gives back a document that was drawn from a place, or is new; done when acknowledged. One whose
   * delete was given up is not drawn again, so that another may have its place.
   */
  void give(int number, int place, boolean done) {
    int change = tried(number);
    if (done) {
      acknowledged.set(number, change);
    }
    if (change == DELETE) {
      free.add(place);
    } else if (done && change == MixedDocuments.INSERT) {
      Integer empty = free.poll();
      later.set(empty == null ? placeCount.getAndIncrement() : empty, number);
    }
    tried.set(number, change);
  }

  /** What is read of some documents, held against what is known of them before and after it. */
  final class Reading {
    private int from;

    /** The last change that was acknowledged before, of each that is asked for. */
    int[] before = {};

    final List<Document> answer = new ArrayList<>();
    private final BitSet found = new BitSet();
    private long faults;
    private Optional<String> fault = Optional.empty();

    /** Begins to read so many documents, in the order of their ids, from one on. */
    void start(int number, int count) {
      from = number;
      before = new int[count];
      Arrays.setAll(before, i -> acknowledged.get(number + i));
      found.clear();
    }

    void received(long id, ObjectValue body) {
      answer.add(new Document(id, body));
    }

    /** What is wrong with the answer, looked at as a whole where there is a reader for it. */
    Optional<String> fault(Optional<ContentReader> reader) {
      long last = from - 1L;
      for (Document document : answer) {
        long number = documents.number(document.id());
        if (number <= last) {
          fail(document.id(), "is not in order");
          return fault;
        }
        last = number;
        add(document.id(), document.body(), reader);
      }
      end(answer.size() < before.length ? before.length : (int) (last - from));
      return fault;
    }

    private void add(long id, ObjectValue body, Optional<ContentReader> reader) {
      long number = documents.number(id);
      if (number < from || number >= documentCount.get()) {
        fail(id, "was never written");
        return;
      }
      int place = (int) number - from;
      found.set(place);
      int acknowledgedChange = place < before.length ? before[place] : 0;
      int attemptedChange = tried((int) number);
      long change = documents.change(number, body);
      if (change < Math.max(acknowledgedChange, MixedDocuments.INSERT)
          || change > attemptedChange) {
        fail(
            id,
            "has change %d; acknowledged was %s, and tried %s"
                .formatted(change, describe(acknowledgedChange), describe(attemptedChange)));
      } else if (reader.isPresent()
          && !reader.get().asStored(documents.document(number, change)).equals(body)) {
        fail(id, "differs elsewhere: " + body);
      }
    }

    /** Of the first ones, those that were there all the time must have been found. */
    private void end(int due) {
      for (int i = 0; i < Math.min(due, before.length); i++) {
        if (!found.get(i) && before[i] > 0 && isThere(from + i)) {
          fail(documents.id(from + i), "is not there");
        }
      }
    }

    private void fail(long id, String problem) {
      faults++;
      fault = fault.or(() -> Optional.of("document " + id + " " + problem));
    }
  }

  private static String describe(int change) {
    return change == DELETE ? "its delete" : String.valueOf(change);
  }

  /**
   * Reads every document: each is as the acknowledged operations left it, and there is no other.
   * One whose last change or delete failed may hold it or not: the server may have done it and died
   * before it could say so.
   */
  ContentCheck.Outcome check(ContentReader reader) {
    Reading all = new Reading();
    long read = 0;
    long inserts = 0;
    long deletes = 0;
    int until = documentCount.get();
    for (int from = first; from < until; from += CHUNK) {
      all.start(from, Math.min(CHUNK, until - from));
      documents.read(
          reader, from, all.before.length, (id, body) -> all.add(id, body, Optional.of(reader)));
      all.end(all.before.length);
      read += all.found.cardinality();
      for (int i = 0; i < all.before.length; i++) {
        int last = all.before[i];
        inserts += last > 0 && from + i >= inserted ? 1 : 0;
        deletes += last == DELETE ? 1 : 0;
      }
    }
    long counted = reader.count();
    int others = documents.size() - (inserted - first);
    String found =
        all.fault
            .map(fault ->
                "%d of %d documents are not as acknowledged operations left them; the first: %s"
                    .formatted(all.faults, counted, fault))
            .orElse(
                ("the server counts %d documents, and %d read back are as %d acknowledged inserts,"
                        + " %d deletes and the last change of each left them")
                    .formatted(counted, read, inserts, deletes));
    return new ContentCheck.Outcome(all.faults == 0 && counted == read + others, found);
  }
}
