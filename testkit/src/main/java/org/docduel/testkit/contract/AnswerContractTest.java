package org.docduel.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.encoding.JsonBytes;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.DoubleValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Session;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.suite.SuiteQuery;
import org.docduel.core.suite.Answer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Equal means equal: a table of values (answers.tsv), each in the words of the dialects. What a
 * store answers is equal to the values of its own class, and to none of another, whatever the
 * store.
 */
@Tag("attack")
@Tag("D4")
public class AnswerContractTest {
  private static final String NONE = "-";
  private static final ObjectValue BODY = ObjectValue.of(Map.of("a", new StringValue("b")));

  /** Classes that are one with others where a field that is absent is the same as a null. */
  private static final Map<String, String> ABSENT =
      Map.of("null field", "no field", "null inside", "null", "nothing inside", "null");

  /** A line of answers.tsv: a class, a value for each column, and their words in the dialects. */
  private record Row(String same, List<Value> values, List<String> expressions) {
    static Row of(String line) {
      List<String> parts = List.of(line.split("\t"));
      ArrayValue values = (ArrayValue) value(JsonBytes.read(parts.get(1)));
      return new Row(parts.get(0), values.elements(), parts.subList(2, parts.size()));
    }

    /** By the column whose head the dialect's name begins with. */
    String expression(String dialect) {
      for (int column = 0; column < DIALECTS.size(); column++) {
        if (dialect.startsWith(DIALECTS.get(column))) {
          return expressions.get(column);
        }
      }
      return NONE;
    }

    String query(String dialect) {
      return dialect.equals("mongodb")
          ? "{\"aggregate\": \"one\", \"pipeline\": [{\"$limit\": 1}, {\"$project\": {\"_id\": 0,"
              + " \"v\": {\"$literal\": "
              + expression(dialect)
              + "}}}]}"
          : "SELECT " + expression(dialect) + " AS v";
    }

    String same(boolean absentIsNull) {
      return absentIsNull ? ABSENT.getOrDefault(same, same) : same;
    }

    Answer answer(boolean absentIsNull) {
      Answer.Rows rows = new Answer.Rows(true, absentIsNull);
      rows.add(Collections.nCopies(values.size(), "v"), values);
      return rows.answer();
    }
  }

  private static final List<String> LINES = ContractStores.lines("answers.tsv");

  private static final List<String> DIALECTS = Stream.of(LINES.get(0).split("\t")).skip(2).toList();

  private static final List<Row> TABLE = LINES.stream().skip(1).map(Row::of).toList();

  static Stream<Named<StoreProvider>> stores() {
    return ContractStores.with(Capability.QUERY_SUITE);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("stores")
  void comparesAnswersAsTheTableLists(StoreProvider provider) {
    String dialect = provider.dialect();
    List<Row> supported =
        TABLE.stream().filter(row -> !row.expression(dialect).equals(NONE)).toList();
    Assumptions.assumeFalse(supported.isEmpty(), () -> "no column for the dialect " + dialect);
    List<String> mismatches = new ArrayList<>();
    try (Store store = provider.open(TestServers.address(provider), StoreConfig.defaults());
        Session session = store.within("answers").session()) {
      store.within("answers").clear();
      Collection collection = new Collection("one", BODY, List.of());
      ContractStores.ingest(session, collection, List.of(new Document(0, BODY)));
      for (Row row : supported) {
        SuiteQuery query = session.query(row.query(dialect), Duration.ofMinutes(1), false);
        for (boolean absentIsNull : new boolean[] {false, true}) {
          Answer.Rows rows = new Answer.Rows(true, absentIsNull);
          query.answer(rows::add);
          compare(row, rows.answer(), absentIsNull, row.expression(dialect), mismatches);
        }
      }
      store.within("answers").clear();
    }
    assertThat(mismatches).isEmpty();
  }

  private static void compare(
      Row row, Answer answer, boolean absentIsNull, String expression, List<String> mismatches) {
    for (Row other : TABLE) {
      boolean equal = answer.difference(other.answer(absentIsNull)).isEmpty();
      if (equal != row.same(absentIsNull).equals(other.same(absentIsNull))) {
        mismatches.add(
            expression + (equal ? " = " : " <> ") + other + ", absent is null: " + absentIsNull);
      }
    }
  }

  /** JSON, in which a text with a kind as its name is a value that JSON has no form for. */
  private static Value value(Value json) {
    if (json instanceof ArrayValue list) {
      return new ArrayValue(list.elements().stream().map(AnswerContractTest::value).toList());
    } else if (!(json instanceof ObjectValue object) || object.values().isEmpty()) {
      return json;
    } else {
      String text = object.values().get(0) instanceof StringValue string ? string.value() : "";
      return switch (object.names().name(0)) {
        case "$float" -> new DoubleValue(Double.parseDouble(text));
        case "$time" -> new TimestampValue(Instant.parse(text));
        case "$bytes" -> new BinaryValue(HexFormat.of().parseHex(text));
        default ->
            new ObjectValue(
                object.names(), object.values().stream().map(AnswerContractTest::value).toList());
      };
    }
  }
}
