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
      boolean comment = sql.startsWith("/*", at);
      int end = comment ? endOfComment(sql, at) : at + 1;
      boolean word = false;
      if (!comment && matcher.region(at, sql.length()).lookingAt()) {
        end = matcher.end();
        comment = matcher.group("comment") != null;
        word = matcher.group("word") != null;
      }
      String text = sql.substring(at, end);
      String token = comment || text.isBlank() ? "" : text;
      pieces.add(new Piece(text, word ? token.toLowerCase(Locale.ROOT) : token));
      at = end;
    }
    return pieces;
  }

  /** One statement, and its words and signs. */
  private record Statement(String text, List<String> tokens) {}

  private static List<Statement> read(String sql) {
    List<Statement> statements = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    List<String> tokens = new ArrayList<>();
    List<Piece> pieces = pieces(sql);
    pieces.add(new Piece(";", ";"));
    for (Piece piece : pieces) {
      if (piece.token().equals(";")) {
        if (!tokens.isEmpty()) {
          statements.add(new Statement(text.toString().strip(), tokens));
        }
        text = new StringBuilder();
        tokens = new ArrayList<>();
      } else {
        text.append(piece.text());
        if (!piece.token().isEmpty()) {
          tokens.add(piece.token());
        }
      }
    }
    return statements;
  }

  /** Comments nest. */
  private static int endOfComment(String sql, int begin) {
    int depth = 0;
    int at = begin;
    do {
      if (sql.startsWith("/*", at)) {
        depth++;
        at += 2;
      } else if (sql.startsWith("*/", at)) {
        depth--;
        at += 2;
      } else {
        at++;
      }
    } while (depth > 0 && at < sql.length());
    return Math.min(at, sql.length());
  }

  /** Cuts at semicolons that end a statement; each is as it is written, comments alone are none. */
  static List<String> statements(String sql) {
    return read(sql).stream().map(Statement::text).toList();
  }

  /** A question as JDBC takes it, whose own question mark is a parameter: operators have two. */
  public static String forJdbc(String sql) {
    return pieces(sql).stream()
        .map(piece -> piece.token().equals("?") ? "??" : piece.text())
        .collect(Collectors.joining());
  }

  /** Why a text is no question that only reads, as half a sentence; empty when it is one. */
  static Optional<String> noQuestion(String sql) {
    List<Statement> statements = read(sql);
    if (statements.size() != 1) {
      return Optional.of("is not one statement");
    }
    List<String> tokens = statements.get(0).tokens();
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
    return forbidden(tokens);
  }

  /** Why a statement is none of those that prepare tables for questions. */
  static Optional<String> noPreparation(String sql) {
    List<String> tokens = read(sql).stream().flatMap(one -> one.tokens().stream()).toList();
    String first = tokens.isEmpty() ? "" : tokens.get(0);
    String two = tokens.size() > 1 ? first + " " + tokens.get(1) : first;
    return PREPARES.contains(first) || PREPARES.contains(two)
        ? forbidden(tokens)
        : Optional.of("is no CREATE INDEX, STATISTICS or EXTENSION, ALTER TABLE or ANALYZE");
  }

  private static Optional<String> forbidden(List<String> tokens) {
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
