package org.docduel.read.suite.init;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
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
import org.docduel.core.files.Inference.Leaf;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.query.Index;
import org.docduel.core.query.Predicate.ArrayHolds;
import org.docduel.core.query.Predicate.Compared;
import org.docduel.core.query.Predicate.HasValue;
import org.docduel.core.query.Predicate.OfOneValue;
import org.docduel.core.query.Predicate.TextStartsWith;
import org.docduel.core.query.Query;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.starter.StarterSuite;
import org.docduel.core.spi.starter.StarterSuite.StarterQuery;

/**
 * Chooses what is asked of a file's documents, as their owner would: by what was seen in a sample
 * of documents from all over the file. How many documents a query matches is counted in all of
 * them.
 */
final class StarterChoice {
  private static final int TOP = 10;

  /** With fewer questions, looser rules are tried. */
  private static final int FEW = 7;

  /** So many values are kept of a file, in all fields together. */
  private static final int MAX_VALUES = 2_000_000;

  /** A field that fewer documents have is asked for nothing but whether it is there. */
  private static final double RARE = 0.05;

  /** No query looks at longer texts: a B-tree of PostgreSQL holds 2,704 bytes. */
  private static final int LONGEST_INDEXED = 600;

  private static final Pattern FIRST_WORD = Pattern.compile("[\\p{L}\\p{N}]{3,}[-/:]?");

  private final FileDocuments documents;
  private final List<SeenField> seen = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final boolean comparable;

  /** By their titles, in order. */
  private final Map<String, StarterQuery> queries = new LinkedHashMap<>();

  /**
   * For one collection.
   *
   * @param key the field by which its owner looks documents up; empty to have it chosen
   */
  StarterChoice(FileDocuments documents, String key) {
    this.documents = documents;
    List<Leaf> columns = documents.columns();
    comparable = columns.stream().allMatch(StarterChoice::canBeCompared);
    List<String> leftOut = new ArrayList<>();
    for (Leaf leaf : columns) {
      String name = String.join(".", leaf.names());
      boolean queryable =
          leaf.longest() <= LONGEST_INDEXED && !name.contains("\0"); // as SQL's names
      if (queryable && (name.equals(key) || leaf.names().stream().allMatch(Path::canHold))) {
        seen.add(new SeenField(leaf));
      } else if (queryable) {
        leftOut.add(name);
      }
    }
    if (!leftOut.isEmpty()) {
      int size = leftOut.size();
      String first = leftOut.get(0);
      notes.add(
          "no query uses "
              + (size == 1 ? "'" + first + "'" : size + " fields, such as '" + first + "'")
              + ": a path of MongoDB cannot hold a name that is empty, has a dot or begins with"
              + " a dollar");
    }
    long maxDocuments = Math.max(1_000, MAX_VALUES / Math.max(1, columns.size()));
    long step = (documents.size() + maxDocuments - 1) / maxDocuments;
    if (step > 1) {
      notes.add(
          "queries were chosen from one document in "
              + step
              + "; what they match is counted in all");
    }
    for (long at = 0; at < documents.size(); at += step) {
      ObjectValue body = documents.document(at).body();
      seen.forEach(field -> field.take(body));
    }
    Map<String, StarterQuery> chosen = Map.of();
    for (Strictness rules : Strictness.values()) {
      queries.clear();
      choose(key, rules);
      chosen = queries.size() > chosen.size() ? new LinkedHashMap<>(queries) : chosen;
      if (chosen.size() >= FEW) {
        break;
      }
    }
    queries.clear();
    queries.putAll(chosen);
  }

  /** Names with a dot cannot be told from paths in an answer; a document's own "doc" neither. */
  private static boolean canBeCompared(Leaf leaf) {
    return !leaf.names().get(0).equals("doc")
        && leaf.names().stream()
            .noneMatch(name -> name.isEmpty() || name.contains(".") || name.contains("\\"));
  }

  private void choose(String key, Strictness rules) {
    queries.put("How many documents?", new StarterQuery.Count(Query.EVERY));
    Optional<SeenField> lookUp = key.isEmpty() ? lookUp() : Optional.of(requireField(key));
    lookUp.ifPresent(field -> middle(field).ifPresent(value -> addDocumentQuery(is(field, value))));
    List<SeenField> categories = categories(rules);
    Optional<SeenField> category = categories.stream().findFirst();
    Optional<Value> frequent = category.flatMap(SeenField::frequent);
    frequent.ifPresent(value -> count(is(category.orElseThrow(), value)));
    Predicate<Value> other = value -> frequent.filter(value::equals).isEmpty();
    Optional<SeenField> selective =
        Stream.concat(categories.stream().skip(1), category.stream())
            .filter(by -> by.selective(rules, other).isPresent())
            .findFirst();
    selective.ifPresent(by -> addDocumentQuery(is(by, by.selective(rules, other).orElseThrow())));
    Predicate<SeenField> measure =
        field -> field.isMeasure(rules) && !field.equals(lookUp.orElse(null));
    Predicate<SeenField> spread = measure.and(field -> field.isSpread(rules));
    Optional<SeenField> range =
        first(spread.and(field -> field.kind == Kind.INTEGER)).or(() -> first(spread));
    range.ifPresent(number ->
        count(new Compared(number.path, Compared.Sign.ABOVE_OR_EQUAL, number.topTenth())));
    Optional<SeenField> mean = first(spread.and(field -> field.kind.isFraction())).or(() -> range);
    category.ifPresent(by -> groups(by, mean));
    selective
        .filter(by -> !by.equals(category.orElse(null)))
        .ifPresent(by -> groups(by, Optional.empty()));
    first(measure)
        .ifPresent(number ->
            add(
                "The " + TOP + " greatest by " + name(number.path),
                new StarterQuery.Greatest(number.path, TOP)));
    // Lists of fractions are measurements or embeddings: nobody looks for one of them by its value.
    seen.stream()
        .filter(list ->
            list.kind.isList()
                && !list.kind.isFraction()
                && list.isOften(RARE)
                && list.frequent().isPresent())
        .max(
            Comparator.comparingInt((SeenField list) -> -list.depth)
                .thenComparing(list -> list.counts().get(list.frequent().orElseThrow())))
        .ifPresent(
            list -> count(new ArrayHolds(list.path, List.of(list.frequent().orElseThrow()), true)));
    prefix(rules);
    seen.stream() // the most frequent nearest to the top
        .filter(field -> field.isScalar() && field.presentCount() > 0 && !field.isOften(0.25))
        .min(
            Comparator.comparingInt((SeenField field) -> field.depth)
                .thenComparingInt(field -> -field.presentCount()))
        .ifPresent(field -> count(new HasValue(field.path, true)));
    first(field -> field.isMissing() && field.isOften(0.5) && field.isScalar())
        .ifPresent(field -> count(new HasValue(field.path, false)));
  }

  /** What the document in the middle has in a field, or the next whose value a person reads. */
  private Optional<Value> middle(SeenField field) {
    return LongStream.range(documents.size() / 2, documents.size())
        .mapToObj(at -> field.in(documents.document(at).body()))
        .filter(value -> value != NullValue.NULL && SeenField.isLiteral(value))
        .findFirst();
  }

  private SeenField requireField(String key) {
    return first(field -> name(field.path).equals(key) && field.isScalar())
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
    List<SeenField> codes =
        seen.stream()
            .filter(field -> field.kind == Kind.TEXT || field.kind == Kind.INTEGER)
            .filter(field -> field.isOften(RARE))
            .filter(field -> field.averageLength() <= SeenField.LONGEST_LITERAL)
            .toList();
    return codes.stream()
        .filter(SeenField::isUnique)
        .min(
            Comparator.comparing(
                    (SeenField field) -> field.kind != Kind.TEXT && !field.isNumbering())
                .thenComparing(field -> !field.isAscii())
                .thenComparingDouble(SeenField::averageLength))
        .or(() ->
            codes.stream()
                .max(
                    Comparator.comparing((SeenField field) -> field.kind == Kind.TEXT)
                        .thenComparingInt(field -> field.counts().size())));
  }

  /** What people group by first; of two that tell the same documents apart, the shorter. */
  private List<SeenField> categories(Strictness rules) {
    List<SeenField> different = new ArrayList<>();
    seen.stream()
        .filter(field -> field.isCategory(rules))
        .sorted(
            Comparator.comparing((SeenField field) -> field.kind == Kind.INTEGER)
                .thenComparing(field -> field.kind == Kind.BOOLEAN)
                .thenComparingInt(field -> field.depth)
                .thenComparing(field -> !field.isFull())
                .thenComparing(field -> field.counts().size() < 3)
                .thenComparingInt(field -> field.counts().size())
                .thenComparingDouble(SeenField::averageLength))
        .filter(field -> different.stream().noneMatch(field::isCopyOf))
        .forEachOrdered(different::add);
    return different;
  }

  /** The first in the file's order, those nearer to the top before. */
  private Optional<SeenField> first(Predicate<SeenField> condition) {
    return seen.stream().filter(condition).min(Comparator.comparingInt(field -> field.depth));
  }

  /** How texts begin: a first word that some share, else a letter. */
  private void prefix(Strictness rules) {
    seen.stream()
        .filter(field -> field.hasBeginnings(rules))
        .filter(field -> beginning(field).isPresent())
        .min(
            Comparator.comparing((SeenField field) -> !field.isMostlyLetters())
                .thenComparingInt(field -> field.depth))
        .ifPresent(field ->
            addDocumentQuery(new TextStartsWith(field.path, beginning(field).orElseThrow())));
  }

  private static Optional<String> beginning(SeenField field) {
    Map<String, Integer> found = new HashMap<>();
    field
        .counts()
        .forEach((value, n) -> {
          String text = SeenField.plainText(value);
          Matcher firstWord = FIRST_WORD.matcher(text);
          if (firstWord.lookingAt() && firstWord.end() < text.length()) {
            found.merge(firstWord.group(), n, Integer::sum);
          }
          if (!text.isEmpty() && Character.isLetter(text.charAt(0))) {
            found.merge(text.substring(0, 1), n, Integer::sum);
          }
        });
    double wanted = field.presentCount() / 16.0;
    return found.entrySet().stream()
        .filter(entry -> entry.getValue() > 1 && entry.getValue() <= field.presentCount() / 2)
        .min(
            Comparator.comparing((Map.Entry<String, Integer> entry) -> entry.getValue() < 10)
                .thenComparing(entry -> entry.getKey().length() == 1)
                .thenComparing(entry -> !entry.getKey().matches(".*[-/:]"))
                .thenComparingDouble(entry -> Math.abs(entry.getValue() - wanted))
                .thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getKey);
  }

  private static OfOneValue is(SeenField field, Value value) {
    return new Compared(field.path, Compared.Sign.EQUAL, value);
  }

  private void addDocumentQuery(OfOneValue where) {
    add(
        (comparable ? "The documents " : "How many ") + describe(where),
        comparable ? new StarterQuery.Documents(where) : new StarterQuery.Count(where));
  }

  private void count(OfOneValue where) {
    add("How many " + describe(where), new StarterQuery.Count(where));
  }

  private void groups(SeenField by, Optional<SeenField> mean) {
    String more = mean.map(number -> " and mean " + name(number.path)).orElse("");
    add(
        "Documents" + more + " by " + name(by.path),
        new StarterQuery.Groups(by.path, mean.map(number -> number.path)));
  }

  private static String name(Path path) {
    return String.join(".", path.names().orElseThrow());
  }

  private static String describe(OfOneValue where) {
    String name = name(where.path());
    if (where instanceof Compared comparison) {
      return "with " + name + " " + comparison.sign().symbol + " " + quoted(comparison.value());
    } else if (where instanceof TextStartsWith startsWith) {
      return "whose " + name + " begins with '" + startsWith.prefix() + "'";
    } else if (where instanceof ArrayHolds array) {
      return "with " + quoted(array.elements().get(0)) + " in " + name;
    }
    return (where instanceof HasValue existence && existence.expected() ? "have " : "lack ") + name;
  }

  private static String quoted(Value value) {
    String plain = SeenField.plainText(value);
    boolean text = value instanceof StringValue || value instanceof TimestampValue;
    return text ? "'" + plain + "'" : plain;
  }

  private void add(String title, StarterQuery query) {
    queries.put(title.replaceAll("\\p{Cntrl}", " "), query);
  }

  /**
   * What is asked; how many documents each query matches is counted in the whole file.
   *
   * @param category what the queries' names begin with
   */
  StarterSuite.Part of(String collection, String category) {
    Map<String, Long> matches = new HashMap<>();
    Map<String, Set<Value>> groups = new HashMap<>();
    for (long at = 0; at < documents.size(); at++) {
      ObjectValue body = documents.document(at).body();
      queries.forEach((title, query) -> {
        matches.merge(title, query.where().test(body) ? 1L : 0L, Long::sum);
        if (query instanceof StarterQuery.Groups by) {
          Value value = by.by().in(body).orElse(NullValue.NULL);
          groups.computeIfAbsent(title, ignored -> new HashSet<>()).add(value);
        }
      });
    }
    List<StarterSuite.TitledQuery> all = new ArrayList<>();
    queries.forEach((title, query) -> {
      long maxRows = query instanceof StarterQuery.Greatest ? TOP : documents.size();
      long matched = Math.min(maxRows, matches.getOrDefault(title, 0L));
      int rows = groups.getOrDefault(title, Set.of()).size();
      all.add(
          new StarterSuite.TitledQuery(
              category + "." + (all.size() + 1),
              title,
              "matches "
                  + matched
                  + " of "
                  + documents.size()
                  + (rows == 0 ? "" : ", in " + rows + " groups"),
              query));
    });
    return new StarterSuite.Part(
        new Collection(collection, documents.document(0).body(), indexes())
            .withShape(documents.shape()),
        all);
  }

  /** Those that serve the queries, and no others: one for prefixes serves other conditions too. */
  private List<Index> indexes() {
    Map<Path, Index.Kind> kinds = new LinkedHashMap<>();
    for (StarterQuery query : queries.values()) {
      if (query.where() instanceof OfOneValue where) {
        Index.Kind kind =
            where instanceof ArrayHolds
                ? Index.Kind.ELEMENTS
                : where instanceof TextStartsWith ? Index.Kind.PREFIX : Index.Kind.ORDERED;
        kinds.merge(
            where.path(), kind, (first, second) -> first == Index.Kind.ORDERED ? second : first);
      }
    }
    return kinds.entrySet().stream()
        .map(entry -> new Index(entry.getValue(), List.of(entry.getKey()), Index.Id.ABSENT))
        .toList();
  }

  boolean uses(Leaf leaf) {
    Path path = Path.of(leaf.names().toArray(String[]::new));
    return queries.values().stream().anyMatch(query -> query.fields().contains(path));
  }

  /** What was looked at to choose, where it was not all of the file. */
  List<String> notes() {
    return notes;
  }
}
