package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.docduel.stats.report.model.Score;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.DataTable;
import org.docduel.stats.report.page.DataTable.Cell;
import org.docduel.stats.report.page.DataTable.Column;
import org.docduel.stats.report.page.DataTable.Emphasis;
import org.docduel.stats.report.value.Shown;
import org.docduel.stats.sidecar.PlanFact;

/** How the variants' queries were answered, side by side, with what differs marked. */
public final class Plans {

  private static final int ALL_OPEN = 6;

  private Plans() {}

  /** The plans of a study; nothing when no sidecar has any. */
  public static List<Block> of(Study study, Names names) {
    Map<List<Entry>, List<String>> groups = new LinkedHashMap<>();
    for (Study.Group group : study.groups()) {
      List<Entry> entries = entries(study, group);
      if (!entries.isEmpty()) {
        groups.computeIfAbsent(entries, same -> new ArrayList<>()).add(group.label());
      }
    }
    if (groups.isEmpty()) {
      return List.of();
    }
    List<Block.ListingGroup> listings = new ArrayList<>();
    groups.forEach((entries, labels) -> {
      boolean open =
          groups.size() <= ALL_OPEN || entries.stream().anyMatch(entry -> entry.plan().failed());
      listings.add(new Block.ListingGroup(heading(study, labels), open, listings(entries)));
    });
    return List.of(
        new Block.Prose(
            "The plans that the servers chose, without times and estimates. Marked is what the"
                + " other plans beside it do not have: whole steps in bold, words underlined. Plans"
                + " that were meant to use an index are compared with each other, and so are those"
                + " that were not."),
        new Block.Listings(listings, table(names, groups)));
  }

  /** Which results were meant to use an index and did not, in words. */
  static List<String> failures(Study study) {
    List<String> failures = new ArrayList<>();
    for (Score score : study.scores()) {
      if (score.plans().stream().anyMatch(PlanFact::failed)) {
        String label = study.label(score);
        failures.add((label.isEmpty() ? "" : label + ", ") + study.variant(score));
      }
    }
    return failures;
  }

  /** A plan of a variant, without what is the same in its whole group. */
  private record Entry(String variant, PlanFact plan) {}

  private static List<Entry> entries(Study study, Study.Group group) {
    List<Entry> entries = new ArrayList<>();
    for (Score score : group.scores()) {
      for (PlanFact plan : score.plans()) {
        PlanFact bare =
            new PlanFact(plan.store(), Map.of(), plan.lines(), plan.indexes(), plan.verdict());
        Entry entry = new Entry(study.variant(score), bare);
        if (!entries.contains(entry)) {
          entries.add(entry);
        }
      }
    }
    entries.sort(Comparator.comparing(entry -> entry.plan().unindexed()));
    return entries;
  }

  private static String heading(Study study, List<String> labels) {
    String all = String.join(" — ", labels);
    return all.isEmpty() ? study.name() : all;
  }

  private static List<Block.Listing> listings(List<Entry> entries) {
    List<Block.Listing> listings = new ArrayList<>();
    for (Entry entry : entries) {
      List<List<String>> others =
          entries.stream()
              .filter(other -> !other.equals(entry))
              .filter(other -> other.plan().unindexed() == entry.plan().unindexed())
              .map(other -> other.plan().lines())
              .toList();
      listings.add(
          new Block.Listing(
              entry.variant(),
              remark(entry.plan()),
              entry.plan().failed()
                  ? Emphasis.INFERIOR
                  : entry.plan().unindexed() ? Emphasis.NONE : Emphasis.SUPERIOR,
              PlanDifference.marked(entry.plan().lines(), others)));
    }
    return listings;
  }

  private static String remark(PlanFact plan) {
    if (plan.failed()) {
      return "failed plan: uses no index of its table";
    }
    if (plan.unindexed()) {
      return "no index, as meant";
    }
    return plan.indexes().isEmpty()
        ? plan.verdict()
        : plan.verdict() + " " + String.join(", ", plan.indexes());
  }

  private static DataTable table(Names names, Map<List<Entry>, List<String>> groups) {
    List<DataTable.Row> rows = new ArrayList<>();
    groups.forEach((entries, labels) -> {
      List<Block.Listing> listings = listings(entries);
      for (int i = 0; i < entries.size(); i++) {
        rows(String.join("; ", labels), entries.get(i), listings.get(i), rows);
      }
    });
    return new DataTable(
        names.file("plans"),
        "Plans, line by line",
        List.of(
            Column.text("group", "group"),
            Column.text("variant", "variant"),
            Column.text("verdict", "verdict"),
            Column.text("indexes", "indexes"),
            Column.number("line", "line"),
            Column.number("depth", "depth"),
            Column.text("text", "text"),
            Column.text("differs", "differs")),
        rows);
  }

  private static void rows(
      String group, Entry entry, Block.Listing listing, List<DataTable.Row> rows) {
    for (int i = 0; i < listing.lines().size(); i++) {
      Block.ListingLine line = listing.lines().get(i);
      StringBuilder text = new StringBuilder();
      line.runs().forEach(run -> text.append(run.text()));
      rows.add(
          DataTable.Row.of(
              List.of(
                  Cell.text(group),
                  Cell.text(entry.variant()),
                  Cell.text(entry.plan().verdict()),
                  Cell.text(String.join(" ", entry.plan().indexes())),
                  Cell.count(i + 1L, Shown.count(i + 1L)),
                  Cell.count(line.depth(), Shown.count(line.depth())),
                  Cell.text(text.toString()),
                  Cell.text(differs(line)))));
    }
  }

  private static String differs(Block.ListingLine line) {
    if (line.runs().stream().anyMatch(run -> run.mark() == Block.Mark.STEP)) {
      return "step";
    }
    return line.runs().stream().anyMatch(run -> run.mark() == Block.Mark.WORD) ? "words" : "";
  }
}
