package org.docduel.read.suite.init;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.docduel.core.files.Leaf;
import org.docduel.core.model.Kind;
import org.docduel.core.model.StringValue;
import org.docduel.core.spi.starter.StarterQuestion;
import org.docduel.core.spi.starter.StarterQuestion.Field;
import org.docduel.core.spi.starter.StarterSuite;

/** Chooses what is asked of a file's documents, by what was seen in their fields. */
final class StarterChoice {
  /** So many groups are still read by a person. */
  private static final int MOST_GROUPS = 50;

  private static final int TOP = 10;
  private static final int LONGEST_LITERAL = 60;

  private final String category;
  private final List<Leaf> leaves;
  private final Set<Leaf> used = new LinkedHashSet<>();
  private final List<StarterSuite.Named> questions = new ArrayList<>();
  private final List<String> ordered = new ArrayList<>();

  /**
   * For one collection.
   *
   * @param category what its questions' names begin with
   * @param leaves its columns
   */
  StarterChoice(String category, List<Leaf> leaves) {
    this.category = category;
    this.leaves = leaves;
    add("How many documents?", new StarterQuestion.Count());
    List<Leaf> groups = groups();
    groups.stream()
        .limit(2)
        .forEach(by -> add("Documents by " + by.path(), new StarterQuestion.CountBy(field(by))));
    Optional<Leaf> number = number(groups);
    groups.stream().limit(1).forEach(by -> about(by, number));
    number.ifPresent(leaf -> {
      add(
          "The " + TOP + " greatest by " + leaf.path(),
          new StarterQuestion.Greatest(field(leaf), TOP));
      ordered.add(questions.get(questions.size() - 1).name());
    });
    first(leaf -> isList(leaf.kind()))
        .ifPresent(list ->
            add("Elements of " + list.path(), new StarterQuestion.CountElements(field(list))));
    first(leaf -> leaf.missing() > 0 && leaf.kind() != Kind.JSON)
        .ifPresent(leaf ->
            add("Documents without " + leaf.path(), new StarterQuestion.CountWithout(field(leaf))));
  }

  private void about(Leaf by, Optional<Leaf> number) {
    by.frequent()
        .filter(value ->
            !(value instanceof StringValue text)
                || (text.value().length() <= LONGEST_LITERAL
                    && text.value().chars().noneMatch(Character::isISOControl)))
        .ifPresent(value ->
            add(
                "Documents with one " + by.path(),
                new StarterQuestion.CountEqual(field(by), value)));
    number.ifPresent(sum ->
        add(
            "Sum of " + sum.path() + " by " + by.path(),
            new StarterQuestion.SumBy(field(by), field(sum))));
  }

  /** Texts before truth values before numbers: what people group by. */
  private List<Leaf> groups() {
    List<Leaf> groups = new ArrayList<>();
    for (Kind kind : List.of(Kind.TEXT, Kind.BOOLEAN, Kind.INTEGER)) {
      leaves.stream()
          .filter(leaf -> leaf.kind() == kind)
          .filter(leaf -> leaf.different().filter(n -> n > 1 && n <= MOST_GROUPS).isPresent())
          .forEach(groups::add);
    }
    return groups;
  }

  private Optional<Leaf> number(List<Leaf> groups) {
    return first(leaf -> leaf.kind() == Kind.DECIMAL)
        .or(() -> first(leaf -> leaf.kind() == Kind.INTEGER && !groups.contains(leaf)));
  }

  private Optional<Leaf> first(Predicate<Leaf> condition) {
    return leaves.stream().filter(condition).findFirst();
  }

  static boolean isList(Kind kind) {
    return kind == Kind.TEXTS
        || kind == Kind.INTEGERS
        || kind == Kind.DECIMALS
        || kind == Kind.BOOLEANS;
  }

  private Field field(Leaf leaf) {
    used.add(leaf);
    return new Field(leaf.names(), leaf.kind());
  }

  private void add(String title, StarterQuestion question) {
    questions.add(new StarterSuite.Named(category + "." + (questions.size() + 1), title, question));
  }

  /** What is asked, with indexes on the fields that it looks at. */
  StarterSuite.Collection of(String collection) {
    return new StarterSuite.Collection(
        collection, used.stream().map(this::field).toList(), questions);
  }

  /** The names of the questions whose rows have an order. */
  List<String> ordered() {
    return List.copyOf(ordered);
  }
}
