package org.docduel.core.suite;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.BadInputException;
import org.docduel.core.files.Fractions;
import org.docduel.core.model.Kind;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreProvider.StoreProviders;

/**
 * A suite: collections, and named questions to them in several dialects, to which all stores must
 * give the same answer.
 *
 * @param name lower case letters, digits and underscores; part of the names of tables
 * @param collections in the order in which they are loaded
 * @param embedded those of dialects for documents that hold what others link to; empty without such
 *     dialects
 * @param indexSets the sets of indexes to choose from, the default first
 * @param absentIsNull whether a field that is absent is the same as one that is null
 * @param writes whether its queries may change data
 * @param categories titles by the part of a query's name before the dot
 * @param ordered the queries whose order of rows is part of the answer
 * @param weights calls a minute of every query, above 0; empty when the suite has none
 * @param captured the shares of {@code calls} and {@code time} that a captured suite has of its
 *     source, above 0, at most 1; empty for other suites
 * @param schema the tables of dialects that have them in place of collections
 * @param dialects by name
 */
public record Suite(
    String name,
    String title,
    SuiteFolder folder,
    List<SuiteCollection> collections,
    List<SuiteCollection> embedded,
    List<String> indexSets,
    boolean absentIsNull,
    boolean writes,
    Map<String, String> categories,
    Set<String> ordered,
    Map<String, Double> weights,
    Map<String, Double> captured,
    Schema schema,
    Map<String, Dialect> dialects) {
  /** Joins what is asked together, since JMH's own parameters end at a comma. */
  public static final String AND = "+";

  public static final String FILE = "suite.yaml";

  /** The file that makes the tables of {@link Schema}. */
  public static final String SCHEMA_FILE = "schema.sql";

  /**
   * Reads a suite.
   *
   * @param value the name of a built-in suite, or a folder's path
   * @throws BadInputException with file and line when something is missing or wrong
   */
  public static Suite read(String value) {
    return new SuiteFile(SuiteFolder.of(value), Optional.empty()).read();
  }

  /**
   * The same questions to documents of a person's own.
   *
   * @param data JSON, BSON or CSV, plain or gzip, or a directory of such files
   * @throws BadInputException when the suite has several collections, too
   */
  public static Suite read(String value, Path data) {
    return new SuiteFile(SuiteFolder.of(value), Optional.of(data)).read();
  }

  /** All names, in the order of the dialects' files. */
  public Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    dialects.values().forEach(dialect -> names.addAll(dialect.queries().keySet()));
    dialects.values().forEach(dialect -> names.addAll(dialect.unsupported().keySet()));
    return names;
  }

  /**
   * The names that a parameter's value chooses.
   *
   * @param value {@code all}, the name of a query, a category's number or title, or several of them
   *     joined by {@link #AND}
   * @throws BadInputException when there is none
   */
  public List<String> choose(String value) {
    Set<String> chosen = new LinkedHashSet<>();
    for (String choice : value.split("\\" + AND, -1)) {
      List<String> found =
          names().stream()
              .filter(name ->
                  choice.equals("all")
                      || choice.equals(name)
                      || choice.equals(prefix(name))
                      || category(name).filter(choice::equals).isPresent())
              .toList();
      if (found.isEmpty()) {
        throw new BadInputException(
            "-p query=%s: suite %s has no query or category of this name; its first queries are %s"
                .formatted(choice, name, String.join(", ", names().stream().limit(5).toList())));
      }
      chosen.addAll(found);
    }
    return List.copyOf(chosen);
  }

  /** The title of a query's category; empty when it has none. */
  public Optional<String> category(String query) {
    return Optional.ofNullable(categories.get(prefix(query)));
  }

  /** The title that a dialect's file gives a query, else its name. */
  public String title(String query) {
    return dialects.values().stream()
        .map(dialect -> dialect.queries().get(query))
        .filter(found -> found != null && !found.title().isEmpty())
        .map(NamedQuery::title)
        .findFirst()
        .orElse(query);
  }

  /** The collections of one of the dialects; none for one that has tables. */
  public List<SuiteCollection> collections(Dialect dialect) {
    if (dialect.hasTables()) {
      return List.of();
    }
    return dialect.isEmbedded() ? embedded : collections;
  }

  /** The tuples with which a query is asked, the same in all dialects; empty when it has none. */
  public Optional<Tuples> tuples(String query) {
    return dialects.values().stream()
        .flatMap(dialect -> Optional.ofNullable(dialect.queries().get(query)).stream())
        .flatMap(found -> found.tuples().stream())
        .findFirst();
  }

  /** One of the dialects, which the suite has. */
  public Dialect dialect(String dialect) {
    return Objects.requireNonNull(
        dialects.get(dialect), () -> "suite " + name + " has no dialect " + dialect);
  }

  /** Why a dialect has no such query; empty when it has it. */
  public Optional<String> missing(String dialect, String query) {
    Dialect definition = dialects.get(dialect);
    if (definition == null) {
      return Optional.of("suite " + name + " has no file for the dialect " + dialect);
    }
    if (definition.queries().containsKey(query)) {
      return Optional.empty();
    }
    String reason = definition.unsupported().get(query);
    return Optional.of(
        reason == null
            ? definition.file() + " has no query " + query
            : query + " cannot be expressed in " + dialect + ": " + reason);
  }

  private static String prefix(String query) {
    int dot = query.indexOf('.');
    return dot < 0 ? query : query.substring(0, dot);
  }

  static <K, V> Map<K, V> inOrder(Map<K, V> map) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }

  /**
   * One collection of a suite.
   *
   * @param links fields that hold the key of a document in another collection, by field
   * @param columns the kinds of columns that were chosen for fields, by path; empty to work them
   *     out
   */
  public record SuiteCollection(
      String name, Source source, Map<String, String> links, Map<String, Kind> columns) {
    public SuiteCollection {
      links = Map.copyOf(links);
      columns = Map.copyOf(columns);
    }

    public sealed interface Source {}

    public record Generated(String generator) implements Source {}

    /**
     * A file of the suite's folder: JSON, BSON or CSV, plain or gzip.
     *
     * @param key the field whose value is the documents' key; empty to number them from 0
     * @param nulls texts of a CSV file that stand for null
     */
    public record FromFile(String file, String key, Fractions fractions, List<String> nulls)
        implements Source {
      public FromFile {
        nulls = List.copyOf(nulls);
      }
    }
  }

  /**
   * Tables in a server's own words, for the dialects whose stores take them as they are.
   *
   * @param definitions the statements of {@link #SCHEMA_FILE}, which make them
   * @param data the file of each table's rows, by the table's name; COPY's text, plain or gzip
   */
  public record Schema(List<String> definitions, Map<String, String> data) {
    static final Schema NONE = new Schema(List.of(), Map.of());

    /** Keeps the order of the tables. */
    public Schema {
      definitions = List.copyOf(definitions);
      data = inOrder(data);
    }
  }

  /**
   * A suite's questions in the words of one dialect.
   *
   * @param file for messages
   * @param queries by name, in the file's order
   * @param indexes the statements of each index set
   * @param phases what is done after the indexes were made, by the phase's name
   * @param unsupported names that cannot be expressed, with the reason
   */
  public record Dialect(
      String name,
      String file,
      Map<String, NamedQuery> queries,
      Map<String, List<String>> indexes,
      Map<String, List<String>> phases,
      Map<String, String> unsupported) {
    /** Keeps the order of the maps. */
    public Dialect {
      queries = inOrder(queries);
      indexes = Map.copyOf(indexes);
      phases = inOrder(phases);
      unsupported = Map.copyOf(unsupported);
    }

    /** Whether it is for documents that hold what other collections link to. */
    public boolean isEmbedded() {
      return name.endsWith(StoreProviders.EMBEDDED_DIALECT);
    }

    /** Whether its stores take the suite's tables as they are, in place of collections. */
    public boolean hasTables() {
      return StoreProviders.all().stream()
          .anyMatch(store ->
              store.dialect().equals(name)
                  && store.capabilities().contains(Capability.SUITE_TABLES));
    }

    /** The dialect that a dialect for embedded documents is written in; else itself. */
    static String spoken(String name) {
      String ending = StoreProviders.EMBEDDED_DIALECT;
      return name.endsWith(ending) ? name.substring(0, name.length() - ending.length()) : name;
    }

    /** The same with the queries of another dialect that it neither has nor calls unsupported. */
    Dialect completedBy(Dialect other) {
      Map<String, NamedQuery> all = new LinkedHashMap<>(other.queries);
      all.keySet().removeAll(unsupported.keySet());
      all.putAll(queries);
      Map<String, String> allUnsupported = new LinkedHashMap<>(other.unsupported);
      allUnsupported.keySet().removeAll(queries.keySet());
      allUnsupported.putAll(unsupported);
      return new Dialect(name, file, all, indexes, phases, allUnsupported);
    }

    /** One of the queries, which the dialect has. */
    public NamedQuery query(String query) {
      return Objects.requireNonNull(queries.get(query), () -> file + " has no query " + query);
    }
  }

  /**
   * A question in one dialect.
   *
   * @param name the same in every dialect, such as {@code 7.14}
   * @param title the question in words; empty where the dialect's file has none
   * @param text what the store takes
   * @param file where it is, for messages
   * @param line where it begins there, from 1
   * @param tuples the values of its parameters; empty when it has none
   */
  public record NamedQuery(
      String name, String title, String text, String file, int line, Optional<Tuples> tuples) {}
}
