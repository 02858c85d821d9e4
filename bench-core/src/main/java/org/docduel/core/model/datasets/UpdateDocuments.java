package org.docduel.core.model.datasets;

import java.util.List;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Document;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Path;
import org.docduel.core.model.StringValue;

/**
 * The documents of the update workload (W3): user profiles, found by {@value #KEY}, of which {@code
 * profile.score} is set. About 160 bytes as PostgreSQL's jsonb.
 *
 * <pre>
 * { user_id, profile: { name, city, language, score } }
 * </pre>
 *
 * <p>{@code user_id} is index + 1, {@code name} has 20 and {@code city} 12 characters, {@code
 * language} is one of eight of two letters, {@code score} is a whole number from 1,000,000 to
 * 1,999,999. A score that counts up from there keeps a document's size for 98 million updates:
 * below 100,000,000 a number has two digits of base 10,000 in PostgreSQL and four bytes in BSON.
 *
 * <p>After {@code 001_21633af371dd4300.txt}, which tells the fields, not their sizes.
 */
public final class UpdateDocuments implements Dataset {
  /** The field that finds a document. */
  public static final String KEY = "user_id";

  /** Leads to the number that is set. */
  public static final Path SCORE = Path.of("profile", "score");

  private static final int STREAM = 0x301;
  private static final int NAME_LENGTH = 20;
  private static final int CITY_LENGTH = 12;
  private static final int SCORE_WORD = 8;
  private static final int LANGUAGE_WORD = 9;
  private static final int FIRST_SCORE = 1_000_000;
  private static final int SCORES = 1_000_000;

  private static final FieldNames NAMES = FieldNames.of(KEY, SCORE.top());
  private static final FieldNames PROFILE = FieldNames.of("name", "city", "language", "score");
  private static final List<StringValue> LANGUAGES =
      List.of("de", "en", "es", "fr", "it", "ja", "pt", "zh").stream()
          .map(StringValue::new)
          .toList();
  private static final UpdateDocuments DEFAULTS = new UpdateDocuments(InsertDocuments.DEFAULT_SEED);

  private final long stream;

  private UpdateDocuments(long seed) {
    stream = CounterRandom.stream(seed, STREAM);
  }

  /**
   * The profiles of seed 42.
   *
   * @return the shared instance
   */
  public static UpdateDocuments withDefaults() {
    return DEFAULTS;
  }

  /**
   * With other profiles of the same users.
   *
   * @param newSeed any number
   * @return a changed copy
   */
  public UpdateDocuments withSeed(long newSeed) {
    return new UpdateDocuments(newSeed);
  }

  @Override
  public String name() {
    return "w3";
  }

  @Override
  public Document document(long index) {
    return new Document(index, body(index, score(index)));
  }

  /**
   * A document's body with another score.
   *
   * @param index 0 or more
   * @param score the score
   * @return the body
   */
  public ObjectValue body(long index, long score) {
    long key = CounterRandom.key(stream, index);
    byte[] text = PayloadText.characters(key, NAME_LENGTH + CITY_LENGTH);
    long language = CounterRandom.below(CounterRandom.word(key, LANGUAGE_WORD), LANGUAGES.size());
    ObjectValue profile =
        ObjectValue.of(
            PROFILE,
            new StringValue(PayloadText.text(text, 0, NAME_LENGTH)),
            new StringValue(PayloadText.text(text, NAME_LENGTH, CITY_LENGTH)),
            LANGUAGES.get((int) language),
            new IntegerValue(score));
    return ObjectValue.of(NAMES, new IntegerValue(key(index)), profile);
  }

  /**
   * The score with which a document begins.
   *
   * @param index 0 or more
   * @return 1,000,000 to 1,999,999
   */
  public long score(long index) {
    long word = CounterRandom.word(CounterRandom.key(stream, index), SCORE_WORD);
    return FIRST_SCORE + CounterRandom.below(word, SCORES);
  }

  /**
   * The key of a document.
   *
   * @param index 0 or more
   * @return its {@value #KEY}
   */
  public static long key(long index) {
    return index + 1;
  }

  /**
   * The document with a key.
   *
   * @param key a {@value #KEY}
   * @return its index
   */
  public static long index(long key) {
    return key - 1;
  }
}
