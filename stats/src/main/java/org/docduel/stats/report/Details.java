package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.report.Html.Block;
import org.docduel.stats.report.Html.Fact;
import org.docduel.stats.sidecar.CheckFact;
import org.docduel.stats.sidecar.PlanFact;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.sidecar.StoreFact;
import org.docduel.stats.stat.Summary;
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
  private static final int MOST_FACTS = 200;
  private static final int NAMED = 3;

  private Details() {}

  /** Every score of a study with its spread. */
  static Table scores(Study study, String prefix, String perOperation) {
    Quantity quantity = study.scores().get(0).observations().quantity();
    Columns<Score> columns =
        Verdicts.levels(
            new Measured(study, prefix)
                .columns()
                .count("forks", "forks", score -> score.summary().forks())
                .count("n", "n", score -> score.summary().n()),
            score -> score,
            Score::level,
            study.scores(),
            perOperation);
    Map<String, Function<Summary, Double>> spread = new LinkedHashMap<>();
    spread.put("mean", Summary::mean);
    spread.put("sd", Summary::sd);
    spread.put("min", Summary::min);
    spread.put("median", Summary::median);
    spread.put("p95", Summary::p95);
    spread.put("p99", Summary::p99);
    spread.put("max", Summary::max);
    spread.forEach((name, value) ->
        columns.number(
            name,
            name,
            score -> value.apply(score.summary()),
            level -> Numbers.of(level, quantity)));
    return columns.table(prefix + "scores", "Every score of " + study.name(), study.scores());
  }

  /** Results of any studies in one table, for reports of more studies than a person reads. */
  static Table scores(List<Study> studies) {
    record Entry(Study study, Score score) {}
    List<Entry> entries = new ArrayList<>();
    studies.forEach(study -> study.scores().forEach(score -> entries.add(new Entry(study, score))));
    return new Columns<Entry>()
        .text("benchmark", "benchmark", entry -> entry.study().name())
        .text("parameters", "parameters", entry -> entry.study().label(entry.score()))
        .text("subject", "subject", entry -> entry.study().subject(entry.score()))
        .count("forks", "forks", entry -> entry.score().summary().forks())
        .count("n", "n", entry -> entry.score().summary().n())
        .number("mean", "mean", entry -> entry.score().summary().mean(), Numbers::plain)
        .number("median", "median", entry -> entry.score().summary().median(), Numbers::plain)
        .text("unit", "unit", entry -> entry.study().unit())
        .table("scores", "Every score, in its unit", entries);
  }

  /** What the stores took on disk; nothing when no sidecar has sizes. */
  static List<Block> sizes(List<SidecarFile> sidecars) {
    List<StoreFact> stores =
        sidecars.stream()
            .flatMap(file -> file.sidecar().stores().stream())
            .filter(store -> !store.sizes().isEmpty())
            .toList();
    if (stores.isEmpty()) {
      return List.of();
    }
    Set<String> varying = varying(stores);
    Set<String> names = new LinkedHashSet<>();
    stores.forEach(store -> names.addAll(store.sizes().keySet()));
    Map<String, StoreFact> labelled = new LinkedHashMap<>();
    stores.forEach(store -> labelled.put(label(store, varying), store));
    Columns<Map.Entry<String, StoreFact>> columns =
        new Columns<Map.Entry<String, StoreFact>>()
            .text("store", "store", Map.Entry::getKey)
            .text("durability", "durability", entry -> entry.getValue().durability());
    for (String name : names) {
      columns.number(
          name,
          spaced(name),
          entry -> entry.getValue().sizes().getOrDefault(name, Double.NaN),
          name.endsWith(BYTES) ? Numbers::bytes : Numbers::tick);
    }
    if (!names.contains(TOTAL)) {
      columns.number(TOTAL, "total", entry -> total(entry.getValue()), Numbers::bytes);
    }
    return List.of(
        new Html.Shown(
            columns.table("stored-sizes", "Stored sizes", List.copyOf(labelled.entrySet()))));
  }

  private static double total(StoreFact store) {
    return store.sizes().entrySet().stream()
        .filter(size -> size.getKey().endsWith(BYTES))
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }

  private static Set<String> varying(List<StoreFact> stores) {
    Map<String, Set<String>> values = new TreeMap<>();
    stores.forEach(store ->
        store
            .parameters()
            .forEach((name, value) ->
                values.computeIfAbsent(name, n -> new LinkedHashSet<>()).add(value)));
    values.values().removeIf(all -> all.size() < 2);
    return values.keySet();
  }

  private static String label(StoreFact store, Set<String> varying) {
    StringBuilder label = new StringBuilder(store.store());
    store
        .parameters()
        .forEach((name, value) -> {
          if (varying.contains(name) && !value.equals(store.store())) {
            label.append(" · ").append(name).append(' ').append(value);
          }
        });
    return label.toString();
  }

  private static String spaced(String camelCase) {
    return camelCase
        .replace(BYTES, "")
        .replaceAll("([a-z])([A-Z])", "$1 $2")
        .toLowerCase(Locale.ROOT);
  }

  /** A row for each kind of finding. */
  static List<Block> findings(List<Finding> findings) {
    Map<Finding.Kind, List<Finding>> kinds = new LinkedHashMap<>();
    findings.forEach(f -> kinds.computeIfAbsent(f.kind(), k -> new ArrayList<>()).add(f));
    return table(
        new Columns<List<Finding>>()
            .text("kind", "kind", group -> group.get(0).kind().label())
            .count("findings", "findings", List::size)
            .text("example", "for example", group -> group.get(0).message())
            .text("subjects", "about", Details::subjects),
        "finding-kinds",
        "Findings by kind. Observations are flagged, never dropped.",
        kinds.values().stream()
            .sorted(Comparator.comparingInt((List<Finding> group) -> -group.size()))
            .toList());
  }

  static String subjects(List<Finding> findings) {
    return Verdicts.names(findings.stream().map(Finding::subject).distinct().toList(), NAMED);
  }

  private record Check(String check, String outcome, String detail) {
    boolean failed() {
      return !outcome.equals(CheckFact.PASSED);
    }
  }

  /** What was checked; identical checks are one row, failed ones come first. */
  static List<Block> checks(List<SidecarFile> sidecars) {
    Map<Check, List<CheckFact>> groups = new LinkedHashMap<>();
    for (SidecarFile file : sidecars) {
      for (CheckFact fact : file.sidecar().checks()) {
        groups
            .computeIfAbsent(
                new Check(fact.check(), fact.outcome(), fact.detail()), k -> new ArrayList<>())
            .add(fact);
      }
    }
    List<Map.Entry<Check, List<CheckFact>>> sorted =
        groups.entrySet().stream()
            .sorted(Comparator.comparing(group -> !group.getKey().failed()))
            .toList();
    return table(
        new Columns<Map.Entry<Check, List<CheckFact>>>()
            .text("check", "check", group -> group.getKey().check())
            .cell(
                "outcome",
                "outcome",
                false,
                group ->
                    Cell.text(group.getKey().outcome())
                        .with(group.getKey().failed() ? Tone.INFERIOR : Tone.SUPERIOR))
            .count("times", "times", group -> group.getValue().size())
            .text(
                "stores",
                "stores",
                group ->
                    group.getValue().stream()
                        .map(CheckFact::store)
                        .distinct()
                        .collect(Collectors.joining(", ")))
            .text("detail", "detail", group -> group.getKey().detail()),
        "checks",
        "What was checked",
        sorted);
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
    return rows.isEmpty() ? List.of() : List.of(new Html.Shown(columns.table(name, caption, rows)));
  }

  /** A plan of a subject, without what is the same in its whole group. */
  private record Plan(String subject, PlanFact fact) {}

  /** The query plans of a study side by side, equal sets once. */
  static List<Block> plans(Study study, String prefix) {
    Map<List<Plan>, List<Study.Group>> groups = new LinkedHashMap<>();
    for (Study.Group group : study.groups()) {
      List<Plan> plans = plans(study, group);
      if (!plans.isEmpty()) {
        groups.computeIfAbsent(plans, same -> new ArrayList<>()).add(group);
      }
    }
    int most = SuiteScores.isSuite(study) ? MOST_PLANS_OF_SUITE : MOST_PLANS;
    List<Block> blocks = new ArrayList<>();
    groups.entrySet().stream()
        .limit(most)
        .forEach(entry -> {
          List<Study.Group> alike = entry.getValue();
          String heading = Verdicts.names(alike.stream().map(Study.Group::label).toList(), most);
          blocks.add(
              new Html.Listings(
                  heading.isEmpty() ? study.name() : heading,
                  alike.stream()
                      .map(group -> Suites.anchor(study, prefix, group.scores().get(0)))
                      .toList(),
                  entry.getKey().stream().map(Details::listing).toList()));
        });
    if (groups.size() > most) {
      blocks.add(
          new Html.Prose(
              "Shown are the first %d of %d sets of plans.".formatted(most, groups.size())));
    }
    return blocks;
  }

  private static List<Plan> plans(Study study, Study.Group group) {
    List<Plan> plans = new ArrayList<>();
    for (Score score : group.scores()) {
      for (PlanFact fact : score.plans()) {
        PlanFact bare =
            new PlanFact(fact.store(), Map.of(), fact.lines(), fact.indexes(), fact.verdict());
        Plan plan = new Plan(study.subject(score), bare);
        if (!plans.contains(plan)) {
          plans.add(plan);
        }
      }
    }
    plans.sort(Comparator.comparing(plan -> plan.fact().unindexed()));
    return plans;
  }

  private static Html.Listing listing(Plan plan) {
    PlanFact fact = plan.fact();
    String remark =
        fact.failed()
            ? "failed plan: uses no index of its table"
            : fact.unindexed()
                ? "no index, as expected"
                : (fact.verdict() + " " + String.join(", ", fact.indexes())).strip();
    Tone tone = fact.failed() ? Tone.INFERIOR : fact.unindexed() ? Tone.NONE : Tone.SUPERIOR;
    return new Html.Listing(plan.subject(), remark, tone, String.join("\n", fact.lines()));
  }

  /** What the sidecars say of the runs, as they say it. */
  static List<Block> runs(List<JmhResult> results, List<SidecarFile> files) {
    List<Block> blocks = new ArrayList<>();
    for (SidecarFile file : files) {
      Sidecar sidecar = file.sidecar();
      Map<String, String> run = new LinkedHashMap<>();
      run.put("started", sidecar.run().started());
      run.put("finished", sidecar.run().finished());
      run.put("status", sidecar.run().status());
      run.put("arguments", String.join(" ", sidecar.run().command()));
      run.put("order", sidecar.run().order());
      run.putAll(sidecar.environment());
      blocks.add(new Html.Facts("Run of " + file.resultFile(), facts(run)));
    }
    if (files.isEmpty()) {
      blocks.add(
          new Html.Prose(
              "No sidecar lies beside the results. Machine, servers and settings are not known."));
    }
    Map<String, Set<String>> java = new LinkedHashMap<>();
    for (JmhResult result : results) {
      var environment = result.environment();
      var protocol = result.protocol();
      put(java, "JMH", environment.jmhVersion());
      put(java, "JDK", environment.jdkVersion());
      put(java, "virtual machine", environment.vmName() + " " + environment.vmVersion());
      put(java, "JVM arguments", String.join(" ", environment.jvmArgs()));
      put(java, "mode", result.mode().shortName());
      put(java, "threads", protocol.threads() == 0 ? "" : Integer.toString(protocol.threads()));
      put(java, "warm-up", iterations(protocol.warmupIterations(), protocol.warmupTime()));
      put(
          java,
          "measurement",
          iterations(protocol.measurementIterations(), protocol.measurementTime()));
    }
    Map<String, String> joined = new LinkedHashMap<>();
    java.forEach((name, values) -> joined.put(name, String.join("; ", values)));
    blocks.add(new Html.Facts("Java and protocol", facts(joined)));
    return blocks;
  }

  private static void put(Map<String, Set<String>> values, String name, String value) {
    if (!value.isBlank()) {
      values.computeIfAbsent(name, n -> new LinkedHashSet<>()).add(value.strip());
    }
  }

  private static String iterations(int count, String time) {
    boolean timed = !time.isEmpty() && !time.equals("single-shot");
    return count == 0
        ? "none"
        : Numbers.count(count, "iteration", "iterations") + (timed ? " of " + time : "");
  }

  private static List<Fact> facts(Map<String, String> values) {
    List<Fact> facts = new ArrayList<>();
    values.forEach((name, value) -> {
      if (!value.isBlank()) {
        facts.add(new Fact(name, Html.shortened(value)));
      }
    });
    if (facts.size() <= MOST_FACTS) {
      return facts;
    }
    List<Fact> first = new ArrayList<>(facts.subList(0, MOST_FACTS));
    first.add(new Fact("more", Numbers.count(facts.size() - MOST_FACTS)));
    return first;
  }

  /** What does not vary in a study. */
  static List<Block> constants(Study study) {
    List<Fact> facts = facts(study.constants());
    return facts.isEmpty() ? List.of() : List.of(new Html.Facts("", facts));
  }

  /** Settings that differ from the defaults, side by side, and marked where they differ. */
  static List<Block> settings(List<SidecarFile> files) {
    Map<String, Map<String, String>> owners = new LinkedHashMap<>();
    for (SidecarFile file : files) {
      for (Sidecar.Server server : file.sidecar().servers()) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("product", server.product());
        settings.put("found by", server.way());
        settings.putAll(server.settings());
        owners.putIfAbsent("server " + server.name(), settings);
      }
      Map<Map<String, String>, Set<String>> stores = new LinkedHashMap<>();
      for (StoreFact store : file.sidecar().stores()) {
        if (!store.settings().isEmpty()) {
          stores.computeIfAbsent(store.settings(), s -> new LinkedHashSet<>()).add(store.store());
        }
      }
      stores.forEach((settings, names) -> owners.putIfAbsent(String.join(", ", names), settings));
    }
    Set<String> names = new LinkedHashSet<>();
    owners.values().forEach(settings -> names.addAll(settings.keySet()));
    if (names.isEmpty()) {
      return List.of();
    }
    Columns<String> columns = new Columns<String>().text("setting", "setting", name -> name);
    owners.forEach((owner, settings) ->
        columns.cell(
            owner,
            owner,
            false,
            name -> {
              Cell cell = Cell.text(settings.getOrDefault(name, ""));
              boolean alike =
                  owners.values().stream()
                      .allMatch(other -> settings.getOrDefault(name, "").equals(other.get(name)));
              return alike || owners.size() == 1 ? cell : cell.with(Tone.STRONG);
            }));
    return List.of(
        new Html.Shown(
            columns.table(
                "settings",
                "Settings that differ from the server's defaults; bold where not all have the same",
                List.copyOf(names))));
  }
}
