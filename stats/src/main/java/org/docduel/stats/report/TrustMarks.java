package org.docduel.stats.report;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.docduel.stats.diagnose.TrendSummary;
import org.docduel.stats.jmh.Network;
import org.docduel.stats.jmh.Printable;
import org.docduel.stats.report.Html.Mark;
import org.docduel.stats.report.Study.Score;
import org.docduel.stats.sidecar.Fact.CheckFact;
import org.docduel.stats.sidecar.Fact.WarmUpFact;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.sidecar.SidecarFile;
import org.docduel.stats.table.Numbers;

/**
 * What a reader asks before a verdict is believed: enough forks, warm, a quiet machine, the same
 * network and durability for all, equal answers. Each with the option that mends it.
 */
final class TrustMarks {
  private static final String YES = "yes";
  private static final String NO = "no";
  private static final String UNKNOWN = "unknown";

  private static final int MAX_LISTED = 4;

  /** Student's t with fewer degrees of freedom has wide intervals. */
  private static final int ENOUGH_FORKS = 5;

  private final List<Study> studies;
  private final List<SidecarFile> files;
  private final List<Sidecar> sidecars;
  private final List<Score> scores;

  TrustMarks(List<Study> studies, List<SidecarFile> files) {
    this.studies = studies;
    this.files = files;
    this.sidecars = files.stream().map(SidecarFile::sidecar).toList();
    this.scores = studies.stream().flatMap(study -> study.scores().stream()).toList();
  }

  /**
   * The marks.
   *
   * @param trends lines about results that still change over their iterations
   */
  Html.Trust marks(List<String> trends) {
    Stream<Mark> noted = Stream.of(forks(), warm(trends), quiet());
    Stream<Mark> compared = Stream.concat(network(), Stream.of(durability(), answers()));
    return new Html.Trust(Stream.concat(noted, compared).toList());
  }

  private Mark forks() {
    int forks = scores.stream().mapToInt(score -> score.summary().forks()).min().orElse(0);
    String count = Numbers.count(forks, "fork each", "forks each");
    return forks >= ENOUGH_FORKS
        ? new Mark(YES, count, "")
        : new Mark(
            NO,
            count + (forks < 2 ? ": too few for a verdict" : ": intervals are wide"),
            "-f " + ENOUGH_FORKS);
  }

  private Mark warm(List<String> trends) {
    List<WarmUpFact> warmUps =
        sidecars.stream().flatMap(sidecar -> sidecar.warmUps().stream()).toList();
    // the mark has its own advice
    Stream<String> changing = trends.stream().map(line -> line.replace(TrendSummary.ADVICE, ""));
    if (warmUps.stream().anyMatch(fact -> fact.outcome().equals(WarmUpFact.NOT_STEADY))) {
      return new Mark(
          NO,
          "a fork did not get steady",
          "--warmup steady:120",
          Stream.concat(WarmUpFact.summary(warmUps).stream(), changing)
              .map(Caveats::sentence)
              .toList());
    }
    if (!trends.isEmpty()) {
      // A rule that took them for steady would do so again, whatever its limit.
      String longer = warmUps.isEmpty() ? "--warmup steady" : "-wi 10";
      return new Mark(
          NO,
          "results still change over the iterations",
          longer,
          changing.map(Caveats::sentence).toList());
    }
    boolean visible =
        scores.stream()
            .flatMap(score -> Arrays.stream(score.observations().byFork()))
            .allMatch(fork -> fork.length > 1);
    return visible
        ? new Mark(YES, "no trend over the iterations is found", "")
        : new Mark(UNKNOWN, "one iteration a fork shows no trend", "-i 5");
  }

  private Mark quiet() {
    List<String> findings =
        sidecars.stream().flatMap(sidecar -> sidecar.findings().stream()).toList();
    if (findings.stream().anyMatch(line -> line.endsWith(Sidecar.SHARED_MACHINE))) {
      return new Mark(
          NO, "another run measured on this machine at the same time: measure again, alone", "");
    }
    boolean unknown = findings.stream().anyMatch(line -> line.contains(Sidecar.UNKNOWN_NEIGHBOURS));
    return unknown || sidecars.isEmpty()
        ? new Mark(UNKNOWN, "not recorded: other runs on the machine", "")
        : new Mark(YES, "no other DocDuel run on the machine", "");
  }

  /** What lies between client and server, where that is not the same for all. */
  private Stream<Mark> network() {
    List<Network> networks =
        sidecars.stream()
            .flatMap(sidecar -> sidecar.servers().stream())
            .map(server -> Network.of(server.network()))
            .distinct()
            .toList();
    return networks.stream().anyMatch(network -> networks.stream().anyMatch(network::isUnlike))
        ? Stream.of(
            new Mark(NO, "one server answers through a published port", "--source container"))
        : Stream.of();
  }

  private Mark durability() {
    List<String> durabilities = Caveats.durabilities(scores);
    if (durabilities.size() < 2
        && scores.stream().anyMatch(score -> score.durability().isEmpty())) {
      return new Mark(UNKNOWN, "not recorded: the durability of some results", "");
    }
    String all = String.join(", ", durabilities);
    return durabilities.size() == 1
        ? new Mark(YES, "the same durability for all (" + all + ")", "")
        : studies.stream().allMatch(Caveats::distinguishesDurability)
            ? new Mark(YES, "durability is compared (" + all + ")", "")
            : new Mark(NO, "durability differs (" + all + ")", "-p durability=default");
  }

  private Mark answers() {
    List<CheckFact> all = sidecars.stream().flatMap(sidecar -> sidecar.checks().stream()).toList();
    long failed = all.stream().filter(CheckFact::failed).count();
    return all.isEmpty()
        ? new Mark(UNKNOWN, "not recorded: checks of content and answers", "")
        : failed > 0
            ? new Mark(
                NO,
                "%d of %s failed: see the checks before using any number"
                    .formatted(failed, checked(all.size())),
                "",
                failedFiles())
            : new Mark(YES, checked(all.size()) + " passed", "");
  }

  /** In which of several files checks failed. */
  private List<String> failedFiles() {
    List<String> failed =
        files.stream()
            .filter(file -> file.sidecar().checks().stream().anyMatch(CheckFact::failed))
            .map(SidecarFile::resultFile)
            .toList();
    return files.size() < 2
        ? List.of()
        : List.of("Failed in " + Printable.some(failed, MAX_LISTED, "; ") + ".");
  }

  private static String checked(int count) {
    return Numbers.count(
        count, "check of content, answers and plans", "checks of content, answers and plans");
  }
}
