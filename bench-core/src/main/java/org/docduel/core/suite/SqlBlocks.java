package org.docduel.core.suite;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.config.BadInputException;

/**
 * Reads SQL with comments that name what follows: {@code -- name: 7.14 title} one query, {@code --
 * index: best} the statements of an index set, {@code -- phase: foreign-keys} the statements of a
 * phase after loading, {@code -- unsupported: 7.3 reason} a question that the dialect cannot
 * express.
 */
final class SqlBlocks {
  private static final Pattern HEAD =
      Pattern.compile("--\\s*(name|index|phase|unsupported):\\s*(\\S*)\\s*(.*)");

  private final SuiteFolder folder;
  private final String dialect;
  private final String file;
  private final boolean writes;
  private final Map<String, NamedQuery> queries = new LinkedHashMap<>();
  private final Map<String, List<String>> indexes = new LinkedHashMap<>();
  private final Map<String, List<String>> phases = new LinkedHashMap<>();
  private final Map<String, String> unsupported = new LinkedHashMap<>();

  SqlBlocks(SuiteFolder folder, String dialect, String file, boolean writes) {
    this.folder = folder;
    this.dialect = dialect;
    this.file = file;
    this.writes = writes;
  }

  Dialect read() {
    List<String> lines = folder.text(file).lines().toList();
    int at = 0;
    while (at < lines.size()) {
      Matcher head = HEAD.matcher(lines.get(at));
      if (!head.matches()) {
        refuseText(lines.get(at), at + 1);
        at++;
        continue;
      }
      int end = at + 1;
      while (end < lines.size() && !HEAD.matcher(lines.get(end)).matches()) {
        end++;
      }
      block(
          head.group(1), head.group(2), head.group(3).strip(), lines.subList(at + 1, end), at + 1);
      at = end;
    }
    return new Dialect(dialect, folder.shown(file), queries, indexes, phases, unsupported);
  }

  private void block(String kind, String name, String rest, List<String> body, int line) {
    if (!name.matches(NamedQuery.NAME)) {
      throw refusal(line, "'" + name + "' is no name: letters, digits, dots, _ and - are accepted");
    }
    List<String> statements = SqlText.statements(String.join("\n", body));
    boolean empty = statements.isEmpty();
    if (kind.equals("index") || kind.equals("phase")) {
      statements.stream()
          .flatMap(statement -> SqlText.noPreparation(statement).stream())
          .findFirst()
          .ifPresent(reason -> {
            throw refusal(line, name + " has a statement that " + reason);
          });
    }
    switch (kind) {
      case "unsupported" -> {
        if (rest.isEmpty() || !empty) {
          throw refusal(line, "unsupported: " + name + " takes a reason and no statement");
        }
        refuseSecond(unsupported.put(name, rest) != null || queries.containsKey(name), name, line);
      }
      case "name" -> {
        if (statements.size() != 1) {
          throw refusal(line, name + " holds " + statements.size() + " statements instead of one");
        }
        SqlText.noQuestion(statements.get(0))
            .filter(reason -> !writes)
            .ifPresent(reason -> {
              throw refusal(line, name + " " + reason + "; a question only reads");
            });
        NamedQuery query = new NamedQuery(name, rest, statements.get(0), line);
        refuseSecond(queries.put(name, query) != null || unsupported.containsKey(name), name, line);
      }
      case "index" -> refuseSecond(indexes.put(name, statements) != null, name, line);
      default -> refuseSecond(phases.put(name, statements) != null, name, line);
    }
  }

  private void refuseText(String line, int number) {
    if (!line.isBlank() && !line.stripLeading().startsWith("--")) {
      throw refusal(number, "a statement before the first '-- name:' belongs to no query");
    }
  }

  private void refuseSecond(boolean second, String name, int line) {
    if (second) {
      throw refusal(line, name + " is there twice");
    }
  }

  private BadInputException refusal(int line, String what) {
    return new BadInputException(folder.shown(file) + ":" + line + ": " + what);
  }
}
