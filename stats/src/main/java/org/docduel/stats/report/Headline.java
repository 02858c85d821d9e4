package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.docduel.stats.jmh.Quantity;
import org.docduel.stats.ranking.Ranking;
import org.docduel.stats.ranking.Ranking.Configuration;
import org.docduel.stats.ranking.Ranking.Pair;
import org.docduel.stats.ranking.VerdictTables;
import org.docduel.stats.report.Html.Statement;
import org.docduel.stats.stat.Hypothesis;
import org.docduel.stats.stat.Interval;
import org.docduel.stats.table.Numbers;
import org.docduel.stats.table.Table.Tone;
import org.docduel.stats.verdict.Superiority;
import org.docduel.stats.verdict.SuperiorityTest;
import org.docduel.stats.verdict.Verdict;

/**
 * The answer in a sentence: who is the fastest, and how many times as fast as the others. Where the
 * configurations are shown to disagree, there is no answer over all.
 */
final class Headline {
  private static final int MAX_LISTED = 4;
  private static final String IT = "It";

  private final Ranking ranking;
  private final String first;
  private final List<Pair> pairs;
  private final List<Configuration> configurations;
  private final List<Pair> interactions;

  Headline(Ranking ranking) {
    this.ranking = ranking;
    this.first = ranking.places().get(0).subject();
    this.pairs = ranking.pairs().stream().filter(pair -> pair.has(first)).toList();
    this.configurations = ranking.counted();
    this.interactions = ranking.interactions(first);
  }

  /** The sentence, and the numbers behind it. */
  Statement statement(String about) {
    List<Superiority> rows = ranking.pairs().stream().map(Pair::row).toList();
    if (VerdictTables.tooFew(rows)) {
      return new Statement(
          about,
          "Too few independent runs to rank. %s was best in these runs.".formatted(name(first)),
          over() + VerdictTables.observations(rows),
          Tone.UNDECIDED);
    }
    if (rows.get(0).verdict() == Verdict.NO_VERDICT) {
      return new Statement(
          about,
          "No verdict: nobody said whether less or more %s is better. %s has the least."
              .formatted(ranking.quantity().unit(), name(first)),
          over() + tested(rows),
          Tone.UNDECIDED);
    }
    boolean disagree = interactions.stream().anyMatch(pair -> ratios(pair).anyMatch(r -> r < 1));
    boolean leads = pairs.stream().anyMatch(this::leads);
    return disagree
        ? new Statement(
            about,
            configurations.stream().anyMatch(each -> !shownBest(each).isEmpty())
                ? byConfiguration()
                : pairs.size() < MAX_LISTED ? overAll() : noneShown(),
            average() + tested(rows),
            Tone.UNDECIDED)
        : new Statement(
            about,
            overAll(),
            over() + shown() + tested(rows),
            leads ? Tone.SUPERIOR : Tone.UNDECIDED);
  }

  private boolean leads(Pair pair) {
    return ranking.verdict("", first, pair.other(first)).isFaster();
  }

  /** What is said of the first subject over all configurations. */
  private String overAll() {
    Map<Verdict, List<String>> byVerdict = new EnumMap<>(Verdict.class);
    Map<String, List<String>> withheld = new LinkedHashMap<>();
    for (Pair pair : pairs) {
      Verdict verdict = ranking.verdict("", first, pair.other(first));
      String other = name(pair.other(first));
      if (verdict == Verdict.WITHHELD || verdict == Verdict.TOO_FEW) {
        withheld
            .computeIfAbsent(VerdictTables.whyWithheld(pair.row()), key -> new ArrayList<>())
            .add(other);
      } else {
        byVerdict
            .computeIfAbsent(
                verdict.isFaster() ? Verdict.FASTER : verdict, key -> new ArrayList<>())
            .add(verdict.isFaster() ? times(pair) : other);
      }
    }
    List<String> sentences = new ArrayList<>();
    byVerdict.forEach((verdict, others) -> {
      String who = sentences.isEmpty() ? name(first) : IT;
      sentences.add(sentence(who, verdict, listed(others)));
    });
    withheld.forEach((why, others) ->
        sentences.add(
            "The verdict on %s against %s is withheld: %s."
                .formatted(name(first), listed(others), why)));
    return String.join(" ", sentences);
  }

  private String sentence(String who, Verdict verdict, String others) {
    Quantity quantity = ranking.quantity();
    return switch (verdict) {
      case FASTER ->
          "%s is %s%s.".formatted(who, others, interactions.isEmpty() ? "" : ", by configuration");
      case SAME ->
          "%s is the same as %s within %s."
              .formatted(who, others, Numbers.roundPercent(ranking.delta()));
      case UNDECIDED ->
          "%s is undecided: neither is shown to be %s."
              .formatted(
                  who.equals(IT) ? "Against %s it".formatted(others) : who + " against " + others,
                  VerdictTables.label(Verdict.FASTER, 0, quantity));
      default ->
          "%s is %s than %s."
              .formatted(who, VerdictTables.label(verdict, ranking.delta(), quantity), others);
    };
  }

  /**
   * How many times as fast as the other, with its interval, or with its range where that depends on
   * the configuration: "1.6 times as fast as json (1.4 to 1.8)".
   */
  private String times(Pair pair) {
    String other = name(pair.other(first));
    Quantity quantity = ranking.quantity();
    if (!quantity.isSpeed()) {
      boolean byDelta = ranking.verdict("", first, pair.other(first)) == Verdict.FASTER_BY_DELTA;
      return "better than %s%s"
          .formatted(
              other,
              byDelta ? " by %s or more".formatted(Numbers.roundPercent(ranking.delta())) : "");
    }
    double estimate = ratio(pair, pair.row().delta());
    DoubleFunction<String> format = ratio -> Numbers.times(ratio, estimate);
    double min = ratios(pair).min().orElse(estimate);
    double max = ratios(pair).max().orElse(estimate);
    String lowest = Numbers.times(min, min);
    String highest = Numbers.times(max, max);
    if (interactions.contains(pair) && !lowest.equals(highest)) {
      return "%s to %s times as fast as %s".formatted(lowest, highest, other);
    }
    Interval reduction = pair.row().interval();
    List<String> bounds =
        DoubleStream.of(reduction.lower(), reduction.upper())
            .map(bound -> ratio(pair, bound))
            .sorted()
            .mapToObj(format)
            .distinct()
            .toList();
    String range =
        reduction.bounded() && bounds.size() == 2 ? " (" + String.join(" to ", bounds) + ")" : "";
    return "%s times as fast as %s%s".formatted(format.apply(estimate), other, range);
  }

  /** By configuration, how many times as fast as the other the first is. */
  private DoubleStream ratios(Pair pair) {
    return ranking.counted(pair).stream().mapToDouble(row -> ratio(pair, row.delta()));
  }

  /** Of a reduction of the candidate: how many times as fast as the other the first is. */
  private double ratio(Pair pair, double reduction) {
    boolean candidate = pair.candidate().equals(first);
    return 1 / (1 - (candidate ? reduction : Hypothesis.mirrored(reduction)));
  }

  /** Who is shown to be the fastest where. */
  private String byConfiguration() {
    Map<String, List<Configuration>> bySubject = new LinkedHashMap<>();
    for (Configuration each : configurations) {
      bySubject.computeIfAbsent(shownBest(each), key -> new ArrayList<>()).add(each);
    }
    List<Configuration> none = bySubject.remove("");
    List<String> parts = new ArrayList<>();
    bySubject.forEach((subject, where) ->
        parts.add(
            "%s %s%s"
                .formatted(
                    name(subject),
                    !parts.isEmpty()
                        ? ""
                        : "is shown to be the %s "
                            .formatted(ranking.quantity().isSpeed() ? "fastest" : "best"),
                    where(where))));
    if (none != null) {
      parts.add("none " + where(none));
    }
    return String.join("; ", parts) + ".";
  }

  /** Of many subjects whose order turns with the configuration: which is the best of each. */
  private String noneShown() {
    String best = ranking.quantity().isSpeed() ? "fastest" : "best";
    if (configurations.size() > MAX_LISTED) {
      return "The order depends on the configuration, and none is shown to be the %s in any of %s."
          .formatted(best, Numbers.count(configurations.size()));
    }
    Map<String, List<Configuration>> bySubject = new LinkedHashMap<>();
    for (Configuration each : configurations) {
      bySubject.computeIfAbsent(each.ordered().get(0), key -> new ArrayList<>()).add(each);
    }
    List<String> parts = new ArrayList<>();
    bySubject.forEach((subject, where) -> parts.add(name(subject) + " " + where(where)));
    return "Best in these runs: %s. None is shown to be the %s."
        .formatted(String.join("; ", parts), best);
  }

  /**
   * Some of the configurations: by the values of one parameter that all of them have and no other
   * has, else by their labels, or of many by their number.
   */
  private String where(List<Configuration> some) {
    for (String parameter : ranking.by()) {
      List<String> values = some.stream().map(each -> value(each, parameter)).distinct().toList();
      if (values.size() <= MAX_LISTED
          && !values.contains("")
          && configurations.stream()
              .filter(each -> !some.contains(each))
              .noneMatch(each -> values.contains(value(each, parameter)))) {
        return "with " + listed(values);
      }
    }
    return configurations.size() > MAX_LISTED
        ? "in %s of %s"
            .formatted(
                Numbers.count(some.size()),
                Numbers.count(configurations.size(), "configuration", "configurations"))
        : "with " + listed(some.stream().map(Configuration::label).toList());
  }

  private static String value(Configuration of, String parameter) {
    return Ranking.label(of.results().values().iterator().next(), List.of(parameter));
  }

  /** The subject that is shown to be faster than each other; empty where none is. */
  private String shownBest(Configuration at) {
    return at.results().keySet().stream()
        .filter(subject ->
            at.results().keySet().stream()
                .filter(other -> !other.equals(subject))
                .allMatch(other -> ranking.verdict(at.group(), subject, other).isFaster()))
        .findFirst()
        .orElse("");
  }

  /** What holds on average, where it says something. */
  private String average() {
    List<String> others = pairs.stream().filter(this::leads).map(this::average).toList();
    return others.isEmpty()
        ? ""
        : "On average over them %s is %s. ".formatted(name(first), listed(others));
  }

  private String average(Pair pair) {
    double ratio = ratio(pair, pair.row().delta());
    return "%s times as fast as %s".formatted(Numbers.times(ratio, ratio), name(pair.other(first)));
  }

  /** What is averaged. */
  private String over() {
    int count = configurations.size();
    boolean all = ranking.pairs().stream().allMatch(each -> each.unpaired().isEmpty());
    return count == 1
        ? ""
        : all
            ? "Over %s configurations. "
                .formatted(count == 2 ? "both" : "all " + Numbers.count(count))
            : "Over the configurations that can be compared. ";
  }

  /** In how many configurations a claim of the first subject holds by itself. */
  private String shown() {
    boolean claims = pairs.stream().anyMatch(this::leads);
    long alone =
        configurations.stream()
            .filter(each ->
                pairs.stream()
                    .filter(this::leads)
                    .map(pair -> pair.other(first))
                    .filter(each.results()::containsKey)
                    .allMatch(other -> ranking.verdict(each.group(), first, other).isFaster()))
            .count();
    return !claims || configurations.size() == 1
        ? ""
        : alone == configurations.size()
            ? "Shown in each of them alone, too. "
            : "Shown in %s of them alone. ".formatted(alone == 0 ? "none" : Numbers.count(alone));
  }

  private String tested(List<Superiority> rows) {
    SuperiorityTest test = ranking.test();
    return "%sBy %s%s."
        .formatted(
            rows.size() == 1 ? evidence(pairs.get(0)) : "",
            VerdictTables.method(rows, test),
            test.looks().map(plan -> "; " + plan).orElse(""));
  }

  private String evidence(Pair pair) {
    Superiority row = pair.row();
    String ratio =
        (row.quantity().ratioOf().equals("time") ? "time ratio " : "ratio ")
            + Numbers.significant(row.primary().timeRatio(), 3)
            + ", reduction ";
    double p = row.conclusion().p();
    return "%s against %s: %s%s, interval %s%s. "
        .formatted(
            name(pair.candidate()),
            name(pair.baseline()),
            row.delta() <= -1 ? "" : ratio, // what is told as a factor is no reduction
            Numbers.reductionOf(row.quantity()).apply(row.delta()),
            Numbers.reductions(row.interval(), row.quantity()),
            Double.isNaN(p) ? "" : ", p " + Numbers.p(p));
  }

  private String name(String subject) {
    return ranking.name(subject);
  }

  /** Names in a row; of many the first, and how many others there are. */
  private static String listed(List<String> names) {
    boolean many = names.size() > MAX_LISTED;
    int last = many ? MAX_LISTED : names.size() - 1;
    String others = Numbers.count(names.size() - last, "other", "others");
    return names.subList(0, last).stream().collect(Collectors.joining(", "))
        + (last > 0 ? " and " : "")
        + (many ? others : names.get(last));
  }
}
