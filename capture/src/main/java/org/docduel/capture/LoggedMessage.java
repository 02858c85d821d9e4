package org.docduel.capture;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What PostgreSQL logged of one statement. Its words are read by their shape, since they change
 * with the server's language.
 *
 * @param millis how long it took
 * @param isCall whether it was executed; else its time is a part of a call's: it was parsed, bound,
 *     or more of its rows were fetched
 * @param statement its text
 */
record LoggedMessage(double millis, boolean isCall, String statement) {
  private static final Pattern DURATION =
      Pattern.compile("[^:']{1,60}: ([0-9]+\\.[0-9]+) ms  ([^:]{1,200}): (.*)", Pattern.DOTALL);

  private static final Pattern FIRST = Pattern.compile("\\$1 = ");

  /**
   * Reads a message with a duration and a statement; empty for any other.
   *
   * @param tag the command's tag in CSV and JSON, which no language changes: {@code PARSE}, {@code
   *     BIND} or that of the statement
   */
  static Optional<LoggedMessage> of(String message, String tag) {
    Matcher matcher = DURATION.matcher(message);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    boolean isPrepared = tag.equals("PARSE") || tag.equals("BIND");
    // statement: one word; execute NAME: two; execute fetch from NAME: more
    boolean isFetch = matcher.group(2).strip().split(" ", -1).length > 2;
    return Optional.of(
        new LoggedMessage(
            Double.parseDouble(matcher.group(1)), !isPrepared && !isFetch, matcher.group(3)));
  }

  /**
   * The values of {@code $1}, {@code $2} and so on in a detail, such as {@code Parameters: $1 =
   * 'it''s', $2 = NULL}; null for NULL, none for a detail of another kind.
   *
   * @throws IllegalArgumentException when it ends early
   */
  static List<@Nullable String> parameters(String detail) {
    List<@Nullable String> values = new ArrayList<>();
    Matcher first = FIRST.matcher(detail);
    if (!first.find()) {
      return values;
    }
    int at = first.start();
    while (at < detail.length()) {
      int equals = detail.indexOf(" = ", at);
      if (equals < 0 || !detail.startsWith("$" + (values.size() + 1), at)) {
        throw new IllegalArgumentException("has parameters that end early");
      }
      at = equals + 3;
      if (detail.startsWith("NULL", at)) {
        values.add(null);
        at += 4;
      } else {
        StringBuilder value = new StringBuilder();
        at = quoted(detail, at, value);
        values.add(value.toString());
      }
      at += at < detail.length() ? 2 : 0; // a comma and a blank
    }
    return values;
  }

  /** Where the text in quotes ends that begins here. */
  private static int quoted(String detail, int start, StringBuilder value) {
    int at = start + 1;
    while (detail.startsWith("'", start) && at < detail.length()) {
      char sign = detail.charAt(at++);
      if (sign != '\'') {
        value.append(sign);
      } else if (detail.startsWith("'", at)) {
        value.append('\'');
        at++;
      } else {
        return at;
      }
    }
    throw new IllegalArgumentException("has parameters that end early");
  }
}
