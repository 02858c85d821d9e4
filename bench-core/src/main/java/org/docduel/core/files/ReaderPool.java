package org.docduel.core.files;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.docduel.core.files.DocumentFile.Reader;
import org.docduel.core.model.Value.ObjectValue;

/**
 * The open readers of one file, shared by all threads. Each rests behind the document that it read
 * last; one that comes to the end of the file is closed.
 */
final class ReaderPool {
  /** Each has a file descriptor and buffers; more threads than this wait for their turn. */
  static final int MAX_OPEN = 4;

  private final DocumentFile file;
  private final long documents;
  private final Semaphore turns = new Semaphore(MAX_OPEN);
  private final List<Position> idle = new ArrayList<>();
  private int open;

  /**
   * No reader is open yet.
   *
   * @param documents how many the file has
   */
  ReaderPool(DocumentFile file, long documents) {
    this.file = file;
    this.documents = documents;
  }

  /** A reader, and the place of the document that it reads next. */
  final class Position {
    private final Reader reader = file.open();
    private long next;

    ObjectValue read() {
      ObjectValue body = reader.next();
      next++;
      if (body == null) {
        throw DocumentFile.problem(
            file.path(), reader.line(), "the file has changed since it was read");
      }
      return body;
    }

    /** The line of the document that was read last. */
    long line() {
      return reader.line();
    }
  }

  /**
   * Reads from a place on.
   *
   * @param place of a document, from 0
   * @param work reads the document there, and those behind it
   */
  <T> T from(long place, Function<Position, T> work) {
    turns.acquireUninterruptibly();
    try {
      Position position = take(place);
      boolean isIntact = false;
      try {
        while (position.next < place) {
          position.read();
        }
        T result = work.apply(position);
        isIntact = position.next < documents;
        return result;
      } finally {
        giveBack(position, isIntact);
      }
    } finally {
      turns.release();
    }
  }

  /** The reader that has least to skip; a new one where all are behind the place. */
  private synchronized Position take(long place) {
    Position nearest =
        idle.stream()
            .filter(position -> position.next <= place)
            .max(Comparator.comparingLong(position -> position.next))
            .orElse(null);
    if (nearest != null) {
      idle.remove(nearest);
      return nearest;
    }
    if (open == MAX_OPEN) {
      close(idle.remove(0));
    }
    Position first = new Position();
    open++;
    return first;
  }

  private synchronized void giveBack(Position position, boolean isIntact) {
    if (isIntact) {
      idle.add(position);
    } else {
      close(position);
    }
  }

  private void close(Position position) {
    open--;
    position.reader.close();
  }
}
