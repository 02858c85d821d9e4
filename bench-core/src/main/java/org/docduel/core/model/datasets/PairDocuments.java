package org.docduel.core.model.datasets;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;

/**
 * Flat documents of {@value #PAIRS} fields of one kind (W4), {@code k000} to {@code k999}: texts of
 * 10 characters, whole numbers of 32 bits, or truth values.
 *
 * <p>After {@code 002_e3090b960b7143bd.txt}, which does not tell the keys.
 *
 * @see UserDocuments
 */
public record PairDocuments(Kind kind) implements Dataset {
  public static final int PAIRS = 1_000;

  private static final long STREAM = CounterRandom.stream(InsertDocuments.DEFAULT_SEED, 0x402);
  private static final int TEXT_LENGTH = 10;
  private static final FieldNames NAMES =
      FieldNames.of(IntStream.range(0, PAIRS).mapToObj(PairDocuments::key).toList());

  public enum Kind {
    /** Texts of 10 characters. */
    TEXT,
    /** Whole numbers of 32 bits. */
    INT32,
    BOOL
  }

  /** The name of a field at a position from 0, such as {@code k499}. */
  public static String key(int position) {
    return String.format(Locale.ROOT, "k%03d", position);
  }

  @Override
  public String name() {
    return "w4-pairs-" + kind.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public Document document(long index) {
    List<Value> values = new ArrayList<>(PAIRS);
    for (int position = 0; position < PAIRS; position++) {
      values.add(value(CounterRandom.of(STREAM, index * PAIRS + position)));
    }
    return new Document(index, new ObjectValue(NAMES, values));
  }

  private Value value(CounterRandom random) {
    return switch (kind) {
      case TEXT -> Payload.text(random, TEXT_LENGTH).text(0, TEXT_LENGTH);
      case INT32 -> new IntegerValue((int) random.bits(0));
      case BOOL -> BooleanValue.of((random.bits(0) & 1) != 0);
    };
  }
}
