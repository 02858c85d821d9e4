package org.docduel.core.files;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.docduel.core.config.BadInputException;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.files.TextForms.Misfit;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Shape;
import org.docduel.core.model.Shape.Missing;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.DoubleValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.jspecify.annotations.Nullable;

/**
 * Chooses columns for what was seen. Objects become their fields, lists of one kind of scalars
 * lists; everything else stays as it is, in one column of JSON. A choice that a person made is
 * checked against what was seen.
 */
public final class Inference {
  /** The line of what is in no document. */
  private static final long NOWHERE = Long.MAX_VALUE;

  /** So many characters of a text are shown. */
  private static final int MAX_SHOWN = 40;

  private static final List<Kind> SCALARS =
      List.of(Kind.TEXT, Kind.INTEGER, Kind.DOUBLE, Kind.DECIMAL, Kind.BOOLEAN);
  private static final List<Kind> LISTS =
      List.of(Kind.TEXTS, Kind.INTEGERS, Kind.DOUBLES, Kind.DECIMALS, Kind.BOOLEANS);

  private final DocumentFile file;
  private final boolean csv;
  private final Map<String, Kind> choices;
  private final Fractions fractions;
  private final FieldProfile documents;
  private final Set<String> unused;
  final Shape shape;
  final List<Leaf> columns = new ArrayList<>();

  /** What typed columns do not tell apart, and what has another name. */
  final List<String> notes = new ArrayList<>();

  Inference(
      DocumentFile file, FieldProfile documents, Map<String, Kind> choices, Fractions fractions) {
    this.file = file;
    this.documents = documents;
    this.fractions = fractions;
    this.csv = file.isCsv();
    this.choices = choices;
    this.unused = new HashSet<>(choices.keySet());
    notes.addAll(documents.notes);
    this.shape = shape(documents, List.of());
    if (documents.fields.containsKey(DocumentFile.RENAMED_ID)) {
      notes.add(
          "the field _id is called %s, since stores such as mongodb number documents by an _id"
              .formatted(DocumentFile.RENAMED_ID));
    }
    for (String path : unused) {
      throw new BadInputException(
          "%s: columns name '%s', and no document has such a field%s"
              .formatted(
                  file.path(),
                  path,
                  path.equals(DocumentFile.ID) ? ": it is called " + DocumentFile.RENAMED_ID : ""));
    }
  }

  private Shape shape(FieldProfile object, List<String> parent) {
    List<Shape.Field> fields = new ArrayList<>();
    for (Map.Entry<String, FieldProfile> field : object.fields.entrySet()) {
      // a lambda would take more frames a level
      FieldProfile profile = field.getValue();
      List<String> names = new ArrayList<>(parent);
      names.add(field.getKey());
      long absent = object.count(Seen.OBJECT) - profile.count();
      fields.add(field(field.getKey(), profile, names, absent));
    }
    return new Shape(fields);
  }

  private Shape.Field field(String name, FieldProfile profile, List<String> names, long absent) {
    long nulls = profile.count(Seen.NULL);
    Missing missing = nulls > 0 ? Missing.NULL : absent > 0 ? Missing.ABSENT : Missing.NEVER;
    String path = Leaf.path(names);
    unused.remove(path);
    Kind kind = kind(profile, names, absent + nulls > 0);
    if (nulls > 0 && absent > 0) {
      notes.add(
          "%s is null in %s and absent in %d; typed columns hold both as NULL"
              .formatted(path, nulls == 1 ? "1 document" : nulls + " documents", absent));
    }
    if (kind == Kind.OBJECT) {
      return new Shape.Field(name, kind, missing, Optional.of(shape(profile, names)));
    }
    if (kind == Kind.TEXT) {
      profile
          .forms
          .note(path, isColumn(names), line -> DocumentFile.place(file.path(), line))
          .ifPresent(notes::add);
    }
    FieldProfile elements = profile.elements;
    int longest = elements == null ? 0 : elements.longestText;
    columns.add(
        new Leaf(names, kind, found(profile, absent), Math.max(profile.longestText, longest)));
    return new Shape.Field(name, kind, missing, Optional.empty());
  }

  /** Whether texts stand for what they say, as in columns of CSV; in its JSON they are texts. */
  private boolean isColumn(List<String> names) {
    return csv && names.size() == 1;
  }

  private Kind kind(FieldProfile profile, List<String> names, boolean mayMiss) {
    String path = Leaf.path(names);
    Kind chosen = choices.get(path);
    Kind inferred = inferred(profile, isColumn(names), mayMiss);
    if (chosen == null || (chosen == Kind.JSON && !csv)) {
      return chosen == null ? inferred : chosen;
    }
    FieldProfile values =
        chosen == Kind.DOUBLES && profile.elements != null ? profile.elements : profile;
    Kind form = chosen == Kind.DOUBLES ? Kind.DOUBLE : chosen;
    Misfit text = values.forms.firstOther(form).orElse(new Misfit(NOWHERE, ""));
    long other = firstMismatch(profile, chosen);
    if (Math.min(other, text.line()) < NOWHERE) {
      throw DocumentFile.problem(
          file.path(),
          Math.min(other, text.line()),
          "%s%s is not a valid %s, which its column was chosen to be; mend the value, or choose %s"
              .formatted(
                  path,
                  text.line() <= other ? " ('" + text.text() + "')" : "",
                  chosen.label(),
                  inferred.label()));
    }
    return chosen;
  }

  static String abbreviate(String text) {
    return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "...";
  }

  private Kind inferred(FieldProfile profile, boolean column, boolean mayMiss) {
    if (profile.isOnly(Seen.OBJECT::equals)) {
      // Where the object may be missing, columns without a value must mean that it is.
      boolean isUnambiguous = !mayMiss || profile.blankObjects == 0;
      return isUnambiguous && !profile.manyNames && !profile.fields.isEmpty()
          ? Kind.OBJECT
          : Kind.JSON;
    } else if (profile.isOnly(Seen.LIST::equals)) {
      FieldProfile elements = Objects.requireNonNull(profile.elements);
      return elements.count() == 0 ? Kind.TEXTS : firstThatHolds(LISTS, elements);
    }
    Kind scalar = firstThatHolds(SCALARS, profile);
    return scalar == Kind.TEXT ? text(profile, column) : scalar;
  }

  private Kind firstThatHolds(List<Kind> kinds, FieldProfile values) {
    return kinds.stream()
        .filter(kind -> (kind != Kind.DOUBLE && kind != Kind.DOUBLES) || isDouble(values))
        .filter(kind -> values.isOnly(seen -> accepts(kind, seen)))
        .findFirst()
        .orElse(Kind.JSON);
  }

  private boolean isDouble(FieldProfile values) {
    return fractions == Fractions.DOUBLE && values.forms.isAll(Kind.DOUBLE);
  }

  /** Whether a fraction inside of a column of JSON is a decimal, by the names that lead to it. */
  boolean isDecimal(List<String> names) {
    return fractions == Fractions.DECIMAL || documents.decimals.contains(names);
  }

  /** The fields with fractions and what these became, in words; empty where there are none. */
  Optional<String> numbers() {
    List<String> doubles = new ArrayList<>();
    List<String> decimals = new ArrayList<>();
    for (Leaf leaf : columns) {
      if (leaf.kind() == Kind.JSON) {
        for (List<String> names : documents.fractions) {
          boolean inside =
              names.size() >= leaf.names().size()
                  && names.subList(0, leaf.names().size()).equals(leaf.names());
          if (inside) {
            (isDecimal(names) ? decimals : doubles).add(Leaf.path(names));
          }
        }
      } else if (leaf.kind().isFraction()) {
        boolean binary = leaf.kind() == Kind.DOUBLE || leaf.kind() == Kind.DOUBLES;
        (binary ? doubles : decimals).add(leaf.path());
      }
    }
    return Shape.fractions(doubles, decimals);
  }

  /** Whether a column holds a value as its kind, or as the kind of its list's elements. */
  private static boolean accepts(Kind kind, Seen value) {
    return switch (kind) {
      case TEXT, TEXTS -> value == Seen.TEXT;
      case INTEGER, INTEGERS -> value == Seen.INTEGER;
      case DOUBLE, DOUBLES -> value == Seen.INTEGER || value == Seen.DOUBLE;
      case DECIMAL, DECIMALS ->
          value == Seen.INTEGER || value == Seen.DOUBLE || value == Seen.DECIMAL;
      case BOOLEAN, BOOLEANS -> value == Seen.BOOLEAN;
      default -> false;
    };
  }

  private Kind text(FieldProfile profile, boolean column) {
    if (column) {
      for (Kind kind : List.of(Kind.INTEGER, Kind.DOUBLE, Kind.DECIMAL, Kind.BOOLEAN)) {
        if (kind == Kind.DOUBLE ? isDouble(profile) : profile.forms.isAll(kind)) {
          return kind;
        }
      }
    }
    return profile.exactTimestamps ? Kind.TIMESTAMP : Kind.TEXT;
  }

  /**
   * The line of the first value of another type, or {@link #NOWHERE}. Into texts, and numbers of
   * another kind, {@link TextForms} looks.
   */
  private long firstMismatch(FieldProfile profile, Kind kind) {
    if (kind == Kind.OBJECT || kind == Kind.BINARY) {
      return 1;
    } else if (kind == Kind.JSON) {
      return NOWHERE;
    } else if (kind.isList()) {
      FieldProfile elements = profile.elements;
      long inside = elements == null ? NOWHERE : elements.firstExcept(seen -> mayHold(kind, seen));
      return Math.min(profile.firstExcept(Seen.LIST::equals), inside);
    }
    return profile.firstExcept(seen -> seen == Seen.TEXT || mayHold(kind, seen));
  }

  private static boolean mayHold(Kind kind, Seen value) {
    return switch (kind) {
      case INTEGER -> value == Seen.INTEGER || value == Seen.DOUBLE;
      case DOUBLE, DOUBLES -> accepts(Kind.DECIMAL, value);
      default -> accepts(kind, value);
    };
  }

  private String found(FieldProfile profile, long absent) {
    List<String> parts = new ArrayList<>();
    for (Seen seen : Seen.values()) {
      if (profile.count(seen) > 0) {
        parts.add(seen.name().toLowerCase(Locale.ROOT) + " in " + profile.count(seen));
      }
    }
    if (absent > 0) {
      parts.add("absent in " + absent);
    }
    if (profile.isOnly(EnumSet.range(Seen.TEXT, Seen.BOOLEAN)::contains)) {
      int different = profile.differentValues;
      int maxDifferent = FieldProfile.MAX_DIFFERENT;
      parts.add(
          different > maxDifferent
              ? "more than " + maxDifferent + " different"
              : different + " different");
    }
    if (profile.longestText > 0) {
      parts.add("longest " + profile.longestText);
    }
    if (profile.isOnly(Seen.TEXT::equals)) {
      TextForms forms = profile.forms;
      if (forms.isAll(Kind.TIMESTAMP) && !profile.exactTimestamps) {
        parts.add("timestamp would hold them as instants, in UTC where they have no offset");
      } else if (!csv && forms.isAll(Kind.DECIMAL)) {
        parts.add(
            (forms.isAll(Kind.INTEGER) ? "integer" : "decimal") + " would hold them as numbers");
      }
    }
    return String.join(", ", parts);
  }

  /** Kinds of values as files have them. */
  enum Seen {
    TEXT,
    INTEGER,
    DOUBLE,
    DECIMAL,
    BOOLEAN,
    LIST,
    OBJECT,
    NULL
  }

  /** What was seen in one field, or in the elements of one list, over all documents. */
  static final class FieldProfile {
    /** More different values are only known to be more. */
    private static final int MAX_DIFFERENT = 1_000;

    /** An object inside of documents with more different names is no shape but a map. */
    private static final int MAX_NAMES = 500;

    /** More fields than a table has columns. */
    private static final int MAX_FIELDS = 2_000;

    private static final Map<Class<?>, Seen> KINDS =
        Map.of(
            StringValue.class, Seen.TEXT,
            IntegerValue.class, Seen.INTEGER,
            DoubleValue.class, Seen.DOUBLE,
            DecimalValue.class, Seen.DECIMAL,
            BooleanValue.class, Seen.BOOLEAN,
            ArrayValue.class, Seen.LIST,
            ObjectValue.class, Seen.OBJECT,
            NullValue.class, Seen.NULL);

    private final int maxNames;

    /** The lines of the values of a kind. */
    private final Map<Seen, LongSummaryStatistics> lines = new EnumMap<>(Seen.class);

    /** More fields with fractions are not told apart. */
    private static final int MAX_FRACTIONS = 10_000;

    /** Of whole documents: the names that lead to fractions, through objects and lists. */
    private final Set<List<String>> fractions = new LinkedHashSet<>();

    /** Those of them where a number is a decimal. */
    private final Set<List<String>> decimals = new HashSet<>();

    private final TextForms forms = new TextForms();
    private final Map<String, FieldProfile> fields = new LinkedHashMap<>();
    private @Nullable FieldProfile elements;
    private final Set<Value> different = new HashSet<>();
    private int differentValues;

    /** What is not as the file has it, in words. */
    List<String> notes = List.of();

    /** What all documents take of the heap, about, and the largest one. */
    long heapBytes;

    long largestBytes;
    long largestLine;
    private boolean manyNames;
    private boolean exactTimestamps = true;

    /** How many objects had nothing but nulls in them. */
    private long blankObjects;

    private int longestText;

    private FieldProfile(int maxNames) {
      this.maxNames = maxNames;
    }

    /** Of whole documents. */
    FieldProfile() {
      this(MAX_FIELDS);
    }

    void take(ObjectValue document, long line) {
      take((Value) document, line);
      takeFractions(document, new ArrayList<>());
      long bytes = document.heapBytes();
      heapBytes += bytes;
      if (bytes > largestBytes) {
        largestBytes = bytes;
        largestLine = line;
      }
    }

    private boolean take(Value value, long line) {
      Seen seen = Objects.requireNonNull(KINDS.get(value.getClass()));
      lines.computeIfAbsent(seen, ignored -> new LongSummaryStatistics()).accept(line);
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
        case INTEGER, DOUBLE, DECIMAL -> takeNumber(value, line);
        default -> count(value);
      }
      return true;
    }

    private void takeNumber(Value value, long line) {
      if (forms.isAll(Kind.DOUBLE) && !TypedTexts.isHeld(value)) {
        forms.takeOther(Kind.DOUBLE, digits(value), line);
      }
      if (forms.isAll(Kind.INTEGER)
          && value instanceof DoubleValue
          && !(TypedTexts.convert(Kind.INTEGER, value) instanceof IntegerValue)) {
        forms.takeOther(Kind.INTEGER, digits(value), line);
      }
      count(value);
    }

    private static String digits(Value number) {
      return JsonBytes.text(number);
    }

    private void takeFractions(Value value, List<String> names) {
      if (value instanceof ObjectValue object) {
        for (int i = 0; i < object.values().size(); i++) {
          names.add(object.names().name(i));
          takeFractions(object.values().get(i), names);
          names.remove(names.size() - 1);
        }
      } else if (value instanceof ArrayValue array) {
        for (Value element : array.elements()) {
          takeFractions(element, names);
        }
      } else if (value instanceof DoubleValue || value instanceof DecimalValue) {
        if (fractions.size() < MAX_FRACTIONS && !fractions.contains(names)) {
          fractions.add(List.copyOf(names));
        }
        if (value instanceof DecimalValue && fractions.contains(names)) {
          decimals.add(List.copyOf(names));
        }
      }
    }

    private boolean takeFields(ObjectValue object, long line) {
      boolean any = manyNames;
      for (int i = 0; i < object.names().size() && !manyNames; i++) {
        String name = object.names().name(i);
        FieldProfile field = fields.get(name);
        if (field == null && fields.size() < maxNames) {
          field = new FieldProfile(MAX_NAMES);
          fields.put(name, field);
        }
        any |= field == null || field.take(object.values().get(i), line);
        manyNames = field == null && maxNames <= MAX_NAMES;
      }
      if (manyNames) {
        fields.clear(); // none of them becomes a column
      }
      return any;
    }

    private void takeElements(List<Value> values, long line) {
      FieldProfile profile = elements == null ? new FieldProfile(0) : elements;
      elements = profile;
      values.forEach(value -> profile.take(value, line));
    }

    private void takeText(StringValue value, long line) {
      String text = value.value();
      longestText = Math.max(longestText, text.length());
      forms.take(text, line);
      exactTimestamps =
          exactTimestamps && forms.isAll(Kind.TIMESTAMP) && TypedTexts.isExactTimestamp(text);
      count(value);
    }

    private void count(Value value) {
      if (differentValues <= MAX_DIFFERENT && different.add(distinctKey(value))) {
        differentValues++;
      }
      if (differentValues > MAX_DIFFERENT) {
        different.clear();
      }
    }

    /** Of a long text, of which a thousand would fill the heap, what tells it from others. */
    private static Value distinctKey(Value value) {
      return value instanceof StringValue text && text.value().length() > MAX_SHOWN
          ? new StringValue(abbreviate(text.value()) + text.value().length() + text.hashCode())
          : value;
    }

    long count(Seen seen) {
      LongSummaryStatistics lineStatistics = lines.get(seen);
      return lineStatistics == null ? 0 : lineStatistics.getCount();
    }

    /** How many there were, nulls too. */
    long count() {
      return lines.values().stream().mapToLong(LongSummaryStatistics::getCount).sum();
    }

    /** The line of the first value other than null that is none of these. */
    long firstExcept(Predicate<Seen> these) {
      return lines.entrySet().stream()
          .filter(seen -> seen.getKey() != Seen.NULL && !these.test(seen.getKey()))
          .mapToLong(seen -> seen.getValue().getMin())
          .min()
          .orElse(NOWHERE);
    }

    /** Whether values other than null were all of these kinds, and there was one. */
    boolean isOnly(Predicate<Seen> these) {
      return count() > count(Seen.NULL) && firstExcept(these) == NOWHERE;
    }

    /** The fields whose texts are all objects or lists in JSON. */
    Set<String> jsonTexts() {
      return fields.entrySet().stream()
          .filter(field -> field.getValue().isOnly(Seen.TEXT::equals))
          .filter(field -> field.getValue().forms.isAll(Kind.JSON))
          .map(Map.Entry::getKey)
          .collect(Collectors.toUnmodifiableSet());
    }
  }

  /** A column that was chosen for documents of a file, with what was found, in words. */
  public record Leaf(List<String> names, Kind kind, String found, int longest) {
    public Leaf {
      names = List.copyOf(names);
    }

    /** The names, joined by dots; a dot or a backslash in a name has a backslash before it. */
    public String path() {
      return path(names);
    }

    static String path(List<String> names) {
      return String.join(
          ".", names.stream().map(name -> name.replace("\\", "\\\\").replace(".", "\\.")).toList());
    }
  }
}
