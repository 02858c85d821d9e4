package org.docduel.stats.report.claims;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.docduel.stats.Quantity;
import org.docduel.stats.report.claims.AuditedClaim.Verdict;
import org.docduel.stats.report.claims.Claim.SetUp;
import org.docduel.stats.report.claims.Formula.Measure;
import org.docduel.stats.report.text.Cell;
import org.docduel.stats.report.text.Column;
import org.docduel.stats.report.text.Document;
import org.docduel.stats.report.text.Numbers;
import org.docduel.stats.report.text.Table;

/** Lays out audited claims: a table for each publication, and why rows were not measured. */
public final class ClaimsDocument {
  private ClaimsDocument() {}

  /**
   * Lays out claims.
   *
   * @param claims in their order
   * @param products store to the server that was really measured under that name
   */
  public static Document of(List<AuditedClaim> claims, Map<String, String> products) {
    Map<Publication, List<AuditedClaim>> byPublication = new LinkedHashMap<>();
    claims.forEach(claim ->
        byPublication.computeIfAbsent(claim.publication(), key -> new ArrayList<>()).add(claim));
    List<Table> tables = new ArrayList<>();
    byPublication.forEach(
        (publication, rows) -> tables.add(people(publication + ": " + summary(rows), rows)));
    List<String> notes = new ArrayList<>(reasons(claims));
    notes.add(summary(claims));
    products.forEach((store, product) -> notes.add("Measured as " + store + ": " + product));
    return new Document(
        "claims",
        List.of("Published against measured"),
        tables,
        notes,
        List.of(programs(claims)),
        List.of(),
        Map.of(),
        List.of());
  }

  /** How many claims there are of each verdict. */
  static String summary(List<AuditedClaim> rows) {
    Map<Verdict, Long> counts = new EnumMap<>(Verdict.class);
    rows.forEach(row -> counts.merge(row.verdict(), 1L, Long::sum));
    long variations = Objects.requireNonNullElse(counts.remove(Verdict.VARIATION), 0L);
    List<String> parts = new ArrayList<>();
    counts.forEach((verdict, count) -> parts.add(count + " " + verdict.label()));
    return rows.size()
        - variations
        + " claims: "
        + String.join(", ", parts)
        + (variations == 0 ? "" : "; " + variations + " variations");
  }

  private static String verdict(AuditedClaim audited) {
    String varied = audited.claim().variationOf();
    return audited.verdict().label() + (varied.isEmpty() ? "" : " of " + varied);
  }

  private static List<SetUp> used(List<AuditedClaim> claims) {
    return List.of(SetUp.values()).stream()
        .filter(setUp ->
            setUp != SetUp.OWN_TABLES || claims.stream().anyMatch(c -> c.in(setUp).present()))
        .toList();
  }

  private static Table people(String title, List<AuditedClaim> claims) {
    List<SetUp> setUps = used(claims);
    List<Column> columns = new ArrayList<>();
    columns.add(Column.words("id", "id"));
    columns.add(Column.words("claim", "claim"));
    columns.add(Column.numbers("published", "published"));
    setUps.forEach(setUp -> columns.add(Column.numbers(setUp.field(), setUp.heading())));
    columns.add(Column.numbers("verdict", "verdict"));
    List<List<Cell>> rows = new ArrayList<>();
    for (AuditedClaim audited : claims) {
      List<Cell> row = new ArrayList<>();
      row.add(Cell.of(audited.claim().id()));
      row.add(Cell.of(audited.claim().text()));
      row.add(Cell.of(audited.claim().published()));
      setUps.forEach(setUp -> row.add(Cell.of(shown(audited.claim(), audited.in(setUp)))));
      row.add(Cell.of(verdict(audited)));
      rows.add(row);
    }
    return new Table("claims", title, columns, rows);
  }

  /** Why rows were not measured, those with one reason together. */
  private static List<String> reasons(List<AuditedClaim> claims) {
    Map<String, List<String>> ids = new LinkedHashMap<>();
    for (AuditedClaim audited : claims) {
      String published = audited.in(SetUp.AS_PUBLISHED).reason();
      String fair = audited.in(SetUp.LIKE_FOR_LIKE).reason();
      if (published.equals(fair)) {
        add(ids, "", published, audited);
      } else {
        add(ids, " as published", published, audited);
        add(ids, " like for like", fair, audited);
      }
    }
    List<String> lines = new ArrayList<>();
    ids.forEach(
        (reason, rows) -> lines.add("Not measured" + reason + ": " + String.join(" ", rows)));
    return lines;
  }

  private static void add(
      Map<String, List<String>> ids, String setUp, String reason, AuditedClaim audited) {
    if (!reason.isEmpty() && !reason.equals(Setting.NO_SET_UP)) {
      ids.computeIfAbsent(setUp + ", " + reason, key -> new ArrayList<>())
          .add(audited.claim().id());
    }
  }

  private static String shown(Claim claim, Measured measured) {
    if (!measured.present()) {
      return "-";
    }
    String value =
        measured.word().isEmpty()
            ? shown(claim, measured.value())
            : claim.formula().measure() == Measure.SUPERIOR
                ? measured.word() + " (" + Numbers.percent(measured.value()) + ")"
                : measured.word();
    return value + (measured.size().isEmpty() ? "" : " at " + measured.size());
  }

  private static String shown(Claim claim, double value) {
    return switch (claim.formula().over()) {
      case SHARE_ABOVE, RISES -> Numbers.percent(value);
      case COUNT_ABOVE -> Numbers.count(Math.round(value));
      default ->
          switch (claim.formula().measure()) {
            case RATIO, GROWTH, DRIFT -> Numbers.factor(value);
            case RATE -> Numbers.plain(value) + "/s";
            case NUMBER -> Numbers.plain(value);
            case TIME, GAP -> Numbers.observation(value, Quantity.SECONDS_PER_OPERATION);
            default -> Numbers.percent(value);
          };
    };
  }

  private static Table programs(List<AuditedClaim> claims) {
    List<Column> columns = new ArrayList<>();
    for (String key : List.of("id", "publication", "claim", "published", "agrees_when")) {
      columns.add(Column.words(key, key));
    }
    for (SetUp setUp : SetUp.values()) {
      String name = setUp.name().toLowerCase(java.util.Locale.ROOT);
      columns.add(Column.numbers(name, name));
      for (String more : List.of("value", "lower", "upper", "size", "detail", "reason")) {
        columns.add(Column.words(name + "_" + more, name + "_" + more));
      }
    }
    columns.add(Column.words("verdict", "verdict"));
    List<List<Cell>> rows = new ArrayList<>();
    for (AuditedClaim audited : claims) {
      Claim claim = audited.claim();
      List<Cell> row = new ArrayList<>();
      row.add(Cell.of(claim.id()));
      row.add(Cell.of(audited.publication().toString()));
      row.add(Cell.of(claim.text()));
      row.add(Cell.of(claim.published()));
      row.add(Cell.of(claim.expected().rule()));
      for (SetUp setUp : SetUp.values()) {
        Measured measured = audited.in(setUp);
        row.add(Cell.of(shown(claim, measured)));
        row.add(Cell.of("", measured.value()));
        row.add(Cell.of("", measured.interval().lower()));
        row.add(Cell.of("", measured.interval().upper()));
        row.add(Cell.of(measured.size()));
        row.add(Cell.of(measured.detail()));
        row.add(Cell.of(measured.reason()));
      }
      row.add(Cell.of(verdict(audited)));
      rows.add(row);
    }
    return new Table("claims", "", columns, rows);
  }
}
