package org.docduel.stats.report.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.docduel.stats.Finding;
import org.docduel.stats.verdict.PairwiseTest;
import org.docduel.stats.verdict.Superiority;
import org.docduel.stats.verdict.Verdict;

/** Lays out the verdicts over all pairs of the values of a parameter. */
public final class PairwiseDocument {
  private static final List<Column> DATA =
      VerdictCells.columns(
          Column.words("baseline", "baseline"),
          Column.words("candidate", "candidate"),
          Column.numbers("groups", "groups"));

  private PairwiseDocument() {}

  /**
   * Lays out pairs.
   *
   * @param test what was tested
   * @param pairs the pairs, at least one
   */
  public static Document of(PairwiseTest test, List<PairwiseTest.Pair> pairs) {
    List<Finding> findings = new ArrayList<>();
    pairs.forEach(pair -> findings.addAll(named(pair, pair.row(), pairs.size())));
    return new Document(
        "superiority",
        lead(test, pairs.get(0).row()),
        List.of(people(pairs, test.parameter())),
        notes(test, pairs),
        List.of(programs(pairs)),
        List.of(),
        settings(test),
        findings.stream().distinct().toList());
  }

  /**
   * Lays out pairs, and each pair's groups below them where there are several.
   *
   * @param test what was tested
   * @param pairs the pairs, at least one
   * @param by the name of the groups, for example {@code scenario}
   */
  public static Document withGroups(PairwiseTest test, List<PairwiseTest.Pair> pairs, String by) {
    Document pairwise = of(test, pairs);
    if (pairs.stream().allMatch(pair -> pair.groups().size() == 1)) {
      return pairwise;
    }
    List<Table> tables = new ArrayList<>(pairwise.tables());
    tables.add(PairGroups.people(pairs, test.parameter(), by));
    List<Finding> findings = new ArrayList<>(pairwise.findings());
    for (PairwiseTest.Pair pair : pairs) {
      pair.groups().forEach(group -> findings.addAll(named(pair, group, pairs.size())));
    }
    return new Document(
        pairwise.name(),
        pairwise.lead(),
        tables,
        pairwise.notes(),
        pairwise.data(),
        List.of(PairGroups.programs(pairs)),
        pairwise.settings(),
        findings.stream().distinct().toList());
  }

  /**
   * The findings of a row of a pair. Where there are several, they say of which pair, and those
   * about observations of which side: other pairs have it too, and the same findings.
   */
  private static List<Finding> named(PairwiseTest.Pair pair, Superiority row, int pairs) {
    return pairs == 1
        ? row.findings()
        : row.findings().stream()
            .map(it -> new Finding(it.kind(), subject(pair, it.subject()), it.message()))
            .toList();
  }

  private static String subject(PairwiseTest.Pair pair, String of) {
    if (of.endsWith(Finding.OF_BASELINE)) {
      return pair.baseline() + ", " + of.substring(0, of.length() - Finding.OF_BASELINE.length());
    }
    if (of.endsWith(Finding.OF_CANDIDATE)) {
      return pair.candidate() + ", " + of.substring(0, of.length() - Finding.OF_CANDIDATE.length());
    }
    return pair.candidate() + " against " + pair.baseline() + ", " + of;
  }

  private static List<String> lead(PairwiseTest test, Superiority first) {
    List<String> lead =
        new ArrayList<>(
            List.of(
                String.format(
                    Locale.ROOT,
                    "Every %s against every earlier one: better by at least %s? (one-sided, alpha %s)",
                    test.parameter(),
                    Numbers.roundPercent(test.test().hypothesis().delta()),
                    test.test().hypothesis().alpha()),
                String.format(
                    Locale.ROOT,
                    "geometric mean over groups; method %s, unit %s; %,d resamples, seed %d",
                    first.primary().method().label(),
                    first.primary().unit(),
                    test.test().resampling().resamples(),
                    test.test().resampling().seed())));
    test.test().approach().looks().ifPresent(looks -> lead.add(looks.toString()));
    return lead;
  }

  private static Table people(List<PairwiseTest.Pair> pairs, String parameter) {
    List<Column> columns =
        VerdictCells.peopleColumns(
            Column.words("baseline", "baseline " + parameter),
            Column.words("candidate", "candidate " + parameter),
            Column.numbers("groups", "groups"));
    List<List<Cell>> rows = new ArrayList<>();
    for (PairwiseTest.Pair pair : pairs) {
      rows.add(
          VerdictCells.people(
              pair.row(),
              pair.quantity(),
              Cell.of(pair.baseline()),
              Cell.of(pair.candidate()),
              Cell.of(pair.groups().size())));
    }
    return new Table("pairs", "", columns, rows);
  }

  private static Table programs(List<PairwiseTest.Pair> pairs) {
    List<List<Cell>> rows = new ArrayList<>();
    for (PairwiseTest.Pair pair : pairs) {
      Superiority row = pair.row();
      rows.add(
          VerdictCells.row(
              row,
              Cell.of(pair.baseline()),
              Cell.of(pair.candidate()),
              Cell.of(pair.groups().size())));
    }
    return new Table("pairs", "", DATA, rows);
  }

  private static List<String> notes(PairwiseTest test, List<PairwiseTest.Pair> pairs) {
    List<String> notes = new ArrayList<>();
    for (PairwiseTest.Pair pair : pairs) {
      notes.add(sentence(pair, test.test().hypothesis().delta()));
      pair.unpaired()
          .forEach(group ->
              notes.add(
                  "Not compared for "
                      + pair.baseline()
                      + " and "
                      + pair.candidate()
                      + ": "
                      + group
                      + "."));
    }
    return notes;
  }

  private static String sentence(PairwiseTest.Pair pair, double delta) {
    String sentence =
        SuperiorityDocument.sentenceWithLook(pair.row(), pair.candidate(), pair.baseline(), delta);
    return Character.toUpperCase(sentence.charAt(0)) == sentence.charAt(0)
            || pair.row().verdict() != Verdict.TOO_FEW
        ? sentence + "."
        : "A" + sentence.substring(1) + ".";
  }

  private static Map<String, Object> settings(PairwiseTest test) {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("compare", test.parameter());
    settings.put("delta", test.test().hypothesis().delta());
    settings.put("alpha", test.test().hypothesis().alpha());
    settings.put("resamples", test.test().resampling().resamples());
    settings.put("seed", test.test().resampling().seed());
    return settings;
  }
}
