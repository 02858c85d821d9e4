package org.docduel.stats.report.claims;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.docduel.stats.Quantity;
import org.docduel.stats.report.text.Cell;
import org.docduel.stats.report.text.Column;
import org.docduel.stats.report.text.Document;
import org.docduel.stats.report.text.Numbers;
import org.docduel.stats.report.text.Table;

/** Lays out audited claims, row by row. */
public final class ClaimsDocument {
  private ClaimsDocument() {}

  /**
   * Lays out claims.
   *
   * @param claims in their order
   * @param products store to the server that was really measured under that name
   */
  public static Document of(List<AuditedClaim> claims, Map<String, String> products) {
    long measured = claims.stream().filter(c -> !c.verdict().equals("not measured")).count();
    List<String> notes = new ArrayList<>();
    notes.add(
        measured
            + " of "
            + claims.size()
            + " claims were measured; CSV and JSON give the reason for each that was not.");
    products.forEach((store, product) -> notes.add("Measured as " + store + ": " + product));
    return new Document(
        "claims",
        List.of("Published against measured"),
        List.of(people(claims)),
        notes,
        List.of(programs(claims)),
        List.of(),
        Map.of(),
        List.of());
  }

  private static Table people(List<AuditedClaim> claims) {
    List<Column> columns =
        List.of(
            Column.words("id", "id"),
            Column.words("source", "source"),
            Column.words("claim", "claim"),
            Column.numbers("published", "published"),
            Column.numbers("as_published", "measured, published set-up"),
            Column.numbers("fair", "measured like-for-like"),
            Column.words("verdict", "verdict"));
    List<List<Cell>> rows = new ArrayList<>();
    for (AuditedClaim audited : claims) {
      Claim claim = audited.claim();
      rows.add(
          List.of(
              Cell.of(claim.id()),
              Cell.of(claim.source()),
              Cell.of(claim.text()),
              Cell.of(claim.published()),
              Cell.of(shown(audited, audited.asPublished())),
              Cell.of(shown(audited, audited.fair())),
              Cell.of(audited.verdict())));
    }
    return new Table("claims", "", columns, rows);
  }

  private static String shown(AuditedClaim audited, Measured measured) {
    if (!measured.present()) {
      return "-";
    }
    String value = shown(audited, measured.value());
    return Double.isNaN(measured.interval().lower())
        ? value
        : value
            + " ["
            + shown(audited, measured.interval().lower())
            + ", "
            + shown(audited, measured.interval().upper())
            + "]";
  }

  private static String shown(AuditedClaim audited, double value) {
    return switch (audited.claim().measure()) {
      case RATIO, GROWTH, DRIFT -> Numbers.factor(value);
      case RATE -> Numbers.plain(value) + "/s";
      case SUPERIOR -> Numbers.count(Math.round(value));
      case TIME -> Numbers.observation(value, Quantity.SECONDS_PER_OPERATION);
      default -> Numbers.percent(value);
    };
  }

  private static Table programs(List<AuditedClaim> claims) {
    List<Column> columns = new ArrayList<>();
    for (String key :
        List.of(
            "id",
            "source",
            "claim",
            "published",
            "measured_published_setup",
            "lower_published_setup",
            "upper_published_setup",
            "reason_published_setup",
            "measured_like_for_like",
            "lower_like_for_like",
            "upper_like_for_like",
            "reason_like_for_like",
            "verdict")) {
      columns.add(Column.words(key, key));
    }
    List<List<Cell>> rows = new ArrayList<>();
    for (AuditedClaim audited : claims) {
      List<Cell> row = new ArrayList<>();
      row.add(Cell.of(audited.claim().id()));
      row.add(Cell.of(audited.claim().source()));
      row.add(Cell.of(audited.claim().text()));
      row.add(Cell.of(audited.claim().published()));
      for (Measured measured : List.of(audited.asPublished(), audited.fair())) {
        row.add(Cell.of("", measured.value()));
        row.add(Cell.of("", measured.interval().lower()));
        row.add(Cell.of("", measured.interval().upper()));
        row.add(Cell.of(measured.reason()));
      }
      row.add(Cell.of(audited.verdict()));
      rows.add(row);
    }
    return new Table("claims", "", columns, rows);
  }
}
