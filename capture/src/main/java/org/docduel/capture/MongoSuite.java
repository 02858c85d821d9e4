package org.docduel.capture;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.docduel.core.config.BadInputException;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;
import org.docduel.core.suite.Suite;

/**
 * The text files of a suite in the dialect {@code mongodb}, and stubs for dialects in SQL: files in
 * which each query is not yet translated.
 *
 * @param queries with their names
 * @param minutes in which the calls were counted
 * @param totalMillis of all commands, also of those that are left out
 */
record MongoSuite(List<Selection.Query> queries, double minutes, double totalMillis) {
  static final String DIALECT = "mongodb";

  private static final List<String> INDEX_SETS = List.of("now", "candidate");

  /**
   * A collection of the suite.
   *
   * @param name here
   * @param file of its documents
   * @param wholeIds whether their {@code _id} are the stores' own
   * @param indexes the fields of each
   */
  record Part(String name, String file, boolean wholeIds, List<BsonDocument> indexes) {}

  /** The collections that queries name. */
  static Set<String> collections(List<Selection.Query> queries) {
    Set<String> names = new LinkedHashSet<>();
    queries.forEach(query -> collect(BsonDocument.parse(query.text()), names));
    return names;
  }

  private static void collect(BsonValue value, Set<String> names) {
    if (value instanceof BsonArray array) {
      array.forEach(inside -> collect(inside, names));
    } else if (value instanceof BsonDocument document) {
      document.forEach((name, inside) -> {
        if (Set.of("find", "aggregate", "from").contains(name) && inside.isString()) {
          names.add(inside.asString().getValue());
        }
        collect(inside, names);
      });
    }
  }

  /**
   * The files, by name.
   *
   * @param head how {@code suite.yaml} begins: with the dialects
   */
  Map<String, String> files(String head, List<Part> parts, List<String> stubs) {
    Map<String, String> files = new LinkedHashMap<>();
    StringBuilder yaml = new StringBuilder(head);
    yaml.append("collections:\n");
    for (Part part : parts) {
      String key = part.wholeIds() ? ", key: " + MongoNames.ID : "";
      yaml.append("  %s: {file: %s%s}\n".formatted(part.name(), part.file(), key));
    }
    yaml.append("indexes: [").append(String.join(", ", INDEX_SETS)).append("]\nweights:\n");
    for (Selection.Query query : queries) {
      double calls = query.entry().calls() / minutes;
      yaml.append("  %s: %s\n".formatted(query.name(), SuiteWriter.weight(calls)));
      if (!query.types().isEmpty()) {
        files.put(tuplesFile(query), SuiteWriter.tuples(query.tuples(), query.types()));
      }
    }
    files.put(Suite.FILE, yaml.toString());
    files.put(DIALECT + ".json", json(parts));
    stubs.forEach(stub -> files.put(stub + ".sql", stub()));
    return files;
  }

  private static String tuplesFile(Selection.Query query) {
    return query.name() + ".csv";
  }

  private String json(List<Part> parts) {
    String sets =
        INDEX_SETS.stream()
            .map(set ->
                "    \"%s\": {\n%s\n    }"
                    .formatted(
                        set,
                        parts.stream()
                            .map(part ->
                                "      \"%s\": [%s]"
                                    .formatted(
                                        part.name(),
                                        part.indexes().stream()
                                            .map(MongoSuite::text)
                                            .collect(Collectors.joining(", "))))
                            .collect(Collectors.joining(",\n"))))
            .collect(Collectors.joining(",\n"));
    return "{\n  \"indexes\": {\n%s\n  },\n  \"queries\": {\n%s\n  }\n}\n"
        .formatted(
            sets,
            queries.stream()
                .map(query -> "    \"%s\": %s".formatted(query.name(), text(named(query))))
                .collect(Collectors.joining(",\n")));
  }

  private static String text(BsonDocument document) {
    return document.toJson(MongoCommand.PLAIN_JSON);
  }

  /** The query with its title and the file of its tuples. */
  private BsonDocument named(Selection.Query query) {
    BsonDocument text = BsonDocument.parse(query.text());
    String command = text.getFirstKey();
    BsonDocument named = new BsonDocument(command, text.get(command));
    named.append("comment", new BsonString(SuiteWriter.title(query, minutes, totalMillis)));
    if (!query.types().isEmpty()) {
      named.append("parameters", new BsonString(tuplesFile(query)));
    }
    text.forEach(named::putIfAbsent);
    return named;
  }

  /**
   * Checks the dialects of stubs.
   *
   * @throws BadInputException when one is unknown, or takes no collections
   */
  static void checkStubs(List<String> stubs) {
    Set<String> accepted =
        StoreProviders.all().stream()
            .filter(store -> !store.capabilities().contains(Capability.SUITE_TABLES))
            .map(StoreProvider::dialect)
            .filter(dialect -> !dialect.isEmpty() && !dialect.equals(DIALECT))
            .collect(Collectors.toCollection(TreeSet::new));
    for (String stub : stubs) {
      BadInputException.require(
          accepted.contains(stub), "--stub %s: accepted are %s", stub, String.join(", ", accepted));
    }
  }

  /** A reason may not go over several lines. */
  private static String reason(Selection.Query query) {
    return "not translated: " + query.text().replaceAll("\\s+", " ");
  }

  private String stub() {
    List<String> lines = new ArrayList<>();
    lines.add("-- Queries that are not yet translated from " + DIALECT + ".json. For each, put in");
    lines.add("-- place of its line a line with 'name:' for 'unsupported:', one with");
    lines.add("-- 'parameters:' and its file, if it has one, and a statement in which $1 is its");
    lines.add("-- first parameter. A run compares the answers, and scores equal ones alone.");
    INDEX_SETS.forEach(set -> lines.add("-- index: " + set));
    queries.forEach(
        query -> lines.add("-- unsupported: %s  %s".formatted(query.name(), reason(query))));
    return String.join("\n", lines) + "\n";
  }
}
