package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.stats.diagnose.Diagnostics;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Printable;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.ranking.Ranking;
import org.docduel.stats.report.Html.Block;
import org.docduel.stats.report.Study.Score;
import org.docduel.stats.sidecar.Fact.CheckFact;
import org.docduel.stats.sidecar.Fact.PlanFact;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.table.Numbers;

/** Where it was measured, in two lines, and what to read with care, in words. */
final class Doubts {
  /** More points than that at the top nobody reads; the details have all. */
  static final int MOST = 8;

  private static final int NAMED = 4;
  private static final int FEW_FORKS = 5;

  /** What is found in the observations themselves, once for all verdicts on them. */
  private static final Set<Finding.Kind> OF_OBSERVATIONS =
      EnumSet.of(
          Finding.Kind.TREND,
          Finding.Kind.CHANGE_POINT,
          Finding.Kind.AUTOCORRELATION,
          Finding.Kind.OUTLIERS,
          Finding.Kind.FORK_VARIANCE,
          Finding.Kind.RAGGED);

  private Doubts() {}

  /** Machine and servers. */
  static List<Block> place(List<Study> studies, List<SidecarFile> files) {
    Set<String> machines = new LinkedHashSet<>();
    Set<String> servers = new LinkedHashSet<>();
    for (SidecarFile file : files) {
      Sidecar sidecar = file.sidecar();
      Map<String, String> environment = sidecar.environment();
      String cores = environment.getOrDefault(Sidecar.CORES, "");
      String memory = environment.getOrDefault(Sidecar.MEMORY, "");
      machines.add(
          joined(
              sidecar
                  .run()
                  .started()
                  .replaceAll("T(\\d\\d:\\d\\d)[^Z+]*([+-]\\d\\d:\\d\\d)$", " $1 $2")
                  .replaceAll("T(\\d\\d:\\d\\d)[^Z]*Z?", " $1 UTC"),
              environment.getOrDefault(Sidecar.HOST, ""),
              environment.getOrDefault(Sidecar.CPU, ""),
              cores.isEmpty() ? "" : cores + " cores",
              memory.matches("\\d{1,18}") ? Numbers.bytes(Double.parseDouble(memory)) : memory,
              environment.getOrDefault(Sidecar.FILE_SYSTEM, "")));
      for (Sidecar.Server server : sidecar.servers()) {
        servers.add(server.label() + (server.way().isEmpty() ? "" : " (" + server.way() + ")"));
      }
    }
    machines.remove("");
    String durability =
        String.join(
            " or ", studies.stream().flatMap(s -> durabilities(s).stream()).distinct().toList());
    int[] forks =
        studies.stream()
            .flatMap(study -> study.scores().stream())
            .mapToInt(score -> score.summary().forks())
            .sorted()
            .toArray();
    int most = forks[forks.length - 1];
    return List.of(
        new Html.Prose(
            machines.isEmpty()
                ? "Measured: the results do not say where."
                : "Measured: " + String.join("; ", machines) + "."),
        new Html.Prose(
            "Servers: %s%s; %s%s."
                .formatted(
                    servers.isEmpty() ? "no server is stated" : String.join("; ", servers),
                    durability.isEmpty() ? "" : "; durability " + durability,
                    forks[0] == most ? "" : forks[0] + " to ",
                    Numbers.count(most, "fork each", "forks each"))));
  }

  private static String joined(String... parts) {
    return Stream.of(parts).filter(part -> !part.isBlank()).collect(Collectors.joining(", "));
  }

  private static List<String> durabilities(Study study) {
    return study.scores().stream()
        .map(Score::durability)
        .filter(text -> !text.isEmpty())
        .distinct()
        .toList();
  }

  /** What to read with care, the most serious first. */
  static List<String> of(
      List<Study> studies,
      List<Ranking> rankings,
      List<SidecarFile> sidecars,
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
      Sidecar.Server.differences(sidecar.servers())
          .ifPresent(line -> points.add(capitalised(line) + "."));
      long failed = sidecar.checks().stream().filter(CheckFact::failed).count();
      if (failed > 0) {
        points.add(
            "%s of %s failed: see the checks before using any number."
                .formatted(Numbers.count(failed, "check", "checks"), file.resultFile()));
      }
    }
    studies.forEach(study -> about(study, points));
    Map<Finding.Kind, List<Finding>> kinds = new LinkedHashMap<>();
    rankings.stream()
        .flatMap(ranking -> ranking.findings().stream())
        .filter(finding -> !OF_OBSERVATIONS.contains(finding.kind()))
        .forEach(finding -> add(kinds, finding));
    for (Study study : studies) {
      for (Score score : study.scores()) {
        String subject =
            joined(
                studies.size() == 1 ? "" : study.name(), study.label(score), study.subject(score));
        Diagnostics.of(subject, score.observations()).forEach(finding -> add(kinds, finding));
      }
    }
    kinds.forEach((kind, all) -> {
      String words = words(kind, all.get(0).message());
      if (!words.isEmpty()) {
        List<String> subjects = all.stream().map(Finding::subject).distinct().toList();
        points.add("%s (%s).".formatted(words, Printable.some(subjects, NAMED, "; ")));
      }
    });
    return List.copyOf(points);
  }

  static String capitalised(String words) {
    return Character.toUpperCase(words.charAt(0)) + words.substring(1);
  }

  private static void add(Map<Finding.Kind, List<Finding>> kinds, Finding finding) {
    Finding.Kind kind =
        finding.kind() == Finding.Kind.CHANGE_POINT ? Finding.Kind.TREND : finding.kind();
    kinds.computeIfAbsent(kind, k -> new ArrayList<>()).add(finding);
  }

  /** A sentence for a kind of finding that a reader can do something about; else nothing. */
  private static String words(Finding.Kind kind, String first) {
    return switch (kind) {
      case TREND -> "Times change within a fork: warm up longer";
      case FORK_VARIANCE ->
          "Forks differ more than their iterations: more forks narrow the intervals, more iterations"
              + " do not";
      case AUTOCORRELATION -> "Neighbouring observations resemble each other";
      case OUTLIERS -> "Some observations lie far out and are kept";
      case RAGGED -> "Forks have different numbers of iterations";
      case UNEQUAL_SPREAD ->
          "Forks of one side vary far more than those of the other, so verdicts err up to twice as"
              + " often";
      case MULTIPLICITY, TOO_FEW -> ""; // the tables say so
      default -> capitalised(kind.label()) + ": " + first;
    };
  }

  private static void about(Study study, Set<String> points) {
    String name = study.name();
    List<String> pooled =
        study.scores().stream()
            .map(score ->
                score.selected().results().stream().map(r -> r.source().file()).distinct().toList())
            .filter(files -> files.size() > 1)
            .map(files -> Printable.some(files, NAMED, "; "))
            .distinct()
            .toList();
    if (!pooled.isEmpty()) {
      points.add(
          "%s: forks of several files are one sample (%s). Runs from before and after a change are for the command compare."
              .formatted(name, String.join("; ", pooled)));
    }
    int forks = study.scores().stream().mapToInt(score -> score.summary().forks()).min().orElse(0);
    if (forks == 1) {
      points.add(name + ": one fork a result shows nothing of how forks differ, so no verdict.");
    } else if (forks == 2) {
      points.add(name + ": 2 forks; at least 3 are needed for a verdict.");
    } else if (forks < FEW_FORKS) {
      points.add(name + ": %d forks: intervals are wide.".formatted(forks));
    }
    List<String> failed =
        study.scores().stream()
            .filter(score -> score.plans().stream().anyMatch(PlanFact::failed))
            .map(score -> joined(study.label(score), study.subject(score)))
            .toList();
    if (!failed.isEmpty()) {
      points.add(
          "%s should use an index and did not (failed plan): %s. The times are not those of an index."
              .formatted(
                  Numbers.count(failed.size(), "result", "results"),
                  Printable.some(failed, NAMED, "; ")));
    }
    if (study.scores().stream()
        .anyMatch(score ->
            score.offered().isPresent() && !score.selected().metric().equals(Selection.RESPONSE))) {
      points.add(
          name
              + " asked for fixed rates. A store that keeps up achieves what was asked, so equal"
              + " scores say nothing about speed; compare response times.");
    }
    List<String> durabilities = durabilities(study);
    if (durabilities.size() > 1 && !study.separatesDurability()) {
      points.add(
          "%s compares results of different durability (%s)."
              .formatted(name, String.join(", ", durabilities)));
    }
    if (durabilities.contains("none")) {
      points.add(name + " has results with durability none: a crash may lose acknowledged data.");
    }
  }
}
