package org.docduel.core.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The names of an object's fields, in order, checked once and shared by every document of the same
 * shape.
 *
 * <p>Any string is a name, the empty one and those with dots, dollars and quotes included; only a
 * name given twice is refused, because stores disagree about which of the two would win.
 */
public final class FieldNames {
  private static final FieldNames NONE = new FieldNames(List.of());

  private final List<String> names;
  private final Map<String, Integer> positions;

  private FieldNames(List<String> names) {
    this.names = List.copyOf(names);
    this.positions = new HashMap<>(names.size() * 2);
    for (int i = 0; i < names.size(); i++) {
      if (positions.put(names.get(i), i) != null) {
        throw new IllegalArgumentException("an object has the field '" + names.get(i) + "' twice");
      }
    }
  }

  /**
   * Names in the order in which they will be written.
   *
   * @throws IllegalArgumentException when a name is there twice
   */
  public static FieldNames of(List<String> names) {
    return names.isEmpty() ? NONE : new FieldNames(names);
  }

  /** The same. */
  public static FieldNames of(String... names) {
    return of(List.of(names));
  }

  /** How many names there are. */
  public int size() {
    return names.size();
  }

  /** The name at a position from 0. */
  public String name(int position) {
    return names.get(position);
  }

  /** Where a name stands, or -1 when there is no such field. */
  public int position(String name) {
    return positions.getOrDefault(name, -1);
  }

  /** The names in order, immutable. */
  public List<String> asList() {
    return names;
  }

  @Override
  public boolean equals(Object other) {
    return this == other || (other instanceof FieldNames that && names.equals(that.names));
  }

  @Override
  public int hashCode() {
    return names.hashCode();
  }

  @Override
  public String toString() {
    return names.toString();
  }
}
