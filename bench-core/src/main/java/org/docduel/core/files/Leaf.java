package org.docduel.core.files;

import java.util.List;
import org.docduel.core.model.Kind;

/** A column that was chosen for documents of a file, with what was found, in words. */
public record Leaf(List<String> names, Kind kind, String found, int longest) {
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
