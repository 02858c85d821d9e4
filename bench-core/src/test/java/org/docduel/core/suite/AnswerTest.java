package org.docduel.core.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.DoubleValue;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AnswerTest {
  private static Answer answer(boolean ordered, boolean absentIsNull, Object... cells) {
    Answer.Rows rows = new Answer.Rows(ordered, absentIsNull);
    for (Object cell : cells) {
      rows.add(List.of("A"), List.of((Value) cell));
    }
    return rows.answer();
  }

  private static Answer unordered(Object... cells) {
    return answer(false, true, cells);
  }

  private static Value number(String text) {
    return new DecimalValue(new BigDecimal(text));
  }

  @Test
  void comparesNumbersByValueAndNamesExactly() {
    Answer integer = unordered(new IntegerValue(7));
    assertThat(integer.difference(unordered(number("7.000")))).isEmpty();
    Answer.Rows lower = new Answer.Rows(false, true);
    lower.add(List.of("a"), List.of(new IntegerValue(7)));
    assertThat(integer.difference(lower.answer())).isPresent();
  }

  /** Two answers of one field each, and whether they are equal where null is absent. */
  static Stream<Arguments> pairs() {
    return Stream.of(
        pair(false, text("['a', 'b']"), array(text("a"), text("b"))),
        pair(false, array(text("a"), text("b")), array(text("a', 'b"))),
        pair(false, array(ObjectValue.empty()), array()),
        pair(
            false,
            array(object("a", object("b", number("1"), "c", number("2")))),
            array(object("a", object("b", number("1")), "c", number("2")))),
        pair(false, array(object("a", number("1"))), array(object("A", number("1")))),
        pair(false, object("a", number("1")), object("A", number("1"))),
        pair(true, array(object("a", NullValue.NULL)), array(ObjectValue.empty())),
        pair(true, array(object("a", ObjectValue.empty())), array(ObjectValue.empty())),
        pair(true, object("a", ObjectValue.empty()), ObjectValue.empty()),
        pair(
            false,
            object("a.b", number("1"), "a", object("b", number("2"))),
            object("a.b", number("7"), "a", object("b", number("2")))),
        pair(
            true,
            object("b", number("1"), "a", number("2")),
            object("a", number("2"), "b", number("1"))),
        pair(
            false,
            object("a", text("\ud800\udc00"), "b", number("1")),
            object("a", text("\ud800\udc01"), "b", number("1"))),
        pair(
            false,
            object("a", text("#"), "b", number("1")),
            object("a", text("1"), "b", number("1"))),
        pair(false, text("1\u0001b=2"), text("1")),
        pair(false, bytes(1, 0), bytes(0, 31)),
        pair(true, bytes(1, 0), bytes(1, 0)),
        pair(false, bytes(49), text("1")),
        pair(false, time("2025-01-01T00:00:00.000001Z"), time("2025-01-01T00:00:00Z")),
        pair(false, new DoubleValue(Double.NaN), text("NaN")),
        pair(false, new DoubleValue(Double.POSITIVE_INFINITY), text("Infinity")),
        pair(false, new DoubleValue(Double.POSITIVE_INFINITY), new DoubleValue(Double.NaN)),
        pair(true, new DoubleValue(Double.NaN), new DoubleValue(Double.NaN)),
        pair(false, NullValue.NULL, text("null")),
        pair(false, BooleanValue.TRUE, text("true")),
        pair(false, number("1735689600.1"), number("1735689601.0")),
        pair(false, number("12345678901.25"), number("12345678901.50")),
        pair(false, number("1000000001"), number("1000000001.9")),
        pair(false, number("51234.123456789012"), number("51234.123456789")),
        pair(true, number("2.6666666666666667"), number("2.666666666666666666666666666666667")),
        pair(false, number("2.6666666666666668"), number("2.666666666666666666666666666666667")),
        pair(false, number("1735689600.123456"), number("1735689600.123457")),
        pair(true, new DoubleValue(51234.123456789), number("51234.123456789012")),
        pair(false, new DoubleValue(51234.1235667), number("51234.123456789012")),
        pair(true, new DoubleValue(2.9999999999999996), number("3")),
        pair(true, new DoubleValue(5.6e-17), number("0")),
        pair(false, new DoubleValue(1e-9), number("0")),
        pair(false, new DoubleValue(10_000_000_000d), number("10000000001")),
        pair(true, new DoubleValue(12345678901234567000d), number("12345678901234567890")),
        pair(true, new DoubleValue(0.1), number("0.1")),
        pair(true, number("-0.0"), number("0")),
        pair(false, number("1e2147483647"), number("1.1e2147483647")));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void comparesValuesByType(boolean equal, Value first, Value second) {
    assertThat(unordered(first).difference(unordered(second)).isEmpty()).isEqualTo(equal);
    assertThat(unordered(second).difference(unordered(first)).isEmpty()).isEqualTo(equal);
    assertThat(answer(true, true, first).difference(answer(true, true, second)).isEmpty())
        .isEqualTo(equal);
    assertThat(unordered(array(first)).difference(unordered(array(second))).isEmpty())
        .isEqualTo(equal);
  }

  private static Arguments pair(boolean equal, Value first, Value second) {
    return Arguments.of(equal, first, second);
  }

  private static Value text(String text) {
    return new StringValue(text);
  }

  private static Value array(Value... elements) {
    return ArrayValue.of(elements);
  }

  private static Value object(String name, Value value) {
    return ObjectValue.of(Map.of(name, value));
  }

  private static Value object(String name, Value value, String second, Value other) {
    return ObjectValue.of(FieldNames.of(List.of(name, second)), value, other);
  }

  private static Value bytes(int... bytes) {
    byte[] content = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      content[i] = (byte) bytes[i];
    }
    return new BinaryValue(content);
  }

  private static Value time(String text) {
    return new TimestampValue(Instant.parse(text));
  }

  @Test
  void rejectsUnpairedSurrogate() {
    Answer.Rows rows = new Answer.Rows(false, true);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> rows.add(List.of("a"), List.of(new StringValue("x\ud800y"))))
        .withMessage("half of a surrogate pair in a text");
  }

  @Test
  void comparesAllColumnsOfSameName() {
    Answer.Rows first = new Answer.Rows(false, true);
    first.add(List.of("a", "a"), List.of(number("1"), number("2")));
    Answer.Rows second = new Answer.Rows(false, true);
    second.add(List.of("a", "a"), List.of(number("7"), number("2")));
    assertThat(first.answer().difference(second.answer()))
        .contains(new Answer.Difference(1, "{a=1, a=2}", "{a=7, a=2}"));
  }

  @Test
  void matchesUnorderedRowsDespiteRounding() {
    Answer.Rows first = new Answer.Rows(false, true);
    first.add(List.of("mean", "n"), List.of(new DoubleValue(2.9999999999999996), number("5")));
    first.add(List.of("mean", "n"), List.of(new DoubleValue(3.0), number("4")));
    Answer.Rows second = new Answer.Rows(false, true);
    second.add(List.of("mean", "n"), List.of(number("3"), number("4")));
    second.add(List.of("mean", "n"), List.of(number("3"), number("5")));
    assertThat(first.answer().difference(second.answer())).isEmpty();
  }

  @Test
  void wholeNumbersHaveNoTolerance() {
    Answer answer = unordered(new IntegerValue(10_000_000_000L));
    assertThat(answer.difference(unordered(new IntegerValue(10_000_000_001L)))).isPresent();
  }

  @Test
  void comparesOrderOnlyWhereTotal() {
    Object[] up = {new IntegerValue(1), new IntegerValue(2)};
    Object[] down = {new IntegerValue(2), new IntegerValue(1)};
    assertThat(unordered(up).difference(unordered(down))).isEmpty();
    assertThat(answer(true, true, up).difference(answer(true, true, down)))
        .contains(new Answer.Difference(1, "{A=1}", "{A=2}"));
  }

  @Test
  void countsDuplicates() {
    Value value = new StringValue("x");
    assertThat(unordered(value, value).difference(unordered(value)))
        .contains(new Answer.Difference(2, "{A='x'}", "no row (1 in all)"));
    assertThat(
            unordered(value, value, new StringValue("y"))
                .difference(unordered(value, new StringValue("y"), new StringValue("y"))))
        .isPresent();
  }

  @Test
  void treatsAbsentAsNullOnlyWhereSuiteAllows() {
    Answer.Rows none = new Answer.Rows(false, true);
    none.add(List.of(), List.of());
    assertThat(unordered(NullValue.NULL).difference(none.answer())).isEmpty();
    Answer.Rows strict = new Answer.Rows(false, false);
    strict.add(List.of(), List.of());
    assertThat(answer(false, false, NullValue.NULL).difference(strict.answer())).isPresent();
    Value inside = array(object("a", ObjectValue.empty()));
    assertThat(
            answer(false, false, inside)
                .difference(answer(false, false, array(ObjectValue.empty()))))
        .isPresent();
  }

  @Test
  void objectsEqualColumnsNamedByPath() {
    Answer nested = unordered(ObjectValue.of(Map.of("city", new StringValue("Boston"))));
    Answer.Rows flat = new Answer.Rows(false, true);
    flat.add(List.of("A.city"), List.of(new StringValue("Boston")));
    assertThat(nested.difference(flat.answer())).isEmpty();
  }

  @Test
  void distinguishesTextsTimesAndNumbers() {
    Instant time = Instant.parse("2025-01-01T00:00:00Z");
    assertThat(
            unordered(new TimestampValue(time)).difference(unordered(new StringValue(time + ""))))
        .isPresent();
    assertThat(
            unordered(new ArrayValue(List.of(new IntegerValue(1))))
                .difference(unordered(new ArrayValue(List.of(number("1.0"))))))
        .isEmpty();
    assertThat(unordered(new StringValue("1")).difference(unordered(new IntegerValue(1))))
        .isPresent();
  }

  @Test
  void detectsDifferenceAfterRetainedRows() {
    Object[] many =
        LongStream.range(0, Answer.MAX_RETAINED_ROWS + 10L).mapToObj(IntegerValue::new).toArray();
    Object[] other = many.clone();
    other[other.length - 1] = new IntegerValue(-1);
    assertThat(answer(true, true, many).difference(answer(true, true, other))).isPresent();
    assertThat(unordered(many).difference(unordered(other))).isPresent();
    assertThat(unordered(many).difference(unordered(many))).isEmpty();
  }

  @Test
  void retainsNoMoreLongRowsThanFitInMemory() {
    Object[] many = IntStream.range(0, 30).mapToObj(i -> text(i + "x".repeat(1_000_000))).toArray();
    Answer all = unordered(many);
    assertThat(all.retainedRows()).hasSizeLessThan(25);
    Object[] other = many.clone();
    other[29] = text("y");
    assertThat(all.difference(unordered(other))).isPresent();
    assertThat(answer(true, true, many).difference(answer(true, true, other))).isPresent();
    assertThat(all.difference(unordered(many))).isEmpty();
    Value numbers =
        array(LongStream.range(0, 100_000).mapToObj(IntegerValue::new).toArray(Value[]::new));
    Answer wide = unordered(Collections.nCopies(25, numbers).toArray());
    assertThat(wide.retainedRows().size()).isLessThan(20);
  }
}
