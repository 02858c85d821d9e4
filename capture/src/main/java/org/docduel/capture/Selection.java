package org.docduel.capture;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.capture.NormalStatement.Source;
import org.docduel.core.spi.suite.SqlReader;
import org.docduel.stores.postgres.server.PostgresErrors;
import org.jspecify.annotations.Nullable;

/** Which of PostgreSQL's statements become queries of a suite. */
final class Selection extends QueryChoice {
  private static final Set<String> WRITES = Set.of("INSERT", "UPDATE", "DELETE", "MERGE");
  private static final Pattern LOCKS =
      Pattern.compile(".* for (?:no key update|key share|update|share)\\b.*");
  private static final Pattern CATALOG =
      Pattern.compile(
          "(?:.* )?(?:\"?pg_[a-z_]+|information_schema|current_setting|version \\()(?: .*)?");

  /** Keys of services, tokens, private keys, and numbers of cards. */
  private static final Pattern SECRET =
      Pattern.compile(
          "(?s).*(?:AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{30}|sk_(?:live|test)_|xox[abprs]-"
              + "|eyJ[A-Za-z0-9_-]{8,}\\.|-----BEGIN|(?i:bearer |password=|secret=)).*");

  private static final String OTHER_ROWS = "masked, may find other rows: ";

  private static final Pattern CARD = Pattern.compile("[0-9](?:[ -]?[0-9]){12,18}");

  /**
   * A query of the suite.
   *
   * @param types of each parameter: PostgreSQL's, or the kind of a column of tuples
   * @param tuples with their calls, the hottest first; empty without parameters
   */
  record Query(
      String name,
      StatementTable.Entry entry,
      String text,
      List<String> types,
      Map<List<@Nullable String>, Long> tuples,
      String note) {}

  /** A statement that is left out. */
  record Rejection(StatementTable.Entry entry, String reason) {}

  private final SqlReader reader;
  private final Set<String> schemas;
  private final Trial trial;
  private final Optional<MaskedSql> masked;

  Selection(SqlReader reader, Set<String> schemas, Trial trial, Optional<MaskedSql> masked) {
    this.reader = reader;
    this.schemas = schemas;
    this.trial = trial;
    this.masked = masked;
  }

  @Override
  Optional<String> reasonAgainst(NormalStatement statement) {
    if (WRITES.contains(statement.command())) {
      return Optional.of("writes");
    }
    SqlReader.Statement read = reader.statements(statement.text()).get(0);
    return read.reasonNotQuery()
        .or(() ->
            LOCKS.matcher(statement.key()).matches() ? Optional.of("locks rows") : Optional.empty())
        .or(() ->
            CATALOG.matcher(statement.key()).matches()
                ? Optional.of("asks the catalog")
                : Optional.empty());
  }

  /** All values as parameters; where the server refuses that, the literals of one call stay. */
  @Override
  Query query(StatementTable.Entry entry) {
    StatementTable.Form form = entry.form();
    Map<List<@Nullable String>, Long> tuples = form.tuples().weighted();
    NormalStatement statement = form.statement();
    if (!statement.values().isEmpty() && tuples.isEmpty()) {
      throw new IllegalArgumentException(
          form.tuples().calls() == 0 && entry.unusable() == 0
              ? "has parameters, and their values are in no log"
              : "has values that are cut, too long or unreadable");
    }
    try {
      return query(entry, statement.text(), tuples, "");
    } catch (SQLException rejected) {
      NormalStatement literal = NormalStatement.withLiterals(form.example(), reader, schemas);
      Map<List<@Nullable String>, Long> same = sameLiterals(form, literal, tuples);
      boolean isPlain = !literal.text().contains("\n") && !isSecret(literal.text());
      if (form.example().isEmpty() || literal.text().equals(statement.text()) || !isPlain) {
        throw new IllegalArgumentException(
            "cannot be prepared: " + PostgresErrors.message(rejected), rejected);
      }
      try {
        return query(entry, literal.text(), same, "literals of one call");
      } catch (SQLException e) {
        throw new IllegalArgumentException("cannot be prepared: " + PostgresErrors.message(e), e);
      }
    }
  }

  /** The bound values of the calls that had the literals of the example. */
  private Map<List<@Nullable String>, Long> sameLiterals(
      StatementTable.Form form, NormalStatement literal, Map<List<@Nullable String>, Long> tuples) {
    List<Source> sources = form.statement().values();
    List<Source> example = NormalStatement.of(form.example(), reader, schemas).values();
    Map<List<@Nullable String>, Long> same = new LinkedHashMap<>();
    tuples.forEach((tuple, calls) -> {
      List<@Nullable String> bound = new ArrayList<>();
      for (int i = 0; i < sources.size(); i++) {
        int parameter = sources.get(i).parameter();
        if (parameter == 0 && !example.get(i).literal().equals(tuple.get(i))) {
          return;
        }
        while (bound.size() < parameter) {
          bound.add(null);
        }
        if (parameter > 0) {
          bound.set(parameter - 1, tuple.get(i));
        }
      }
      if (!literal.values().isEmpty()) {
        same.merge(Collections.unmodifiableList(literal.tuple(bound)), calls, Long::sum);
      }
    });
    return same;
  }

  private Query query(
      StatementTable.Entry entry,
      String captured,
      Map<List<@Nullable String>, Long> tuples,
      String note)
      throws SQLException {
    String text = masked.map(mask -> mask.literals(captured)).orElse(captured);
    List<String> types = trial.prepare(text);
    Map<List<@Nullable String>, Long> accepted = new LinkedHashMap<>();
    if (types.isEmpty() && !trial.takes(List.of())) {
      throw new IllegalArgumentException("cannot be planned");
    }
    for (var tuple : tuples.entrySet()) {
      if (!types.isEmpty()
          && tuple.getKey().stream().noneMatch(value -> value != null && isSecret(value))
          && trial.takes(tuple.getKey())) {
        List<@Nullable String> values =
            masked.map(mask -> mask.tuple(text, types, tuple.getKey())).orElse(tuple.getKey());
        if (masked.isEmpty() || trial.takes(values)) {
          accepted.merge(values, tuple.getValue(), Long::sum);
        }
      }
    }
    if (!types.isEmpty() && accepted.isEmpty()) {
      throw new SQLException("none of its values is one of its types " + types, "22000");
    }
    Optional<String> otherRows =
        masked.flatMap(mask -> mask.reasonForOtherRows(text, types, accepted.keySet()));
    return new Query(
        "",
        entry,
        text,
        types,
        accepted,
        Stream.of(
                Optional.of(note).filter(each -> !each.isEmpty()),
                otherRows.map(OTHER_ROWS::concat))
            .flatMap(Optional::stream)
            .collect(Collectors.joining("; ")));
  }

  /** Whether a text looks like a key, a token or a card's number; it is never written. */
  static boolean isSecret(String text) {
    return SECRET.matcher(text).matches()
        || CARD.matcher(text)
            .results()
            .anyMatch(number -> isCard(number.group().replaceAll("[ -]", "")));
  }

  /** Luhn's check digit (ISO/IEC 7812-1, annex B), and the first digit of a bank's card. */
  private static boolean isCard(String digits) {
    int sum = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(digits.length() - 1 - i) - '0';
      int counted = i % 2 == 0 ? digit : digit * 2;
      sum += counted > 9 ? counted - 9 : counted;
    }
    return sum % 10 == 0 && digits.charAt(0) >= '3' && digits.charAt(0) <= '6';
  }
}
