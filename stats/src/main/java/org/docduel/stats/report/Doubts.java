package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.stats.diagnose.Diagnostics;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.report.Html.Block;
import org.docduel.stats.sidecar.CheckFact;
import org.docduel.stats.sidecar.PlanFact;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.table.Numbers;

/** Where it was measured, in two lines, and what to read with care, in words. */
final class Doubts {
  private static final int NAMED = 8;
  private static final int FEW_FORKS = 5;

  private Doubts() {}

  /** Machine and servers. */
  static List<Block> place(List<Study> studies, List<SidecarFile> files) {
    Set<String> machines = new LinkedHashSet<>();
    Set<String> servers = new LinkedHashSet<>();
    for (SidecarFile file : files) {
      Sidecar sidecar = file.sidecar();
      String started = sidecar.run().started().replaceAll("(T\\d\\d:\\d\\d)[^Z]*Z?", "$1 UTC");
      Map<String, String> environment = sidecar.environment();
      String cores = environment.getOrDefault(Sidecar.CORES, "");
      String memory = environment.getOrDefault(Sidecar.MEMORY, "");
      machines.add(
          Stream.of(
                  started.replace('T', ' ').replace("U C", "UTC"),
                  environment.getOrDefault(Sidecar.HOST, ""),
                  environment.getOrDefault(Sidecar.CPU, ""),
                  cores.isEmpty() ? "" : cores + " cores",
                  memory.matches("\\d{1,18}") ? Numbers.bytes(Double.parseDouble(memory)) : memory,
                  environment.getOrDefault(Sidecar.FILE_SYSTEM, ""))
              .filter(part -> !part.isBlank())
              .collect(Collectors.joining(", ")));
      for (Sidecar.Server server : sidecar.servers()) {
        servers.add(
            (server.product().isEmpty() ? server.name() : server.product())
                + (server.way().isEmpty() ? "" : " (" + server.way() + ")"));
      }
    }
    String durability =
        studies.stream()
            .flatMap(study -> study.scores().stream())
            .map(Score::durability)
            .filter(text -> !text.isEmpty())
            .distinct()
            .collect(Collectors.joining(" or "));
    machines.remove("");
    String first =
        machines.isEmpty() ? "The results do not say where." : String.join("; ", machines) + ".";
    String second = servers.isEmpty() ? "no server is stated" : String.join("; ", servers);
    return List.of(
        new Html.Prose("Measured: " + first),
        new Html.Prose(
            "Servers: "
                + second
                + (durability.isEmpty() ? "" : "; durability " + durability)
                + "; "
                + forks(studies)
                + "."));
  }

  private static String forks(List<Study> studies) {
    int[] forks =
        studies.stream()
            .flatMap(study -> study.scores().stream())
            .mapToInt(score -> score.summary().forks())
            .sorted()
            .toArray();
    int low = forks[0];
    int high = forks[forks.length - 1];
    return low == high
        ? Numbers.count(low, "fork each", "forks each")
        : "%d to %d forks each".formatted(low, high);
  }

  /** Findings about the observations of a study, each once. */
  static List<Finding> findings(Study study, String about) {
    Set<Finding> findings = new LinkedHashSet<>();
    for (Score score : study.scores()) {
      String subject =
          Stream.of(about, study.label(score), study.subject(score))
              .filter(part -> !part.isEmpty())
              .collect(Collectors.joining(", "));
      Diagnostics.of(subject, score.observations()).stream()
          .filter(finding -> finding.kind() != Finding.Kind.TOO_FEW)
          .forEach(findings::add);
    }
    return List.copyOf(findings);
  }

  /** Findings about verdicts, each once; those about observations come from the observations. */
  static List<Finding> findings(List<PairResult> pairs) {
    Set<Finding> findings = new LinkedHashSet<>();
    for (PairResult pair : pairs) {
      for (Finding finding : pair.report().findings()) {
        String group = pair.labels().getOrDefault(finding.subject(), finding.subject());
        String subject = group.isEmpty() ? pair.name() : group + ", " + pair.name();
        switch (finding.kind()) {
          case TREND, CHANGE_POINT, AUTOCORRELATION, OUTLIERS, FORK_VARIANCE, RAGGED, TOO_FEW -> {}
          default -> findings.add(new Finding(finding.kind(), subject, finding.message()));
        }
      }
    }
    return List.copyOf(findings);
  }

  /** One warning with all reasons; nothing when there is none. */
  static List<Block> warnings(
      List<Study> studies,
      List<SidecarFile> sidecars,
      List<Finding> findings,
      List<String> leftOut) {
    Set<String> points = new LinkedHashSet<>();
    leftOut.forEach(reason -> points.add("Left out: " + Html.shortened(reason)));
    for (SidecarFile file : sidecars) {
      Sidecar sidecar = file.sidecar();
      if (sidecar.run().broken()) {
        points.add(
            "The run of %s is marked %s: its results may be incomplete."
                .formatted(file.resultFile(), sidecar.run().status()));
      }
      points.addAll(sidecar.failures());
      points.addAll(sidecar.findings());
      long failed = sidecar.checks().stream().filter(CheckFact::failed).count();
      if (failed > 0) {
        points.add(
            "%s of %s failed: see the checks before using any number."
                .formatted(Numbers.count(failed, "check", "checks"), file.resultFile()));
      }
    }
    studies.forEach(study -> about(study, points));
    points.addAll(words(findings));
    List<String> all = new ArrayList<>(points);
    if (all.size() > NAMED + 1) {
      int left = all.size() - NAMED;
      all = new ArrayList<>(all.subList(0, NAMED));
      all.add("%d more of this kind.".formatted(left));
    }
    return all.isEmpty() ? List.of() : List.of(new Html.Warning("Read with care", all));
  }

  /** A sentence for each kind of finding that a reader can do something about. */
  private static List<String> words(List<Finding> findings) {
    Map<Finding.Kind, List<Finding>> kinds = new LinkedHashMap<>();
    for (Finding finding : findings) {
      Finding.Kind kind =
          finding.kind() == Finding.Kind.CHANGE_POINT ? Finding.Kind.TREND : finding.kind();
      kinds.computeIfAbsent(kind, k -> new ArrayList<>()).add(finding);
    }
    List<String> words = new ArrayList<>();
    kinds.forEach((kind, all) -> {
      String subjects = Details.subjects(all);
      switch (kind) {
        case TREND -> words.add("Times change within a fork: warm up longer (" + subjects + ").");
        case FORK_VARIANCE ->
            words.add(
                "Forks differ more than their iterations: more forks narrow the intervals, more"
                    + " iterations do not ("
                    + subjects
                    + ").");
        case AUTOCORRELATION ->
            words.add("Neighbouring observations resemble each other (" + subjects + ").");
        case OUTLIERS ->
            words.add("Some observations lie far out and are kept (" + subjects + ").");
        case RAGGED -> words.add("Forks have different numbers of iterations (" + subjects + ").");
        case UNEQUAL_SPREAD ->
            words.add(
                "Forks of one side vary far more than those of the other, so verdicts err up to"
                    + " twice as often ("
                    + subjects
                    + ").");
        case MULTIPLICITY, DISAGREEMENT -> {} // the tables say so
        default -> words.add(kind.label() + ": " + all.get(0).message() + " (" + subjects + ").");
      }
    });
    return words;
  }

  private static void about(Study study, Set<String> points) {
    int forks = study.scores().stream().mapToInt(score -> score.summary().forks()).min().orElse(0);
    if (forks == 1) {
      points.add(
          study.name() + ": one fork a result shows nothing of how forks differ, so no verdict.");
    } else if (forks == 2) {
      points.add(study.name() + ": 2 forks; at least 3 are needed for a verdict.");
    } else if (forks < FEW_FORKS) {
      points.add(study.name() + ": %d forks: intervals are wide.".formatted(forks));
    }
    List<String> failed =
        study.scores().stream()
            .filter(score -> score.plans().stream().anyMatch(PlanFact::failed))
            .map(score -> {
              String label = study.label(score);
              return (label.isEmpty() ? "" : label + ", ") + study.subject(score);
            })
            .toList();
    if (!failed.isEmpty()) {
      points.add(
          "%s should use an index and did not (failed plan): %s. The times are not those of an index."
              .formatted(
                  Numbers.count(failed.size(), "result", "results"),
                  Verdicts.names(failed, NAMED)));
    }
    if (study.scores().stream().anyMatch(score -> OpenLoop.asked(score).isPresent())) {
      points.add(
          "%s asked for fixed rates. A store that keeps up achieves what was asked, so equal scores"
                  .formatted(study.name())
              + " say nothing about speed; compare response times.");
    }
    List<String> promises =
        study.scores().stream()
            .map(Score::durability)
            .filter(text -> !text.isEmpty())
            .distinct()
            .toList();
    boolean separated = study.by().contains("durability") || study.compare().equals("durability");
    if (promises.size() > 1 && !separated) {
      points.add(
          "%s compares results of different durability (%s)."
              .formatted(study.name(), String.join(", ", promises)));
    }
    if (promises.contains("none")) {
      points.add(
          "%s has results with durability none: a crash may lose acknowledged data."
              .formatted(study.name()));
    }
  }
}
