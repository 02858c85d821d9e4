package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.docduel.stats.jmh.Network;
import org.docduel.stats.report.Html.Mark;
import org.docduel.stats.report.Study.Score;
import org.docduel.stats.sidecar.Fact.CheckFact;
import org.docduel.stats.sidecar.Fact.WarmUpFact;
import org.docduel.stats.sidecar.Sidecar;
import org.docduel.stats.table.Numbers;

/**
 * Five questions that a reader asks before a verdict is believed: enough forks, warm, a quiet
 * machine, the same terms for all, equal answers. Each with the option that mends it.
 */
final class TrustMarks {
  private static final String YES = "yes";
  private static final String NO = "no";
  private static final String UNKNOWN = "unknown";

  /** Student's t with fewer degrees of freedom has wide intervals. */
  private static final int ENOUGH_FORKS = 5;

  /** The end of a finding of a run that shared its machine. */
  private static final String DISTURBED = "the two disturb each other";

  private final List<Study> studies;
  private final List<Sidecar> sidecars;
  private final List<Score> scores;

  TrustMarks(List<Study> studies, List<Sidecar> sidecars) {
    this.studies = studies;
    this.sidecars = sidecars;
    this.scores = studies.stream().flatMap(study -> study.scores().stream()).toList();
  }

  /**
   * The marks.
   *
   * @param trends lines about results that still change over their iterations
   */
  Html.Trust marks(List<String> trends) {
    return new Html.Trust(List.of(forks(), warm(trends), quiet(), terms(), answers()));
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
    boolean unsteady =
        sidecars.stream()
            .flatMap(sidecar -> sidecar.warmUps().stream())
            .anyMatch(fact -> fact.outcome().equals(WarmUpFact.NOT_STEADY));
    if (!trends.isEmpty() || unsteady) {
      String count = unsteady ? "a fork did not get steady" : "results still change";
      return new Mark(NO, "not warm: " + count, "--warmup steady");
    }
    boolean visible =
        scores.stream()
            .flatMap(score -> Arrays.stream(score.observations().byFork()))
            .allMatch(fork -> fork.length > 1);
    return visible
        ? new Mark(YES, "no trend over the iterations", "")
        : new Mark(UNKNOWN, "one iteration a fork shows no trend", "-i 5");
  }

  private Mark quiet() {
    List<String> lines = sidecars.stream().flatMap(sidecar -> sidecar.findings().stream()).toList();
    return sidecars.isEmpty()
        ? new Mark(UNKNOWN, "nobody noted whether the machine was quiet", "")
        : lines.stream().anyMatch(line -> line.endsWith(DISTURBED))
            ? new Mark(NO, "another run measured on this machine at the same time", "")
            : new Mark(YES, "no other run on the machine", "");
  }

  private Mark terms() {
    List<String> durabilities = Caveats.durabilities(scores);
    List<Network> networks =
        sidecars.stream()
            .flatMap(sidecar -> sidecar.servers().stream())
            .map(server -> Network.of(server.network()))
            .distinct()
            .toList();
    boolean unlike =
        networks.stream().anyMatch(network -> networks.stream().anyMatch(network::isUnlike));
    List<String> terms = new ArrayList<>();
    if (unlike) {
      return new Mark(NO, "one server answers through a published port", "--source container");
    }
    if (durabilities.size() > 1 && studies.stream().noneMatch(Caveats::distinguishesDurability)) {
      return new Mark(NO, "durability differs: " + String.join(", ", durabilities), "");
    }
    terms.addAll(durabilities);
    networks.stream()
        .filter(network -> network != Network.UNKNOWN)
        .map(Network::label)
        .forEach(terms::add);
    return terms.isEmpty()
        ? new Mark(UNKNOWN, "nobody noted the durability", "")
        : new Mark(YES, "the same durability for all (" + String.join("; ", terms) + ")", "");
  }

  private Mark answers() {
    Stream<CheckFact> checks = sidecars.stream().flatMap(sidecar -> sidecar.checks().stream());
    List<CheckFact> all = checks.toList();
    long failed = all.stream().filter(CheckFact::failed).count();
    return all.isEmpty()
        ? new Mark(UNKNOWN, "nobody noted checks of content and answers", "")
        : failed > 0
            ? new Mark(NO, "%d of %s failed".formatted(failed, checked(all.size())), "")
            : new Mark(YES, checked(all.size()) + " passed", "");
  }

  private static String checked(int count) {
    return Numbers.count(
        count, "check of content, answers and plans", "checks of content, answers and plans");
  }
}
