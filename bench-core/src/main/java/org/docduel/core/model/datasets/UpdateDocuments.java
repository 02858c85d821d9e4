package org.docduel.core.model.datasets;

import org.docduel.core.model.Dataset;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;

/**
 * The documents of the update workload (W3): user profiles, found by {@value #KEY}, of which {@code
 * profile.score} is set. About 163 bytes as PostgreSQL's jsonb and 90 as BSON.
 *
 * <pre>
 * { user_id, profile: { name, age, level, visits, score } }
 * </pre>
 *
 * <p>{@code user_id} is index + 1, {@code name} has 8 characters, {@code age} is from 18 to 81,
 * {@code level} from 1 to 100, {@code visits} from 10,000 to 75,535, {@code score} a whole number
 * from 1,000,000 to 1,999,999. A score that counts up from there keeps a document's size for 98
 * million updates: below 100,000,000 a number has two digits of base 10,000 in PostgreSQL and four
 * bytes in BSON.
 *
 * <p>After the MongoDB blog's "Evaluation of Update-Heavy Workloads With PostgreSQL JSONB and
 * MongoDB BSON", which tells {@code user_id}, {@code profile.score} and both sizes.
 */
public final class UpdateDocuments implements Dataset {
  public static final String KEY = "user_id";

  public static final Path SCORE = Path.of("profile", "score");

  private static final long STREAM = CounterRandom.stream(InsertDocuments.DEFAULT_SEED, 0x301);
  private static final int NAME_LENGTH = 8;
  private static final int SCORE_WORD = 8;
  private static final int NUMBERS_POSITION = 9;
  private static final int FIRST_SCORE = 1_000_000;
  private static final int SCORES = 1_000_000;

  private static final FieldNames NAMES = FieldNames.of(KEY, SCORE.top());
  private static final FieldNames PROFILE =
      FieldNames.of("name", "age", "level", "visits", "score");

  @Override
  public String name() {
    return "w3";
  }

  @Override
  public Document document(long index) {
    return new Document(index, body(index, score(index)));
  }

  public static ObjectValue body(long index, long score) {
    CounterRandom random = CounterRandom.of(STREAM, index);
    long numbers = random.bits(NUMBERS_POSITION);
    ObjectValue profile =
        ObjectValue.of(
            PROFILE,
            Payload.text(random, NAME_LENGTH).text(0, NAME_LENGTH),
            new IntegerValue(18 + (numbers & 63)),
            new IntegerValue(1 + CounterRandom.below(numbers << 6, 100)),
            new IntegerValue(10_000 + (numbers & 0xFFFF)),
            new IntegerValue(score));
    return ObjectValue.of(NAMES, new IntegerValue(key(index)), profile);
  }

  /** The score with which a document begins, 1,000,000 to 1,999,999. */
  public static long score(long index) {
    return FIRST_SCORE + CounterRandom.of(STREAM, index).below(SCORE_WORD, SCORES);
  }

  /** The {@value #KEY} of a document, 1 or more. */
  public static long key(long index) {
    return index + 1;
  }

  public static long index(long key) {
    return key - 1;
  }
}
