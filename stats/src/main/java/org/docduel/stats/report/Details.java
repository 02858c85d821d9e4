package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.Printable;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.report.Html.Block;
import org.docduel.stats.report.Study.Group;
import org.docduel.stats.report.Study.Score;
import org.docduel.stats.sidecar.Fact.CheckFact;
import org.docduel.stats.sidecar.Fact.PlanFact;
import org.docduel.stats.sidecar.Fact.StoreFact;
import org.docduel.stats.sidecar.PlanChanges;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.Sidecar.Server;
import org.docduel.stats.sidecar.Sidecar.Skip;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.stat.Statistic;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Cell;
import org.docduel.stats.table.Table.Columns;
import org.docduel.stats.table.Table.Tone;

/** What is folded away: everything that somebody may want to look up. */
final class Details {
  private static final String BYTES = "Bytes";
  private static final String TOTAL = "totalBytes";
  private static final int MAX_PLANS = 24;
  private static final int MAX_PLANS_OF_SUITE = 600;

  private Details() {}

  /** A table that begins with the columns that tell scores apart, and durabilities. */
  static Columns<Score> columns(List<Study> studies) {
    List<Score> scores = scores(studies);
    String compare = studies.get(0).compare();
    List<String> names =
        new ArrayList<>(SelectedResult.varying(scores.stream().map(Score::selected).toList()));
    names.remove(compare);
    names.add(compare.isEmpty() ? JmhResult.BENCHMARK : compare);
    Columns<Score> columns = new Columns<>();
    for (String name : names) {
      columns.text(name, name, score -> score.selected().label(List.of(name)));
    }
    return names.contains(Score.DURABILITY)
        ? columns
        : columns.text(Score.DURABILITY, durability(scores), Score::durability);
  }

  private static List<Score> scores(List<Study> studies) {
    return studies.stream().flatMap(study -> study.scores().stream()).toList();
  }

  /** The heading of durabilities; empty where all share one, which stands once above. */
  static String durability(Collection<Score> scores) {
    return scores.stream().map(Score::durability).distinct().count() > 1 ? Score.DURABILITY : "";
  }

  /** Every score of some studies with its spread. */
  static Table scores(List<Study> studies, String perOperation) {
    List<Score> scores = scores(studies);
    boolean mean = scores.get(0).statistic() == Statistic.MEAN; // the level has said it
    return columns(studies)
        .count("forks", "forks", score -> score.summary().forks())
        .count("n", "n", score -> score.summary().n())
        .all(Verdicts.levels(scores, perOperation), score -> score)
        .level("mean", mean ? "" : "mean", score -> score.summary().mean(), Score::quantity)
        .level("sd", "sd", score -> score.summary().sd(), Score::quantity)
        .level("min", "min", score -> score.summary().min(), Score::quantity)
        .level("median", "median", score -> score.summary().median(), Score::quantity)
        .level("p95", "p95", score -> score.summary().p95(), Score::quantity)
        .level("p99", "p99", score -> score.summary().p99(), Score::quantity)
        .level("max", "max", score -> score.summary().max(), Score::quantity)
        .table("scores", "Every score", scores);
  }

  /** What the stores took on disk; nothing when no sidecar has sizes. */
  static List<Block> sizes(List<Sidecar> sidecars) {
    Map<List<Object>, StoreFact> first = new LinkedHashMap<>();
    Set<String> parameters = new LinkedHashSet<>();
    Set<String> names = new LinkedHashSet<>();
    List<StoreFact> all = sidecars.stream().flatMap(sidecar -> sidecar.stores().stream()).toList();
    for (StoreFact store : StoreFact.stored(all)) {
      first.putIfAbsent(List.of(store.displayName(), store.parameters()), store);
      parameters.addAll(store.parameters().keySet());
      names.addAll(store.sizes().keySet());
    }
    List<StoreFact> stores = new ArrayList<>(first.values());
    stores.sort(Comparator.comparing(StoreFact::displayName));
    Columns<StoreFact> columns =
        new Columns<StoreFact>().text("store", "store", StoreFact::displayName);
    List<String> benchmarks =
        stores.stream()
            .map(store -> store.parameters().getOrDefault(JmhResult.BENCHMARK, ""))
            .distinct()
            .toList();
    for (String name : parameters) {
      boolean varies =
          stores.stream().map(store -> value(store, name, benchmarks)).distinct().count() > 1;
      boolean hasColumn = name.equals(Score.DURABILITY) || names.contains(name);
      if (varies && !hasColumn) {
        columns.text(name, name, store -> value(store, name, benchmarks));
      }
    }
    Stream<String> promises =
        stores.stream().map(StoreFact::durability).filter(promise -> !promise.isEmpty());
    String heading = promises.distinct().count() > 1 ? Score.DURABILITY : "";
    columns.text(Score.DURABILITY, heading, StoreFact::durability);
    for (String name : names) {
      columns.number(
          name,
          name.replace(BYTES, "").replaceAll("([a-z])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT),
          store -> store.sizes().getOrDefault(name, Double.NaN),
          name.endsWith(BYTES) ? Numbers::bytes : Numbers::tick);
    }
    if (!names.contains(TOTAL)) {
      columns.number(TOTAL, "total", Details::total, Numbers::bytes);
    }
    return table(columns, "stored-sizes", "Stored sizes", stores);
  }

  /** The value of a parameter; nothing where it only names the store. */
  private static String value(StoreFact store, String parameter, List<String> benchmarks) {
    String value = store.parameters().getOrDefault(parameter, "");
    String text =
        parameter.equals(JmhResult.BENCHMARK) ? JmhResult.displayName(value, benchmarks) : value;
    return value.equals(store.store()) ? "" : text;
  }

  private static double total(StoreFact store) {
    return store.sizes().entrySet().stream()
        .filter(size -> size.getKey().endsWith(BYTES))
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }

  /** What was checked; passed checks alike but for numbers are one row, failed ones come first. */
  static List<Block> checks(List<Sidecar> sidecars) {
    List<List<CheckFact>> rows =
        new ArrayList<>(
            Study.grouped(
                    sidecars.stream().flatMap(sidecar -> sidecar.checks().stream()).toList(),
                    fact ->
                        List.of(
                            fact.check(),
                            fact.outcome(),
                            fact.failed() ? fact.detail() : fact.detail().replaceAll("\\d+", "#")))
                .values());
    rows.sort(Comparator.comparing(facts -> !facts.get(0).failed()));
    return table(
        new Columns<List<CheckFact>>()
            .text("check", "check", facts -> facts.get(0).check())
            .cell("outcome", "outcome", false, facts -> outcome(facts.get(0)))
            .count("times", "times", List::size)
            .text(
                "stores",
                "stores",
                facts ->
                    String.join(", ", facts.stream().map(CheckFact::store).distinct().toList()))
            .text("detail", "detail", Details::detail),
        "checks",
        "What was checked",
        rows);
  }

  private static String detail(List<CheckFact> facts) {
    String first = facts.get(0).detail();
    long others = facts.stream().filter(fact -> !fact.detail().equals(first)).count();
    return first + (others == 0 ? "" : "; %s with other numbers".formatted(Numbers.count(others)));
  }

  private static Cell outcome(CheckFact fact) {
    return Cell.text(fact.outcome()).with(fact.failed() ? Tone.INFERIOR : Tone.SUPERIOR);
  }

  /** What the runs left out, and why. */
  static List<Block> skips(List<Sidecar> sidecars) {
    return table(
        new Columns<Skip>()
            .text("what", "left out", Skip::what)
            .number(
                "combinations",
                "combinations",
                skip -> skip.combinations() > 0 ? skip.combinations() : Double.NaN,
                Numbers::tick)
            .text("reason", "reason", Skip::reason)
            .text("remedy", "remedy", Skip::remedy),
        "skips",
        "What was not measured, and how to include it",
        sidecars.stream().flatMap(sidecar -> sidecar.skips().stream()).distinct().toList());
  }

  private static <T> List<Block> table(
      Columns<T> columns, String name, String caption, List<T> rows) {
    return rows.isEmpty()
        ? List.of()
        : List.of(new Html.TableBlock(columns.table(name, caption, rows)));
  }

  /** The query plans of a study side by side, equal sets once. */
  static List<Block> plans(Study study) {
    Map<List<Html.Listing>, List<Group>> sets =
        Study.grouped(study.groups(), group -> listings(study, group));
    sets.remove(List.<Html.Listing>of());
    int max = Suites.isSuite(study) ? MAX_PLANS_OF_SUITE : MAX_PLANS;
    List<Block> blocks = new ArrayList<>();
    sets.forEach((plans, groups) -> {
      if (blocks.size() < max) {
        String labels = Printable.some(groups.stream().map(Group::label).toList(), max, "; ");
        List<String> anchors =
            groups.stream().map(group -> Suites.anchor(study, group.scores().get(0))).toList();
        blocks.add(new Html.Listings(labels.isEmpty() ? study.name() : labels, anchors, plans));
      }
    });
    blocks.addAll(cut(max, sets.size(), "sets of plans"));
    return blocks;
  }

  private static List<Block> cut(int max, int all, String of) {
    String note = "Shown are the first %d of %d %s.".formatted(max, all, of);
    return all > max ? List.of(new Html.Prose(note)) : List.of();
  }

  private static List<Html.Listing> listings(Study study, Group group) {
    return group.scores().stream()
        .flatMap(score -> score.plans().stream().map(plan -> listing(study.subject(score), plan)))
        .distinct()
        .sorted(Comparator.comparing(plan -> plan.remark().startsWith("no index")))
        .toList();
  }

  private static Html.Listing listing(String subject, PlanFact plan) {
    String remark =
        plan.failed()
            ? "failed plan: uses no index of its table"
            : plan.unindexed()
                ? "no index, as expected"
                : (plan.verdict() + " " + String.join(", ", plan.indexes())).strip();
    Tone tone = plan.failed() ? Tone.INFERIOR : plan.unindexed() ? Tone.NONE : Tone.SUPERIOR;
    return new Html.Listing(subject, remark, tone, String.join("\n", plan.plan()));
  }

  /** What another version of a server plans otherwise; nothing of runs on one version. */
  static List<Block> planChanges(List<Sidecar> sidecars) {
    List<Block> blocks = new ArrayList<>();
    for (Sidecar sidecar : sidecars) {
      Map<String, String> titles = new LinkedHashMap<>();
      sidecar
          .questions()
          .forEach(fact -> titles.put(fact.query(), fact.query() + " " + fact.title()));
      PlanChanges.of(sidecar.plans())
          .ifPresent(changes -> {
            blocks.add(new Html.Prose(changes.sentence()));
            changes.changes().entrySet().stream()
                .limit(MAX_PLANS)
                .forEach(change -> {
                  String title = titles.getOrDefault(change.getKey(), change.getKey());
                  List<Html.Listing> plans =
                      change.getValue().stream().map(plan -> listing(plan.store(), plan)).toList();
                  blocks.add(new Html.Listings(title, List.of(), plans));
                });
            blocks.addAll(cut(MAX_PLANS, changes.changes().size(), "changes"));
          });
    }
    return blocks;
  }

  /** The settings of the servers side by side, those that differ first. */
  static List<Block> servers(List<Sidecar> sidecars) {
    List<Server> servers =
        sidecars.stream().flatMap(sidecar -> sidecar.servers().stream()).distinct().toList();
    Set<String> names = new LinkedHashSet<>();
    servers.forEach(server -> names.addAll(server.settings().keySet()));
    Set<String> differing = new TreeSet<>(names);
    differing.removeIf(name -> !Server.differs(name, servers));
    Columns<String> columns =
        new Columns<String>()
            .text("setting", "setting", name -> name)
            .text("differs", "", name -> String.valueOf(differing.contains(name)))
            .displayOnly("differs", name -> differing.contains(name) ? "≠" : "");
    for (Server server : servers) {
      String provision = server.provision().isEmpty() ? "" : ", " + server.provision();
      columns.cell(
          server.name(),
          server.name() + ": " + server.label() + provision,
          false,
          name ->
              Cell.text(server.settings().getOrDefault(name, ""))
                  .with(differing.contains(name) ? Tone.STRONG : Tone.NONE));
    }
    List<String> rows = new ArrayList<>(names);
    rows.sort(Comparator.comparing(name -> !differing.contains(name)));
    return table(
        columns,
        "servers",
        "What the servers were told. Where they differ (≠), so may what was measured.",
        rows);
  }

  /** A setting or a fact, and of what it is one. */
  private record Setting(String owner, String name, String value) {}

  /** What results and sidecars say of machines, runs, servers, stores and the protocol. */
  static List<Block> settings(
      List<JmhResult> results, List<SidecarFile> files, List<Study> studies) {
    Set<Setting> entries = new LinkedHashSet<>();
    for (SidecarFile file : files) {
      Sidecar sidecar = file.sidecar();
      Map<String, String> run = new LinkedHashMap<>();
      run.put("started", sidecar.run().started());
      run.put("finished", sidecar.run().finished());
      run.put("status", sidecar.run().status());
      run.put("arguments", String.join(" ", sidecar.run().command()));
      run.put("order", sidecar.run().order());
      add(entries, "run of " + file.resultFile(), run);
      add(entries, "machine", sidecar.environment());
      for (StoreFact store : sidecar.stores()) {
        Map<String, String> settings = new LinkedHashMap<>(store.settings());
        sidecar.servers().stream()
            .filter(server -> server.name().equals(store.server()))
            .forEach(server -> settings.entrySet().removeAll(server.settings().entrySet()));
        add(entries, store.displayName(), settings);
      }
    }
    results.forEach(result -> add(entries, "JMH", result.circumstances()));
    studies.forEach(study -> add(entries, study.name(), study.constants()));
    List<Block> blocks = new ArrayList<>();
    if (files.isEmpty()) {
      blocks.add(
          new Html.Prose(
              "No sidecar lies beside the results. Machine, servers and settings are not known."));
    }
    Table table =
        new Columns<Setting>()
            .text("of", "of", Setting::owner)
            .text("setting", "setting", Setting::name)
            .text("value", "value", Setting::value)
            .table("settings", "As stated, every value once", List.copyOf(entries));
    blocks.add(new Html.TableBlock(table, entries.size() < 200));
    return blocks;
  }

  private static void add(Set<Setting> entries, String owner, Map<String, String> settings) {
    settings.forEach((name, value) -> {
      if (!value.isBlank()) {
        entries.add(new Setting(owner, name, value.strip()));
      }
    });
  }
}
