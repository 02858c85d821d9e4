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
 * the store, and a sample read back and compared with what the dataset says. The sample has a
 * document of each of equal parts of the range, the first and the last document among them.
 */
public final class ContentCheck {
  private static final int SAMPLE = 50;
  private static final long SEED = 42;

  private ContentCheck() {}

  public record Outcome(boolean passed, String detail) {
    public Outcome(Optional<String> fault, String right) {
      this(fault.isEmpty(), fault.orElse(right));
    }

    /**
     * Leaves the outcome with the fork's results, which end here when the check has failed.
     *
     * @throws StoreException when it has
     */
    public void tell(String store, BenchmarkParams params, String check) {
      ForkFacts.check(store, StoreState.combination(params), check, passed, detail);
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

  /** One of each part: the first of the first one, the last of the last one, any of the others. */
  private static SortedSet<Long> indexes(long from, long count) {
    SortedSet<Long> indexes = new TreeSet<>();
    SplittableRandom random = new SplittableRandom(SEED);
    long parts = Math.min(count, SAMPLE);
    for (long part = 0; part < parts; part++) {
      long first = count * part / parts;
      long last = count * (part + 1) / parts - 1;
      long drawn = random.nextLong(first, last + 1);
      indexes.add(from + (part == 0 ? first : part == parts - 1 ? last : drawn));
    }
    return indexes;
  }
}
