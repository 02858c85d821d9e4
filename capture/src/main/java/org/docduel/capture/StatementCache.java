package org.docduel.capture;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.docduel.core.spi.suite.SqlReader;

/**
 * Reads statements. One that differs from an earlier one in whole numbers and texts alone is not
 * cut into tokens again, nor is one that was read before.
 */
final class StatementCache {
  /** The latest ones, of either kind. */
  private static final int MAX_STATEMENTS = 500;

  private final SqlReader reader;
  private final Set<String> schemas;
  private final Map<String, NormalStatement> byShape = latest();
  private final Map<String, NormalStatement> byText = latest();

  StatementCache(SqlReader reader, Set<String> schemas) {
    this.reader = reader;
    this.schemas = schemas;
  }

  private static Map<String, NormalStatement> latest() {
    return new LinkedHashMap<>(100, 0.75f, true) {
      private static final long serialVersionUID = 1L;

      @Override
      protected boolean removeEldestEntry(Map.Entry<String, NormalStatement> eldest) {
        return size() > MAX_STATEMENTS;
      }
    };
  }

  /**
   * Reads a statement.
   *
   * @throws IllegalArgumentException when it is none, or several
   */
  NormalStatement read(String sql) {
    Shape shape = Shape.of(sql);
    NormalStatement alike = byShape.get(shape.text());
    if (alike != null) {
      return alike.replaceLiterals(shape.literals());
    }
    NormalStatement same = byText.get(sql);
    if (same != null) {
      return same;
    }
    NormalStatement statement = NormalStatement.of(sql, reader, schemas);
    if (statement.literals().equals(shape.literals())) {
      byShape.put(shape.text(), statement);
    } else {
      byText.put(sql, statement);
    }
    return statement;
  }

  /**
   * A statement without its whole numbers and texts. Whether each of them is a value depends on
   * what is around it, which statements of one shape share.
   *
   * @param text with 0 in place of each number and '' of each text
   */
  record Shape(String text, List<String> literals) {
    /** Where comments, escapes or dollar quotes are, the whole statement is its shape. */
    static Shape of(String sql) {
      StringBuilder text = new StringBuilder(sql.length());
      List<String> literals = new ArrayList<>();
      int at = 0;
      while (at < sql.length()) {
        char sign = sql.charAt(at);
        char next = at + 1 < sql.length() ? sql.charAt(at + 1) : ' ';
        int end = at + 1;
        if (isWord(sign)) {
          while (end < sql.length() && isWord(sql.charAt(end))) {
            end++;
          }
          boolean isNumber = isWhole(sql, at, end);
          if (isNumber) {
            literals.add(sql.substring(at, end));
            text.append('0');
          } else {
            text.append(sql, at, end);
          }
        } else if (sign == '\'') {
          end = endOfQuotes(sql, at);
          boolean hasPrefix = at > 0 && (isWord(sql.charAt(at - 1)) || sql.charAt(at - 1) == '&');
          if (end < 0 || hasPrefix) {
            return new Shape(sql, List.of());
          }
          literals.add(sql.substring(at + 1, end - 1).replace("''", "'"));
          text.append("''");
        } else if (sign == '"') {
          end = endOfQuotes(sql, at);
          if (end < 0) {
            return new Shape(sql, List.of());
          }
          text.append(sql, at, end);
        } else if ((sign == '-' && next == '-')
            || (sign == '/' && next == '*')
            || (sign == '$' && !Character.isDigit(next))) {
          return new Shape(sql, List.of());
        } else {
          text.append(sign);
        }
        at = end;
      }
      return new Shape(text.toString(), literals);
    }

    private static boolean isWord(char sign) {
      return (sign >= 'a' && sign <= 'z')
          || (sign >= 'A' && sign <= 'Z')
          || (sign >= '0' && sign <= '9')
          || sign == '_'
          || sign >= 0x80;
    }

    /** Digits alone, of no fraction, parameter or name. */
    private static boolean isWhole(String sql, int start, int end) {
      for (int i = start; i < end; i++) {
        if (sql.charAt(i) < '0' || sql.charAt(i) > '9') {
          return false;
        }
      }
      char before = start > 0 ? sql.charAt(start - 1) : ' ';
      char behind = end < sql.length() ? sql.charAt(end) : ' ';
      return before != '.' && before != '$' && behind != '.' && behind != '$';
    }

    /** Where text in quotes ends, which are doubled inside; -1 where it does not. */
    private static int endOfQuotes(String sql, int start) {
      char quote = sql.charAt(start);
      for (int i = start + 1; i < sql.length(); i++) {
        if (sql.charAt(i) == quote) {
          if (i + 1 == sql.length() || sql.charAt(i + 1) != quote) {
            return i + 1;
          }
          i++;
        }
      }
      return -1;
    }
  }
}
