package org.docduel.core.spi;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.docduel.core.model.Path;
import org.docduel.core.model.Shape;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.query.Index;

/**
 * A table or collection to be made.
 *
 * @param name lower case letters, digits and underscores, at most 38
 * @param referencedPaths what statements ask for or set, beside the fields of indexes and the key
 */
public record Collection(
    String name,
    ObjectValue example,
    Shape shape,
    List<Index> indexes,
    Optional<String> key,
    List<Path> extracted,
    List<Path> referencedPaths) {
  private static final String NOTE = "_told";

  /**
   * Copies the lists.
   *
   * @throws IllegalArgumentException when the name has other characters, or a path leads through an
   *     array
   */
  public Collection {
    if (!name.matches("[a-z][a-z0-9_]{0,37}")) {
      throw new IllegalArgumentException("not a collection's name: " + name);
    }
    indexes = List.copyOf(indexes);
    extracted = List.copyOf(extracted);
    referencedPaths = List.copyOf(referencedPaths);
    for (Path path : extracted) {
      if (path.names().isEmpty()) {
        throw new IllegalArgumentException("not a path through objects alone: " + path);
      }
    }
  }

  /** A collection whose documents are found by id and by content alone. */
  public Collection(String name, ObjectValue example, List<Index> indexes) {
    this(name, example, Shape.of(example), indexes, Optional.empty(), List.of(), List.of());
  }

  /** A small collection that says of another one what it holds. */
  public static Collection note(String of, ObjectValue content) {
    return new Collection(of + NOTE, content, List.of());
  }

  /** Whether it says of another collection what that holds. */
  public boolean isNote() {
    return name.endsWith(NOTE);
  }

  /**
   * Why a store whose statements name fields by dotted paths cannot have it, as half a sentence.
   */
  public Optional<String> unsupportedPathReason() {
    return Stream.concat(
            indexes.stream().flatMap(index -> index.fields().stream()), referencedPaths.stream())
        .flatMap(path -> path.steps().stream())
        .filter(step -> step instanceof Path.Field field && !Path.canHold(field.name()))
        .findFirst()
        .map(step ->
            "its statements take the name '%s' for a path or an operator: rename the field, or leave the store out"
                .formatted(((Path.Field) step).name()));
  }

  /** With documents that are not all like the example. */
  public Collection withShape(Shape newShape) {
    return new Collection(name, example, newShape, indexes, key, extracted, referencedPaths);
  }

  /** With a field by which documents are found and updated. */
  public Collection withKey(String newKey) {
    return new Collection(
        name, example, shape, indexes, Optional.of(newKey), extracted, referencedPaths);
  }

  /** With typed columns beside its documents. */
  public Collection withExtracted(List<Path> paths) {
    return new Collection(name, example, shape, indexes, key, paths, referencedPaths);
  }

  /** With values that statements ask for or set. */
  public Collection withNamed(List<Path> paths) {
    return new Collection(name, example, shape, indexes, key, extracted, paths);
  }
}
