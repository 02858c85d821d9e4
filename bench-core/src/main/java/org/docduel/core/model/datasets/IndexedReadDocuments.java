package org.docduel.core.model.datasets;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;

/**
 * The rows of the indexed reads (W2): fifteen attributes of five kinds, each twice with the same
 * value, once as {@code indexed_} (to be indexed) and once as {@code unindexed_}. With g = index +
 * 1:
 *
 * <table>
 * <caption>Attributes</caption>
 * <tr><th>attribute</th><th>value</th></tr>
 * <tr><td>text_1</td><td>a letter, chr(65 + g mod 26)</td></tr>
 * <tr><td>text_2</td><td>INV and the seven digits of g mod 10,000,000</td></tr>
 * <tr><td>text_3</td><td>priority, kyc, aml, onboard, custody or tax, by g mod 6</td></tr>
 * <tr><td>timestamp_1..3</td><td>uniform over the year 2025, to the millisecond</td></tr>
 * <tr><td>number_1..3</td><td>uniform over 0.00 to 1,000,000.00, both included</td></tr>
 * <tr><td>text_array_1</td><td>each of kyc, aml, custody, onboard, priority, tax with probability
 *     0.35</td></tr>
 * <tr><td>text_array_2</td><td>each of grpA, grpB, grpC, grpD with probability 0.5</td></tr>
 * <tr><td>text_array_3</td><td>each of X, Y, Z with probability 0.5</td></tr>
 * <tr><td>boolean_1..3</td><td>g is even; divisible by 3; divisible by 5</td></tr>
 * </table>
 *
 * <p>After Turutin and Puzevich 2025, whose timestamps are fixed in the revision that the paper
 * shows and depended on the clock in an earlier one.
 */
public final class IndexedReadDocuments implements Dataset {
  private static final long STREAM = CounterRandom.stream(InsertDocuments.DEFAULT_SEED, 0x201);
  private static final int PER_KIND = 3;

  private static final long LAST_MILLISECOND = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
  private static final long YEAR_MILLISECONDS = 365L * 24 * 60 * 60 * 1000;
  private static final long NUMBERS = 100_000_001;
  private static final int INVOICES = 10_000_000;

  private static final List<StringValue> LETTERS = texts("ABCDEFGHIJKLMNOPQRSTUVWXYZ".split(""));
  private static final List<StringValue> TOPICS =
      texts("priority", "kyc", "aml", "onboard", "custody", "tax");
  private static final List<ArrayValue> TAGS =
      subsets("kyc", "aml", "custody", "onboard", "priority", "tax");
  private static final List<ArrayValue> GROUPS = subsets("grpA", "grpB", "grpC", "grpD");
  private static final List<ArrayValue> AXES = subsets("X", "Y", "Z");

  private static final int DRAW_BITS = 21;
  private static final int DRAWS_PER_WORD = 3;
  private static final long TAG_LIMIT = Math.round(0.35 * (1 << DRAW_BITS));

  // The positions of a document's random words.
  private static final int TIMESTAMP_POSITION = 0;
  private static final int NUMBER_POSITION = 3;
  private static final int TAG_POSITION = 6;
  private static final int GROUP_POSITION = 8;
  private static final int AXIS_POSITION = 9;

  private static final FieldNames NAMES = names();

  @Override
  public String name() {
    return "w2";
  }

  @Override
  public Document document(long index) {
    long row = index + 1;
    CounterRandom random = CounterRandom.of(STREAM, index);
    Value[] values = new Value[NAMES.size()];
    int half = values.length / 2;
    int at = 0;
    values[at++] = LETTERS.get((int) (row % LETTERS.size()));
    values[at++] = new StringValue(invoice((int) (row % INVOICES)));
    values[at++] = TOPICS.get((int) (row % TOPICS.size()));
    for (int i = 0; i < PER_KIND; i++) {
      long before = random.below(TIMESTAMP_POSITION + i, YEAR_MILLISECONDS);
      values[at++] = new TimestampValue(Instant.ofEpochMilli(LAST_MILLISECOND - 1 - before));
    }
    for (int i = 0; i < PER_KIND; i++) {
      values[at++] =
          new DecimalValue(BigDecimal.valueOf(random.below(NUMBER_POSITION + i, NUMBERS), 2));
    }
    values[at++] = TAGS.get(tags(random));
    values[at++] = GROUPS.get((int) random.below(GROUP_POSITION, GROUPS.size()));
    values[at++] = AXES.get((int) random.below(AXIS_POSITION, AXES.size()));
    values[at++] = BooleanValue.of(row % 2 == 0);
    values[at++] = BooleanValue.of(row % 3 == 0);
    values[at] = BooleanValue.of(row % 5 == 0);
    System.arraycopy(values, 0, values, half, half);
    return new Document(index, ObjectValue.of(NAMES, values));
  }

  private static String invoice(int number) {
    return "INV" + Integer.toString(INVOICES + number).substring(1);
  }

  /** Which of the tags a document has, as the bits of a number. */
  private static int tags(CounterRandom random) {
    int chosen = 0;
    int tags = Integer.numberOfTrailingZeros(TAGS.size());
    long randomBits = 0;
    for (int i = 0; i < tags; i++) {
      if (i % DRAWS_PER_WORD == 0) {
        randomBits = random.bits(TAG_POSITION + i / DRAWS_PER_WORD);
      }
      if ((randomBits & ((1 << DRAW_BITS) - 1)) < TAG_LIMIT) {
        chosen |= 1 << i;
      }
      randomBits >>>= DRAW_BITS;
    }
    return chosen;
  }

  private static List<StringValue> texts(String... texts) {
    return List.of(texts).stream().map(StringValue::new).toList();
  }

  /** All arrays that have some of these texts in this order; bit i of the position is text i. */
  private static List<ArrayValue> subsets(String... texts) {
    List<StringValue> all = texts(texts);
    List<ArrayValue> subsets = new ArrayList<>();
    for (int chosen = 0; chosen < 1 << all.size(); chosen++) {
      List<Value> elements = new ArrayList<>();
      for (int i = 0; i < all.size(); i++) {
        if ((chosen & (1 << i)) != 0) {
          elements.add(all.get(i));
        }
      }
      subsets.add(new ArrayValue(elements));
    }
    return List.copyOf(subsets);
  }

  private static FieldNames names() {
    List<String> names = new ArrayList<>();
    for (String prefix : List.of("indexed_", "unindexed_")) {
      for (String kind : List.of("text_", "timestamp_", "number_", "text_array_", "boolean_")) {
        for (int i = 1; i <= PER_KIND; i++) {
          names.add(prefix + kind + i);
        }
      }
    }
    return FieldNames.of(names);
  }
}
