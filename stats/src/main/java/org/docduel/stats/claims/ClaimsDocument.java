package org.docduel.stats.claims;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.docduel.stats.claims.AuditedClaim.Measured;
import org.docduel.stats.claims.AuditedClaim.Verdict;
import org.docduel.stats.claims.Claim.SetUp;
import org.docduel.stats.claims.Claim.Setting;
import org.docduel.stats.claims.ClaimFile.Publication;
import org.docduel.stats.claims.Formula.Measure;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Output;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Cell;
import org.docduel.stats.table.Table.Columns;

/** Lays out audited claims: a table for each publication, and why rows were not measured. */
public final class ClaimsDocument {
  private ClaimsDocument() {}

  /**
   * Lays out claims.
   *
   * @param products store to the server that was really measured under that name
   */
  public static Output of(List<AuditedClaim> claims, Map<String, String> products) {
    Map<Publication, List<AuditedClaim>> byPublication = new LinkedHashMap<>();
    claims.forEach(claim ->
        byPublication.computeIfAbsent(claim.publication(), key -> new ArrayList<>()).add(claim));
    Output output = new Output("claims").lead("Published against measured");
    byPublication.forEach((publication, rows) -> output.table(table(publication, rows)));
    output.notes("", reasons(claims)).note(summary(claims));
    products.forEach((store, product) -> output.note("Measured as " + store + ": " + product));
    return output;
  }

  /** How many claims there are of each verdict. */
  static String summary(List<AuditedClaim> rows) {
    Map<Verdict, Long> counts = new EnumMap<>(Verdict.class);
    rows.forEach(row -> counts.merge(row.verdict(), 1L, Long::sum));
    long variations = Objects.requireNonNullElse(counts.remove(Verdict.VARIATION), 0L);
    List<String> parts = new ArrayList<>();
    long counted =
        rows.stream()
            .filter(row -> row.verdict() == Verdict.REPEATS && row.claim().formula().counted())
            .count();
    counts.forEach((verdict, count) ->
        parts.add(
            count
                + " "
                + verdict.label()
                + (verdict == Verdict.REPEATS && counted > 0
                    ? " (" + counted + " of them plans and counts)"
                    : "")));
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

  private static Table table(Publication publication, List<AuditedClaim> claims) {
    Columns<AuditedClaim> columns =
        new Columns<AuditedClaim>()
            .text("id", "id", audited -> audited.claim().id())
            .text("publication", "", audited -> publication.toString())
            .text("claim", "claim", audited -> audited.claim().text())
            .cell("published", "published", true, audited -> Cell.text(audited.claim().published()))
            .text("agrees_when", "", audited -> audited.claim().expected().rule());
    List<SetUp> shown = used(claims);
    for (SetUp setUp : SetUp.values()) {
      String name = setUp.name().toLowerCase(Locale.ROOT);
      columns
          .cell(
              name,
              shown.contains(setUp) ? setUp.heading() : "",
              true,
              audited -> Cell.text(shown(audited.claim(), audited.in(setUp))))
          .data(name + "_value", audited -> audited.in(setUp).value())
          .data(name + "_lower", audited -> audited.in(setUp).interval().lower())
          .data(name + "_upper", audited -> audited.in(setUp).interval().upper())
          .text(name + "_size", "", audited -> audited.in(setUp).size())
          .text(name + "_server", "", audited -> audited.in(setUp).server())
          .text(name + "_detail", "", audited -> audited.in(setUp).detail())
          .text(name + "_reason", "", audited -> audited.in(setUp).reason());
    }
    return columns
        .text("verdict", "verdict", ClaimsDocument::verdict)
        .table("claims", publication + ": " + summary(claims), claims);
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
            ? shown(claim.formula(), measured)
            : claim.formula().measure() == Measure.SUPERIOR
                ? measured.word() + " (" + Numbers.percent(measured.value()) + ")"
                : measured.word();
    return value + (measured.size().isEmpty() ? "" : " at " + measured.size());
  }

  private static String shown(Formula formula, Measured measured) {
    double value = measured.value();
    return switch (formula.over()) {
      case SHARE_ABOVE, RISES -> Numbers.percent(value);
      case COUNT_ABOVE -> Numbers.count(Math.round(value));
      default ->
          switch (formula.measure()) {
            case RATIO, GROWTH, DRIFT -> Numbers.factor(value);
            case RATE -> Numbers.plain(value) + "/s";
            case NUMBER -> Numbers.plain(value);
            case TIME -> Numbers.time(value);
            case GAP -> Numbers.of(value, measured.quantity());
            default -> Numbers.percent(value);
          };
    };
  }
}
