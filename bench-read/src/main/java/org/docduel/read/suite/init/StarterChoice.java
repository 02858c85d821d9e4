package org.docduel.read.suite.init;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.files.FileDocuments;
import org.docduel.core.files.FileDocuments.Leaf;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.spi.starter.StarterSuite;
import org.docduel.core.spi.starter.StarterSuite.StarterQuestion;
import org.docduel.core.spi.starter.StarterSuite.StarterQuestion.Condition;
import org.docduel.core.spi.starter.StarterSuite.StarterQuestion.Field;
import org.docduel.core.spi.starter.StarterSuite.StarterQuestion.Test;

/**
 * Chooses what is asked of a file's documents, as their owner would: by what was seen in a sample
 * of documents from all over the file. How many documents a question matches is counted in all of
 * them.
 */
final class StarterChoice {
  private static final int TOP = 10;

  /** So many values are kept of a file, in all fields together. */
  private static final int MOST_VALUES = 2_000_000;

  /** A field that fewer documents have is asked for nothing but whether it is there. */
  private static final double RARE = 0.05;

  /** No question looks at longer texts: a B-tree of PostgreSQL holds 2,704 bytes. */
  private static final int LONGEST_INDEXED = 600;

  private static final Pattern FIRST_WORD = Pattern.compile("[\\p{L}\\p{N}]{3,}[-/:]?");

  private final String category;
  private final FileDocuments documents;
  private final long step;
  private final List<SeenField> seen = new ArrayList<>();
  private final List<Draft> drafts = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final Set<Field> asked = new HashSet<>();
  private final boolean whole;

  /** A question before its matches are counted; {@code ordered} where its rows have an order. */
  private record Draft(String title, StarterQuestion question, boolean ordered) {}

  /**
   * For one collection.
   *
   * @param category what its questions' names begin with
   * @param key the field by which its owner looks documents up; empty to have it chosen
   */
  StarterChoice(String category, FileDocuments documents, String key) {
    this.category = category;
    this.documents = documents;
    List<Leaf> leaves = documents.leaves();
    List<String> leftOut = new ArrayList<>();
    leaves.stream()
        .filter(leaf -> leaf.longest() <= LONGEST_INDEXED)
        .filter(leaf -> !leaf.path().contains("\0")) // BSON and SQL have no such names
        .forEach(leaf -> {
          SeenField field = new SeenField(leaf);
          if (field.name().equals(key) || leaf.names().stream().allMatch(Path::canHold)) {
            seen.add(field);
          } else {
            leftOut.add(field.name());
          }
        });
    if (!leftOut.isEmpty()) {
      notes.add(
          "no question looks at "
              + (leftOut.size() == 1
                  ? leftOut.get(0)
                  : leftOut.size() + " fields, such as " + leftOut.get(0))
              + ": a path of MongoDB cannot hold a name that is empty, has a dot or begins with"
              + " a dollar");
    }
    long most = Math.max(1_000, MOST_VALUES / Math.max(1, leaves.size()));
    this.step = (documents.size() + most - 1) / most;
    if (step > 1) {
      notes.add(
          "questions were chosen from one document in "
              + step
              + "; what they match is counted in all");
    }
    for (long at = 0; at < documents.size(); at += step) {
      ObjectValue body = documents.document(at).body();
      seen.forEach(field -> field.take(body));
    }
    whole = leaves.stream().allMatch(StarterChoice::canBeCompared);
    choose(key);
  }

  /** Names with a dot cannot be told from paths in an answer; a document's own "doc" neither. */
  private static boolean canBeCompared(Leaf leaf) {
    return !leaf.names().get(0).equals("doc")
        && leaf.names().stream()
            .allMatch(name -> !name.isEmpty() && !name.contains(".") && !name.contains("\\"))
        && !leaf.names().get(0).equals("_id");
  }

  private void choose(String key) {
    add("How many documents?", new StarterQuestion.Count(Optional.empty()), false);
    Optional<SeenField> lookUp = key.isEmpty() ? lookUp() : Optional.of(named(key));
    lookUp.ifPresent(
        field -> middle(field.field().names()).ifPresent(value -> whole(field, Test.EQUAL, value)));
    List<SeenField> categories = categories();
    Optional<SeenField> category = categories.stream().findFirst();
    category.ifPresent(by -> by.frequent().ifPresent(value -> count(by, Test.EQUAL, value)));
    Optional<Value> frequent = category.flatMap(SeenField::frequent);
    Optional<SeenField> selective =
        Stream.concat(categories.stream().skip(1), category.stream())
            .filter(by -> by.selective(frequent).isPresent())
            .findFirst();
    selective.ifPresent(by -> whole(by, Test.EQUAL, by.selective(frequent).orElseThrow()));
    Predicate<SeenField> measure = field -> field.isMeasure() && !field.equals(lookUp.orElse(null));
    Predicate<SeenField> spread = measure.and(field -> field.largestShare() <= 0.5);
    Optional<SeenField> range =
        first(spread.and(field -> field.field().kind() == Kind.INTEGER)).or(() -> first(spread));
    range.ifPresent(number -> count(number, Test.AT_LEAST, number.topTenth()));
    Optional<SeenField> mean =
        first(spread.and(field -> field.field().kind() == Kind.DECIMAL)).or(() -> range);
    category.ifPresent(by -> groups(by, mean));
    selective
        .filter(by -> !by.equals(category.orElse(null)))
        .ifPresent(by -> groups(by, Optional.empty()));
    first(measure)
        .ifPresent(number ->
            add(
                "The " + TOP + " greatest by " + number.name(),
                new StarterQuestion.Greatest(number.field(), TOP),
                true));
    member();
    prefix();
    rare().ifPresent(field -> count(field, Test.EXISTS, NullValue.NULL));
    first(field -> field.missing() > 0 && field.isOften(0.5) && isScalar(field))
        .ifPresent(field -> count(field, Test.MISSING, NullValue.NULL));
  }

  /** What the document in the middle has in a field, or the next whose value a person reads. */
  private Optional<Value> middle(List<String> names) {
    return LongStream.range(documents.size() / 2, documents.size())
        .mapToObj(at -> SeenField.in(documents.document(at).body(), names))
        .filter(value -> value != NullValue.NULL && SeenField.isLiteral(value))
        .findFirst();
  }

  private SeenField named(String key) {
    return first(field -> field.name().equals(key) && isScalar(field))
        .orElseThrow(() ->
            new BadInputException(
                documents.name()
                    + ": no document has a field "
                    + key
                    + " with one value of at most "
                    + LONGEST_INDEXED
                    + " characters, by which documents could be looked up"));
  }

  /** The shortest code that no two documents share, else the most diverse text. */
  private Optional<SeenField> lookUp() {
    Comparator<SeenField> order =
        Comparator.comparing(
                (SeenField field) -> field.field().kind() != Kind.TEXT && !field.isNumbering())
            .thenComparing(field -> !field.isAscii())
            .thenComparingDouble(SeenField::averageLength);
    List<SeenField> codes =
        seen.stream()
            .filter(
                field -> field.field().kind() == Kind.TEXT || field.field().kind() == Kind.INTEGER)
            .filter(field -> field.isOften(RARE))
            .filter(field -> field.averageLength() <= SeenField.LONGEST_LITERAL)
            .toList();
    return codes.stream()
        .filter(SeenField::isUnique)
        .min(order)
        .or(() ->
            codes.stream()
                .max(
                    Comparator.comparing((SeenField field) -> field.field().kind() == Kind.TEXT)
                        .thenComparingInt(field -> field.counts().size())));
  }

  /** What people group by first; of two that tell the same documents apart, the shorter. */
  private List<SeenField> categories() {
    List<SeenField> order =
        seen.stream()
            .filter(SeenField::isCategory)
            .sorted(
                Comparator.comparingInt((SeenField field) ->
                        List.of(Kind.TEXT, Kind.BOOLEAN, Kind.INTEGER)
                            .indexOf(field.field().kind()))
                    .thenComparingInt(field -> field.field().names().size())
                    .thenComparing(field -> !field.isFull())
                    .thenComparing(field -> field.counts().size() < 3)
                    .thenComparingInt(field -> field.counts().size())
                    .thenComparingDouble(SeenField::averageLength))
            .toList();
    List<SeenField> different = new ArrayList<>();
    for (SeenField field : order) {
      if (different.stream().noneMatch(field::isCopyOf)) {
        different.add(field);
      }
    }
    return different;
  }

  private static boolean isScalar(SeenField field) {
    return !field.field().isList() && field.field().kind() != Kind.JSON;
  }

  /** The first in the file's order, those nearer to the top before. */
  private Optional<SeenField> first(Predicate<SeenField> condition) {
    return seen.stream()
        .filter(condition)
        .min(Comparator.comparingInt(field -> field.field().names().size()));
  }

  private void member() {
    Comparator<SeenField> order =
        Comparator.comparingInt((SeenField list) -> -list.field().names().size())
            .thenComparing(list -> list.counts().get(list.frequent().orElseThrow()));
    seen.stream()
        .filter(list -> list.field().isList() && list.isOften(RARE))
        .filter(list -> list.frequent().isPresent())
        .max(order)
        .ifPresent(list -> count(list, Test.CONTAINS, list.frequent().orElseThrow()));
  }

  /** How texts begin: a first word that some share, else a letter. */
  private void prefix() {
    seen.stream()
        .filter(field -> field.field().kind() == Kind.TEXT && field.isOften(0.5))
        .filter(field -> !field.isCategory() && field.averageLength() >= 5)
        .filter(field -> field.counts().size() > field.present() / 5)
        .filter(field -> beginning(field).isPresent())
        .min(
            Comparator.comparing((SeenField field) -> !field.isWords())
                .thenComparingInt(field -> field.field().names().size()))
        .ifPresent(field -> whole(field, Test.PREFIX, beginning(field).orElseThrow()));
  }

  private static Optional<Value> beginning(SeenField field) {
    Map<String, Integer> words = new HashMap<>();
    Map<String, Integer> letters = new HashMap<>();
    field
        .counts()
        .forEach((value, n) -> {
          String text = ((StringValue) value).value();
          Matcher word = FIRST_WORD.matcher(text);
          if (word.lookingAt() && word.end() < text.length()) {
            words.merge(word.group(), n, Integer::sum);
          }
          if (!text.isEmpty() && Character.isLetter(text.charAt(0))) {
            letters.merge(text.substring(0, 1), n, Integer::sum);
          }
        });
    double wanted = field.present() / 16.0;
    return words.entrySet().stream()
        .filter(word -> word.getValue() >= 10 && word.getValue() <= field.present() / 2)
        .min(
            Comparator.comparing(
                    (Map.Entry<String, Integer> word) -> !word.getKey().matches(".*[-/:]"))
                .thenComparingDouble(word -> Math.abs(word.getValue() - wanted))
                .thenComparing(Map.Entry::getKey))
        .or(() ->
            letters.entrySet().stream()
                .filter(letter -> letter.getValue() <= field.present() / 2)
                .max(
                    Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry::getKey)))
        .map(one -> new StringValue(one.getKey()));
  }

  /** A field that at most a quarter of the documents have; the most frequent nearest to the top. */
  private Optional<SeenField> rare() {
    return seen.stream()
        .filter(field -> isScalar(field) && field.present() > 0 && !field.isOften(0.25))
        .min(
            Comparator.comparingInt((SeenField field) -> field.field().names().size())
                .thenComparingInt(field -> -field.present()));
  }

  private void whole(SeenField field, Test test, Value value) {
    Condition where = new Condition(field.field(), test, value);
    add(
        "The documents " + words(where),
        whole
            ? new StarterQuestion.Documents(where)
            : new StarterQuestion.Count(Optional.of(where)),
        false);
  }

  private void count(SeenField field, Test test, Value value) {
    Condition where = new Condition(field.field(), test, value);
    add("How many " + words(where), new StarterQuestion.Count(Optional.of(where)), false);
  }

  private void groups(SeenField by, Optional<SeenField> mean) {
    add(
        "Documents"
            + mean.map(number -> " and mean " + number.name()).orElse("")
            + " by "
            + by.name(),
        new StarterQuestion.Groups(by.field(), mean.map(SeenField::field)),
        false);
  }

  private static String words(Condition where) {
    String name = String.join(".", where.field().names());
    String value = where.value() == NullValue.NULL ? "" : shown(where.value());
    return switch (where.test()) {
      case EQUAL -> "with " + name + " = " + value;
      case AT_LEAST -> "with " + name + " >= " + value;
      case CONTAINS -> "with " + value + " in " + name;
      case PREFIX -> "whose " + name + " begins with " + value;
      case EXISTS -> "have " + name;
      case MISSING -> "lack " + name;
    };
  }

  private static String shown(Value value) {
    return value instanceof StringValue text
        ? "'" + text.value() + "'"
        : value instanceof BooleanValue truth
            ? String.valueOf(truth.value())
            : SeenField.number(value).toPlainString();
  }

  private void add(String title, StarterQuestion question, boolean ordered) {
    drafts.add(new Draft(title.replaceAll("\\p{Cntrl}", " "), question, ordered));
    if (question instanceof StarterQuestion.Groups groups) {
      asked.add(groups.by());
      groups.mean().ifPresent(asked::add);
    }
    question.where().ifPresent(where -> asked.add(where.field()));
  }

  /** What is asked; how many documents each question matches is counted in the whole file. */
  StarterSuite.Collection of(String collection) {
    long[] matches = new long[drafts.size()];
    List<Set<Value>> groups =
        drafts.stream().map(ignored -> (Set<Value>) new HashSet<Value>()).toList();
    for (long at = 0; at < documents.size(); at++) {
      ObjectValue body = documents.document(at).body();
      for (int i = 0; i < matches.length; i++) {
        StarterQuestion question = drafts.get(i).question();
        if (question instanceof StarterQuestion.Groups by) {
          groups.get(i).add(SeenField.in(body, by.by().names()));
          matches[i]++;
        } else if (question instanceof StarterQuestion.Greatest greatest) {
          boolean has = SeenField.in(body, greatest.number().names()) != NullValue.NULL;
          matches[i] = Math.min(TOP, matches[i] + (has ? 1 : 0));
        } else {
          matches[i] += question.where().map(where -> meets(body, where)).orElse(true) ? 1 : 0;
        }
      }
    }
    List<StarterSuite.Named> questions = new ArrayList<>();
    for (int i = 0; i < matches.length; i++) {
      String rows = groups.get(i).isEmpty() ? "" : ", in " + groups.get(i).size() + " groups";
      questions.add(
          new StarterSuite.Named(
              name(i),
              drafts.get(i).title(),
              String.format(Locale.ROOT, "matches %d of %d%s", matches[i], documents.size(), rows),
              drafts.get(i).question()));
    }
    return new StarterSuite.Collection(
        collection,
        documents.leaves().stream().map(leaf -> new Field(leaf.names(), leaf.kind())).toList(),
        questions);
  }

  private static boolean meets(ObjectValue body, Condition where) {
    Value value = SeenField.in(body, where.field().names());
    boolean isNull = value == NullValue.NULL;
    return switch (where.test()) {
      case EXISTS -> !isNull;
      case MISSING -> isNull;
      case CONTAINS -> value instanceof ArrayValue list && list.elements().contains(where.value());
      case PREFIX ->
          value instanceof StringValue text
              && text.value().startsWith(((StringValue) where.value()).value());
      case EQUAL -> value.equals(where.value());
      case AT_LEAST ->
          !isNull && SeenField.number(value).compareTo(SeenField.number(where.value())) >= 0;
    };
  }

  private String name(int question) {
    return category + "." + (question + 1);
  }

  boolean asks(Leaf leaf) {
    return asked.contains(new Field(leaf.names(), leaf.kind()));
  }

  /** What was looked at to choose, where it was not all of the file. */
  List<String> notes() {
    return notes;
  }

  /** The names of the questions whose rows have an order. */
  List<String> ordered() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < drafts.size(); i++) {
      if (drafts.get(i).ordered()) {
        names.add(name(i));
      }
    }
    return names;
  }
}
