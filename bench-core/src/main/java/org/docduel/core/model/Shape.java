package org.docduel.core.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.model.Value.ObjectValue;

/**
 * The fields that a collection's documents have, in order, from which a store with typed columns
 * takes its columns. A document may lack fields, where the shape says so; it has no others.
 */
public record Shape(List<Field> fields) {
  /** More fields are counted. */
  private static final int MAX_SHOWN = 10;

  /** What it means that there is no value. */
  public enum Missing {
    /** There always is one, but for nulls in an example's place. */
    NEVER,
    /** The field is there and null. */
    NULL,
    /** There is no such field. */
    ABSENT
  }

  /**
   * A field.
   *
   * @param object the fields of an object; empty for all other kinds
   */
  public record Field(String name, Kind kind, Missing missing, Optional<Shape> object) {}

  public Shape {
    fields = List.copyOf(fields);
  }

  /** The kinds of all fields that are no objects, by their paths, in order. */
  public Map<Path, Kind> leafKinds() {
    Map<Path, Kind> kinds = new LinkedHashMap<>();
    collect(List.of(), kinds);
    return kinds;
  }

  private void collect(List<Path.Step> parent, Map<Path, Kind> into) {
    for (Field field : fields) {
      List<Path.Step> steps = new ArrayList<>(parent);
      steps.add(new Path.Field(field.name()));
      if (field.object().isPresent()) {
        field.object().get().collect(steps, into);
      } else {
        into.put(new Path(steps), field.kind());
      }
    }
  }

  /** The fields of doubles and of decimals, in words; empty where there are none. */
  public Optional<String> fractions() {
    List<String> doubles = new ArrayList<>();
    List<String> decimals = new ArrayList<>();
    leafKinds()
        .forEach((path, kind) -> {
          if (kind.isFraction()) {
            boolean binary = kind == Kind.DOUBLE || kind == Kind.DOUBLES;
            (binary ? doubles : decimals).add(path.toString());
          }
        });
    return fractions(doubles, decimals);
  }

  /** Fields of doubles and of decimals, in words; empty where there are none. */
  public static Optional<String> fractions(List<String> doubles, List<String> decimals) {
    String description =
        Stream.of(describe("doubles", doubles), describe("decimals", decimals))
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining("; "));
    return description.isEmpty() ? Optional.empty() : Optional.of(description);
  }

  private static String describe(String kind, List<String> fields) {
    int listed = Math.min(MAX_SHOWN, fields.size());
    String more = fields.size() == listed ? "" : " and " + (fields.size() - listed) + " more";
    return fields.isEmpty()
        ? ""
        : kind + " in " + String.join(", ", fields.subList(0, listed)) + more;
  }

  /** The shape of documents that all look like one. */
  public static Shape of(ObjectValue example) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < example.values().size(); i++) { // a stream would take frames a level
      Value value = example.values().get(i);
      Optional<Shape> inside =
          value instanceof ObjectValue object ? Optional.of(of(object)) : Optional.empty();
      fields.add(new Field(example.names().name(i), Kind.of(value), Missing.NEVER, inside));
    }
    return new Shape(fields);
  }
}
