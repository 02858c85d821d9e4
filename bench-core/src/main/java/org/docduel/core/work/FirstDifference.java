package org.docduel.core.work;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.model.Value;
import org.docduel.core.model.Value.ArrayValue;
import org.docduel.core.model.Value.BinaryValue;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.model.Value.StringValue;

/** The first place at which two value trees differ. */
final class FirstDifference {
  private static final int SHOWN_CHARACTERS = 60;

  private FirstDifference() {}

  /** Half a sentence with path, expected and found, or empty when the trees are equal. */
  static Optional<String> between(Value expected, Value found) {
    return between("", Optional.of(expected), Optional.of(found));
  }

  private static Optional<String> between(
      String path, Optional<Value> expected, Optional<Value> found) {
    Value wanted = expected.orElse(null);
    Value had = found.orElse(null);
    if (Objects.equals(wanted, had)) {
      return Optional.empty();
    }
    String what = "expected " + show(expected) + ", found " + show(found);
    if (wanted instanceof ObjectValue one && had instanceof ObjectValue other) {
      Set<String> names = new LinkedHashSet<>(one.names().asList());
      names.addAll(other.names().asList());
      for (String name : names) {
        String below = path.isEmpty() ? name : path + "." + name;
        Optional<String> inside = between(below, one.field(name), other.field(name));
        if (inside.isPresent()) {
          return inside;
        }
      }
    } else if (wanted instanceof ArrayValue one && had instanceof ArrayValue other) {
      List<Value> left = one.elements();
      List<Value> right = other.elements();
      for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
        Optional<String> inside =
            between(path + "[" + i + "]", Optional.of(left.get(i)), Optional.of(right.get(i)));
        if (inside.isPresent()) {
          return inside;
        }
      }
      what = "expected " + left.size() + " elements, found " + right.size();
    } else if (wanted instanceof StringValue one && had instanceof StringValue other) {
      what = betweenTexts(one.value(), other.value());
    } else if (wanted instanceof BinaryValue one && had instanceof BinaryValue other) {
      what =
          "expected %s bytes, found %s, different from byte %s on"
              .formatted(
                  one.value().length,
                  other.value().length,
                  Arrays.mismatch(one.value(), other.value()));
    }
    return Optional.of("at " + (path.isEmpty() ? "the top" : path) + ": " + what);
  }

  private static String betweenTexts(String expected, String found) {
    int same = 0;
    int common = Math.min(expected.length(), found.length());
    while (same < common && expected.charAt(same) == found.charAt(same)) {
      same++;
    }
    return "expected %s characters, found %s, different from character %s on: expected '%s', found '%s'"
        .formatted(
            expected.length(),
            found.length(),
            same,
            line(expected.substring(same)),
            line(found.substring(same)));
  }

  /** Kind and content, on one line. */
  private static String show(Optional<Value> field) {
    return field.map(value -> line(value.toString())).orElse("no such field");
  }

  private static String line(String text) {
    String line = text.replaceAll("\\p{Cntrl}", "?");
    return line.length() <= SHOWN_CHARACTERS ? line : line.substring(0, SHOWN_CHARACTERS) + "...";
  }
}
