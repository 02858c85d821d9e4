package org.docduel.core.model.datasets;

import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;

/**
 * Events of a social network in the shape of Bluesky's Jetstream, as the public benchmark JSONBench
 * (ClickHouse) takes them: one day of them in order of time, however many. Most are commits of a
 * like or a follow, some users are far busier than others, and one in a hundred events has no
 * commit. The weights are ours.
 */
final class SocialEvents implements Dataset {
  private static final int STREAM = 0x511;
  private static final long DAY_MICROS = 24L * 3_600_000_000L;
  private static final long BEGIN_MICROS =
      Instant.parse("2024-11-21T00:00:00Z").getEpochSecond() * 1_000_000;
  private static final int EVENTS_PER_USER = 5;
  private static final String BASE32 = "abcdefghijklmnopqrstuvwxyz234567";
  private static final int DID_LETTERS = 24;
  private static final int KEY_LETTERS = 13;

  private static final Skewed<String> COLLECTIONS = Vocabulary.of("event.collection");
  private static final Skewed<String> OPERATIONS = Vocabulary.of("event.operation");
  private static final Skewed<String> KINDS = Vocabulary.of("event.kind");
  private static final Skewed<String> TEXT = Vocabulary.of("event.text");

  private static final FieldNames EVENT = FieldNames.of("did", "time_us", "kind", "commit");
  private static final FieldNames COMMIT =
      FieldNames.of("rev", "operation", "collection", "rkey", "cid", "record");
  private static final FieldNames RECORD = FieldNames.of("createdAt", "text", "subject");
  private static final FieldNames SUBJECT = FieldNames.of("uri", "cid");

  private final long stream;
  private final long users;
  private final long stepMicros;

  SocialEvents(long seed, long rows) {
    stream = CounterRandom.stream(seed, STREAM);
    users = Math.max(1, rows / EVENTS_PER_USER);
    stepMicros = Math.max(1, DAY_MICROS / rows);
  }

  @Override
  public String name() {
    return "social-events";
  }

  @Override
  public Document document(long index) {
    CounterRandom random = CounterRandom.of(stream, index);
    long micros = BEGIN_MICROS + index * stepMicros + random.below(0, stepMicros);
    String kind = KINDS.of(random.bits(1));
    return new Document(
        index,
        ObjectValue.of(
            EVENT,
            // The smaller of two draws: the first users are twice as busy as the mean.
            new StringValue(did(Math.min(random.below(2, users), random.below(3, users)))),
            new IntegerValue(micros),
            new StringValue(kind),
            commit(kind.equals("commit"), random, micros)));
  }

  private String did(long user) {
    return "did:plc:" + letters(CounterRandom.of(stream, -1 - user), DID_LETTERS);
  }

  private static String letters(CounterRandom random, int count) {
    StringBuilder letters = new StringBuilder(count);
    for (int i = 0; i < count; i++) {
      letters.append(BASE32.charAt((int) random.below(i, 32)));
    }
    return letters.toString();
  }

  /** Letters of their own, from one word of a document. */
  private static String letters(CounterRandom random, int position, int count) {
    return letters(new CounterRandom(random.bits(position)), count);
  }

  private Value commit(boolean there, CounterRandom random, long micros) {
    String collection = COLLECTIONS.of(random.bits(4));
    String operation = OPERATIONS.of(random.bits(5));
    boolean record = there && !operation.equals("delete");
    return ObjectValue.of(
        COMMIT,
        orNull(there, letters(random, 6, KEY_LETTERS)),
        orNull(there, operation),
        orNull(there, collection),
        orNull(there, letters(random, 7, KEY_LETTERS)),
        orNull(record, "bafyrei" + letters(random, 8, DID_LETTERS)),
        ObjectValue.of(
            RECORD,
            orNull(record, Instant.ofEpochMilli(micros / 1_000).toString()),
            orNull(record && collection.endsWith(".post"), text(random)),
            subject(record && !collection.endsWith(".post"), random)));
  }

  private static String text(CounterRandom random) {
    return IntStream.range(20, (int) (23 + random.below(9, 25)))
        .mapToObj(position -> TEXT.of(random.bits(position)))
        .collect(Collectors.joining(" "));
  }

  private Value subject(boolean there, CounterRandom random) {
    return ObjectValue.of(
        SUBJECT,
        orNull(
            there,
            "at://"
                + did(random.below(10, users))
                + "/app.bsky.feed.post/"
                + letters(random, 11, KEY_LETTERS)),
        orNull(there, "bafyrei" + letters(random, 12, DID_LETTERS)));
  }

  private static Value orNull(boolean there, String text) {
    return there ? new StringValue(text) : NullValue.NULL;
  }
}
