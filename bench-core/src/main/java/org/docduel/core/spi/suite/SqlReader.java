package org.docduel.core.spi.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads SQL of a suite as one system's lexer does. A suite is text that somebody wrote: what the
 * server takes for a statement and this reader for a comment would run without having been checked.
 *
 * @param token one token, tried from the start: its group {@code comment} is left out, its group
 *     {@code word} is a name or keyword; all else, such as quoted text, is compared as it is
 *     written
 * @param nestsComments whether {@code /* *}{@code /} may hold others; else {@code token} has them
 * @param preparations how statements begin that prepare tables for queries, such as {@code CREATE
 *     INDEX}
 * @param forbidden what may be in no statement, as a pattern of a token in lower case and, right
 *     behind it, the next one: {@code load_file\\(} is a call. What reaches files, programs, other
 *     sessions or settings, or runs text that nobody has read, has to be among it
 */
public record SqlReader(
    Pattern token, boolean nestsComments, List<String> preparations, Pattern forbidden) {
  /**
   * Literals, quoted names, parameters, numbers, words and single signs of standard SQL, as
   * alternatives. A number ends where a word begins: {@code 1e1INTO} is two tokens for some
   * servers.
   */
  public static final String STANDARD_TOKENS =
      "'(?:[^']|'')*+'|\"(?:[^\"]|\"\")*+\"|\\$[0-9]+|[0-9]+\\.?[0-9]*(?:[eE][+-]?[0-9]+)?"
          + "|\\.[0-9]+(?:[eE][+-]?[0-9]+)?"
          + "|(?<word>[A-Za-z_\\x{80}-\\x{10ffff}][A-Za-z0-9_$\\x{80}-\\x{10ffff}]*)|.";

  /** Standard SQL, for a dialect whose system is not on the class path. */
  public static final SqlReader STANDARD =
      new SqlReader(
          Pattern.compile("(?<comment>--[^\\r\\n]*)|" + STANDARD_TOKENS, Pattern.DOTALL),
          true,
          List.of("CREATE INDEX", "CREATE UNIQUE INDEX", "ALTER TABLE", "ANALYZE"),
          Pattern.compile("\\?.*", Pattern.DOTALL));

  /** A query's parameter in every dialect: {@code $1} is the first value of a tuple. */
  private static final Pattern PARAMETER = Pattern.compile("\\$[1-9][0-9]{0,3}");

  private static final Set<String> QUERIES = Set.of("select", "with", "values", "table");
  private static final List<String> DEFINITIONS =
      List.of("create table ", "create type ", "create domain ");
  private static final Set<String> CHANGES = Set.of("insert", "update", "delete", "merge");

  public SqlReader {
    preparations = List.copyOf(preparations);
  }

  /**
   * A piece of a text, which all pieces together are again.
   *
   * @param token the word in lower case, or the sign or quoted text as it is written; empty for
   *     comments and blanks
   */
  public record Piece(String text, String token) {}

  /** All pieces of a text. */
  public List<Piece> pieces(String sql) {
    List<Piece> pieces = new ArrayList<>();
    Matcher matcher = token.matcher(sql);
    int at = 0;
    while (at < sql.length()) {
      int end = nestsComments ? endOfComment(sql, at) : at;
      String found = "";
      if (end == at && matcher.region(at, sql.length()).lookingAt()) {
        end = matcher.end();
        String text = matcher.group("comment") == null ? matcher.group() : "";
        found = matcher.group("word") == null ? text.strip() : text.toLowerCase(Locale.ROOT);
      }
      pieces.add(new Piece(sql.substring(at, end), found));
      at = end;
    }
    return pieces;
  }

  /** Where a comment that begins here ends; comments nest. */
  private static int endOfComment(String sql, int start) {
    int depth = 0;
    int at = start;
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

  /** The text with other tokens, all else as it is written. */
  public String replaceTokens(String sql, UnaryOperator<String> replacement) {
    return pieces(sql).stream()
        .map(piece -> {
          String replaced = replacement.apply(piece.token());
          return replaced.equals(piece.token()) ? piece.text() : replaced;
        })
        .collect(Collectors.joining());
  }

  /** Whether a token is a parameter, {@code $1} and so on, which no quotes or comments have. */
  public static boolean isParameter(String token) {
    return PARAMETER.matcher(token).matches();
  }

  /** The parameters of a query in the order of their places: 2, 1, 2 for {@code $2 $1 $2}. */
  public List<Integer> parameters(String sql) {
    return pieces(sql).stream()
        .map(Piece::token)
        .filter(SqlReader::isParameter)
        .map(token -> Integer.valueOf(token.substring(1)))
        .toList();
  }

  /** Cuts at semicolons that end a statement; each is as it is written, comments alone are none. */
  public List<Statement> statements(String sql) {
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
          statements.add(new Statement(text.toString().strip(), List.copyOf(tokens), this));
        }
        text.setLength(0);
        tokens.clear();
      }
    }
    return statements;
  }

  /** One statement, and its words and signs, of which there is one at least. */
  public record Statement(String text, List<String> tokens, SqlReader reader) {
    /** Its parameters, without doubles. */
    public Set<Integer> parameters() {
      return Set.copyOf(reader.parameters(text));
    }

    /** Why it does more than read, as half a sentence; empty when it only reads. */
    public Optional<String> reasonNotQuery() {
      String first = tokens.stream().filter(token -> !token.equals("(")).findFirst().orElse("");
      if (!QUERIES.contains(first)) {
        return Optional.of("is not a SELECT, WITH, VALUES or TABLE");
      }
      for (int i = 1; i < tokens.size(); i++) {
        String before = tokens.get(i - 1);
        if (CHANGES.contains(tokens.get(i)) && (before.equals("(") || before.equals(")"))) {
          return Optional.of("changes data: " + tokens.get(i).toUpperCase(Locale.ROOT));
        }
        if (tokens.get(i).equals("into")) {
          return Optional.of("stores what it selects: INTO");
        }
      }
      return forbidden();
    }

    /** Why it is none of those that prepare tables for queries; empty when it is one. */
    public Optional<String> reasonNotPreparation() {
      String statement = String.join(" ", tokens) + " ";
      return reader.preparations().stream()
              .anyMatch(prefix -> statement.startsWith(prefix.toLowerCase(Locale.ROOT) + " "))
          ? forbidden()
          : Optional.of("begins with none of " + String.join(", ", reader.preparations()));
    }

    /** Why it does not make a table or a type in the suite's own schema; empty when it does. */
    public Optional<String> reasonNotDefinition() {
      String statement = String.join(" ", tokens) + " ";
      if (DEFINITIONS.stream().noneMatch(statement::startsWith)) {
        return Optional.of("begins with none of CREATE TABLE, CREATE TYPE, CREATE DOMAIN");
      }
      for (String token : tokens) {
        if (token.equals("(") || token.equals("as")) {
          break; // the name is over
        }
        if (token.equals(".")) {
          return Optional.of("names a schema; tables and types are made in that of the suite");
        }
      }
      return forbidden();
    }

    private Optional<String> forbidden() {
      for (int i = 0; i < tokens.size(); i++) {
        String next = i + 1 < tokens.size() ? tokens.get(i + 1) : "";
        if (isParameter(tokens.get(i))) {
          continue; // some lexers take it for a name, and no server sees it
        }
        String token = tokens.get(i).toLowerCase(Locale.ROOT);
        String name = next.equals("(") ? token.replaceAll("[\"`]", "") : token;
        if (reader.forbidden().matcher(name + next).matches()) {
          return Optional.of(next.equals("(") ? "calls " + name : "has " + name + next);
        }
      }
      return Optional.empty();
    }
  }
}
