package org.docduel.core.model.datasets;

import java.math.BigDecimal;
import java.time.Instant;
import org.docduel.core.model.ArrayValue;
import org.docduel.core.model.BooleanValue;
import org.docduel.core.model.DecimalValue;
import org.docduel.core.model.FieldNames;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.NullValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.TimestampValue;
import org.docduel.core.model.Value;

/**
 * An attribute of the nested shape: a sub-document with four more below it.
 *
 * <pre>
 * { text, boolean,
 *   detail: { integer, timestamp,
 *     detail: { tags: [text, text, text], none: null,
 *       detail: { decimal,
 *         detail: { text } } } } }
 * </pre>
 *
 * <p>The attribute's share of the payload is counted as follows. The first text takes half of it,
 * rounded up. Boolean (1 byte), integer (8), timestamp (8) and decimal (8) are there, in this
 * order, as long as the rest suffices for each. What remains is text, split into four: the three
 * tags and the deepest text. Names, nulls and brackets are not counted, in this shape as in the
 * flat one.
 */
final class NestedAttribute implements InsertDocuments.Attribute {
  private static final int TAGS = 3;
  private static final int NUMBER_BYTES = 8;

  /** The random words that an attribute takes. */
  private static final int WORDS = 4;

  /** Timestamps lie within the 365 days before 2025-10-09T00:00:00Z. */
  private static final long LAST_MILLISECOND = 1_759_968_000_000L;

  private static final long YEAR_MILLISECONDS = 365L * 24 * 60 * 60 * 1000;
  private static final long CENTS = 1_000_000_000_000L;

  private static final FieldNames LEAF = FieldNames.of("text");
  private static final FieldNames TAGGED = FieldNames.of("tags", "none", "detail");

  private final int position;
  private final boolean hasBoolean;
  private final boolean hasInteger;
  private final boolean hasTimestamp;
  private final boolean hasDecimal;
  private final int textBytes;
  private final Payload.Shares rest;
  private final FieldNames top;
  private final FieldNames numbers;
  private final FieldNames deep;

  NestedAttribute(int index, int share) {
    position = index * WORDS;
    textBytes = (share + 1) / 2;
    int left = share - textBytes;
    hasBoolean = left >= 1;
    left -= hasBoolean ? 1 : 0;
    hasInteger = left >= NUMBER_BYTES;
    left -= hasInteger ? NUMBER_BYTES : 0;
    hasTimestamp = left >= NUMBER_BYTES;
    left -= hasTimestamp ? NUMBER_BYTES : 0;
    hasDecimal = left >= NUMBER_BYTES;
    left -= hasDecimal ? NUMBER_BYTES : 0;
    rest = new Payload.Shares(left, TAGS + 1);
    top = hasBoolean ? FieldNames.of("text", "boolean", "detail") : FieldNames.of("text", "detail");
    numbers =
        hasTimestamp
            ? FieldNames.of("integer", "timestamp", "detail")
            : hasInteger ? FieldNames.of("integer", "detail") : FieldNames.of("detail");
    deep = hasDecimal ? FieldNames.of("decimal", "detail") : FieldNames.of("detail");
  }

  @Override
  public ObjectValue value(Payload payload, int from, CounterRandom random) {
    int restFrom = from + textBytes;
    Value[] tags = new Value[TAGS];
    for (int i = 0; i < TAGS; i++) {
      tags[i] = payload.part(restFrom + rest.start(i), rest.length(i));
    }
    Value leaf = ObjectValue.of(LEAF, payload.part(restFrom + rest.start(TAGS), rest.length(TAGS)));
    Value tagged =
        ObjectValue.of(TAGGED, ArrayValue.of(tags), NullValue.NULL, decimals(leaf, random));
    Value middle = integers(tagged, random);
    Value text = payload.part(from, textBytes);
    return hasBoolean
        ? ObjectValue.of(top, text, BooleanValue.of(random.word(position) < 0), middle)
        : ObjectValue.of(top, text, middle);
  }

  private Value decimals(Value leaf, CounterRandom random) {
    if (!hasDecimal) {
      return ObjectValue.of(deep, leaf);
    }
    long cents = random.below(position + 1, CENTS);
    return ObjectValue.of(deep, new DecimalValue(BigDecimal.valueOf(cents, 2)), leaf);
  }

  private Value integers(Value tagged, CounterRandom random) {
    if (!hasInteger) {
      return ObjectValue.of(numbers, tagged);
    }
    Value integer = new IntegerValue(random.word(position + 2) >> 11);
    if (!hasTimestamp) {
      return ObjectValue.of(numbers, integer, tagged);
    }
    long ago = random.below(position + 3, YEAR_MILLISECONDS);
    Value timestamp = new TimestampValue(Instant.ofEpochMilli(LAST_MILLISECOND - ago));
    return ObjectValue.of(numbers, integer, timestamp, tagged);
  }
}
