package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.docduel.stats.report.model.Score;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.model.SuiteScores;
import org.docduel.stats.report.page.Block;
import org.docduel.stats.report.page.Columns;
import org.docduel.stats.report.page.DataTable;
import org.docduel.stats.report.page.Emphasis;
import org.docduel.stats.sidecar.PlanFact;

/** The query plans side by side. */
public final class Plans {

  private static final int ALL_OPEN = 6;
  private static final int MOST = 24;

  /** Every question of a suite links to its plans. */
  private static final int MOST_OF_SUITE = 600;

  private Plans() {}

  /** The plans of a study; nothing when no sidecar has any. */
  public static List<Block> of(StudyContext context) {
    Study study = context.study();
    Map<List<Entry>, List<String>> groups = new LinkedHashMap<>();
    Map<List<Entry>, List<String>> anchors = new LinkedHashMap<>();
    int most = SuiteScores.isSuite(study) ? MOST_OF_SUITE : MOST;
    for (Study.Group group : study.groups()) {
      List<Entry> entries = entries(study, group);
      if (!entries.isEmpty()) {
        groups.computeIfAbsent(entries, same -> new ArrayList<>()).add(group.label());
        anchors
            .computeIfAbsent(entries, same -> new ArrayList<>())
            .add(SuiteTables.anchor(context, group.scores().get(0)));
      }
    }
    if (groups.isEmpty()) {
      return List.of();
    }
    List<Block.ListingGroup> listings = new ArrayList<>();
    groups.forEach((entries, labels) -> {
      boolean open =
          groups.size() <= ALL_OPEN || entries.stream().anyMatch(entry -> entry.plan().failed());
      if (listings.size() < most) {
        listings.add(
            new Block.ListingGroup(
                heading(study, labels),
                open,
                anchors.getOrDefault(entries, List.of()),
                listings(entries)));
      }
    });
    return List.of(
        new Block.Prose(
            "The plans that the servers chose, without times and estimates."
                + (groups.size() > most
                    ? " Shown are the first %d of %d sets of plans.".formatted(most, groups.size())
                    : "")),
        new Block.Listings(listings, table(context, groups)));
  }

  /** A plan of a subject, without what is the same in its whole group. */
  private record Entry(String subject, PlanFact plan) {}

  private static List<Entry> entries(Study study, Study.Group group) {
    List<Entry> entries = new ArrayList<>();
    for (Score score : group.scores()) {
      for (PlanFact plan : score.plans()) {
        PlanFact bare =
            new PlanFact(plan.store(), Map.of(), plan.lines(), plan.indexes(), plan.verdict());
        Entry entry = new Entry(study.subject(score), bare);
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
      listings.add(
          new Block.Listing(
              entry.subject(),
              remark(entry.plan()),
              entry.plan().failed()
                  ? Emphasis.INFERIOR
                  : entry.plan().unindexed() ? Emphasis.NONE : Emphasis.SUPERIOR,
              entry.plan().lines()));
    }
    return listings;
  }

  private static String remark(PlanFact plan) {
    if (plan.failed()) {
      return "failed plan: uses no index of its table";
    }
    if (plan.unindexed()) {
      return "no index, as expected";
    }
    return plan.indexes().isEmpty()
        ? plan.verdict()
        : plan.verdict() + " " + String.join(", ", plan.indexes());
  }

  private record PlanLine(String group, Entry entry, int number, String text) {}

  private static DataTable table(StudyContext context, Map<List<Entry>, List<String>> groups) {
    List<PlanLine> lines = new ArrayList<>();
    groups.forEach((entries, labels) -> {
      for (Entry entry : entries) {
        int number = 1;
        for (String line : entry.plan().lines()) {
          lines.add(new PlanLine(String.join("; ", labels), entry, number++, line));
        }
      }
    });
    return new Columns<PlanLine>()
        .text("group", "group", PlanLine::group)
        .text("subject", "subject", line -> line.entry().subject())
        .text("verdict", "verdict", line -> line.entry().plan().verdict())
        .text("indexes", "indexes", line -> String.join(" ", line.entry().plan().indexes()))
        .count("line", "line", PlanLine::number)
        .text("text", "text", PlanLine::text)
        .table(context.file("plans"), "Plans, line by line", lines);
  }
}
