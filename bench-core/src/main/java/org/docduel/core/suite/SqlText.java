package org.docduel.core.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * SQL cut into statements, and statements into words, as PostgreSQL's lexer does: literals, quoted
 * names, dollar quotes and comments are left as they are written.
 */
public final class SqlText {
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<comment>--[^\\r\\n]*)|(?<escaped>[eE]'(?:[^'\\\\]|\\\\.|'')*+')"
              + "|(?<literal>'(?:[^']|'')*+')|(?<name>\"(?:[^\"]|\"\")*+\")"
              + "|(?<dollar>\\$(?<tag>[A-Za-z_\\x{80}-\\x{ffff}][A-Za-z0-9_\\x{80}-\\x{ffff}]*)?\\$"
              + ".*?\\$\\k<tag>\\$|\\$\\$.*?\\$\\$)"
              + "|(?<word>[A-Za-z_\\x{80}-\\x{ffff}][A-Za-z0-9_$\\x{80}-\\x{ffff}]*)"
              + "|(?<other>.)",
          Pattern.DOTALL);

  private static final Set<String> QUESTIONS = Set.of("select", "with", "values", "table");
  private static final Set<String> CHANGES = Set.of("insert", "update", "delete", "merge");
  private static final Set<String> PREPARES =
      Set.of(
          "create index",
          "create unique",
          "create statistics",
          "create extension",
          "alter table",
          "analyze");

  /** What reaches files, programs, other sessions, settings, or runs text that nobody has read. */
  private static final Pattern FORBIDDEN =
      Pattern.compile(
          "lo_.*|loread|lowrite|pg_(?:try_)?advisory_.*|pg_read_.*|pg_ls_.*|pg_stat_file|pg_file_.*"
              + "|pg_(?:terminate|cancel)_backend|pg_reload_conf|pg_rotate_logfile|pg_notify"
              + "|pg_logical_.*|pg_create_.*|pg_replication_.*|pg_switch_wal|pg_promote|pg_backup_.*"
              + "|set_config|setval|nextval|dblink.*|.*_to_xml(?:schema|_and_xmlschema)?|ts_stat"
              + "|ts_rewrite");

  private SqlText() {}

  /**
   * A piece of a text, which all pieces together are again.
   *
   * @param token the word in lower case, or the sign or quoted text as it is written; empty for
   *     comments and blanks
   */
  private record Piece(String text, String token) {}

  private static List<Piece> pieces(String sql) {
    List<Piece> pieces = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(sql);
    int at = 0;
    while (at < sql.length()) {
      int end = endOfComment(sql, at);
      String token = "";
      if (end == at && matcher.region(at, sql.length()).lookingAt()) {
        end = matcher.end();
        String text = matcher.group("comment") == null ? matcher.group() : "";
        token = matcher.group("word") == null ? text.strip() : text.toLowerCase(Locale.ROOT);
      }
      pieces.add(new Piece(sql.substring(at, end), token));
      at = end;
    }
    return pieces;
  }

  /** Where a comment that begins here ends; comments nest. */
  private static int endOfComment(String sql, int begin) {
    int depth = 0;
    int at = begin;
    do {
      if (sql.startsWith("/*", at)) {
        depth++;
        at += 2;
      } else if (depth > 0 && sql.startsWith("*/", at)) {
        depth--;
        at += 2;
      } else if (depth > 0) {
        at++;
      }
    } while (depth > 0 && at < sql.length());
    return at;
  }

  /** A question as JDBC takes it, whose own question mark is a parameter: operators have two. */
  public static String forJdbc(String sql) {
    return pieces(sql).stream()
        .map(piece -> piece.token().equals("?") ? "??" : piece.text())
        .collect(Collectors.joining());
  }

  /** Cuts at semicolons that end a statement; each is as it is written, comments alone are none. */
  static List<Statement> statements(String sql) {
    List<Statement> statements = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    List<String> tokens = new ArrayList<>();
    List<Piece> pieces = pieces(sql);
    pieces.add(new Piece(";", ";"));
    for (Piece piece : pieces) {
      if (!piece.token().equals(";")) {
        text.append(piece.text());
        if (!piece.token().isEmpty()) {
          tokens.add(piece.token());
        }
      } else {
        if (!tokens.isEmpty()) {
          statements.add(new Statement(text.toString().strip(), List.copyOf(tokens)));
        }
        text.setLength(0);
        tokens.clear();
      }
    }
    return statements;
  }

  /** One statement, and its words and signs, of which there is one at least. */
  record Statement(String text, List<String> tokens) {
    /** Why it is no question that only reads, as half a sentence; empty when it is one. */
    Optional<String> noQuestion() {
      String first = tokens.stream().filter(token -> !token.equals("(")).findFirst().orElse("");
      if (!QUESTIONS.contains(first)) {
        return Optional.of("is no SELECT, WITH, VALUES or TABLE");
      }
      for (int i = 1; i < tokens.size(); i++) {
        String before = tokens.get(i - 1);
        if (CHANGES.contains(tokens.get(i)) && (before.equals("(") || before.equals(")"))) {
          return Optional.of("changes data: " + tokens.get(i).toUpperCase(Locale.ROOT));
        }
        if (tokens.get(i).equals("into")) {
          return Optional.of("makes a table: INTO");
        }
      }
      return forbidden();
    }

    /** Why it is none of those that prepare tables for questions. */
    Optional<String> noPreparation() {
      String first = tokens.get(0);
      return PREPARES.contains(first)
              || (tokens.size() > 1 && PREPARES.contains(first + " " + tokens.get(1)))
          ? forbidden()
          : Optional.of("is no CREATE INDEX, STATISTICS or EXTENSION, ALTER TABLE or ANALYZE");
    }

    private Optional<String> forbidden() {
      for (int i = 0; i + 1 < tokens.size(); i++) {
        String name = tokens.get(i).replace("\"", "").toLowerCase(Locale.ROOT);
        if (tokens.get(i + 1).equals("(") && FORBIDDEN.matcher(name).matches()) {
          return Optional.of("calls " + name);
        }
        if (name.equals("u") && tokens.get(i + 1).equals("&")) {
          return Optional.of("has a name or text in escapes: U&");
        }
      }
      return Optional.empty();
    }
  }
}
