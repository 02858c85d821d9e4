package org.docduel.capture;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.spi.suite.SqlReader;
import org.docduel.core.spi.suite.SqlReader.Piece;
import org.docduel.stores.jdbc.Sql;
import org.jspecify.annotations.Nullable;

/**
 * Masks what statements say, as the data are masked: the values of parameters, and the literals in
 * a text. Keys of documents, parts of dates, time zones, and formats of dates and bytes stay in
 * their places.
 */
final class MaskedSql {
  /** Where a document's key stands: behind an arrow, a question mark or a bracket. */
  private static final Pattern BEFORE_KEY =
      Pattern.compile(
          "(?is).*(?:->>?|#>>?|\\?[|&]?|(?<!array)\\[|extract_path(?:_text)?\\s*\\([^()]*,)\\s*");

  private static final Pattern BEFORE_FIELD =
      Pattern.compile("(?is).*\\bdate_(?:trunc|part)\\s*\\(\\s*");

  private static final Pattern FIELD =
      Pattern.compile(
          "(?i)millennium|century|decade|(?:iso)?year|quarter|month|week|(?:iso)?do[wy]|day|hour"
              + "|minute|second|(?:milli|micro)seconds?|epoch|julian|timezone(?:_hour|_minute)?");

  private static final Pattern BEFORE_ZONE =
      Pattern.compile("(?is).*\\b(?:zone|timezone\\s*\\()\\s*");
  private static final Set<String> ZONES = ZoneId.getAvailableZoneIds();

  private static final Pattern ENCODINGS =
      Pattern.compile("(?i)\\b(?:encode|decode|convert_to|convert_from)\\b");

  private static final Pattern ENCODING =
      Pattern.compile("(?i)hex|base64|escape|utf-?8|latin1|sql_ascii");

  private static final Pattern FORMATS = Pattern.compile("(?i)\\bto_(?:char|date|timestamp)\\b");

  private static final Pattern FORMAT =
      Pattern.compile(
          "(?i)(?:Y{1,4}+|IYYY|MONTH|MON|MM|MI|MS|DAY|DY|DD|D|HH24|HH12|HH|SS|US|IW|ID|WW|W|Q|J|TZ|FM"
              + "|AM|PM|[-/:., ]|\"T\")++");

  /** A cast behind a literal. */
  private static final Pattern CAST =
      Pattern.compile(
          "(?s)\\s*::\\s*((?:character varying|double precision|bit varying"
              + "|time(?:stamp)?(?:\\([0-9]\\))? with(?:out)? time zone|\"[^\"]+\"|[a-z_][a-z0-9_]*)"
              + "(?:\\([0-9, ]+\\))?(?:\\[\\])?).*");

  private static final Pattern CHECK =
      Pattern.compile(
          "(?s)ALTER TABLE (?:\"(?:[^\"]|\"\")+\"|\\S+) ADD CONSTRAINT (?:\"(?:[^\"]|\"\")+\"|\\S+) CHECK .*");

  private static final Pattern LITERAL =
      Pattern.compile("(?s)[eE]?'.*'|\\$[^0-9].*\\$|\\$\\$.*\\$\\$");

  /** In front of bits. */
  private static final Set<String> BEFORE_BITS = Set.of("b", "x");

  private final Mask mask;
  private final SqlReader reader;

  MaskedSql(Mask mask, SqlReader reader) {
    this.mask = mask;
    this.reader = reader;
  }

  /** Whether a value in this place names a part of the query, and is no value of the data. */
  private boolean isStructural(String before, String value) {
    return (BEFORE_KEY.matcher(before).matches() && isPath(value))
        || (BEFORE_FIELD.matcher(before).matches() && FIELD.matcher(value).matches())
        || (BEFORE_ZONE.matcher(before).matches() && ZONES.contains(value))
        || (ENCODINGS.matcher(before).find() && ENCODING.matcher(value).matches())
        || (FORMATS.matcher(before).find() && FORMAT.matcher(value).matches());
  }

  /** A key, or several as an array of texts, some of which are places in lists. */
  private boolean isPath(String value) {
    return mask.isJsonKey(value)
        || (value.startsWith("{")
            && value.endsWith("}")
            && Stream.of(value.substring(1, value.length() - 1).split(",", -1))
                .allMatch(key -> mask.isJsonKey(key) || key.matches("-?[0-9]{1,4}")));
  }

  /**
   * An export's statements with masked literals, without the constraints that masked values need
   * not fulfil. Its data are masked already.
   */
  Source.Export definitions(Source.Export export) {
    List<String> definitions = export.definitions().stream().map(this::definition).toList();
    List<String> notes = new ArrayList<>(export.notes());
    List<String> constraints =
        export.constraints().stream().filter(each -> !CHECK.matcher(each).matches()).toList();
    if (constraints.size() < export.constraints().size()) {
      notes.add(
          "%d constraints CHECK, which masked values need not fulfil"
              .formatted(export.constraints().size() - constraints.size()));
    }
    return new Source.Export(
        definitions,
        maskable(constraints, notes),
        maskable(export.indexes(), notes),
        export.files(),
        export.rows(),
        export.bytes(),
        notes,
        export.masked(),
        export.emptied());
  }

  private String definition(String statement) {
    if (statement.startsWith("CREATE DOMAIN ")) {
      return statement.replaceFirst("(?s) CHECK .*", "");
    }
    try {
      return statement.startsWith("CREATE TABLE ") ? literals(statement) : statement;
    } catch (IllegalArgumentException e) {
      String table = statement.split("\n", 2)[0];
      throw new BadInputException("--mask: " + table + ": a column " + e.getMessage(), e);
    }
  }

  private List<String> maskable(List<String> statements, List<String> notes) {
    List<String> masked = new ArrayList<>();
    for (String statement : statements) {
      try {
        masked.add(literals(statement));
      } catch (IllegalArgumentException e) {
        notes.add("a constraint or index " + e.getMessage());
      }
    }
    return masked;
  }

  /**
   * A text whose literals are masked, by the type beside each, or as texts.
   *
   * @throws IllegalArgumentException when it has one that cannot be masked; half a sentence
   */
  String literals(String sql) {
    List<Piece> pieces = reader.pieces(sql);
    StringBuilder masked = new StringBuilder();
    String last = "";
    for (int i = 0; i < pieces.size(); i++) {
      Piece piece = pieces.get(i);
      String token = piece.token();
      if (LITERAL.matcher(token).matches() && !BEFORE_BITS.contains(last)) {
        String value = NormalStatement.string(token);
        Matcher cast =
            CAST.matcher(
                pieces.subList(i + 1, pieces.size()).stream()
                    .map(Piece::text)
                    .collect(Collectors.joining()));
        String typeBefore = NormalStatement.TYPES.contains(last) ? last : "text";
        String type = cast.matches() ? cast.group(1) : typeBefore;
        masked.append(
            isStructural(masked.toString(), value)
                ? piece.text()
                : Sql.literal(masking(type).apply(value)));
      } else {
        masked.append(piece.text());
      }
      last = token.isEmpty() ? last : token;
    }
    return masked.toString();
  }

  private UnaryOperator<String> masking(String type) {
    return mask.of(type)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "has a value of the type " + type + ", which cannot be masked"));
  }

  /**
   * The values of a call.
   *
   * @param text of the statement
   * @param types of its parameters
   * @throws IllegalArgumentException when one cannot be masked; half a sentence
   */
  List<@Nullable String> tuple(String text, List<String> types, List<@Nullable String> values) {
    List<@Nullable String> masked = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      UnaryOperator<String> masking = masking(types.get(i));
      String value = values.get(i);
      boolean stays = value == null || isStructural(text, i + 1, value);
      masked.add(stays ? value : masking.apply(value));
    }
    return Collections.unmodifiableList(masked);
  }

  /** Whether it is in all places of a parameter. */
  private boolean isStructural(String text, int parameter, String value) {
    Matcher places = Pattern.compile("\\$" + parameter + "(?![0-9])").matcher(text);
    boolean isFound = false;
    while (places.find()) {
      isFound = true;
      if (!isStructural(text.substring(0, places.start()), value)) {
        return false;
      }
    }
    return isFound;
  }

  /** Why a masked statement may find other rows, as half a sentence; empty when nothing says so. */
  Optional<String> reasonForOtherRows(
      String text, List<String> types, Set<List<@Nullable String>> tuples) {
    String sql = text.toLowerCase(Locale.ROOT);
    List<String> reasons = new ArrayList<>();
    if (sql.contains("@@")) {
      reasons.add("full-text search");
    }
    if (sql.matches("(?s).*(?:~|\\bsimilar to\\b|\\bregexp_).*")) {
      reasons.add("patterns");
    }
    if (sql.matches("(?s).*\\bi?like\\b.*")
        && tuples.stream().flatMap(List::stream).anyMatch(MaskedSql::isInside)) {
      reasons.add("search inside of texts");
    }
    for (int i = 0; i < types.size(); i++) {
      boolean isText = types.get(i).startsWith("text") || types.get(i).startsWith("character");
      if (isText && sql.matches("(?s).*(?:[<>]=?|\\bbetween)\\s*\\$" + (i + 1) + "(?![0-9]).*")) {
        reasons.add("order of texts");
        break;
      }
    }
    return reasons.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", reasons));
  }

  /** Whether a pattern has text behind a wildcard. */
  private static boolean isInside(@Nullable String pattern) {
    return pattern != null && pattern.matches("(?s).*(?<!\\\\)[%_].*[^%].*");
  }
}
