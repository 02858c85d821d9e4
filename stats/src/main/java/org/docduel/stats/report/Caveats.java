package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.stats.diagnose.Diagnostics;
import org.docduel.stats.diagnose.TrendSummary;
import org.docduel.stats.jmh.Finding;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.jmh.Printable;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.ranking.ClientTables;
import org.docduel.stats.ranking.Contest;
import org.docduel.stats.ranking.Ranking;
import org.docduel.stats.report.Html.Block;
import org.docduel.stats.report.Study.Score;
import org.docduel.stats.sidecar.Fact.PlanFact;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.table.Numbers;

/** Where it was measured, in two lines, and what to read with care, in words. */
final class Caveats {
  private static final int MAX_LISTED = 4;

  private Caveats() {}

  /** Machine and servers. */
  static List<Block> environment(List<Study> studies, List<Sidecar> sidecars) {
    Set<String> machines = new LinkedHashSet<>();
    Set<String> servers = new LinkedHashSet<>();
    for (Sidecar sidecar : sidecars) {
      Map<String, String> machine = sidecar.environment();
      String cores = machine.getOrDefault(Sidecar.CORES, "");
      String memory = machine.getOrDefault(Sidecar.MEMORY, "");
      machines.add(
          joined(
              minute(sidecar.run().started()),
              machine.getOrDefault(Sidecar.HOST, ""),
              machine.getOrDefault(Sidecar.CPU, ""),
              cores.isEmpty() ? "" : cores + " cores",
              memory.matches("\\d{1,18}") ? Numbers.bytes(Double.parseDouble(memory)) : memory,
              machine.getOrDefault(Sidecar.FILE_SYSTEM, "")));
      for (Sidecar.Server server : sidecar.servers()) {
        servers.add(
            server.label() + (server.provision().isEmpty() ? "" : " (" + server.provision() + ")"));
      }
    }
    machines.remove("");
    List<Score> scores = studies.stream().flatMap(study -> study.scores().stream()).toList();
    List<String> durabilities = durabilities(scores);
    int[] forks = scores.stream().mapToInt(score -> score.summary().forks()).sorted().toArray();
    int maxForks = forks[forks.length - 1];
    return List.of(
        new Html.Prose(
            machines.isEmpty()
                ? "Measured: the results do not say where."
                : "Measured: " + String.join("; ", machines) + "."),
        new Html.Prose(
            "Servers: %s%s; %s%s."
                .formatted(
                    servers.isEmpty() ? "no server is stated" : String.join("; ", servers),
                    durabilities.isEmpty()
                        ? ""
                        : "; durability " + String.join(" or ", durabilities),
                    forks[0] == maxForks ? "" : forks[0] + " to ",
                    Numbers.count(maxForks, "fork each", "forks each"))));
  }

  /** A moment in ISO 8601 to the minute, with its zone. */
  private static String minute(String moment) {
    return moment
        .replaceAll("T(\\d\\d:\\d\\d)[^Z+]*([+-]\\d\\d:\\d\\d)$", " $1 $2")
        .replaceAll("T(\\d\\d:\\d\\d)[^Z]*Z?", " $1 UTC");
  }

  private static String joined(String... parts) {
    return Stream.of(parts).filter(part -> !part.isBlank()).collect(Collectors.joining(", "));
  }

  /** Of acknowledged writes, each once. */
  static List<String> durabilities(List<Score> scores) {
    return scores.stream()
        .map(Score::durability)
        .filter(text -> !text.isEmpty())
        .distinct()
        .toList();
  }

  /** Whether results of different durability stand apart. */
  static boolean distinguishesDurability(Study study) {
    return study.by().contains(Score.DURABILITY) || study.compare().equals(Score.DURABILITY);
  }

  /** Lines about results that still change over their iterations. */
  static List<String> trends(List<Study> studies) {
    Map<String, Observations> iterations = new LinkedHashMap<>();
    labelled(studies).forEach((label, result) -> iterations.put(label, result.iterations()));
    return TrendSummary.of(iterations);
  }

  /** What else to read with care than the {@link TrustMarks} say, the most serious first. */
  static List<String> of(
      List<Study> studies, List<Contest> ranked, List<SidecarFile> files, List<String> leftOut) {
    Set<String> points = new LinkedHashSet<>();
    leftOut.forEach(reason -> points.add("Left out: " + Html.shortened(reason)));
    for (SidecarFile file : files) {
      Sidecar sidecar = file.sidecar();
      if (sidecar.run().broken()) {
        points.add(
            "The run of %s is marked %s: its results may be incomplete."
                .formatted(file.resultFile(), sidecar.run().status()));
      }
      sidecar.failures().forEach(line -> points.add(sentence(line)));
      sidecar.findings().stream()
          .filter(line -> !line.endsWith(Sidecar.SHARED_MACHINE))
          .forEach(line -> points.add(sentence(line)));
      Sidecar.Server.differences(sidecar.servers()).ifPresent(line -> points.add(sentence(line)));
    }
    ClientTables.of(files)
        .forEach(clients -> clients.warnings().forEach(line -> points.add(sentence(line))));
    SidecarFile.unlikeFiles(labelled(studies).values())
        .forEach(finding -> points.add(sentence(finding.message())));
    studies.forEach(study -> about(study, points));
    found(studies, ranked)
        .forEach((message, of) -> {
          List<String> subjects = of.stream().filter(subject -> !subject.isEmpty()).toList();
          String suffix =
              subjects.isEmpty() ? "" : " (" + Printable.some(subjects, MAX_LISTED, "; ") + ")";
          points.add(message + suffix + ".");
        });
    return List.copyOf(points);
  }

  /** Names before a colon, with parameters or without, stay as they are spelled. */
  static String sentence(String line) {
    return (line.matches("(?s)\\S+(, \\S+| \\S+=\\S+)*: .*") ? line : capitalised(line))
        + (line.endsWith(".") ? "" : ".");
  }

  private static String capitalised(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }

  /** The results of all scores, by what they are called on the page. */
  private static Map<String, SelectedResult> labelled(List<Study> studies) {
    Map<String, SelectedResult> labelled = new LinkedHashMap<>();
    for (Study study : studies) {
      String name = studies.size() == 1 ? "" : study.name();
      study
          .scores()
          .forEach(score ->
              labelled.put(
                  joined(name, study.label(score), study.subject(score)), score.selected()));
    }
    return labelled;
  }

  /** What is found in verdicts, and in observations once for all verdicts on them; of whom. */
  private static Map<String, Set<String>> found(List<Study> studies, List<Contest> ranked) {
    List<Finding> inObservations = new ArrayList<>();
    labelled(studies).forEach((subject, of) -> inObservations.addAll(Diagnostics.of(subject, of)));
    List<Finding> findings = new ArrayList<>();
    for (Contest contest : ranked) {
      contest
          .findings()
          .forEach(finding -> findings.add(labelled(finding, contest.ranking().orElseThrow())));
    }
    Set<Finding.Kind> observedKinds =
        inObservations.stream().map(Finding::kind).collect(Collectors.toSet());
    findings.removeIf(finding -> observedKinds.contains(finding.kind()));
    findings.addAll(inObservations);
    Map<String, Set<String>> subjects = new LinkedHashMap<>();
    for (Finding finding : findings) {
      subjects
          .computeIfAbsent(message(finding), key -> new LinkedHashSet<>())
          .add(finding.subject());
    }
    subjects.remove("");
    return subjects;
  }

  /** The same finding of a configuration that is named with its parameters, as on all the page. */
  private static Finding labelled(Finding finding, Ranking ranking) {
    String subject = finding.subject();
    return ranking.configurations().stream()
        .filter(each -> !each.group().isEmpty() && subject.endsWith(each.group()))
        .max(Comparator.comparingInt(each -> each.group().length()))
        .map(each ->
            joined(
                subject
                    .substring(0, subject.length() - each.group().length())
                    .replaceAll(", $", ""),
                each.label()))
        .map(label -> new Finding(finding.kind(), label, finding.message()))
        .orElse(finding);
  }

  /** A sentence for a kind of finding that a reader can do something about; else nothing. */
  private static String message(Finding finding) {
    return switch (finding.kind()) {
      case TREND -> ""; // one line tells all of them
      case CHANGE_POINT ->
          "The level changes within a fork: warm up longer, unless something else disturbed it";
      case FORK_VARIANCE ->
          "Forks differ more than their iterations: more forks narrow the intervals, more iterations do not";
      case RAGGED_FORKS -> "Forks have different numbers of iterations";
      case UNEQUAL_SPREAD ->
          "Forks of one side vary far more than those of the other, so verdicts err somewhat more often";
      case MULTIPLICITY, TOO_FEW, OUTLIERS, AUTOCORRELATION -> ""; // tables and dots show them
      default -> capitalised(finding.kind().label()) + ": " + finding.message();
    };
  }

  private static void about(Study study, Set<String> points) {
    Set<String> pooled = new LinkedHashSet<>();
    List<String> failed = new ArrayList<>();
    for (Score score : study.scores()) {
      List<String> files =
          score.selected().results().stream().map(r -> r.source().file()).distinct().toList();
      if (files.size() > 1) {
        pooled.add(Printable.some(files, MAX_LISTED, "; "));
      }
      if (score.plans().stream().anyMatch(PlanFact::failed)) {
        failed.add(joined(study.label(score), study.subject(score)));
      }
    }
    String name = study.name();
    if (!pooled.isEmpty()) {
      points.add(
          "%s: forks of several files are one sample (%s). Runs from before and after a change are for the command compare."
              .formatted(name, String.join("; ", pooled)));
    }
    if (!failed.isEmpty()) {
      points.add(
          "%s should use an index and did not (failed plan): %s. The times are not those of an index."
              .formatted(
                  Numbers.count(failed.size(), "result", "results"),
                  Printable.some(failed, MAX_LISTED, "; ")));
    }
    if (study.scores().stream()
        .anyMatch(score ->
            score.offered() > 0 && !score.selected().metric().equals(Selection.RESPONSE))) {
      points.add(
          name
              + " asked for fixed rates. A store that keeps up achieves what was asked, so equal"
              + " scores say nothing about speed; compare response times.");
    }
    List<String> durabilities = durabilities(study.scores());
    if (durabilities.contains("none")) {
      points.add(name + " has results with durability none: a crash may lose acknowledged data.");
    }
  }
}
