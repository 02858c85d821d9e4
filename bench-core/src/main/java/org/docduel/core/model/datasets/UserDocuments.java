package org.docduel.core.model.datasets;

import java.util.ArrayList;
import java.util.List;
import org.docduel.core.model.Dataset;
import org.docduel.core.model.Dataset.Document;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.FieldNames;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.ObjectValue;

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
public record UserDocuments(int friends) implements Dataset {
  public static final int MAX_FRIENDS = 1_000;

  private static final long STREAM = CounterRandom.stream(InsertDocuments.DEFAULT_SEED, 0x401);
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
  private static final int FLAGS_POSITION = 12;
  private static final int PHONE_WORD = 13;
  private static final long FIRST_PHONE = 10_000_000_000L;
  private static final long PHONES = 1L << 32;

  private static final FieldNames NAMES = FieldNames.of("user", "friends");
  private static final FieldNames PERSON =
      FieldNames.of(
          ("name lastname age country birth_year birth_month birth_day phones address registered"
                  + " new")
              .split(" ", -1));

  /**
   * Users with 0 to {@value #MAX_FRIENDS} friends each.
   *
   * @throws IllegalArgumentException with another number
   */
  public UserDocuments {
    if (friends < 0 || friends > MAX_FRIENDS) {
      throw new IllegalArgumentException(friends + " friends");
    }
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

  private static ObjectValue person(long number) {
    CounterRandom random = CounterRandom.of(STREAM, number);
    Payload text = Payload.text(random, TEXT_LENGTH);
    int country = NAME_LENGTH + LASTNAME_LENGTH;
    long flags = random.bits(FLAGS_POSITION);
    return ObjectValue.of(
        PERSON,
        text.text(0, NAME_LENGTH),
        text.text(NAME_LENGTH, LASTNAME_LENGTH),
        number(random, AGE_WORD, 18, 72),
        text.text(country, COUNTRY_LENGTH),
        number(random, YEAR_WORD, 1935, 72),
        number(random, MONTH_WORD, 1, 12),
        number(random, DAY_WORD, 1, 28),
        ArrayValue.of(
            number(random, PHONE_WORD, FIRST_PHONE, PHONES),
            number(random, PHONE_WORD + 1, FIRST_PHONE, PHONES)),
        text.text(country + COUNTRY_LENGTH, ADDRESS_LENGTH),
        BooleanValue.of((flags & 1) != 0),
        BooleanValue.of((flags & 2) != 0));
  }

  private static IntegerValue number(CounterRandom random, int position, long first, long count) {
    return new IntegerValue(first + random.below(position, count));
  }
}
