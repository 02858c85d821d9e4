package org.docduel.core.work;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
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
    return between("", expected, found);
  }

  private static Optional<String> between(String path, Value expected, Value found) {
    if (expected.equals(found)) {
      return Optional.empty();
    }
    if (expected instanceof ObjectValue wanted && found instanceof ObjectValue had) {
      return betweenObjects(path, wanted, had);
    }
    if (expected instanceof ArrayValue wanted && found instanceof ArrayValue had) {
      return betweenArrays(path, wanted.elements(), had.elements());
    }
    if (expected instanceof StringValue wanted && found instanceof StringValue had) {
      return Optional.of("at " + at(path) + ": " + betweenTexts(wanted.value(), had.value()));
    }
    if (expected instanceof BinaryValue wanted && found instanceof BinaryValue had) {
      return Optional.of("at " + at(path) + ": " + betweenBytes(wanted.value(), had.value()));
    }
    return Optional.of(differs(path, Optional.of(expected), Optional.of(found)));
  }

  private static String differs(String path, Optional<Value> expected, Optional<Value> found) {
    return "at " + at(path) + ": expected " + show(expected) + ", found " + show(found);
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

  private static String betweenBytes(byte[] expected, byte[] found) {
    return "expected %s bytes, found %s, different from byte %s on"
        .formatted(expected.length, found.length, Arrays.mismatch(expected, found));
  }

  private static Optional<String> betweenObjects(
      String path, ObjectValue expected, ObjectValue found) {
    Set<String> names = new LinkedHashSet<>(expected.names().asList());
    names.addAll(found.names().asList());
    for (String name : names) {
      String below = path.isEmpty() ? name : path + "." + name;
      Optional<Value> wanted = expected.field(name);
      Optional<Value> had = found.field(name);
      Optional<String> difference =
          wanted.isPresent() && had.isPresent()
              ? between(below, wanted.get(), had.get())
              : Optional.of(differs(below, wanted, had));
      if (difference.isPresent()) {
        return difference;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> betweenArrays(
      String path, List<Value> expected, List<Value> found) {
    int common = Math.min(expected.size(), found.size());
    for (int i = 0; i < common; i++) {
      Optional<String> difference = between(path + "[" + i + "]", expected.get(i), found.get(i));
      if (difference.isPresent()) {
        return difference;
      }
    }
    return Optional.of(
        "at " + at(path) + ": expected " + expected.size() + " elements, found " + found.size());
  }

  private static String at(String path) {
    return path.isEmpty() ? "the top" : path;
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
