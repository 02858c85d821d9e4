package org.docduel.read.suite.init;

import java.util.ArrayList;
import java.util.List;
import org.docduel.core.files.FileDocuments;
import org.docduel.core.files.Leaf;

/** The text of a new suite's {@code suite.yaml}. */
final class SuiteYaml {
  /** The set of indexes that {@code QuerySuite} takes by default. */
  static final String INDEX = "all";

  private final List<String> lines = new ArrayList<>();
  private final List<String> categories = new ArrayList<>();
  private final List<String> ordered = new ArrayList<>();

  SuiteYaml(String name) {
    lines.add("name: " + name);
    lines.add("collections:");
  }

  /**
   * Adds a collection.
   *
   * @return the columns that no question looks at, for a file beside; empty when there are none
   */
  String collection(
      String name, String file, FileDocuments documents, StarterChoice choice, String key) {
    categories.add((categories.size() + 1) + ": " + name);
    ordered.addAll(choice.ordered());
    lines.add("  " + name + ":");
    lines.add("    file: " + quoted(file) + "  # " + documents.size() + " documents");
    if (!key.isEmpty()) {
      lines.add("    key: " + quoted(key));
    }
    List<String> others = new ArrayList<>();
    List<String> columns = new ArrayList<>();
    for (Leaf leaf : documents.leaves()) {
      String line = quoted(leaf.path()) + ": " + leaf.kind().label() + "  # " + leaf.found();
      (choice.asks(leaf) ? columns : others).add(line);
    }
    if (!columns.isEmpty()) {
      lines.add(
          "    columns:  # of typed tables; change a kind, or remove a line to have it chosen");
      columns.forEach(line -> lines.add("      " + line));
    }
    if (others.isEmpty()) {
      return "";
    }
    lines.add("    more-columns: " + columnsFile(name) + "  # that no question here looks at");
    return String.join("\n", others) + "\n";
  }

  static String columnsFile(String collection) {
    return collection + ".columns.yaml";
  }

  String text(List<String> dialects) {
    List<String> all = new ArrayList<>(lines);
    all.add("dialects: [" + String.join(", ", dialects) + "]");
    all.add("indexes: [" + INDEX + ", none]");
    all.add("absent: same-as-null");
    all.add("categories: {" + String.join(", ", categories) + "}");
    all.add("ordered: [" + String.join(", ", ordered) + "]");
    return String.join("\n", all) + "\n";
  }

  /** Plain where YAML takes it for a text, else as JSON has it. */
  private static String quoted(String text) {
    if (text.matches("[A-Za-z_][A-Za-z0-9_.]*|[./A-Za-z][A-Za-z0-9_./-]*")) {
      return text;
    }
    StringBuilder json = new StringBuilder("\"");
    text.chars()
        .forEach(c -> {
          if (c < ' ' || c == '"' || c == '\\' || c > '~') {
            json.append(String.format("\\u%04x", c));
          } else {
            json.append((char) c);
          }
        });
    return json.append('"').toString();
  }
}
