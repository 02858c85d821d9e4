package org.docduel.core.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.inference.ChiSquareTest;
import org.docduel.core.config.BadInputException;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.StringValue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tuples of parameters, and the suites that name them. */
class TuplesTest {
  private static final String YAML =
      """
      name: shop
      collections: {orders: {generator: customer}}
      dialects: [one, two]
      weights: {q1: 7143, q2: 0.5}
      captured: {calls: 97.5%, time: 90%}
      """;

  private static final String SQL =
      """
      -- name: q1  Of a customer
      -- parameters: q1.csv
      SELECT id FROM orders WHERE customer = $1 AND city = $2 AND note <> '$3 $4';
      -- name: q2  All
      SELECT count(*) AS n FROM orders;
      """;

  private static final String JSON =
      """
      {"queries": {
       "q1": {"find": "orders", "parameters": "q1.csv",
              "filter": {"customer": {"$parameter": 1}, "city": {"$parameter": 2}}},
       "q2": {"aggregate": "orders", "pipeline": [{"$count": "n"}]}}}
      """;

  private static final String CSV =
      """
      calls,customer integer,city text
      6,7,"O'Fallon"
      3,8,
      1,9,"a
      b"
      """;

  @TempDir private Path folder;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(folder.resolve("suite.yaml"), YAML);
    Files.writeString(folder.resolve("one.sql"), SQL);
    Files.writeString(folder.resolve("two.json"), JSON);
    Files.writeString(folder.resolve("q1.csv"), CSV);
  }

  private Tuples tuples(String csv) throws IOException {
    Files.writeString(folder.resolve("q1.csv"), csv);
    return Suite.read(folder.toString()).tuples("q1").orElseThrow();
  }

  @Test
  void readsTuplesAndWeights() throws IOException {
    Tuples tuples = tuples(CSV);
    assertThat(tuples.parameters()).isEqualTo(2);
    assertThat(tuples.size()).isEqualTo(3);
    assertThat(tuples.values(0)).containsExactly(new IntegerValue(7), new StringValue("O'Fallon"));
    assertThat(tuples.values(1)).containsExactly(new IntegerValue(8), NullValue.NULL);
    assertThat(tuples.text(2)).isEqualTo("(9, \"a\\nb\")");
    Suite suite = Suite.read(folder.toString());
    assertThat(suite.weights()).containsEntry("q1", 7143.0).containsEntry("q2", 0.5);
    assertThat(suite.captured()).containsEntry("calls", 0.975).containsEntry("time", 0.9);
    assertThat(suite.tuples("q2")).isEmpty();
  }

  @Test
  void countsEqualTuplesTogetherHottestFirst() throws IOException {
    Tuples lines = tuples("customer integer,city text\n1,a\n2,b\n2,b\n");
    assertThat(lines.size()).isEqualTo(2);
    assertThat(lines.values(0).get(0)).isEqualTo(new IntegerValue(2));
    assertThat(lines)
        .hasToString(tuples("calls,customer integer,city text\n2,2,b\n1,1,a\n").toString())
        .hasToString(lines.toString())
        .asString()
        .startsWith("q1.csv@");
    assertThat(tuples("customer integer,city text\n1,a\n2,b\n").toString())
        .isNotEqualTo(lines.toString());
  }

  @Test
  void drawsByFrequency() throws IOException {
    long[] calls = IntStream.range(0, 60).mapToLong(i -> 1 + 2_000 / (i + 1)).toArray();
    Tuples tuples =
        tuples(
            IntStream.range(0, calls.length)
                .mapToObj(i -> calls[i] + "," + i + ",x")
                .collect(Collectors.joining("\n", "calls,customer integer,city text\n", "\n")));
    long[] drawn = new long[calls.length];
    for (int iteration = 0; iteration < 200; iteration++) {
      for (int tuple : tuples.draw("q1", 0, iteration, 100)) {
        drawn[(int) ((IntegerValue) tuples.values(tuple).get(0)).value()]++;
      }
    }
    double[] expected = IntStream.range(0, calls.length).mapToDouble(i -> calls[i]).toArray();
    assertThat(new ChiSquareTest().chiSquareTest(expected, drawn)).isBetween(0.01, 0.99);
    double[] even = IntStream.range(0, calls.length).mapToDouble(i -> 1).toArray();
    assertThat(new ChiSquareTest().chiSquareTest(even, drawn)).isLessThan(1e-9);
  }

  @Test
  void drawsSameSequenceWhereverItIsAsked() throws IOException {
    Tuples tuples = tuples(CSV);
    int[] draws = tuples.draw("q1", 0, 3, 100);
    assertThat(tuples(CSV).draw("q1", 0, 3, 100)).isEqualTo(draws);
    assertThat(tuples.draw("q1", 0, 3, 40)).isEqualTo(java.util.Arrays.copyOf(draws, 40));
    assertThat(tuples.draw("q1", 1, 3, 100)).isNotEqualTo(draws);
    assertThat(tuples.draw("q1", 0, 4, 100)).isNotEqualTo(draws);
    assertThat(tuples.draw("q2", 0, 3, 100)).isNotEqualTo(draws);
  }

  @Test
  void comparesHottestAndSomeOthers() throws IOException {
    Tuples tuples =
        tuples(
            IntStream.range(0, 500)
                .mapToObj(i -> (1_000 - i) + "," + i + ",x")
                .collect(Collectors.joining("\n", "calls,customer integer,city text\n", "\n")));
    List<Integer> compared = tuples.compared("q1");
    assertThat(compared).hasSize(40).doesNotHaveDuplicates();
    assertThat(compared.subList(0, 20)).isEqualTo(IntStream.range(0, 20).boxed().toList());
    assertThat(compared.subList(20, 40)).allMatch(tuple -> tuple >= 20);
    assertThat(tuples.compared("q1")).isEqualTo(compared);
    assertThat(tuples(CSV).compared("q1")).containsExactly(0, 1, 2);
  }

  @ParameterizedTest
  @Tag("attack")
  @Tag("D10")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "q1.csv | 6,7,\"O'Fallon\" | 6,7 | q1.csv:2: the row has 2 fields, and the header 3",
        "q1.csv | 3,8, | 3,8,x,y | q1.csv:3: the row has 4 fields, and the header 3",
        "q1.csv | 3,8, | 3,8.5, | q1.csv:3: customer: '8.5' is not a valid integer",
        "q1.csv | 3,8, | 3,99999999999999999999, | q1.csv:3: customer: '99999999999999999999' is not a valid integer",
        "q1.csv | 3,8, | 0,8, | q1.csv:3: calls of a tuple are a whole number from 1",
        "q1.csv | 3,8, | -3,8, | q1.csv:3: calls of a tuple are a whole number from 1",
        "q1.csv | 3,8, | ,8, | q1.csv:3: calls of a tuple are a whole number from 1",
        "q1.csv | 3,8, | many,8, | q1.csv:3: calls: 'many' is not a valid integer",
        "q1.csv | customer integer | customer | q1.csv:1: the column 'customer' has no kind; write",
        "q1.csv | customer integer | customer uuid | q1.csv:1: the column 'customer uuid' has no kind",
        "q1.csv | customer integer | city text | q1.csv:1: two columns have the same name",
        "q1.csv | ,city text | `` | q1.csv:2: the row has 3 fields, and the header 2",
        "one.sql | q1.csv | q7.csv | one.sql:1: q1: its parameters",
        "one.sql | q1.csv | `` | one.sql:1: q1: parameters: names no file",
        "one.sql | -- parameters: q1.csv | -- none | one.sql:1: q1 has the parameter $1, and names no file",
        "one.sql | $2 | $3 | one.sql:1: q1 has the parameter $3, and a tuple of q1.csv@",
        "one.sql | $2 | 'x' | one.sql:1: q1 has no parameter $2, and a tuple of q1.csv@",
        "one.sql | SELECT count(*) AS n | SELECT $1 AS n | one.sql:4: q2 has the parameter $1, and names no file",
        "one.sql | -- name: q2  All | -- index: all | one.sql:4: all has a statement that begins with none of",
        "one.sql | -- parameters: q1.csv | -- parameters: q1.csv@-- parameters: q1.csv | one.sql:1: q1 has 2 lines of parameters",
        "two.json | \"q1.csv\" | 7 | two.json:2: q1: parameters takes a file's name",
        "two.json | \"q1.csv\" | \"q8.csv\" | two.json:2: q1: its parameters",
        "two.json | {\"$parameter\": 2} | {\"$parameter\": 3} | two.json:2: q1 has the parameter $3",
        "two.json | {\"$parameter\": 2} | {\"$parameter\": \"2\"} | two.json:2: q1: a parameter is written",
        "two.json | {\"$parameter\": 2} | {\"$parameter\": 2, \"$ne\": 1} | two.json:2: q1: a parameter is written",
        "suite.yaml | q2: 0.5 | q2: 0 | suite.yaml:4: '0' is not a weight of q2: calls a minute, above 0",
        "suite.yaml | q2: 0.5 | q2: -3 | suite.yaml:4: '-3' is not a weight of q2",
        "suite.yaml | q2: 0.5 | q2: NaN | suite.yaml:4: 'NaN' is not a weight of q2",
        "suite.yaml | q2: 0.5 | q2: .inf | suite.yaml:4: '.inf' is not a weight of q2",
        "suite.yaml | q2: 0.5 | q2: many | suite.yaml:4: 'many' is not a weight of q2",
        "suite.yaml | q2: 0.5 | q2: 1e99 | suite.yaml:4: '1e99' is not a weight of q2",
        "suite.yaml | q2: 0.5 | q2: [1] | suite.yaml:4: q2 takes one text",
        "suite.yaml | q2: 0.5 | q2: 0.5, q3: 1 | suite.yaml:4: no dialect has a query q3",
        "suite.yaml | , q2: 0.5 | `` | suite.yaml:4: q2 has no weight; give every query",
        "suite.yaml | {q1: 7143, q2: 0.5} | {} | suite.yaml:4: weights is empty; leave it out",
        "suite.yaml | time: 90% | time: 101% | suite.yaml:5: '101%' is not a share of the source's time",
        "suite.yaml | time: 90% | time: 0% | suite.yaml:5: '0%' is not a share of the source's time",
        "suite.yaml | time: 90% | time: 0.9 | suite.yaml:5: '0.9' is not a share of the source's time",
        "suite.yaml | , time: 90% | `` | suite.yaml:5: time is missing",
        "suite.yaml | time: 90% | rows: 90% | suite.yaml:5: 'rows' is unknown; accepted is calls, time",
      })
  void rejectsBadParametersAndWeightsByLine(String file, String valid, String bad, String message)
      throws IOException {
    Path path = folder.resolve(file);
    String text = Files.readString(path);
    assertThat(text).contains(valid);
    Files.writeString(
        path, text.replace(valid, Optional.ofNullable(bad).orElse("").replace('@', '\n')));
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> Suite.read(folder.toString()))
        .withMessageContaining(message)
        .matches(e -> String.valueOf(e.getMessage()).lines().count() == 1, "one line");
  }

  @Test
  @Tag("attack")
  @Tag("D10")
  void rejectsDifferentTuplesInTwoDialects() throws IOException {
    Files.writeString(folder.resolve("more.csv"), CSV.replace("6,7", "5,7"));
    Files.writeString(folder.resolve("two.json"), JSON.replace("q1.csv", "more.csv"));
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> Suite.read(folder.toString()))
        .withMessageContaining("two.json:2: q1 takes the parameters of more.csv@")
        .withMessageContaining("and the parameters of q1.csv@");
  }

  @Test
  @Tag("attack")
  @Tag("D10")
  void rejectsFilesThatHoldNoTuples() throws IOException {
    for (String csv : List.of("", "calls,customer integer,city text\n")) {
      assertThatExceptionOfType(BadInputException.class)
          .isThrownBy(() -> tuples(csv))
          .withMessageContaining("q1.csv:1: no row follows the header");
    }
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> tuples("calls\n1\n"))
        .withMessageContaining("q1.csv:1: no column but calls");
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> tuples(CSV + "1,5," + "x".repeat(70_000) + "\n"))
        .withMessageContaining("q1.csv:6: city has more than 65,536 characters");
    Files.write(folder.resolve("q1.csv"), new byte[] {'a', ' ', (byte) 0xff});
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> Suite.read(folder.toString()))
        .withMessageContaining("q1.csv")
        .withMessageContaining("not UTF-8");
  }
}
