package org.docduel.core.files;

import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.jspecify.annotations.Nullable;

/** What was seen in one field, or in the elements of one list, over all documents. */
final class FieldProfile {
  /** More different values are only known to be more. */
  static final int MAX_DIFFERENT = 1_000;

  /** An object inside of documents with more different names is no shape but a map. */
  private static final int MAX_NAMES = 500;

  /** More fields than a table has columns. */
  private static final int MAX_FIELDS = 2_000;

  /** What texts may say, so long as all do. */
  private static final Kind[] FORMS = {Kind.INTEGER, Kind.DECIMAL, Kind.BOOLEAN, Kind.TIMESTAMP};

  /** Kinds of values as files have them. */
  enum Seen {
    TEXT,
    INTEGER,
    DECIMAL,
    BOOLEAN,
    LIST,
    OBJECT,
    NULL
  }

  private static final Map<Class<?>, Seen> KINDS =
      Map.of(
          StringValue.class, Seen.TEXT,
          IntegerValue.class, Seen.INTEGER,
          DecimalValue.class, Seen.DECIMAL,
          BooleanValue.class, Seen.BOOLEAN,
          ArrayValue.class, Seen.LIST,
          ObjectValue.class, Seen.OBJECT,
          NullValue.class, Seen.NULL);

  /** A text that says no value of a kind, and its line. */
  record Misfit(long line, String text) {}

  /** How many values of a kind there were, and the line of the first. */
  private static final class Tally {
    private long count;
    private long firstLine;
  }

  private final int mostNames;
  private final Map<Seen, Tally> tallies = new EnumMap<>(Seen.class);
  private final Map<Kind, Misfit> firstOtherForm = new EnumMap<>(Kind.class);
  private final Map<String, FieldProfile> fields = new LinkedHashMap<>();
  private @Nullable FieldProfile elements;
  private @Nullable Map<Value, int[]> different = new HashMap<>();
  private long heapBytes;
  private long largestBytes;
  private long largestLine;
  private boolean manyNames;
  private boolean exactTimestamps = true;
  private long blankObjects;
  private int longestText;

  private FieldProfile(int mostNames) {
    this.mostNames = mostNames;
  }

  static FieldProfile ofDocuments() {
    return new FieldProfile(MAX_FIELDS);
  }

  /** Takes a whole document. */
  void take(ObjectValue document, long line) {
    take((Value) document, line);
    long bytes = document.heapBytes();
    heapBytes += bytes;
    if (bytes > largestBytes) {
      largestBytes = bytes;
      largestLine = line;
    }
  }

  /** What all documents take of the heap, about. */
  long heapBytes() {
    return heapBytes;
  }

  /** The same of the largest one. */
  long largestBytes() {
    return largestBytes;
  }

  long largestLine() {
    return largestLine;
  }

  /** Takes a value. */
  private boolean take(Value value, long line) {
    Seen seen = Objects.requireNonNull(KINDS.get(value.getClass()));
    Tally tally = tallies.computeIfAbsent(seen, ignored -> new Tally());
    if (tally.count++ == 0) {
      tally.firstLine = line;
    }
    switch (seen) {
      case OBJECT -> {
        boolean blank = !takeFields((ObjectValue) value, line);
        blankObjects += blank ? 1 : 0;
        return !blank;
      }
      case LIST -> takeElements(((ArrayValue) value).elements(), line);
      case TEXT -> takeText((StringValue) value, line);
      case NULL -> {
        return false;
      }
      default -> count(value);
    }
    return true;
  }

  private boolean takeFields(ObjectValue object, long line) {
    boolean any = false;
    List<String> names = object.names().asList();
    for (int i = 0; i < names.size(); i++) {
      FieldProfile field = fields.get(names.get(i));
      if (field == null && fields.size() == mostNames) {
        manyNames = true;
        any = true;
        continue;
      } else if (field == null) {
        field = new FieldProfile(MAX_NAMES);
        fields.put(names.get(i), field);
      }
      any |= field.take(object.values().get(i), line);
    }
    return any;
  }

  private void takeElements(List<Value> values, long line) {
    FieldProfile profile = elements == null ? new FieldProfile(MAX_NAMES) : elements;
    elements = profile;
    values.forEach(value -> profile.take(value, line));
  }

  private void takeText(StringValue value, long line) {
    String text = value.value();
    longestText = Math.max(longestText, text.length());
    for (Kind form : FORMS) {
      if (isAll(form) && TypedTexts.parse(form, text).isEmpty()) {
        firstOtherForm.put(form, new Misfit(line, text));
      }
    }
    exactTimestamps = exactTimestamps && isAll(Kind.TIMESTAMP) && TypedTexts.isExactTimestamp(text);
    count(value);
  }

  private void count(Value value) {
    Map<Value, int[]> seen = different;
    if (seen == null) {
      return;
    }
    seen.computeIfAbsent(value, ignored -> new int[1])[0]++;
    if (seen.size() > MAX_DIFFERENT) {
      different = null;
    }
  }

  long count(Seen seen) {
    Tally tally = tallies.get(seen);
    return tally == null ? 0 : tally.count;
  }

  long firstLine(Seen seen) {
    Tally tally = tallies.get(seen);
    return tally == null ? 0 : tally.firstLine;
  }

  /** How many there were, nulls too. */
  long count() {
    return tallies.values().stream().mapToLong(tally -> tally.count).sum();
  }

  /** Whether values other than null were all of these kinds, and there was one. */
  boolean isOnly(Seen... kinds) {
    long those = Arrays.stream(kinds).mapToLong(this::count).sum();
    return those > 0 && those == count() - count(Seen.NULL);
  }

  /** Whether all texts say a value of this kind. */
  boolean isAll(Kind form) {
    return !firstOtherForm.containsKey(form);
  }

  /** The first text that says no value of this kind. */
  Optional<Misfit> firstOtherForm(Kind form) {
    return Optional.ofNullable(firstOtherForm.get(form));
  }

  boolean hasExactTimestamps() {
    return exactTimestamps;
  }

  Map<String, FieldProfile> fields() {
    return fields;
  }

  boolean hasManyNames() {
    return manyNames;
  }

  /** How many objects had nothing but nulls in them. */
  long blankObjects() {
    return blankObjects;
  }

  Optional<FieldProfile> elements() {
    return Optional.ofNullable(elements);
  }

  int longestText() {
    return longestText;
  }

  /** How many different texts, numbers or truth values; empty for more than were counted. */
  Optional<Integer> different() {
    return Optional.ofNullable(different).map(Map::size);
  }

  /** The most frequent of them. */
  Optional<Value> mostFrequent() {
    return Optional.ofNullable(different)
        .flatMap(seen ->
            seen.entrySet().stream()
                .max(Comparator.comparingInt(entry -> entry.getValue()[0]))
                .map(Map.Entry::getKey));
  }
}
