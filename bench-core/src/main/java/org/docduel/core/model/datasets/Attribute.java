package org.docduel.core.model.datasets;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.TimestampValue;

/**
 * A part of an insert workload's document that takes its share of the payload, from a place in it
 * on. Names, nulls, brackets and empty sub-documents are not counted.
 */
@FunctionalInterface
interface Attribute {
  /** The part in a document, whose numbers are drawn. */
  Value value(Payload payload, int from, CounterRandom numbers);

  /** Text or bytes, from an offset in the share on. */
  static Attribute part(int offset, int length) {
    return (payload, from, numbers) -> payload.part(from + offset, length);
  }

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
   * <p>The first text takes half of the share, rounded up. Boolean (1 byte), integer (8), timestamp
   * (8) and decimal (8) are there, in this order, as long as the rest suffices for each. What
   * remains is text, split into four: the three tags and the deepest text.
   */
  static Attribute nested(int index, int share) {
    int position = 4 * index;
    int text = (share + 1) / 2;
    boolean truth = share > text;
    int counted = truth ? Math.min(3, (share - text - 1) / Parts.NUMBER_BYTES) : 0;
    int remaining = share - text - (truth ? 1 : 0) - counted * Parts.NUMBER_BYTES;
    Payload.Shares textShares = new Payload.Shares(remaining, 4);
    List<Attribute> texts = new ArrayList<>();
    for (int i = 0; i < textShares.parts(); i++) {
      texts.add(part(text + textShares.start(i), textShares.length(i)));
    }
    Map<String, Attribute> deep = new LinkedHashMap<>();
    if (counted == 3) {
      deep.put("decimal", Parts.decimal(position + 1));
    }
    deep.put("detail", Parts.object(Map.of("text", texts.get(3))));
    Map<String, Attribute> tagged = new LinkedHashMap<>();
    tagged.put("tags", Parts.list(texts.subList(0, 3)));
    tagged.put("none", (payload, from, numbers) -> NullValue.NULL);
    tagged.put("detail", Parts.object(deep));
    Map<String, Attribute> middle = new LinkedHashMap<>();
    if (counted > 0) {
      middle.put("integer", Parts.integer(position + 2));
    }
    if (counted > 1) {
      middle.put("timestamp", Parts.timestamp(position + 3));
    }
    middle.put("detail", Parts.object(tagged));
    Map<String, Attribute> top = new LinkedHashMap<>();
    top.put("text", part(0, text));
    if (truth) {
      top.put("boolean", Parts.truth(position));
    }
    top.put("detail", Parts.object(middle));
    return Parts.object(top);
  }

  /**
   * An attribute of the realistic shape: a text, a list of a text, a decimal, an integer and a
   * truth value, or a sub-document with fields of these kinds, which ends at the fifth level. Which
   * of them is drawn once for each attribute, whatever the seed: it is the same in every document.
   * Integers and decimals count as 8 bytes of the payload, truth values as 1.
   */
  static Attribute realistic(int index, int share) {
    return new Parts.Realistic(index).node(share, 0, 0);
  }

  final class Parts {
    private static final int NUMBER_BYTES = 8;
    private static final long CENTS = 1_000_000_000_000L;

    /** Timestamps lie within the 365 days before 2025-10-09T00:00:00Z. */
    private static final long LAST_MILLISECOND = 1_759_968_000_000L;

    private static final long YEAR_MILLISECONDS = 365L * 24 * 60 * 60 * 1000;

    /** Encoders remember names by their list: equal lists are one. */
    private static final Map<List<String>, FieldNames> NAMES = new ConcurrentHashMap<>();

    private Parts() {}

    private static Attribute truth(int position) {
      return (payload, from, numbers) -> BooleanValue.of(numbers.bits(position) < 0);
    }

    private static Attribute integer(int position) {
      return (payload, from, numbers) -> new IntegerValue(numbers.bits(position) >> 11);
    }

    private static Attribute decimal(int position) {
      return (payload, from, numbers) ->
          new DecimalValue(BigDecimal.valueOf(numbers.below(position, CENTS), 2));
    }

    private static Attribute timestamp(int position) {
      return (payload, from, numbers) ->
          new TimestampValue(
              Instant.ofEpochMilli(LAST_MILLISECOND - numbers.below(position, YEAR_MILLISECONDS)));
    }

    private static Attribute list(List<Attribute> elements) {
      List<Attribute> all = List.copyOf(elements);
      return (payload, from, numbers) -> ArrayValue.of(values(all, payload, from, numbers));
    }

    private static Attribute object(Map<String, Attribute> fields) {
      FieldNames names = NAMES.computeIfAbsent(List.copyOf(fields.keySet()), FieldNames::of);
      List<Attribute> all = List.copyOf(fields.values());
      return (payload, from, numbers) -> ObjectValue.of(names, values(all, payload, from, numbers));
    }

    private static Value[] values(
        List<Attribute> all, Payload payload, int from, CounterRandom numbers) {
      Value[] values = new Value[all.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = all.get(i).value(payload, from, numbers);
      }
      return values;
    }

    /** Draws the structure of one attribute of the realistic shape. */
    private static final class Realistic {
      private static final int LAST_LEVEL = 4;
      private static final int KINDS = 8;
      private static final int LIST_BYTES = 2 * NUMBER_BYTES + 1;
      private static final long SHAPES = CounterRandom.stream(InsertDocuments.DEFAULT_SEED, 0x104);

      private final CounterRandom structure;
      private int drawn;
      private int nextPosition;

      Realistic(int index) {
        structure = CounterRandom.of(SHAPES, index);
        nextPosition = index * 64; // the most random words that the numbers of one attribute take
      }

      private Attribute node(int share, int offset, int level) {
        int kind = (int) structure.below(drawn++, KINDS);
        if (kind == 0 && share > LIST_BYTES) {
          Attribute text = part(offset, share - LIST_BYTES);
          return list(
              List.of(
                  text, decimal(nextPosition++), integer(nextPosition++), truth(nextPosition++)));
        } else if (kind < 3 || level == LAST_LEVEL || share < 2) {
          return part(offset, share);
        }
        List<Attribute> fields = new ArrayList<>();
        if (kind == 3 && share > NUMBER_BYTES) {
          fields.add(integer(nextPosition++));
          fields.add(node(share - NUMBER_BYTES, offset, level + 1));
        } else {
          int half = (share + 1) / 2;
          fields.add(node(half, offset, level + 1));
          fields.add(node(share - half, offset + half, level + 1));
          if (kind == KINDS - 1) {
            fields.add((payload, from, numbers) -> ObjectValue.empty());
          }
        }
        Map<String, Attribute> byName = new LinkedHashMap<>();
        for (Attribute field : fields) {
          byName.put("field_" + (level + 1) + "_" + byName.size(), field);
        }
        return object(byName);
      }
    }
  }
}
