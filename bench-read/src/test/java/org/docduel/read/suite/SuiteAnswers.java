package org.docduel.read.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.docduel.core.fork.ForkStore;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.datasets.Generators;
import org.docduel.core.model.datasets.InsertDocuments;
import org.docduel.core.spi.Session;
import org.docduel.core.suite.Answer;
import org.docduel.core.suite.Suite;
import org.docduel.core.suite.Suite.NamedQuery;
import org.docduel.core.suite.Suite.SuiteCollection;
import org.docduel.core.work.DocumentLoad;
import org.docduel.core.work.SuiteFiles;
import org.docduel.testkit.contract.TestServers;
import org.docduel.testkit.files.Golden;
import org.docduel.testkit.files.ModuleFiles;

/**
 * A built-in suite's answers by an engine of its own, and by stores.
 *
 * @param suite the suite
 * @param rows documents in each collection
 * @param expected what the engine answers to the typed dialect's questions, by name
 */
record SuiteAnswers(Suite suite, long rows, Map<String, Answer> expected) {
  /** Of which an engine on another processor may find another last digit. */
  private static final Pattern LONG_FRACTION = Pattern.compile("\\.[0-9]{7}");

  private static final String TYPED = "postgres-typed";

  /** Asks the engine. */
  static SuiteAnswers of(String name, long rows) throws SQLException {
    Suite suite = Suite.read(name);
    Map<String, Answer> expected = new LinkedHashMap<>();
    try (TypedTables tables = new TypedTables()) {
      for (SuiteCollection collection : suite.collections()) {
        String generator = ((SuiteCollection.Generated) collection.source()).generator();
        Dataset dataset =
            Generators.byName(generator, InsertDocuments.DEFAULT_SEED, rows).orElseThrow();
        tables.load(collection.name(), DocumentLoad.example(dataset, rows), dataset, rows);
      }
      for (NamedQuery query : suite.dialect(TYPED).queries().values()) {
        expected.put(
            query.name(), tables.query(query.text(), suite.ordered().contains(query.name())));
      }
    }
    return new SuiteAnswers(suite, rows, expected);
  }

  /** The questions whose answer has no row. */
  List<String> empty() {
    return expected.entrySet().stream()
        .filter(entry -> entry.getValue().rows() == 0)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** For each question, how many rows answer it, and their digest where no quotient is in them. */
  String digests() {
    return expected.entrySet().stream()
        .map(entry -> {
          Answer answer = entry.getValue();
          boolean quotients = LONG_FRACTION.matcher(answer.retainedRows().toString()).find();
          return "%s,%d,%s"
              .formatted(entry.getKey(), answer.rows(), quotients ? "" : answer.digest());
        })
        .collect(Collectors.joining("\n", "query,rows,digest\n", "\n"));
  }

  /** Compares {@link #digests} with a golden file beside this class. */
  void checkDigests() {
    String file = "src/test/resources/org/docduel/read/suite/answers-" + suite.name() + ".csv";
    Golden.check(ModuleFiles.resolve(SuiteAnswers.class, file), digests());
  }

  /** Loads a store and compares: a line for each question that it answers otherwise. */
  List<String> differences(String store, String index) {
    QuerySuiteExperiment.SuiteRun chosen =
        OwnSuite.select(suite.name(), "rows=" + rows, "index=" + index);
    ForkStore.provider(store).server().ifPresent(TestServers::publishToForks);
    List<String> differences = new ArrayList<>();
    try (SuiteStore open = OwnSuite.loaded(store, chosen);
        Session session = open.session()) {
      for (NamedQuery query : SuiteFiles.dialect(suite, store).queries().values()) {
        Answer.Rows rows = new Answer.Rows(suite.ordered().contains(query.name()), true);
        var prepared = session.query(query.text(), Duration.ofMinutes(1), false);
        prepared.answer(rows::add);
        Answer answer = rows.answer();
        Objects.requireNonNull(expected.get(query.name()))
            .difference(answer)
            .ifPresent(difference -> differences.add(query.name() + " " + difference));
        assertThat(prepared.run()).as(query.name()).isEqualTo(answer.rows());
      }
    }
    return differences;
  }
}
