package org.docduel.core.launch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.workload.Experiment;
import org.docduel.core.workload.Workload;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Its arguments; what it does with a server is tested where there is one. */
final class SelfTestTest {
  private static final Workload WORKLOAD =
      new Workload() {
        @Override
        public String name() {
          return "test";
        }

        @Override
        public List<Experiment> experiments() {
          return List.of();
        }
      };

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--minutes 2 | name a store",
        "--store | selftest --store",
        "--stores x | selftest --stores",
        "--store x --minutes two | --minutes two: accepted are whole numbers from 0 to 60",
        "--store x --minutes 61 | --minutes 61",
        "--store x --minutes -1 | --minutes -1",
        "--store x -p y | -p y: accepted is NAME=VALUE",
        "--store x | --store x: there are ",
        "--store noop --file /no/such/directory/x | it cannot be written there"
      })
  void rejectsWrongArgumentsInOneLine(String line, String message) {
    assertThatThrownBy(() ->
            new SelfTest(List.of(line.split(" ")), WORKLOAD, new PrintWriter(new StringWriter()))
                .run())
        .isInstanceOf(BadInputException.class)
        .message()
        .contains(message)
        .hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "updates and deletes | it cannot update documents",
        "bulk load and sizes | it cannot load in bulk",
        "queries and plans | it cannot load in bulk, nor find documents by their content"
      })
  void namesMissingCapabilitiesAlone(String step, String reason) {
    SelfTestChecks checks =
        new SelfTestChecks(TestStore.inserting("x"), Optional.empty(), StoreConfig.defaults());

    assertThatThrownBy(() -> requireNonNull(checks.all().get(step)).run(new ArrayList<>()))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage(reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mongodb://joe:secret@db1.example.net:27017/?authSource=admin | joe db1.example.net:27017"
            + " db1.example.net",
        "mongodb://db1.example.net,db2.example.net/ | db1.example.net db2.example.net",
        "jdbc:postgresql://db1:5432/bench?user=admin&password=secret | db1:5432 db1 admin",
        "jdbc:sqlite:/tmp/x | ''"
      })
  void listsAddressPartsHiddenInReports(String url, String places) {
    assertThat(SelfTest.places(url))
        .isEqualTo(places.isEmpty() ? List.of() : List.of(places.split(" ")));
  }
}
