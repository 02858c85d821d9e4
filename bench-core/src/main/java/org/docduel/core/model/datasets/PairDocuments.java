package org.docduel.core.model.datasets;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.docduel.core.model.BooleanValue;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Document;
import org.docduel.core.model.FieldNames;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.Value;

/**
 * Flat documents of {@value #PAIRS} fields of one kind (W4), {@code k000} to {@code k999}: texts of
 * 10 characters, whole numbers of 32 bits, or truth values.
 *
 * <p>After {@code 002_e3090b960b7143bd.txt}, which does not tell the keys.
 *
 * @see UserDocuments
 */
public final class PairDocuments implements Dataset {
  /** Fields in a document. */
  public static final int PAIRS = 1_000;

  private static final int STREAM = 0x402;
  private static final int TEXT_LENGTH = 10;
  private static final FieldNames NAMES =
      FieldNames.of(IntStream.range(0, PAIRS).mapToObj(PairDocuments::key).toList());

  /** The kind of a document's values. */
  public enum Kind {
    /** Texts of 10 characters. */
    TEXT,
    /** Whole numbers of 32 bits. */
    INT32,
    /** Truth values. */
    BOOL
  }

  private final Kind kind;
  private final long stream;

  private PairDocuments(Kind kind, long seed) {
    this.kind = kind;
    this.stream = CounterRandom.stream(seed, STREAM);
  }

  /** The pairs of seed 42. */
  public static PairDocuments of(Kind kind) {
    return new PairDocuments(kind, InsertDocuments.DEFAULT_SEED);
  }

  /** With other values. */
  public PairDocuments withSeed(long newSeed) {
    return new PairDocuments(kind, newSeed);
  }

  /**
   * A field's name.
   *
   * @param position 0 to {@value #PAIRS} - 1
   * @return such as {@code k499}
   */
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
      values.add(value(CounterRandom.key(stream, index * PAIRS + position)));
    }
    return new Document(index, new ObjectValue(NAMES, values));
  }

  private Value value(long key) {
    return switch (kind) {
      case TEXT ->
          new StringValue(
              Payload.Bytes.text(Payload.Bytes.characters(key, TEXT_LENGTH), 0, TEXT_LENGTH));
      case INT32 -> new IntegerValue((int) CounterRandom.word(key, 0));
      case BOOL -> BooleanValue.of((CounterRandom.word(key, 0) & 1) != 0);
    };
  }
}
