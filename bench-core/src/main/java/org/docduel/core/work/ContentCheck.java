package org.docduel.core.work;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.docduel.core.fork.ForkFacts;
import org.docduel.core.fork.StoreState;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
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
  private static final int SHOWN_CHARACTERS = 60;

  private ContentCheck() {}

  public record Outcome(boolean isSuccess, String detail) {
    public Outcome(Optional<String> fault, String right) {
      this(fault.isEmpty(), fault.orElse(right));
    }

    /**
     * Leaves the outcome with the fork's results, which end here when the check has failed.
     *
     * @throws StoreException when it has
     */
    public void recordOrThrow(String store, BenchmarkParams params, String check) {
      ForkFacts.check(store, StoreState.combination(params), check, isSuccess, detail);
      if (!isSuccess) {
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
        : firstDifference(reader.asStored(sent), body.get());
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

  /** Half a sentence with path, expected and found, or empty when the trees are equal. */
  static Optional<String> firstDifference(Value expected, Value found) {
    return between("", Optional.of(expected), Optional.of(found));
  }

  private static Optional<String> between(
      String path, Optional<Value> expected, Optional<Value> found) {
    Value wanted = expected.orElse(null);
    Value had = found.orElse(null);
    if (Objects.equals(wanted, had)) {
      return Optional.empty();
    }
    String what = "expected " + show(expected) + ", found " + show(found);
    if (wanted instanceof ObjectValue expectedObject && had instanceof ObjectValue foundObject) {
      Set<String> names = new LinkedHashSet<>(expectedObject.names().asList());
      names.addAll(foundObject.names().asList());
      for (String name : names) {
        String below = path.isEmpty() ? name : path + "." + name;
        Optional<String> inside =
            between(below, expectedObject.field(name), foundObject.field(name));
        if (inside.isPresent()) {
          return inside;
        }
      }
    } else if (wanted instanceof ArrayValue expectedArray && had instanceof ArrayValue foundArray) {
      List<Value> expectedItems = expectedArray.elements();
      List<Value> foundItems = foundArray.elements();
      for (int i = 0; i < Math.min(expectedItems.size(), foundItems.size()); i++) {
        Optional<String> inside =
            between(
                path + "[" + i + "]",
                Optional.of(expectedItems.get(i)),
                Optional.of(foundItems.get(i)));
        if (inside.isPresent()) {
          return inside;
        }
      }
      what = "expected " + expectedItems.size() + " elements, found " + foundItems.size();
    } else if (wanted instanceof StringValue expectedText && had instanceof StringValue foundText) {
      what = betweenTexts(expectedText.value(), foundText.value());
    } else if (wanted instanceof BinaryValue expectedBytes
        && had instanceof BinaryValue foundBytes) {
      what =
          "expected %s bytes, found %s, different from byte %s on"
              .formatted(
                  expectedBytes.value().length,
                  foundBytes.value().length,
                  Arrays.mismatch(expectedBytes.value(), foundBytes.value()));
    }
    return Optional.of("at " + (path.isEmpty() ? "the top" : path) + ": " + what);
  }

  private static String betweenTexts(String expected, String found) {
    int same = 0;
    int common = Math.min(expected.length(), found.length());
    while (same < common && expected.charAt(same) == found.charAt(same)) {
      same++;
    }
    return "expected %s characters, found %s, different from character %s on: expected '%s', found '%s'"
        .formatted(
            expected.length(),
            found.length(),
            same,
            line(expected.substring(same)),
            line(found.substring(same)));
  }

  /** Kind and content, on one line. */
  private static String show(Optional<Value> field) {
    return field.map(value -> line(value.toString())).orElse("no such field");
  }

  private static String line(String text) {
    String line = text.replaceAll("\\p{Cntrl}", "?");
    return line.length() <= SHOWN_CHARACTERS ? line : line.substring(0, SHOWN_CHARACTERS) + "...";
  }
}
