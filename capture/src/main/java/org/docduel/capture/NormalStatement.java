package org.docduel.capture;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.docduel.core.spi.suite.SqlReader;
import org.docduel.core.spi.suite.SqlReader.Piece;
import org.jspecify.annotations.Nullable;

/**
 * A statement whose values are parameters. Statements that differ only in values, comments, blanks
 * and the length of lists have the same key, whichever protocol sent them.
 *
 * @param key the tokens in lower case, a question mark for each value, one for a list
 * @param text what a server prepares: each value is {@code $1}, {@code $2} and so on
 * @param values where the values of {@code $1} and so on come from, in order
 */
record NormalStatement(String key, String text, List<Source> values) {
  /**
   * Where a value comes from.
   *
   * @param parameter the number of a bound parameter, from 1; 0 for a literal
   * @param literal the literal's value
   */
  record Source(int parameter, String literal) {}

  /** Words that name the type of the literal behind them: {@code date '2026-01-01'}. */
  static final Set<String> TYPES =
      Set.of(
          "bool",
          "boolean",
          "bytea",
          "date",
          "inet",
          "interval",
          "json",
          "jsonb",
          "numeric",
          "text",
          "time",
          "timestamp",
          "timestamptz",
          "timetz",
          "uuid");

  /** Types with numbers in brackets, which are no values. */
  private static final Set<String> SIZED =
      Set.of(
          "bit",
          "char",
          "character",
          "decimal",
          "interval",
          "numeric",
          "time",
          "timestamp",
          "timestamptz",
          "timetz",
          "varbit",
          "varchar",
          "varying");

  /** After them a minus belongs to the number behind it. */
  private static final Set<String> BEFORE_VALUE =
      Set.of(
          "and", "between", "by", "case", "else", "in", "is", "like", "limit", "not", "offset",
          "or", "select", "then", "values", "when", "where");

  /** After them come columns by their place, until one of the next. */
  private static final Set<String> ENDS_OF_PLACES =
      Set.of(
          "except",
          "fetch",
          "for",
          "having",
          "intersect",
          "limit",
          "offset",
          "range",
          "rows",
          "union",
          "window");

  /** What stands behind them is no value: bits, a text of another character set, a time zone. */
  private static final Set<String> BEFORE_LITERAL = Set.of("b", "x", "n", "zone");

  private static final Pattern WHOLE = Pattern.compile("-?[0-9]+");
  private static final Pattern WORD = Pattern.compile("(?U)[\\p{L}_].*");

  /** As drivers write values into the text: {@code ('17'::int4)}. */
  private static final Pattern IN_BRACKETS =
      Pattern.compile("(?<=[=<>,(+*/%|-] )\\( \\?(?: : : [a-z0-9_]+)? \\)");

  private static final Pattern LISTS =
      Pattern.compile("(\\bin \\(|\\barray \\[) \\?(?: , \\?)+ ([)\\]])");

  /**
   * Reads a statement.
   *
   * @param schemas names that are taken out in front of a dot
   * @throws IllegalArgumentException when it is none, or several
   */
  static NormalStatement of(String sql, SqlReader reader, Set<String> schemas) {
    return new Builder(reader, schemas, true).build(sql);
  }

  /** The same, whose literals stay in the text: its values are those that were bound. */
  static NormalStatement withLiterals(String sql, SqlReader reader, Set<String> schemas) {
    return new Builder(reader, schemas, false).build(sql);
  }

  /** An open bracket: the word in front of it, and whether places were listed there. */
  private record Bracket(String word, boolean places) {}

  /** Takes the pieces one after the other. */
  private static final class Builder {
    private final SqlReader reader;
    private final Set<String> schemas;
    private final boolean takesLiterals;
    private final List<String> tokens = new ArrayList<>();
    private final List<String> key = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private final List<Source> values = new ArrayList<>();

    private final Deque<Bracket> brackets = new ArrayDeque<>();

    private boolean places;
    private int wordStart;
    private boolean ended;

    Builder(SqlReader reader, Set<String> schemas, boolean takesLiterals) {
      this.reader = reader;
      this.schemas = schemas;
      this.takesLiterals = takesLiterals;
    }

    NormalStatement build(String sql) {
      for (Piece piece : reader.pieces(sql)) {
        if (piece.token().isEmpty()) {
          blank(piece.text());
        } else if (piece.token().equals(";")) {
          ended = true;
        } else if (ended) {
          throw new IllegalArgumentException("is several statements");
        } else {
          take(piece);
        }
      }
      if (tokens.isEmpty()) {
        throw new IllegalArgumentException("is empty");
      }
      String bare = IN_BRACKETS.matcher(String.join(" ", key)).replaceAll("?");
      String joined = LISTS.matcher(bare).replaceAll("$1 ? $2");
      return new NormalStatement(joined, text.toString().strip(), List.copyOf(values));
    }

    /** Blanks and comments are one blank; hints stay. */
    private void blank(String piece) {
      if (piece.startsWith("/*+")) {
        text.append(piece).append(' ');
      } else if (text.length() > 0 && text.charAt(text.length() - 1) != ' ') {
        text.append(' ');
      }
    }

    private String last(int back) {
      return tokens.size() < back ? "" : tokens.get(tokens.size() - back);
    }

    private void take(Piece piece) {
      String token = piece.token();
      char first = token.charAt(0);
      if (first == '$' && SqlReader.isParameter(token)) {
        value(token, new Source(Integer.parseInt(token.substring(1)), ""), "");
      } else if (!takesLiterals) {
        plain(piece);
      } else if ((first == '\'' || first == '$' || isEscaped(token))
          && token.length() > 1
          && !BEFORE_LITERAL.contains(last(1))) {
        value(token, new Source(0, string(token)), "");
      } else if (isNumber(token) && !isPlaceOrSize()) {
        number(token);
      } else {
        plain(piece);
      }
    }

    private static boolean isEscaped(String token) {
      return token.startsWith("e'") || token.startsWith("E'");
    }

    private static boolean isNumber(String token) {
      int digit = token.charAt(0) == '.' ? 1 : 0;
      return token.length() > digit && token.charAt(digit) >= '0' && token.charAt(digit) <= '9';
    }

    /** Behind an arrow a number would else be a key. */
    private void number(String token) {
      String number = token;
      if (last(1).equals("-") && isBeforeValue(last(2))) {
        remove("-");
        number = "-" + token;
      }
      boolean isWhole = WHOLE.matcher(number).matches();
      boolean isPlaceInList = last(1).equals(">") && (last(2).equals("-") || last(2).equals(">"));
      String cast = isWhole ? isPlaceInList ? "::integer" : "" : "::numeric";
      value(token, new Source(0, number), cast);
    }

    private static boolean isBeforeValue(String token) {
      return BEFORE_VALUE.contains(token)
          || (!token.isEmpty() && "(,<>=+*/%|&".indexOf(token.charAt(0)) >= 0);
    }

    /** Whether a number is a column's place in ORDER BY or GROUP BY, or the size of a type. */
    private boolean isPlaceOrSize() {
      return (!brackets.isEmpty() && SIZED.contains(brackets.element().word()))
          || (places && (last(1).equals("by") || last(1).equals(",")));
    }

    private void remove(String token) {
      tokens.remove(tokens.size() - 1);
      key.remove(key.size() - 1);
      text.setLength(text.lastIndexOf(token));
    }

    /** A value is a parameter; one behind the name of its type is cast to it instead. */
    private void value(String token, Source source, String cast) {
      String type = last(1);
      boolean isTyped = TYPES.contains(type) && !last(2).equals(".") && !last(2).equals("as");
      if (isTyped) {
        tokens.remove(tokens.size() - 1);
        key.remove(key.size() - 1);
        text.setLength(wordStart);
      }
      int at = source.parameter() > 0 ? values.indexOf(source) : -1;
      if (at < 0) {
        values.add(source);
        at = values.size() - 1;
      }
      text.append('$').append(at + 1).append(isTyped ? "::" + type : cast);
      tokens.add(token);
      key.add("?");
      if (isTyped) {
        key.addAll(List.of(":", ":", type));
      }
    }

    private void plain(Piece piece) {
      String token = piece.token();
      if (token.equals(".") && schemas.contains(last(1).replace("\"", ""))) {
        remove(text.substring(wordStart));
        return;
      }
      if (token.equals("(") || token.equals("[")) {
        brackets.push(new Bracket(last(1), places));
        places = false;
      } else if ((token.equals(")") || token.equals("]")) && !brackets.isEmpty()) {
        places = brackets.pop().places();
      } else if (token.equals("by") && (last(1).equals("order") || last(1).equals("group"))) {
        places = true;
      } else if (ENDS_OF_PLACES.contains(token)) {
        places = false;
      }
      wordStart = text.length();
      text.append(piece.text());
      tokens.add(token);
      key.add(token);
    }
  }

  /** What a string means: quotes of its own, escapes, dollars. */
  static String string(String token) {
    if (token.charAt(0) == '$') {
      int tag = token.indexOf('$', 1) + 1;
      return token.substring(tag, token.length() - tag);
    }
    int quote = token.indexOf('\'');
    String body = token.substring(quote + 1, token.length() - 1).replace("''", "'");
    return quote == 0 ? body : unescape(body);
  }

  private static String unescape(String body) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < body.length(); i++) {
      char sign = body.charAt(i);
      if (sign != '\\' || i + 1 == body.length()) {
        text.append(sign);
        continue;
      }
      char escaped = body.charAt(++i);
      int place = "bfnrt".indexOf(escaped);
      if ("xuU01234567".indexOf(escaped) >= 0) {
        throw new IllegalArgumentException("has a text with \\" + escaped + " in it");
      }
      text.append(place < 0 ? escaped : "\b\f\n\r\t".charAt(place));
    }
    return text.toString();
  }

  /** The values of a call; null for NULL. */
  List<@Nullable String> tuple(List<@Nullable String> bound) {
    List<@Nullable String> tuple = new ArrayList<>();
    for (Source source : values) {
      if (source.parameter() == 0) {
        tuple.add(source.literal());
      } else if (source.parameter() <= bound.size()) {
        tuple.add(bound.get(source.parameter() - 1));
      } else {
        throw new IllegalArgumentException("has $" + source.parameter() + " without a value");
      }
    }
    return tuple;
  }

  /** Those of its values that are no bound parameters, in order. */
  List<String> literals() {
    return values.stream().filter(source -> source.parameter() == 0).map(Source::literal).toList();
  }

  /** The same with other literals, of which it has as many. */
  NormalStatement replaceLiterals(List<String> literals) {
    if (literals.isEmpty()) {
      return this;
    }
    List<Source> replaced = new ArrayList<>(values.size());
    int next = 0;
    for (Source source : values) {
      replaced.add(source.parameter() > 0 ? source : new Source(0, literals.get(next++)));
    }
    return new NormalStatement(key, text, replaced);
  }

  /** The first word, in capitals. */
  String command() {
    String first = key.replaceFirst("^[( ]+", "").split(" ", 2)[0];
    return WORD.matcher(first).matches() ? first.toUpperCase(Locale.ROOT) : "?";
  }
}
