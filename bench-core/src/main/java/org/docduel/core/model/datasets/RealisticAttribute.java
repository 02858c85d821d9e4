package org.docduel.core.model.datasets;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.docduel.core.model.ArrayValue;
import org.docduel.core.model.BooleanValue;
import org.docduel.core.model.DecimalValue;
import org.docduel.core.model.FieldNames;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Value;

/**
 * An attribute of the realistic shape: a text, a list of a text, a decimal, an integer and a truth
 * value, or a sub-document with fields of these kinds, which ends at the fifth level. Which of them
 * is drawn once for each attribute: it is the same in every document.
 *
 * <p>Integers and decimals count as 8 bytes of the payload, truth values as 1; names, brackets and
 * empty sub-documents are not counted.
 */
final class RealisticAttribute {
  /** The most words of random bits that the numbers of one attribute take. */
  static final int WORDS = 64;

  private static final int LAST_LEVEL = 4;
  private static final int KINDS = 8;
  private static final int NUMBER_BYTES = 8;
  private static final int LIST_BYTES = 2 * NUMBER_BYTES + 1;
  private static final long CENTS = 1_000_000_000_000L;
  private static final int SHAPE_STREAM = 0x104;

  /** The structure belongs to the shape and not to the seed of a dataset. */
  private static final long SHAPES =
      CounterRandom.stream(InsertDocuments.DEFAULT_SEED, SHAPE_STREAM);

  /** A part of an attribute. */
  private interface Node {
    Value value(Payload payload, int from, long key);
  }

  private final long shapeKey;
  private final Node root;
  private int drawn;
  private int words;

  RealisticAttribute(int index, int share) {
    shapeKey = CounterRandom.key(SHAPES, index);
    words = index * WORDS;
    root = node(share, 0);
  }

  /** The attribute of one document. */
  Value value(Payload payload, int from, long key) {
    return root.value(payload, from, key);
  }

  private Node node(int share, int level) {
    int kind = (int) CounterRandom.below(CounterRandom.word(shapeKey, drawn++), KINDS);
    if (kind == 0 && share > LIST_BYTES) {
      return list(share);
    } else if (kind < 3 || level == LAST_LEVEL || share < 2) {
      return (payload, from, key) -> payload.part(from, share);
    } else if (kind == 3 && share > NUMBER_BYTES) {
      return object(level, List.of(integer(), node(share - NUMBER_BYTES, level + 1)), 0);
    }
    int half = (share + 1) / 2;
    List<Node> fields = new ArrayList<>();
    fields.add(node(half, level + 1));
    fields.add(node(share - half, level + 1));
    if (kind == KINDS - 1) {
      fields.add((payload, from, key) -> ObjectValue.empty());
    }
    return object(level, fields, half);
  }

  private Node list(int share) {
    Node decimal = decimal();
    Node integer = integer();
    int position = words++;
    return (payload, from, key) ->
        ArrayValue.of(
            payload.part(from, share - LIST_BYTES),
            decimal.value(payload, from, key),
            integer.value(payload, from, key),
            BooleanValue.of(CounterRandom.word(key, position) < 0));
  }

  private Node integer() {
    int position = words++;
    return (payload, from, key) -> new IntegerValue(CounterRandom.word(key, position) >> 11);
  }

  private Node decimal() {
    int position = words++;
    return (payload, from, key) ->
        new DecimalValue(
            BigDecimal.valueOf(CounterRandom.below(CounterRandom.word(key, position), CENTS), 2));
  }

  /** The fields after the first take the payload from {@code second} on. */
  private static Node object(int level, List<Node> fields, int second) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      names.add("field_" + (level + 1) + "_" + i);
    }
    FieldNames shared = FieldNames.of(names);
    return (payload, from, key) -> {
      Value[] values = new Value[fields.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = fields.get(i).value(payload, i == 0 ? from : from + second, key);
      }
      return ObjectValue.of(shared, values);
    };
  }
}
