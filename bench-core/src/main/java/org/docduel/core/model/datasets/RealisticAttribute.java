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
import org.docduel.core.model.datasets.InsertDocuments.Attribute;

/**
 * An attribute of the realistic shape: a text, a list of a text, a decimal, an integer and a truth
 * value, or a sub-document with fields of these kinds, which ends at the fifth level. Which of them
 * is drawn once for each attribute: it is the same in every document.
 *
 * <p>Integers and decimals count as 8 bytes of the payload, truth values as 1; names, brackets and
 * empty sub-documents are not counted.
 */
final class RealisticAttribute {
  /** The most random words that the numbers of one attribute take. */
  private static final int WORDS = 64;

  private static final int LAST_LEVEL = 4;
  private static final int KINDS = 8;
  private static final int NUMBER_BYTES = 8;
  private static final int LIST_BYTES = 2 * NUMBER_BYTES + 1;
  private static final long CENTS = 1_000_000_000_000L;
  private static final int SHAPE_STREAM = 0x104;

  /** The structure belongs to the shape and not to the seed of a dataset. */
  private static final long SHAPES =
      CounterRandom.stream(InsertDocuments.DEFAULT_SEED, SHAPE_STREAM);

  private final CounterRandom structure;
  private int drawn;
  private int words;

  private RealisticAttribute(int index) {
    structure = CounterRandom.of(SHAPES, index);
    words = index * WORDS;
  }

  /** The attribute at a place, with its share of the payload. */
  static Attribute of(int index, int share) {
    return new RealisticAttribute(index).node(share, 0);
  }

  private Attribute node(int share, int level) {
    int kind = (int) structure.below(drawn++, KINDS);
    if (kind == 0 && share > LIST_BYTES) {
      return list(share);
    } else if (kind < 3 || level == LAST_LEVEL || share < 2) {
      return (payload, from, random) -> payload.part(from, share);
    } else if (kind == 3 && share > NUMBER_BYTES) {
      return object(level, List.of(integer(), node(share - NUMBER_BYTES, level + 1)), 0);
    }
    int half = (share + 1) / 2;
    List<Attribute> fields = new ArrayList<>();
    fields.add(node(half, level + 1));
    fields.add(node(share - half, level + 1));
    if (kind == KINDS - 1) {
      fields.add((payload, from, random) -> ObjectValue.empty());
    }
    return object(level, fields, half);
  }

  private Attribute list(int share) {
    Attribute decimal = decimal();
    Attribute integer = integer();
    int position = words++;
    return (payload, from, random) ->
        ArrayValue.of(
            payload.part(from, share - LIST_BYTES),
            decimal.value(payload, from, random),
            integer.value(payload, from, random),
            BooleanValue.of(random.word(position) < 0));
  }

  private Attribute integer() {
    int position = words++;
    return (payload, from, random) -> new IntegerValue(random.word(position) >> 11);
  }

  private Attribute decimal() {
    int position = words++;
    return (payload, from, random) ->
        new DecimalValue(BigDecimal.valueOf(random.below(position, CENTS), 2));
  }

  /** The fields after the first take the payload from {@code second} on. */
  private static Attribute object(int level, List<Attribute> fields, int second) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      names.add("field_" + (level + 1) + "_" + i);
    }
    FieldNames shared = FieldNames.of(names);
    return (payload, from, random) -> {
      Value[] values = new Value[fields.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = fields.get(i).value(payload, i == 0 ? from : from + second, random);
      }
      return ObjectValue.of(shared, values);
    };
  }
}
