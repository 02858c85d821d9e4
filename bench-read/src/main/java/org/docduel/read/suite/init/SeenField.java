package org.docduel.read.suite.init;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.docduel.core.files.FileDocuments.Leaf;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.spi.starter.StarterSuite.StarterQuestion.Field;

/** A field's values in the documents that were looked at: how many, how often each. */
final class SeenField {
  /** A category has so many values, or in larger files one for every hundred documents. */
  private static final int MOST_GROUPS = 200;

  /** A text that a person reads in a query. */
  static final int LONGEST_LITERAL = 60;

  private final Field field;
  private final Map<Value, Integer> counts = new LinkedHashMap<>();
  private final Map<Value, Integer> ranks = new HashMap<>();
  private int documents;
  private int present;
  private int empty;
  private long length;
  private long letters;
  private boolean ascii = true;
  private long partition;

  SeenField(Leaf leaf) {
    this.field = new Field(leaf.names(), leaf.kind());
  }

  Field field() {
    return field;
  }

  String name() {
    return String.join(".", field.names());
  }

  /** The field of a document; null where it is absent. */
  static Value in(ObjectValue document, List<String> names) {
    Value value = document;
    for (String name : names) {
      value = value instanceof ObjectValue object ? object.field(name).orElse(null) : null;
      if (value == null) {
        return NullValue.NULL;
      }
    }
    return value;
  }

  void take(ObjectValue document) {
    Value value = in(document, field.names());
    documents++;
    partition = 31 * partition + ranks.computeIfAbsent(value, ignored -> ranks.size());
    if (value == NullValue.NULL) {
      return;
    }
    present++;
    if (value instanceof ArrayValue array) {
      new HashSet<>(array.elements()).forEach(element -> counts.merge(element, 1, Integer::sum));
      return;
    }
    counts.merge(value, 1, Integer::sum);
    if (value instanceof StringValue text) {
      empty += text.value().isBlank() ? 1 : 0;
      length += text.value().length();
      letters += text.value().chars().filter(Character::isLetter).count();
      ascii = ascii && text.value().chars().allMatch(c -> c < 128);
    } else if (value instanceof IntegerValue number) {
      length += String.valueOf(number.value()).length();
    }
  }

  int present() {
    return present;
  }

  int missing() {
    return documents - present;
  }

  boolean isOften(double share) {
    return present >= share * documents;
  }

  Map<Value, Integer> counts() {
    return counts;
  }

  double averageLength() {
    return (double) length / Math.max(1, present);
  }

  /** Whether nearly all have a value, and it is no empty text. */
  boolean isFull() {
    return present - empty >= 0.9 * documents;
  }

  boolean isUnique() {
    return present == documents && counts.size() == documents;
  }

  boolean isAscii() {
    return ascii;
  }

  boolean isWords() {
    return 2 * letters > length;
  }

  boolean isNumber() {
    return field.kind() == Kind.INTEGER || field.kind() == Kind.DECIMAL;
  }

  /** Whole numbers without large gaps, each of them once: documents were numbered. */
  boolean isNumbering() {
    return field.kind() == Kind.INTEGER
        && isUnique()
        && number(sorted().get(documents - 1))
                .subtract(number(sorted().get(0)))
                .compareTo(BigDecimal.valueOf(4L * documents))
            < 0;
  }

  boolean isMeasure() {
    return isNumber()
        && isOften(0.5)
        && counts.size() >= Math.min(20, documents / 2)
        && counts.size() > 1
        && !isNumbering();
  }

  /** Whether documents can be grouped by it. */
  boolean isCategory() {
    return (field.kind() == Kind.TEXT
            || field.kind() == Kind.BOOLEAN
            || field.kind() == Kind.INTEGER)
        && isOften(0.5)
        && counts.size() >= 2
        && counts.size() <= Math.min(Math.max(MOST_GROUPS, documents / 100), documents / 2)
        && largestShare() <= 0.95;
  }

  double largestShare() {
    return counts.values().stream().mapToInt(n -> n).max().orElse(0) / (double) documents;
  }

  /** Whether both tell the same documents apart. */
  boolean isCopyOf(SeenField other) {
    return partition == other.partition && counts.size() == other.counts.size();
  }

  /** The most frequent value that at most half of the documents have. */
  Optional<Value> frequent() {
    return counts.entrySet().stream()
        .filter(one -> one.getValue() <= documents / 2 && isLiteral(one.getKey()))
        .max(Comparator.comparingInt(Map.Entry::getValue))
        .map(Map.Entry::getKey);
  }

  /** The value whose documents are nearest to a hundredth of all, within four times; not one. */
  Optional<Value> selective(Optional<Value> not) {
    double wanted = documents / 100.0;
    ToDoubleFunction<Integer> away = n -> Math.abs(n - wanted);
    return counts.entrySet().stream()
        .filter(one -> one.getValue() >= 2 && isLiteral(one.getKey()))
        .filter(one -> not.filter(one.getKey()::equals).isEmpty())
        .filter(one -> one.getValue() <= 4 * Math.max(wanted, 1) && one.getValue() >= wanted / 4)
        .min(Comparator.comparingDouble(one -> away.applyAsDouble(one.getValue())))
        .map(Map.Entry::getKey);
  }

  /** The least of the tenth with the greatest numbers. */
  Value topTenth() {
    List<Value> all = sorted();
    return all.get(all.size() - Math.max(1, all.size() / 10));
  }

  private List<Value> sorted() {
    return counts.entrySet().stream()
        .sorted(Comparator.comparing(one -> number(one.getKey())))
        .flatMap(one -> Collections.nCopies(one.getValue(), one.getKey()).stream())
        .toList();
  }

  static BigDecimal number(Value value) {
    return value instanceof IntegerValue number
        ? BigDecimal.valueOf(number.value())
        : ((DecimalValue) value).value();
  }

  /** Whether a person reads it in a query: short, and in one line. */
  static boolean isLiteral(Value value) {
    return !(value instanceof StringValue text)
        || (!text.value().isBlank()
            && text.value().length() <= LONGEST_LITERAL
            && text.value().chars().noneMatch(Character::isISOControl));
  }
}
