package org.docduel.core.model.datasets;

import java.util.ArrayList;
import java.util.List;
import org.docduel.core.model.ArrayValue;
import org.docduel.core.model.BooleanValue;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Document;
import org.docduel.core.model.FieldNames;
import org.docduel.core.model.IntegerValue;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.StringValue;
import org.docduel.core.model.Value;

/**
 * Users with their friends (W4): the documents in which a key lies far back when there are many
 * friends.
 *
 * <pre>
 * { user: PERSON, friends: [ PERSON, ... ] }
 * PERSON: { name, lastname, age, country, birth_year, birth_month, birth_day,
 *           phones: [ NUMBER, NUMBER ], address, registered, new }
 * </pre>
 *
 * <p>{@code name} has 8, {@code lastname} and {@code country} 10, {@code address} 30 characters;
 * phones are whole numbers of 11 digits, beyond 32 bits; {@code age} and the parts of the birthday
 * are small whole numbers, {@code registered} and {@code new} truth values.
 *
 * <p>After {@code 002_e3090b960b7143bd.txt}, which tells the fields and their order, not the
 * lengths of texts.
 *
 * @see PairDocuments
 */
public final class UserDocuments implements Dataset {
  /** The most friends that a user has. */
  public static final int MAX_FRIENDS = 1_000;

  private static final int STREAM = 0x401;
  private static final int NAME_LENGTH = 8;
  private static final int LASTNAME_LENGTH = 10;
  private static final int COUNTRY_LENGTH = 10;
  private static final int ADDRESS_LENGTH = 30;
  private static final int TEXT_LENGTH =
      NAME_LENGTH + LASTNAME_LENGTH + COUNTRY_LENGTH + ADDRESS_LENGTH;
  // The first words of a person are the texts.
  private static final int AGE_WORD = 8;
  private static final int YEAR_WORD = 9;
  private static final int MONTH_WORD = 10;
  private static final int DAY_WORD = 11;
  private static final int FLAGS_WORD = 12;
  private static final int PHONE_WORD = 13;
  private static final long FIRST_PHONE = 10_000_000_000L;
  private static final long PHONES = 1L << 32;

  private static final FieldNames NAMES = FieldNames.of("user", "friends");
  private static final FieldNames PERSON =
      FieldNames.of(
          "name",
          "lastname",
          "age",
          "country",
          "birth_year",
          "birth_month",
          "birth_day",
          "phones",
          "address",
          "registered",
          "new");

  private final long seed;
  private final int friends;
  private final long stream;

  private UserDocuments(long seed, int friends) {
    this.seed = seed;
    this.friends = friends;
    this.stream = CounterRandom.stream(seed, STREAM);
  }

  /** The users of seed 42 with 50 friends each. */
  public static UserDocuments withDefaults() {
    return new UserDocuments(InsertDocuments.DEFAULT_SEED, 50);
  }

  /**
   * With another number of friends.
   *
   * @param newFriends 0 to {@value #MAX_FRIENDS}
   * @throws IllegalArgumentException when it is not
   */
  public UserDocuments withFriends(int newFriends) {
    if (newFriends < 0 || newFriends > MAX_FRIENDS) {
      throw new IllegalArgumentException(newFriends + " friends");
    }
    return new UserDocuments(seed, newFriends);
  }

  /** With other users. */
  public UserDocuments withSeed(long newSeed) {
    return new UserDocuments(newSeed, friends);
  }

  @Override
  public String name() {
    return "w4-users";
  }

  @Override
  public Document document(long index) {
    long first = index * (MAX_FRIENDS + 1);
    List<Value> persons = new ArrayList<>(friends);
    for (int friend = 1; friend <= friends; friend++) {
      persons.add(person(first + friend));
    }
    return new Document(index, ObjectValue.of(NAMES, person(first), new ArrayValue(persons)));
  }

  private ObjectValue person(long number) {
    long key = CounterRandom.key(stream, number);
    byte[] text = Payload.Bytes.characters(key, TEXT_LENGTH);
    int country = NAME_LENGTH + LASTNAME_LENGTH;
    long flags = CounterRandom.word(key, FLAGS_WORD);
    return ObjectValue.of(
        PERSON,
        new StringValue(Payload.Bytes.text(text, 0, NAME_LENGTH)),
        new StringValue(Payload.Bytes.text(text, NAME_LENGTH, LASTNAME_LENGTH)),
        number(key, AGE_WORD, 18, 72),
        new StringValue(Payload.Bytes.text(text, country, COUNTRY_LENGTH)),
        number(key, YEAR_WORD, 1935, 72),
        number(key, MONTH_WORD, 1, 12),
        number(key, DAY_WORD, 1, 28),
        ArrayValue.of(
            number(key, PHONE_WORD, FIRST_PHONE, PHONES),
            number(key, PHONE_WORD + 1, FIRST_PHONE, PHONES)),
        new StringValue(Payload.Bytes.text(text, country + COUNTRY_LENGTH, ADDRESS_LENGTH)),
        BooleanValue.of((flags & 1) != 0),
        BooleanValue.of((flags & 2) != 0));
  }

  private static IntegerValue number(long key, int word, long first, long count) {
    return new IntegerValue(first + CounterRandom.below(CounterRandom.word(key, word), count));
  }
}
