package org.docduel.core.work;

import java.util.Optional;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.StoreState;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.spi.Session.ContentReader;
import org.docduel.core.spi.StoreException;
import org.docduel.core.spi.StoreException.ServerFailureException;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Whether a store holds exactly the documents that it was sent: the number of documents, counted by
 * the store, and a sample read back and compared with what the dataset says. The sample has the
 * first and the last document and, between them, one at a random place in each of equal parts of
 * the range.
 */
public final class ContentCheck {
  private static final int SAMPLE = 50;
  private static final long SEED = 42;

  private ContentCheck() {}

  /** What a check found. */
  public record Outcome(boolean passed, String detail) {
    /** Passed, unless there is a fault. */
    public Outcome(Optional<String> fault, String right) {
      this(fault.isEmpty(), fault.orElse(right));
    }

    /**
     * Leaves the outcome with the fork's results, which end here when the check has failed.
     *
     * @throws StoreException when it has
     */
    public void tell(String store, BenchmarkParams params, String check) {
      ForkFacts.check(store, StoreState.parameters(params), check, passed, detail);
      if (!passed) {
        throw new StoreException(store + ": " + check + ": " + detail);
      }
    }
  }

  /**
   * Compares a store's content with a range of a dataset.
   *
   * @param count how many were sent, 0 or more; the store must hold exactly so many
   * @throws StoreException when the server cannot be asked
   */
  public static Outcome check(Dataset dataset, long from, long count, ContentReader reader) {
    long found = reader.count();
    if (found != count) {
      return new Outcome(false, "expected " + count + " documents, found " + found);
    }
    SortedSet<Long> indexes = indexes(from, count);
    for (long index : indexes) {
      Optional<String> difference = difference(dataset.document(index), reader);
      if (difference.isPresent()) {
        return new Outcome(false, "document " + index + " " + difference.get());
      }
    }
    return new Outcome(true, count + " documents, " + indexes.size() + " read back and equal");
  }

  private static Optional<String> difference(Document sent, ContentReader reader) {
    Optional<ObjectValue> body;
    try {
      body = reader.find(sent.id());
    } catch (ServerFailureException e) {
      throw e; // it says nothing about the document
    } catch (StoreException e) {
      return Optional.of("cannot be read: " + e.getMessage());
    }
    return body.isEmpty()
        ? Optional.of("is not there")
        : FirstDifference.between(reader.asStored(sent), body.get());
  }

  private static SortedSet<Long> indexes(long from, long count) {
    SortedSet<Long> indexes = new TreeSet<>();
    if (count <= SAMPLE) {
      for (long i = 0; i < count; i++) {
        indexes.add(from + i);
      }
      return indexes;
    }
    indexes.add(from);
    indexes.add(from + count - 1);
    SplittableRandom random = new SplittableRandom(SEED);
    // The parts cover what lies between the first and the last, so that no place is drawn twice.
    long between = count - 2;
    int parts = SAMPLE - 2;
    for (int part = 0; part < parts; part++) {
      long start = between / parts * part + Math.min(part, between % parts);
      long length = between / parts + (part < between % parts ? 1 : 0);
      indexes.add(from + 1 + start + random.nextLong(length));
    }
    return indexes;
  }
}
