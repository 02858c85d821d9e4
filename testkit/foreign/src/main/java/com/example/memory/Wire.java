package com.example.memory;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.core.model.ObjectValue;
import org.docduel.core.model.Value;

/**
 * Objects as bytes: records by the name of their class and their components. So requests, documents
 * and queries all travel in the same way, without loss.
 */
final class Wire {
  /** Levels of nesting that fit on a thread's stack on the other side. */
  private static final int MOST_LEVELS = 400;

  private Wire() {}

  /**
   * Writes an object.
   *
   * @throws IllegalArgumentException when it has no form here; the message says why
   */
  static void write(Object object, DataOutputStream out) throws IOException {
    write(object, out, 0);
  }

  private static void write(Object object, DataOutputStream out, int level) throws IOException {
    if (level > MOST_LEVELS) {
      throw new IllegalArgumentException("nested deeper than " + MOST_LEVELS + " levels");
    }
    if (object instanceof String text) {
      out.writeByte('s');
      bytes(utf8(text), out);
    } else if (object instanceof Long number) {
      out.writeByte('l');
      out.writeLong(number);
    } else if (object instanceof Integer number) {
      out.writeByte('i');
      out.writeInt(number);
    } else if (object instanceof Boolean truth) {
      out.writeByte(truth ? 't' : 'f');
    } else if (object instanceof BigDecimal decimal) {
      out.writeByte('d');
      out.writeInt(decimal.scale());
      bytes(decimal.unscaledValue().toByteArray(), out);
    } else if (object instanceof Instant instant) {
      out.writeByte('n');
      out.writeLong(instant.getEpochSecond());
      out.writeInt(instant.getNano());
    } else if (object instanceof byte[] some) {
      out.writeByte('b');
      bytes(some, out);
    } else if (object instanceof Optional<?> optional) {
      out.writeByte('?');
      write(optional.stream().toList(), out, level + 1);
    } else if (object instanceof List<?> list) {
      out.writeByte('[');
      out.writeInt(list.size());
      for (Object one : list) {
        write(one, out, level + 1);
      }
    } else if (object instanceof ObjectValue body) {
      out.writeByte('{');
      write(body.names().asList(), out, level + 1);
      write(body.values(), out, level + 1);
    } else if (object instanceof Enum<?> constant) {
      out.writeByte('e');
      bytes(utf8(constant.getDeclaringClass().getName()), out);
      bytes(utf8(constant.name()), out);
    } else if (object instanceof Record) {
      out.writeByte('r');
      bytes(utf8(object.getClass().getName()), out);
      for (RecordComponent component : object.getClass().getRecordComponents()) {
        write(component(object, component), out, level + 1);
      }
    } else {
      throw new IllegalArgumentException("no form for " + object.getClass());
    }
  }

  private static Object component(Object object, RecordComponent component) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(object);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void bytes(byte[] some, DataOutputStream out) throws IOException {
    out.writeInt(some.length);
    out.write(some);
  }

  private static byte[] utf8(String text) {
    try {
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      return bytes;
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("half of a surrogate pair in a text", e);
    }
  }

  /** Reads what {@link #write} wrote. */
  static Object read(DataInputStream in) throws IOException {
    char kind = (char) in.readByte();
    return switch (kind) {
      case 's' -> text(in);
      case 'l' -> in.readLong();
      case 'i' -> in.readInt();
      case 't' -> true;
      case 'f' -> false;
      case 'd' -> {
        int scale = in.readInt();
        yield new BigDecimal(new BigInteger(bytes(in)), scale);
      }
      case 'n' -> {
        long second = in.readLong();
        yield Instant.ofEpochSecond(second, in.readInt());
      }
      case 'b' -> bytes(in);
      case '?' -> ((List<?>) read(in)).stream().findFirst();
      case '[' -> list(in);
      case '{' -> {
        List<?> names = (List<?>) read(in);
        List<?> values = (List<?>) read(in);
        Map<String, Value> fields = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
          fields.put((String) names.get(i), (Value) values.get(i));
        }
        yield ObjectValue.of(fields);
      }
      case 'e' -> {
        Object[] constants = type(text(in)).getEnumConstants();
        String name = text(in);
        yield Arrays.stream(constants)
            .filter(constant -> ((Enum<?>) constant).name().equals(name))
            .findFirst()
            .orElseThrow(() -> new IOException("no constant " + name));
      }
      case 'r' -> record(type(text(in)), in);
      default -> throw new IOException("not a message: " + kind);
    };
  }

  private static List<Object> list(DataInputStream in) throws IOException {
    int size = in.readInt();
    List<Object> list = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      list.add(read(in));
    }
    return list;
  }

  private static String text(DataInputStream in) throws IOException {
    return new String(bytes(in), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(DataInputStream in) throws IOException {
    byte[] some = new byte[in.readInt()];
    in.readFully(some);
    return some;
  }

  private static Class<?> type(String name) throws IOException {
    if (!name.startsWith("org.docduel.core.") && !name.startsWith("com.example.memory.")) {
      throw new IOException("not a type of messages: " + name);
    }
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new IOException(e);
    }
  }

  private static Object record(Class<?> type, DataInputStream in) throws IOException {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      values[i] = read(in);
    }
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IOException(e);
    }
  }
}
