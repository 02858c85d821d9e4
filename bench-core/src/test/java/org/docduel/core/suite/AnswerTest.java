package org.docduel.core.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.docduel.core.model.ArrayValue;
import org.docduel.core.model.DecimalValue;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.NullValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.TimestampValue;
import org.docduel.core.model.Value;
import org.junit.jupiter.api.Test;

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
  void numbersAreEqualByValueAndNamesInAnyCase() {
    Answer whole = unordered(new IntegerValue(7));
    assertThat(whole.difference(unordered(number("7.000")))).isEmpty();
    Answer.Rows lower = new Answer.Rows(false, true);
    lower.add(List.of("a"), List.of(new IntegerValue(7)));
    assertThat(whole.difference(lower.answer())).isEmpty();
  }

  @Test
  void meansMayDifferByOneInABillionAndNoMore() {
    Answer exact = unordered(number("51234.123456789012"));
    assertThat(exact.difference(unordered(number("51234.123456789")))).isEmpty();
    assertThat(exact.difference(unordered(number("51234.1235667")))).isPresent();
  }

  @Test
  void roundingOnTheEdgeOfADigitIsNoDifference() {
    Answer tie = unordered(number("64321.12345500000"));
    assertThat(tie.difference(unordered(number("64321.12345499999999")))).isEmpty();
    Answer above = unordered(number("1.00000000050000001"));
    Answer below = unordered(number("1.00000000049999999"));
    assertThat(above.difference(below)).isEmpty();
  }

  @Test
  void wholeNumbersHaveNoTolerance() {
    Answer one = unordered(new IntegerValue(10_000_000_000L));
    assertThat(one.difference(unordered(new IntegerValue(10_000_000_001L)))).isPresent();
  }

  @Test
  void orderCountsOnlyWhereItIsTotal() {
    Object[] up = {new IntegerValue(1), new IntegerValue(2)};
    Object[] down = {new IntegerValue(2), new IntegerValue(1)};
    assertThat(unordered(up).difference(unordered(down))).isEmpty();
    assertThat(answer(true, true, up).difference(answer(true, true, down)))
        .contains(new Answer.Difference(1, "{a=1}", "{a=2}"));
  }

  @Test
  void duplicatesCount() {
    Value one = new StringValue("x");
    assertThat(unordered(one, one).difference(unordered(one)))
        .contains(new Answer.Difference(2, "{a='x'}", "no row (1 in all)"));
    assertThat(
            unordered(one, one, new StringValue("y"))
                .difference(unordered(one, new StringValue("y"), new StringValue("y"))))
        .isPresent();
  }

  @Test
  void absentIsNullOnlyWhereTheSuiteSaysSo() {
    Answer.Rows none = new Answer.Rows(false, true);
    none.add(List.of(), List.of());
    assertThat(unordered(NullValue.NULL).difference(none.answer())).isEmpty();
    Answer.Rows strict = new Answer.Rows(false, false);
    strict.add(List.of(), List.of());
    assertThat(answer(false, false, NullValue.NULL).difference(strict.answer())).isPresent();
  }

  @Test
  void objectsAreTheSameAsColumnsNamedByTheirPath() {
    Answer nested = unordered(ObjectValue.of(Map.of("city", new StringValue("Boston"))));
    Answer.Rows flat = new Answer.Rows(false, true);
    flat.add(List.of("a.city"), List.of(new StringValue("Boston")));
    assertThat(nested.difference(flat.answer())).isEmpty();
  }

  @Test
  void textsTimesAndArraysAreToldApart() {
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
  void aDifferenceBehindTheRowsThatAreKeptIsSeen() {
    Object[] many =
        LongStream.range(0, Answer.KEPT_ROWS + 10L).mapToObj(IntegerValue::new).toArray();
    Object[] other = many.clone();
    other[other.length - 1] = new IntegerValue(-1);
    assertThat(answer(true, true, many).difference(answer(true, true, other))).isPresent();
    assertThat(unordered(many).difference(unordered(other))).isPresent();
    assertThat(unordered(many).difference(unordered(many))).isEmpty();
  }
}
