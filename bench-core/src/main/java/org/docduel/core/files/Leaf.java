package org.docduel.core.files;

import java.util.List;
import java.util.Optional;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Value;

/**
 * A column that was chosen for documents of a file.
 *
 * @param different how many different values there are; empty for more than were counted, and for
 *     lists and objects
 */
public record Leaf(
    List<String> names,
    Kind kind,
    String found,
    long missing,
    Optional<Integer> different,
    Optional<Value> frequent,
    int longest) {
  /** Copies the list. */
  public Leaf {
    names = List.copyOf(names);
  }

  /** The names, joined by dots; a dot or a backslash in a name has a backslash before it. */
  public String path() {
    return path(names);
  }

  static String path(List<String> names) {
    return String.join(
        ".", names.stream().map(name -> name.replace("\\", "\\\\").replace(".", "\\.")).toList());
  }
}
