package org.docduel.core.suite;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.config.BadInputException;
import org.docduel.core.suite.Dialect.NamedQuery;

/**
 * Reads SQL with comments that name what follows: {@code -- name: 7.14 title} one query, {@code --
 * index: best} the statements of an index set, {@code -- phase: foreign-keys} the statements of a
 * phase after loading, {@code -- unsupported: 7.3 reason} a question that the dialect cannot
 * express.
 */
final class SqlBlocks {
  private static final Pattern HEAD =
      Pattern.compile("--\\s*(name|index|phase|unsupported):\\s*(\\S*)\\s*(.*)");

  private final String file;
  private final boolean writes;
  private final List<String> lines;
  private final Map<String, NamedQuery> queries = new LinkedHashMap<>();
  private final Map<String, List<String>> indexes = new LinkedHashMap<>();
  private final Map<String, List<String>> phases = new LinkedHashMap<>();
  private final Map<String, String> unsupported = new LinkedHashMap<>();

  SqlBlocks(SuiteFolder folder, String file, boolean writes) {
    this.file = folder.shown(file);
    this.writes = writes;
    this.lines = folder.text(file).lines().toList();
  }

  Dialect read(String dialect) {
    int at = 0;
    while (at < lines.size()) {
      String line = lines.get(at++);
      Matcher head = HEAD.matcher(line);
      if (head.matches()) {
        int first = at;
        while (at < lines.size() && !HEAD.matcher(lines.get(at)).matches()) {
          at++;
        }
        block(head, String.join("\n", lines.subList(first, at)), first);
      } else if (!line.isBlank() && !line.stripLeading().startsWith("--")) {
        throw refusal(at, "a statement before the first '-- name:' belongs to no query");
      }
    }
    return new Dialect(dialect, file, queries, indexes, phases, unsupported);
  }

  private void block(Matcher head, String body, int line) {
    String name = head.group(2);
    String rest = head.group(3).strip();
    if (!name.matches(Dialect.NAME)) {
      throw refusal(line, "'" + name + Dialect.NO_NAME);
    }
    List<String> statements = SqlText.statements(body);
    boolean second =
        switch (head.group(1)) {
          case "unsupported" -> {
            if (rest.isEmpty() || !statements.isEmpty()) {
              throw refusal(line, "unsupported: " + name + " takes a reason and no statement");
            }
            yield unsupported.put(name, rest) != null || queries.containsKey(name);
          }
          case "name" -> {
            NamedQuery query = new NamedQuery(name, rest, question(name, statements, line), line);
            yield queries.put(name, query) != null || unsupported.containsKey(name);
          }
          case "index" -> indexes.put(name, preparation(name, statements, line)) != null;
          default -> phases.put(name, preparation(name, statements, line)) != null;
        };
    if (second) {
      throw refusal(line, name + " is there twice");
    }
  }

  private String question(String name, List<String> statements, int line) {
    if (statements.size() != 1) {
      throw refusal(line, name + " holds " + statements.size() + " statements instead of one");
    }
    Optional<String> reason = SqlText.noQuestion(statements.get(0));
    if (reason.isPresent() && !writes) {
      throw refusal(line, name + " " + reason.get() + "; a question only reads");
    }
    return statements.get(0);
  }

  private List<String> preparation(String name, List<String> statements, int line) {
    for (String statement : statements) {
      SqlText.noPreparation(statement)
          .ifPresent(reason -> {
            throw refusal(line, name + " has a statement that " + reason);
          });
    }
    return statements;
  }

  private BadInputException refusal(int line, String what) {
    return new BadInputException(file + ":" + line + ": " + what);
  }
}
