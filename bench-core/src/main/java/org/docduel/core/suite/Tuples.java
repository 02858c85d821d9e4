package org.docduel.core.suite;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.docduel.core.config.BadInputException;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.files.ContentName;
import org.docduel.core.files.TypedRows;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.IntegerValue;

/**
 * The tuples of values with which a query is asked, and how often each is: a file whose columns are
 * the parameters {@code $1}, {@code $2} and so on, beside a column {@code calls}. Without that
 * column each line counts once. What is drawn depends on the seed, the query, the thread and the
 * iteration alone, so that every fork of every store is asked the same.
 */
public final class Tuples {
  /** The seed of all draws. */
  public static final int SEED = 42;

  /** So many of the most frequent tuples have their answers compared. */
  public static final int HOTTEST = 20;

  /** So many of the other tuples have their answers compared, drawn without regard to calls. */
  public static final int OTHERS = 20;

  private static final String CALLS = "calls";
  private static final int MAX_ROWS = 100_000;
  private static final long MAX_CALLS = 1_000_000_000_000L;

  private final String name;
  private final int parameters;

  /** The most frequent first, equally frequent ones in the order of the file. */
  private final List<List<Value>> tuples;

  /** The calls of each tuple and of all before it. */
  private final long[] cumulative;

  private Tuples(String file, int parameters, Map<List<Value>, Long> calls) {
    this.parameters = parameters;
    List<Map.Entry<List<Value>, Long>> ordered = new ArrayList<>(calls.entrySet());
    ordered.sort(
        Comparator.comparingLong((Map.Entry<List<Value>, Long> each) -> each.getValue())
            .reversed());
    tuples = ordered.stream().map(Map.Entry::getKey).toList();
    cumulative = new long[ordered.size()];
    ContentName content = new ContentName();
    long sum = 0;
    for (int i = 0; i < cumulative.length; i++) {
      sum += ordered.get(i).getValue();
      cumulative[i] = sum;
      content.add(ordered.get(i).getKey() + " " + ordered.get(i).getValue());
    }
    name = content.with(file);
  }

  /**
   * Reads a file.
   *
   * @param file a CSV or TSV file, by its path in the suite's folder
   * @throws BadInputException with file and line when it is missing or wrong
   */
  static Tuples read(SuiteFolder folder, String file) {
    Path path = folder.path(file).normalize();
    TypedRows rows = TypedRows.read(path, Map.of(CALLS, Kind.INTEGER), MAX_ROWS);
    List<String> names = rows.columns().stream().map(TypedRows.Column::name).toList();
    int counts = names.indexOf(CALLS);
    BadInputException.require(
        names.size() > (counts < 0 ? 0 : 1), "%s:1: no column but %s", path, CALLS);
    Map<List<Value>, Long> calls = new LinkedHashMap<>();
    for (TypedRows.Row row : rows.rows()) {
      List<Value> tuple = new ArrayList<>(row.values());
      Value count = counts < 0 ? new IntegerValue(1) : tuple.remove(counts);
      if (!(count instanceof IntegerValue number)
          || number.value() < 1
          || number.value() > MAX_CALLS) {
        throw new BadInputException(
            "%s:%d: calls of a tuple are a whole number from 1 to %d"
                .formatted(path, row.line(), MAX_CALLS));
      }
      calls.merge(Collections.unmodifiableList(tuple), number.value(), Long::sum);
    }
    return new Tuples(file, names.size() - (counts < 0 ? 0 : 1), calls);
  }

  /** How many values each tuple has. */
  public int parameters() {
    return parameters;
  }

  /** How many different tuples there are. */
  public int size() {
    return tuples.size();
  }

  /** The values of a tuple, 0 for the most frequent one. */
  public List<Value> values(int tuple) {
    return tuples.get(tuple);
  }

  /** A tuple for messages, in one line. */
  public String text(int tuple) {
    return tuples.get(tuple).stream()
        .map(JsonBytes::text)
        .collect(Collectors.joining(", ", "(", ")"));
  }

  /**
   * The tuples of an iteration, each with the chance of its share of calls.
   *
   * @param iteration from 0
   * @param count how many are drawn; fewer are the first of more
   */
  public int[] draw(String query, int thread, int iteration, int count) {
    SplittableRandom random =
        new SplittableRandom(
            SEED + ((long) query.hashCode() << 32) + 1_000_003L * thread + iteration);
    long all = cumulative[cumulative.length - 1];
    int[] draws = new int[count];
    for (int i = 0; i < count; i++) {
      long call = (random.nextLong() >>> 1) % all; // of 2^63, so that no share is off by 1e-4
      int low = 0;
      int high = cumulative.length - 1;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (cumulative[middle] > call) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      draws[i] = low;
    }
    return draws;
  }

  /** The tuples whose answers are compared: the hottest, then some of the others. */
  public List<Integer> compared(String query) {
    List<Integer> compared = new ArrayList<>();
    List<Integer> others = new ArrayList<>();
    for (int tuple = 0; tuple < size(); tuple++) {
      (tuple < HOTTEST ? compared : others).add(tuple);
    }
    Collections.shuffle(others, new Random(SEED + query.hashCode()));
    compared.addAll(others.subList(0, Math.min(OTHERS, others.size())));
    return compared;
  }

  /** The file's name and a digest of its tuples, the same for the same tuples and calls. */
  @Override
  public String toString() {
    return name;
  }
}
