package org.docduel.read.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.docduel.core.fork.ForkStore;
import org.docduel.core.workload.Combination;
import org.docduel.read.suite.QuerySuiteExperiment.SuiteRun;
import org.docduel.testkit.contract.TestServers;

/** A folder as a person writes it, with what goes wrong in such folders. */
final class OwnSuite {
  private static final String YAML =
      """
      name: mine
      collections:
        customer: {generator: customer}
      dialects: [postgres-typed, postgres-jsonb]
      indexes: [all]
      categories: {1: Good, 2: Bad}
      ordered: [1.2]
      """;

  private static final String TYPED =
      """
      -- name: 1.1  How many?
      SELECT count(*) AS n FROM customer;
      -- name: 1.2  The eldest
      SELECT id, age FROM customer ORDER BY age DESC, id LIMIT 3;
      -- name: 2.1  Another answer
      SELECT id, age FROM customer WHERE id < 5;
      -- name: 2.2  Fails in one
      SELECT count(*) AS n FROM customer;
      -- name: 2.3  Another number of columns
      SELECT id, age FROM customer WHERE id = 1;
      -- name: 2.4  In one dialect only
      SELECT max(age) AS eldest FROM customer;
      -- name: 2.5  Takes too long
      SELECT pg_sleep(5);
      """;

  private static final String JSONB =
      """
      -- name: 1.1  How many?
      SELECT count(*) AS n FROM customer;
      -- name: 1.2  The eldest
      SELECT id, (doc->>'age')::bigint AS age FROM customer
      ORDER BY (doc->>'age')::bigint DESC, id LIMIT 3;
      -- name: 2.1  Another answer
      SELECT id, (doc->>'age')::bigint + 1 AS age FROM customer WHERE id < 5;
      -- name: 2.2  Fails in one
      SELECT count(*) AS n FROM customers;
      -- name: 2.3  Another number of columns
      SELECT id FROM customer WHERE id = 1;
      -- name: 2.5  Takes too long
      SELECT pg_sleep(5);
      """;

  private OwnSuite() {}

  /** What is asked of a suite: all at its defaults, but for parameters such as query=1.1. */
  static SuiteRun select(Object suite, String... parameters) {
    Map<String, String> all = new HashMap<>(Map.of("suite", suite.toString()));
    String defaults = "data=generated,query=all,rows=10000,index=all,timeLimit=60";
    Stream.concat(Stream.of(defaults.split(",")), Stream.of(parameters))
        .map(parameter -> parameter.split("=", 2))
        .forEach(pair -> all.put(pair[0], pair[1]));
    return SuiteRun.of(new Combination("QuerySuite", all));
  }

  /** A store that has loaded it. */
  static SuiteStore loaded(String store, SuiteRun selection) {
    SuiteStore open = new SuiteStore(store, selection);
    open.provide();
    return open;
  }

  /** Writes it, and sees to it that stores in this JVM find their test servers. */
  static Path writeForThisProcess(Path folder) throws IOException {
    TestServers.publishToForks(ForkStore.provider("postgres-typed").server().orElseThrow());
    return write(folder);
  }

  /** Writes it. */
  static Path write(Path folder) throws IOException {
    Files.writeString(folder.resolve("suite.yaml"), YAML);
    Files.writeString(folder.resolve("postgres-typed.sql"), TYPED);
    Files.writeString(folder.resolve("postgres-jsonb.sql"), JSONB);
    return folder;
  }
}
