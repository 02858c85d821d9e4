package org.docduel.core.files;

import java.util.List;
import java.util.Optional;
import org.docduel.core.model.Kind;
import org.docduel.core.model.Value;

/**
 * A column that was chosen for documents of a file.
 *
 * @param names the fields' names from the top
 * @param kind what it holds
 * @param found what was seen there, in a few words
 * @param missing in how many documents there is no value
 * @param different how many different values there are; empty for more than were counted, and for
 *     lists and objects
 * @param frequent the most frequent value, where they were counted
 */
public record Leaf(
    List<String> names,
    Kind kind,
    String found,
    long missing,
    Optional<Integer> different,
    Optional<Value> frequent) {
  /** Copies the list. */
  public Leaf {
    names = List.copyOf(names);
  }

  /**
   * The names, joined by dots; a dot or a backslash in a name has a backslash before it.
   *
   * @return such as {@code address.city}
   */
  public String path() {
    return path(names);
  }

  static String path(List<String> names) {
    return String.join(
        ".", names.stream().map(name -> name.replace("\\", "\\\\").replace(".", "\\.")).toList());
  }
}
