package org.docduel.read.suite.init;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.docduel.core.config.StoreConfig.PayloadEncoding;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.encoding.JsonForm;
import org.docduel.core.files.Inference.Leaf;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.query.Predicate;

/** A field's values in the documents that were looked at: how many, how often each. */
final class SeenField {
  /** A text that a person reads in a query. */
  static final int LONGEST_LITERAL = 60;

  final Path path;
  final Kind kind;

  /** How many names lead to it. */
  final int depth;

  private final Map<Value, Integer> counts = new LinkedHashMap<>();
  private final Map<Value, Integer> ranks = new HashMap<>();
  private int documents;
  private int presentCount;
  private long partition;

  SeenField(Leaf leaf) {
    this.path = Path.of(leaf.names().toArray(String[]::new));
    this.kind = leaf.kind();
    this.depth = leaf.names().size();
  }

  Value in(ObjectValue document) {
    return path.in(document).orElse(NullValue.NULL);
  }

  void take(ObjectValue document) {
    Value value = in(document);
    documents++;
    partition = 31 * partition + ranks.computeIfAbsent(value, ignored -> ranks.size());
    if (value instanceof ArrayValue array) {
      presentCount++;
      new HashSet<>(array.elements()).forEach(element -> counts.merge(element, 1, Integer::sum));
    } else if (value != NullValue.NULL) {
      presentCount++;
      counts.merge(value, 1, Integer::sum);
    }
  }

  int presentCount() {
    return presentCount;
  }

  boolean isMissing() {
    return presentCount < documents;
  }

  boolean isOften(double share) {
    return presentCount >= share * documents;
  }

  Map<Value, Integer> counts() {
    return counts;
  }

  /** Of texts and whole numbers, something of each document's added up. */
  private long sum(ToLongFunction<String> of) {
    return counts.entrySet().stream()
        .mapToLong(entry -> of.applyAsLong(plainText(entry.getKey())) * entry.getValue())
        .sum();
  }

  double averageLength() {
    return (double) sum(String::length) / Math.max(1, presentCount);
  }

  /** Whether nearly all have a value, and it is no empty text. */
  boolean isFull() {
    return sum(text -> text.isBlank() ? 0 : 1) >= 0.9 * documents;
  }

  boolean isAscii() {
    return sum(text -> text.chars().filter(c -> c > 127).count()) == 0;
  }

  boolean isMostlyLetters() {
    return 2 * sum(text -> text.chars().filter(Character::isLetter).count()) > sum(String::length);
  }

  boolean isUnique() {
    return presentCount == documents && counts.size() == documents;
  }

  boolean isScalar() {
    return !kind.isList() && kind != Kind.JSON;
  }

  /** Whole numbers without large gaps, each of them once: documents were numbered. */
  boolean isNumbering() {
    if (kind != Kind.INTEGER || !isUnique()) {
      return false;
    }
    LongSummaryStatistics all =
        counts.keySet().stream()
            .mapToLong(value -> ((IntegerValue) value).value())
            .summaryStatistics();
    return (double) all.getMax() - all.getMin() < 4.0 * documents;
  }

  boolean isMeasure(Strictness rules) {
    return (kind == Kind.INTEGER || kind == Kind.DOUBLE || kind == Kind.DECIMAL)
        && isOften(rules.minPresent)
        && counts.size() >= Math.min(rules.minMeasureValues, documents / 2)
        && counts.size() > 1
        && !isNumbering();
  }

  /** Whether documents can be grouped by it. */
  boolean isCategory(Strictness rules) {
    int maxGroups = Math.max(rules.maxGroups, documents / rules.documentsPerGroup);
    return List.of(Kind.TEXT, Kind.BOOLEAN, Kind.INTEGER).contains(kind)
        && isOften(rules.minPresent)
        && counts.size() >= 2
        && counts.size() <= Math.min(maxGroups, documents / 2)
        && largestShare() <= rules.maxLargestShare;
  }

  /** Whether its texts are worth asking for by how they begin. */
  boolean hasBeginnings(Strictness rules) {
    return kind == Kind.TEXT
        && isOften(rules.minPresent)
        && !isCategory(rules)
        && averageLength() >= rules.minPrefixLength
        && counts.size() > presentCount / rules.documentsPerPrefixValue;
  }

  /** Whether no value of a measure is the usual one, so that a range matches some of them. */
  boolean isSpread(Strictness rules) {
    return largestShare() <= rules.maxSpreadShare;
  }

  private double largestShare() {
    return counts.values().stream().mapToInt(n -> n).max().orElse(0) / (double) documents;
  }

  /** Whether both tell the same documents apart. */
  boolean isCopyOf(SeenField other) {
    return partition == other.partition && counts.size() == other.counts.size();
  }

  /** The most frequent value that at most half of the documents have. */
  Optional<Value> frequent() {
    return counts.entrySet().stream()
        .filter(entry -> entry.getValue() <= documents / 2 && isLiteral(entry.getKey()))
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey);
  }

  /** The value whose documents are nearest to a hundredth of all; not of one document. */
  Optional<Value> selective(Strictness rules, java.util.function.Predicate<Value> accepted) {
    double wanted = documents / 100.0;
    double factor = rules.maxSelectiveFactor;
    return counts.entrySet().stream()
        .filter(entry -> entry.getValue() >= 2 && isLiteral(entry.getKey()))
        .filter(entry -> accepted.test(entry.getKey()))
        .filter(entry ->
            entry.getValue() <= factor * Math.max(wanted, 1) && entry.getValue() >= wanted / factor)
        .min(Comparator.comparingDouble(entry -> Math.abs(entry.getValue() - wanted)))
        .map(Map.Entry::getKey);
  }

  /** The least of the tenth with the greatest numbers. */
  Value topTenth() {
    Iterator<Map.Entry<Value, Integer>> greatest =
        counts.entrySet().stream()
            .sorted(Map.Entry.comparingByKey(Comparator.comparing(SeenField::number).reversed()))
            .iterator();
    Map.Entry<Value, Integer> last = greatest.next();
    for (int remaining = presentCount / 10 - last.getValue();
        remaining > 0;
        remaining -= last.getValue()) {
      last = greatest.next();
    }
    return last.getKey();
  }

  private static BigDecimal number(Value value) {
    return Predicate.number(value).orElseThrow();
  }

  /** Whether a person reads it in a query: short, and in one line. */
  static boolean isLiteral(Value value) {
    return !(value instanceof StringValue text)
        || (!text.value().isBlank()
            && text.value().length() <= LONGEST_LITERAL
            && text.value().chars().noneMatch(Character::isISOControl));
  }

  /** As JSON has it, without quotes. */
  static String plainText(Value value) {
    if (value instanceof IntegerValue integer) {
      return String.valueOf(integer.value()); // as many as documents: a writer for each takes long
    }
    Value json = JsonForm.of(value, PayloadEncoding.TEXT);
    return json instanceof StringValue text ? text.value() : JsonBytes.text(json);
  }
}
