package org.docduel.core.encoding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import org.bson.types.Decimal128;
import org.docduel.core.model.Path;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.BooleanValue;
import org.docduel.core.model.Value.DecimalValue;
import org.docduel.core.model.Value.DoubleValue;
import org.docduel.core.model.Value.IntegerValue;
import org.docduel.core.model.Value.NullValue;
import org.docduel.core.model.Value.StringValue;
import org.docduel.core.model.Value.TimestampValue;
import org.docduel.core.spi.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Finds one value in BSON bytes (bsonspec.org, version 1.1). Fields on the way are compared as
 * bytes and stepped over by their length; nothing is allocated until the value is there.
 */
final class BsonLookup implements Codec.Lookup {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int NOWHERE = -1;
  private static final byte DOUBLE = 1;
  private static final byte STRING = 2;
  private static final byte DOCUMENT = 3;
  private static final byte ARRAY = 4;
  private static final byte BINARY = 5;
  private static final byte BOOLEAN = 8;
  private static final byte DATE_TIME = 9;
  private static final byte NULL = 10;
  private static final byte INT32 = 16;
  private static final byte INT64 = 18;
  private static final byte DECIMAL128 = 19;

  /** The fields' names; an element's name is its position. */
  private final byte[][] names;

  /** What each step leads out of. */
  private final byte[] containers;

  BsonLookup(Path path) {
    int steps = path.steps().size();
    names = new byte[steps][];
    containers = new byte[steps];
    for (int i = 0; i < steps; i++) {
      Path.Step step = path.steps().get(i);
      boolean field = step instanceof Path.Field;
      String name =
          field ? ((Path.Field) step).name() : Integer.toString(((Path.Element) step).index());
      names[i] = name.getBytes(StandardCharsets.UTF_8);
      containers[i] = field ? DOCUMENT : ARRAY;
    }
  }

  @Override
  public @Nullable Value find(byte[] bson) {
    try {
      int type = DOCUMENT;
      int at = 0;
      for (int i = 0; i < names.length; i++) {
        if (type != containers[i]) {
          return null;
        }
        int element = element(bson, at, names[i]);
        if (element == NOWHERE) {
          return null;
        }
        type = bson[element];
        at = element + 1 + names[i].length + 1;
      }
      return value(bson, type, at);
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new StoreException("invalid BSON: truncated, or of a wrong length", e);
    }
  }

  /** Where a document's element begins, with its type. */
  private static int element(byte[] bson, int document, byte[] name) {
    int at = document + Integer.BYTES;
    while (bson[at] != 0) {
      int end = at + 1;
      int same = 0;
      while (same < name.length && bson[end] == name[same]) {
        same++;
        end++;
      }
      if (same == name.length && bson[end] == 0) {
        return at;
      }
      while (bson[end] != 0) {
        end++;
      }
      at = end + 1 + length(bson, bson[at], end + 1);
    }
    return NOWHERE;
  }

  private static int length(byte[] bson, int type, int at) {
    return switch (type) {
      case STRING -> Integer.BYTES + counted(bson, at);
      case DOCUMENT, ARRAY -> counted(bson, at);
      case BINARY -> Integer.BYTES + 1 + counted(bson, at);
      case BOOLEAN -> 1;
      case NULL -> 0;
      case INT32 -> Integer.BYTES;
      case DOUBLE, INT64, DATE_TIME -> Long.BYTES;
      case DECIMAL128 -> 2 * Long.BYTES;
      default -> throw new StoreException("BSON type " + type + ", which no document has");
    };
  }

  /** A negative length would lead back, for ever. */
  private static int counted(byte[] bson, int at) {
    int length = (int) INTS.get(bson, at);
    if (length < 0 || length > bson.length - at) {
      throw new IndexOutOfBoundsException(length);
    }
    return length;
  }

  private static Value value(byte[] bson, int type, int at) {
    return switch (type) {
      case STRING ->
          new StringValue(
              new String(bson, at + Integer.BYTES, counted(bson, at) - 1, StandardCharsets.UTF_8));
      case DOCUMENT -> BsonBytes.readBody(part(bson, at));
      case ARRAY -> new ArrayValue(BsonBytes.readBody(part(bson, at)).values());
      case BINARY -> {
        int from = at + Integer.BYTES + 1;
        yield new BinaryValue(Arrays.copyOfRange(bson, from, from + counted(bson, at)));
      }
      case BOOLEAN -> BooleanValue.of(bson[at] != 0);
      case NULL -> NullValue.NULL;
      case INT32 -> new IntegerValue((int) INTS.get(bson, at));
      case INT64 -> new IntegerValue((long) LONGS.get(bson, at));
      case DOUBLE -> new DoubleValue(Double.longBitsToDouble((long) LONGS.get(bson, at)));
      case DATE_TIME -> new TimestampValue(Instant.ofEpochMilli((long) LONGS.get(bson, at)));
      case DECIMAL128 ->
          new DecimalValue(
              Decimal128.fromIEEE754BIDEncoding(
                      (long) LONGS.get(bson, at + Long.BYTES), (long) LONGS.get(bson, at))
                  .bigDecimalValue());
      default -> throw new StoreException("BSON type " + type + ", which no document has");
    };
  }

  private static byte[] part(byte[] bson, int at) {
    return Arrays.copyOfRange(bson, at, at + counted(bson, at));
  }
}
