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

  void collection(
      String name, String file, FileDocuments documents, List<String> orderedQuestions) {
    categories.add((categories.size() + 1) + ": " + name);
    ordered.addAll(orderedQuestions);
    lines.add("  " + name + ":");
    lines.add("    file: " + quoted(file) + "  # " + documents.size() + " documents");
    if (!documents.leaves().isEmpty()) {
      lines.add(
          "    columns:  # of typed tables; change a kind, or remove a line to have it chosen");
    }
    for (Leaf leaf : documents.leaves()) {
      lines.add(
          "      " + quoted(leaf.path()) + ": " + leaf.kind().label() + "  # " + leaf.found());
    }
  }

  String text(List<String> dialects) {
    List<String> all = new ArrayList<>(lines);
    all.add("dialects: [" + String.join(", ", dialects) + "]");
    all.add("indexes: [" + INDEX + "]");
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
