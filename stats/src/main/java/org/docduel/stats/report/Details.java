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
import java.util.stream.Collectors;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.Printable;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.report.Html.Block;
import org.docduel.stats.report.Study.Score;
import org.docduel.stats.sidecar.Fact.CheckFact;
import org.docduel.stats.sidecar.Fact.PlanFact;
import org.docduel.stats.sidecar.Fact.StoreFact;
import org.docduel.stats.sidecar.PlanChanges;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table;
import org.docduel.stats.table.Table.Cell;
import org.docduel.stats.table.Table.Columns;
import org.docduel.stats.table.Table.Tone;

/** What is folded away: everything that somebody may want to look up. */
final class Details {
  private static final String BYTES = "Bytes";
  private static final String TOTAL = "totalBytes";
  private static final int MOST_PLANS = 24;
  private static final int MOST_PLANS_OF_SUITE = 600;

  private Details() {}

  /** A table that begins with the columns that tell scores apart, and durabilities. */
  static Columns<Score> columns(Study study) {
    Columns<Score> columns = new Columns<>();
    for (String name : study.by()) {
      columns.text(name, name, score -> shown(name, score));
    }
    String subject = study.compare().isEmpty() ? JmhResult.BENCHMARK : study.compare();
    columns.text(subject, subject, score -> shown(subject, score));
    return study.separatesDurability()
        ? columns
        : columns.text(Score.DURABILITY, durability(study.scores()), Score::durability);
  }

  /** The heading of durabilities; empty where all share one, which stands once above. */
  static String durability(Collection<Score> scores) {
    return scores.stream().map(Score::durability).distinct().count() > 1 ? Score.DURABILITY : "";
  }

  private static String shown(String field, Score score) {
    return score.selected().label(List.of(field));
  }

  /** Every score of a study with its spread. */
  static Table scores(Study study, String prefix, String perOperation) {
    return columns(study)
        .count("forks", "forks", score -> score.summary().forks())
        .count("n", "n", score -> score.summary().n())
        .all(Verdicts.levels(study.scores(), perOperation), score -> score)
        .level("mean", "mean", score -> score.summary().mean(), Score::quantity)
        .level("sd", "sd", score -> score.summary().sd(), Score::quantity)
        .level("min", "min", score -> score.summary().min(), Score::quantity)
        .level("median", "median", score -> score.summary().median(), Score::quantity)
        .level("p95", "p95", score -> score.summary().p95(), Score::quantity)
        .level("p99", "p99", score -> score.summary().p99(), Score::quantity)
        .level("max", "max", score -> score.summary().max(), Score::quantity)
        .table(prefix + "scores", "Every score of " + study.name(), study.scores());
  }

  /** Results of any studies in one table, for reports of more studies than a person reads. */
  static Table scores(List<Study> studies) {
    record Entry(Study study, Score score) {
      Quantity quantity() {
        return score.quantity();
      }
    }
    List<Entry> entries = new ArrayList<>();
    studies.forEach(study -> study.scores().forEach(score -> entries.add(new Entry(study, score))));
    return new Columns<Entry>()
        .text("benchmark", "benchmark", entry -> entry.study().name())
        .text("parameters", "parameters", entry -> entry.study().label(entry.score()))
        .text("subject", "subject", entry -> entry.study().subject(entry.score()))
        .count("forks", "forks", entry -> entry.score().summary().forks())
        .count("n", "n", entry -> entry.score().summary().n())
        .level("mean", "mean", entry -> entry.score().summary().mean(), Entry::quantity)
        .level("median", "median", entry -> entry.score().summary().median(), Entry::quantity)
        .text("unit", "", entry -> entry.quantity().unit())
        .table("scores", "Every score", entries);
  }

  /** What the stores took on disk; nothing when no sidecar has sizes. */
  static List<Block> sizes(List<SidecarFile> sidecars) {
    Map<String, StoreFact> stores = new LinkedHashMap<>();
    Set<String> names = new LinkedHashSet<>();
    for (SidecarFile file : sidecars) {
      for (StoreFact store : file.sidecar().stores()) {
        if (!store.sizes().isEmpty()) {
          Map<String, String> parameters = new LinkedHashMap<>(store.parameters());
          parameters.values().removeIf(store.store()::equals);
          String words = parameters.toString().replaceAll("[{}]", "").replace('=', ' ');
          stores.putIfAbsent(store.shown() + (words.isEmpty() ? "" : ", " + words), store);
          names.addAll(store.sizes().keySet());
        }
      }
    }
    Columns<Map.Entry<String, StoreFact>> columns =
        new Columns<Map.Entry<String, StoreFact>>()
            .text("store", "store", Map.Entry::getKey)
            .text(Score.DURABILITY, Score.DURABILITY, entry -> entry.getValue().durability());
    for (String name : names) {
      columns.number(
          name,
          name.replace(BYTES, "").replaceAll("([a-z])([A-Z])", "$1 $2").toLowerCase(Locale.ROOT),
          entry -> entry.getValue().sizes().getOrDefault(name, Double.NaN),
          name.endsWith(BYTES) ? Numbers::bytes : Numbers::tick);
    }
    if (!names.contains(TOTAL)) {
      columns.number(TOTAL, "total", entry -> total(entry.getValue()), Numbers::bytes);
    }
    return table(columns, "stored-sizes", "Stored sizes", List.copyOf(stores.entrySet()));
  }

  private static double total(StoreFact store) {
    return store.sizes().entrySet().stream()
        .filter(size -> size.getKey().endsWith(BYTES))
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }

  /** What was checked; identical checks are one row, failed ones come first. */
  static List<Block> checks(List<SidecarFile> sidecars) {
    record Check(String check, String outcome, String detail, boolean failed) {}
    Map<Check, List<CheckFact>> groups = new LinkedHashMap<>();
    for (SidecarFile file : sidecars) {
      for (CheckFact fact : file.sidecar().checks()) {
        groups
            .computeIfAbsent(
                new Check(fact.check(), fact.outcome(), fact.detail(), fact.failed()),
                check -> new ArrayList<>())
            .add(fact);
      }
    }
    return table(
        new Columns<Check>()
            .text("check", "check", Check::check)
            .cell(
                "outcome",
                "outcome",
                false,
                check ->
                    Cell.text(check.outcome()).with(check.failed() ? Tone.INFERIOR : Tone.SUPERIOR))
            .count("times", "times", check -> groups.getOrDefault(check, List.of()).size())
            .text(
                "stores",
                "stores",
                check ->
                    groups.getOrDefault(check, List.of()).stream()
                        .map(CheckFact::store)
                        .distinct()
                        .collect(Collectors.joining(", ")))
            .text("detail", "detail", Check::detail),
        "checks",
        "What was checked",
        groups.keySet().stream().sorted(Comparator.comparing(check -> !check.failed())).toList());
  }

  /** What the runs left out, and why. */
  static List<Block> skips(List<SidecarFile> sidecars) {
    return table(
        new Columns<Sidecar.Skip>()
            .text("what", "left out", Sidecar.Skip::what)
            .number(
                "combinations",
                "combinations",
                skip -> skip.combinations() > 0 ? skip.combinations() : Double.NaN,
                count -> Numbers.count((long) count))
            .text("reason", "reason", Sidecar.Skip::reason)
            .text("remedy", "remedy", Sidecar.Skip::remedy),
        "skips",
        "What was not measured, and how to include it",
        sidecars.stream().flatMap(file -> file.sidecar().skips().stream()).distinct().toList());
  }

  private static <T> List<Block> table(
      Columns<T> columns, String name, String caption, List<T> rows) {
    return rows.isEmpty()
        ? List.of()
        : List.of(new Html.Shown(columns.table(name, caption, rows).withoutEmptyColumns()));
  }

  /** The query plans of a study side by side, equal sets once. */
  static List<Block> plans(Study study, String prefix) {
    Map<List<Html.Listing>, List<Study.Group>> sets = new LinkedHashMap<>();
    for (Study.Group group : study.groups()) {
      List<Html.Listing> plans =
          group.scores().stream()
              .flatMap(
                  score -> score.plans().stream().map(plan -> listing(study.subject(score), plan)))
              .distinct()
              .sorted(Comparator.comparing(plan -> plan.remark().startsWith("no index")))
              .toList();
      if (!plans.isEmpty()) {
        sets.computeIfAbsent(plans, same -> new ArrayList<>()).add(group);
      }
    }
    int most = Suites.isSuite(study) ? MOST_PLANS_OF_SUITE : MOST_PLANS;
    List<Block> blocks = new ArrayList<>();
    sets.entrySet().stream()
        .limit(most)
        .forEach(set -> {
          List<Study.Group> alike = set.getValue();
          String heading =
              Printable.some(alike.stream().map(Study.Group::label).toList(), most, "; ");
          blocks.add(
              new Html.Listings(
                  heading.isEmpty() ? study.name() : heading,
                  alike.stream()
                      .map(group -> Suites.anchor(study, prefix, group.scores().get(0)))
                      .toList(),
                  set.getKey()));
        });
    if (sets.size() > most) {
      blocks.add(
          new Html.Prose(
              "Shown are the first %d of %d sets of plans.".formatted(most, sets.size())));
    }
    return blocks;
  }

  /** What another version of a server plans otherwise; nothing of runs on one version. */
  static List<Html.Section> planChanges(List<SidecarFile> sidecars) {
    List<Block> blocks = new ArrayList<>();
    for (SidecarFile file : sidecars) {
      PlanChanges.of(file.sidecar().plans())
          .ifPresent(changes -> {
            blocks.add(new Html.Prose(changes.sentence()));
            Map<String, String> titles = new LinkedHashMap<>();
            file.sidecar()
                .questions()
                .forEach(asked -> titles.put(asked.query(), asked.query() + " " + asked.title()));
            changes.changes().stream()
                .limit(MOST_PLANS)
                .forEach(change ->
                    blocks.add(
                        new Html.Listings(
                            titles.getOrDefault(change.question(), change.question()),
                            List.of(),
                            change.plans().stream()
                                .map(plan -> listing(plan.store(), plan))
                                .toList())));
          });
    }
    return blocks.isEmpty()
        ? List.of()
        : List.of(new Html.Section("plan-changes", "", "Which plans changed?", blocks));
  }

  private static Html.Listing listing(String subject, PlanFact plan) {
    String remark =
        plan.failed()
            ? "failed plan: uses no index of its table"
            : plan.unindexed()
                ? "no index, as expected"
                : (plan.verdict() + " " + String.join(", ", plan.indexes())).strip();
    Tone tone = plan.failed() ? Tone.INFERIOR : plan.unindexed() ? Tone.NONE : Tone.SUPERIOR;
    return new Html.Listing(subject, remark, tone, String.join("\n", plan.lines()));
  }

  /** The settings of the servers side by side, those that differ first. */
  static List<Block> servers(List<SidecarFile> files) {
    List<Sidecar.Server> servers =
        files.stream().flatMap(file -> file.sidecar().servers().stream()).distinct().toList();
    Columns<String> columns =
        new Columns<String>()
            .text("setting", "setting", name -> name)
            .text("differs", "", name -> String.valueOf(Sidecar.Server.differs(name, servers)))
            .shown("differs", name -> Sidecar.Server.differs(name, servers) ? "≠" : "");
    for (Sidecar.Server server : servers) {
      String way = server.way().isEmpty() ? "" : ", " + server.way();
      columns.cell(
          server.name(),
          server.name() + ": " + server.label() + way,
          false,
          name ->
              Cell.text(server.settings().getOrDefault(name, ""))
                  .with(Sidecar.Server.differs(name, servers) ? Tone.STRONG : Tone.NONE));
    }
    return table(
        columns,
        "servers",
        "What the servers were told. Where they differ (≠), so may what was measured.",
        servers.stream()
            .flatMap(server -> server.settings().keySet().stream())
            .distinct()
            .sorted(Comparator.comparing(name -> !Sidecar.Server.differs(name, servers)))
            .toList());
  }

  /** A setting or a fact, and of what it is one. */
  private record Setting(String owner, String name, String value) {}

  /** What results and sidecars say of machines, runs, servers, stores and the protocol. */
  static List<Block> settings(
      List<JmhResult> results, List<SidecarFile> files, List<Study> studies) {
    Set<Setting> entries = new LinkedHashSet<>();
    for (SidecarFile file : files) {
      Sidecar sidecar = file.sidecar();
      String run = "run of " + file.resultFile();
      add(entries, run, "started", sidecar.run().started());
      add(entries, run, "finished", sidecar.run().finished());
      add(entries, run, "status", sidecar.run().status());
      add(entries, run, "arguments", String.join(" ", sidecar.run().command()));
      add(entries, run, "order", sidecar.run().order());
      sidecar.environment().forEach((name, value) -> add(entries, "machine", name, value));
      for (StoreFact store : sidecar.stores()) {
        Map<String, String> known =
            sidecar.servers().stream()
                .filter(server -> server.name().equals(store.server()))
                .findFirst()
                .map(Sidecar.Server::settings)
                .orElse(Map.of());
        store
            .settings()
            .forEach((name, value) -> {
              if (!value.equals(known.get(name))) {
                add(entries, store.shown(), name, value);
              }
            });
      }
    }
    for (JmhResult result : results) {
      var environment = result.environment();
      var protocol = result.protocol();
      String threads = protocol.threads() == 0 ? "" : Integer.toString(protocol.threads());
      add(entries, "Java", "JDK", environment.jdkVersion());
      add(entries, "Java", "VM", environment.vmName() + " " + environment.vmVersion());
      add(entries, "Java", "arguments", String.join(" ", environment.jvmArgs()));
      add(entries, "JMH", "version", environment.jmhVersion());
      add(entries, "JMH", "mode", result.mode().shortName());
      add(entries, "JMH", "threads", threads);
      add(
          entries,
          "JMH",
          "warm-up",
          iterations(protocol.warmupIterations(), protocol.warmupTime()));
      add(
          entries,
          "JMH",
          "measurement",
          iterations(protocol.measurementIterations(), protocol.measurementTime()));
    }
    for (Study study : studies) {
      study.constants().forEach((name, value) -> add(entries, study.name(), name, value));
    }
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
    blocks.add(new Html.Shown(table, entries.size() < 200));
    return blocks;
  }

  private static void add(Set<Setting> entries, String owner, String name, String value) {
    if (!value.isBlank()) {
      entries.add(new Setting(owner, name, value.strip()));
    }
  }

  private static String iterations(int count, String time) {
    boolean timed = !time.isEmpty() && !time.equals("single-shot");
    return count == 0
        ? "none"
        : Numbers.count(count, "iteration", "iterations") + (timed ? " of " + time : "");
  }
}
