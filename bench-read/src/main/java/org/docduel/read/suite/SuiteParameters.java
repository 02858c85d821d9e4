package org.docduel.read.suite;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Parameter;
import org.docduel.core.files.ContentName;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.suite.SuiteQuery;
import org.docduel.core.suite.Dialect.NamedQuery;
import org.docduel.core.suite.Suite;
import org.docduel.core.suite.SuiteCollection;
import org.docduel.core.work.SuiteFiles;
import org.docduel.core.workload.Combination;

/**
 * The parameters of a query suite, checked.
 *
 * @param suite the suite, read
 * @param queries the names that were asked for, in order
 * @param data a path whose documents take the place of the suite's, or {@link #GENERATED}
 * @param rows documents in each collection that is generated
 * @param index the set of indexes
 * @param limitSeconds how long one execution may take
 */
record SuiteParameters(
    Suite suite, List<String> queries, String data, long rows, String index, int limitSeconds) {
  static final String SUITE = "suite";
  static final String QUERY = "query";
  static final String INDEX = "index";
  static final String DATA = "data";

  /** The value of {@link #DATA} for the documents that the suite names. */
  static final String GENERATED = "generated";

  /** The value of {@link #ROWS} when it is not given. */
  static final String DEFAULT_ROWS = "10000";

  /** So many letters of a suite's name are in that of its schema. */
  private static final int LONGEST_NAME = 20;

  static final Parameter<Integer> ROWS =
      Parameter.number(
          "rows",
          1,
          999_999_999,
          "QuerySuite: documents in each generated collection",
          "rows=10000");
  static final Parameter<Integer> LIMIT =
      Parameter.number(
          "timeLimit", 1, 3_600, "QuerySuite: seconds that one execution may take", "timeLimit=60");

  static SuiteParameters parse(
      String suite, String query, String rows, String index, String limit) {
    return parse(suite, GENERATED, query, rows, index, limit);
  }

  static SuiteParameters parse(
      String suite, String data, String query, String rows, String index, String limit) {
    Suite read = Suite.read(suite);
    if (!data.equals(GENERATED)) {
      read = read.withData(Path.of(data));
      SuiteFiles.check(read);
    }
    boolean generates =
        read.collections().stream()
            .anyMatch(one -> one.source() instanceof SuiteCollection.Generated);
    if (!generates && !rows.equals(DEFAULT_ROWS)) {
      throw new BadInputException(
          "-p rows=" + rows + ": suite " + read.name() + " generates no documents; leave it out");
    }
    if (!read.indexSets().contains(index)) {
      throw BadInputException.parameter(
          INDEX, index, "one of " + String.join(", ", read.indexSets()) + " for this suite");
    }
    return new SuiteParameters(
        read, read.choose(query), data, ROWS.parse(rows), index, LIMIT.parse(limit));
  }

  /** What is written in the results: the same content has the same name wherever it is. */
  static Map<String, String> recorded(String suite, String data) {
    String questions = SuiteFiles.contentName(Suite.read(suite));
    return data.equals(GENERATED)
        ? Map.of(SUITE, questions)
        : Map.of(SUITE, questions, DATA, ContentName.of(Path.of(data)));
  }

  static SuiteParameters of(Combination combination) {
    return parse(
        combination.value(SUITE),
        combination.value(DATA),
        combination.value(QUERY),
        combination.value(ROWS.name()),
        combination.value(INDEX),
        combination.value(LIMIT.name()));
  }

  /** The parameters of one of the questions that a fork asks. */
  static Map<String, String> of(Map<String, String> parameters, String question) {
    Map<String, String> named = new LinkedHashMap<>(parameters);
    named.replace(QUERY, question);
    return named;
  }

  /** Prepares one of the questions, as the suite says what they may do. */
  SuiteQuery prepare(Session session, NamedQuery query) {
    return session.query(query.text(), Duration.ofSeconds(limitSeconds), suite.writes());
  }

  /**
   * What tells the data from other data: by their content where somebody else may have a suite of
   * the same name. It is short, since PostgreSQL's names have at most 63 bytes.
   */
  String space() {
    if (suite.folder().isBuiltIn() && data.equals(GENERATED)) {
      return suite.name() + "_" + rows + "_" + index;
    }
    ContentName content = new ContentName();
    List.of(SuiteFiles.dataName(suite), String.valueOf(rows), index).forEach(content::add);
    String name = suite.name().substring(0, Math.min(LONGEST_NAME, suite.name().length()));
    return content.with(name).replace('@', '_');
  }

  /** What the help shows and the launcher checks. */
  static List<Parameter<?>> described() {
    return List.of(
        new Parameter<>(
            SUITE,
            "QuerySuite: a built-in suite (customer, jsonbench), or the path of a folder with a suite.yaml",
            "suite=customer",
            value -> {
              Suite read = Suite.read(value);
              SuiteFiles.check(read);
              return read;
            }),
        new Parameter<>(
            QUERY,
            "QuerySuite: all, a category's number or title, or one query's name",
            "query=7.14,7",
            value -> {
              if (value.isBlank()) {
                throw BadInputException.parameter(QUERY, value, "all, a category or a name");
              }
              return value;
            }),
        new Parameter<>(
            DATA,
            "QuerySuite: a file or directory of NDJSON or CSV, plain or gzip, whose documents take"
                + " the place of the generated ones in a suite of one collection",
            "data=./bluesky",
            value -> value),
        ROWS,
        new Parameter<>(
            INDEX,
            "QuerySuite: one of the suite's sets of indexes (customer: all, best)",
            "index=best",
            value -> value),
        LIMIT);
  }
}
