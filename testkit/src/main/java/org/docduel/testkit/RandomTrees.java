package org.docduel.testkit;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.DoubleValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;

/** Value trees of every kind, shape and edge, from a seed. */
public final class RandomTrees {
  private static final int MAX_DEPTH = 5;
  private static final String[] TEXTS = {
    "",
    "A",
    "plain",
    "\"quoted\\\"",
    "a.b",
    "$set",
    "\u00e9\u4e2d",
    "\ud83d\ude00 face",
    "\t\n\u0001"
  };
  private static final long[] NUMBERS = {
    0,
    -1,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    Integer.MAX_VALUE + 1L,
    Integer.MIN_VALUE - 1L,
    Long.MAX_VALUE,
    Long.MIN_VALUE
  };

  /** Doubles at which writers and readers of digits err. */
  public static final List<Double> EDGE_DOUBLES =
      List.of(
          0.0,
          -0.0,
          0.1,
          0.1 + 0.2,
          -1.5,
          4.35,
          120.0,
          1 / 3.0,
          2.0e-3,
          2.2,
          1e15,
          1e16,
          0x1p53,
          0x1p53 + 2,
          1e21,
          1e22,
          Double.parseDouble("1e23"),
          Double.parseDouble("2e23"),
          Double.parseDouble("9.5e-323"),
          Double.MIN_VALUE,
          Double.parseDouble("2.2250738585072011e-308"),
          Double.MIN_NORMAL,
          -1e-300,
          1e308,
          Double.MAX_VALUE,
          -Double.MAX_VALUE);

  private final RandomGenerator random;

  private RandomTrees(long seed) {
    random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }

  public static ObjectValue body(long seed) {
    return new RandomTrees(seed).object(0);
  }

  private ObjectValue object(int depth) {
    Map<String, Value> fields = new LinkedHashMap<>();
    int size = random.nextInt(8);
    for (int i = 0; i < size; i++) {
      fields.put(text() + (random.nextInt(4) == 0 ? "" : i), value(depth + 1));
    }
    return ObjectValue.of(fields);
  }

  private Value value(int depth) {
    return switch (random.nextInt(depth < MAX_DEPTH ? 10 : 8)) {
      case 0 -> new StringValue(text());
      case 1 -> new IntegerValue(number());
      case 2 -> decimal();
      case 3 -> BooleanValue.of(random.nextBoolean());
      case 4 -> new TimestampValue(Instant.ofEpochMilli(random.nextLong(-1L << 45, 1L << 45)));
      case 5 -> binary();
      case 6 -> NullValue.NULL;
      case 7 -> new DoubleValue(binary64());
      case 8 -> object(depth);
      default -> array(depth);
    };
  }

  private ArrayValue array(int depth) {
    List<Value> elements = new ArrayList<>();
    int size = random.nextInt(5);
    for (int i = 0; i < size; i++) {
      elements.add(value(depth + 1));
    }
    return new ArrayValue(elements);
  }

  private String text() {
    String text = TEXTS[random.nextInt(TEXTS.length)];
    return random.nextInt(3) == 0 ? text.repeat(random.nextInt(40)) : text;
  }

  private long number() {
    return random.nextBoolean() ? random.nextLong() : NUMBERS[random.nextInt(NUMBERS.length)];
  }

  private DecimalValue decimal() {
    return new DecimalValue(
        new BigDecimal(
            new BigInteger(random.nextInt(1, 112), new java.util.Random(random.nextLong())),
            random.nextInt(-10, 40)));
  }

  private double binary64() {
    double number = Double.longBitsToDouble(random.nextLong());
    return random.nextBoolean() && Double.isFinite(number)
        ? number
        : EDGE_DOUBLES.get(random.nextInt(EDGE_DOUBLES.size()));
  }

  private BinaryValue binary() {
    byte[] bytes = new byte[random.nextInt(60)];
    random.nextBytes(bytes);
    return new BinaryValue(bytes);
  }
}
