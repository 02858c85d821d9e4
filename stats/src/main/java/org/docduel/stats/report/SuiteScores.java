package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.docduel.stats.jmh.Observations;
import org.docduel.stats.sidecar.QuestionFact;
import org.docduel.stats.sidecar.SidecarFile;

/**
 * The questions of a query suite and what each subject took for them, all other parameters being
 * the same.
 *
 * @param label the other parameters that vary; empty when none does
 * @param subjects what is compared, mostly stores
 * @param questions in the order of the results
 */
record SuiteScores(String label, List<String> subjects, List<Question> questions) {
  private static final String QUERY = "query";
  private static final String STORE = "store";
  private static final String TIME_LIMIT = "timeLimit";
  private static final String COLD = "cold";
  private static final String FIRST = "first";

  /** Copies the lists. */
  SuiteScores {
    subjects = List.copyOf(subjects);
    questions = List.copyOf(questions);
  }

  /**
   * A question.
   *
   * @param name the value of the parameter {@code query}
   * @param title what it asks; may be empty
   * @param category the title of its category, or what stands before the dot of its name
   * @param scores by subject
   */
  record Question(String name, String title, String category, Map<String, Score> scores) {
    /** Copies the scores, keeping their order. */
    Question {
      scores = Collections.unmodifiableMap(new LinkedHashMap<>(scores));
    }

    /** A subject's mean time in seconds once its caches are warm; NaN without a score. */
    double warm(String subject) {
      return score(subject).map(score -> score.summary().mean()).orElse(Double.NaN);
    }

    /** A subject's first time in seconds, the mean over its forks; NaN without one. */
    double first(String subject) {
      return score(subject)
          .flatMap(score -> score.secondary(COLD).or(() -> score.secondary(FIRST)))
          .map(Observations::mean)
          .orElse(Double.NaN);
    }

    /** Whether the time is that at which the question was cut off, a lower bound. */
    boolean isCutOff(String subject) {
      return score(subject)
          .filter(score -> score.field(TIME_LIMIT).matches("[1-9][0-9]{0,8}"))
          .filter(score ->
              score.summary().max() >= Double.parseDouble(score.field(TIME_LIMIT)) * (1 - 1e-9))
          .isPresent();
    }

    private Optional<Score> score(String subject) {
      return Optional.ofNullable(scores.get(subject));
    }
  }

  /** The questions that every subject has a score for: sums over others would compare nothing. */
  List<Question> common() {
    return questions.stream()
        .filter(question -> question.scores().keySet().containsAll(subjects))
        .toList();
  }

  /** Whether a subject's first times are those of a server that had just been restarted. */
  boolean isCold(String subject) {
    return questions.stream()
        .flatMap(question -> question.score(subject).stream())
        .anyMatch(score -> score.secondary(COLD).isPresent());
  }

  /** Whether a study is of the questions of a suite. */
  static boolean isSuite(Study study) {
    return study.timed()
        && (study.by().contains(QUERY) || study.compare().equals(QUERY))
        && study.scores().stream().allMatch(score -> !score.field(TIME_LIMIT).isEmpty());
  }

  /**
   * The suites of a study, one for each set of other parameters.
   *
   * @param study one that {@link #isSuite}
   * @param sidecars say what the questions ask
   */
  static List<SuiteScores> of(Study study, List<SidecarFile> sidecars) {
    Map<String, QuestionFact> facts = new LinkedHashMap<>();
    for (SidecarFile file : sidecars) {
      file.sidecar().questions().forEach(fact -> facts.putIfAbsent(fact.query(), fact));
    }
    String subject = study.compare().equals(QUERY) ? STORE : study.compare();
    List<String> others =
        study.by().stream().filter(name -> !name.equals(QUERY) && !name.equals(subject)).toList();
    Map<List<String>, Map<String, Map<String, Score>>> groups = new LinkedHashMap<>();
    for (Score score : study.scores()) {
      groups
          .computeIfAbsent(others.stream().map(score::field).toList(), k -> new LinkedHashMap<>())
          .computeIfAbsent(score.field(QUERY), k -> new LinkedHashMap<>())
          .putIfAbsent(score.field(subject), score);
    }
    List<SuiteScores> suites = new ArrayList<>();
    groups.forEach((values, byQuery) -> suites.add(suite(label(others, values), byQuery, facts)));
    return suites;
  }

  private static SuiteScores suite(
      String label, Map<String, Map<String, Score>> byQuery, Map<String, QuestionFact> facts) {
    Set<String> subjects = new LinkedHashSet<>();
    List<Question> questions = new ArrayList<>();
    byQuery.forEach((name, scores) -> {
      subjects.addAll(scores.keySet());
      QuestionFact fact = facts.getOrDefault(name, new QuestionFact(name, "", ""));
      String prefix = name.contains(".") ? name.substring(0, name.indexOf('.')) : name;
      questions.add(
          new Question(
              name, fact.title(), fact.category().isEmpty() ? prefix : fact.category(), scores));
    });
    return new SuiteScores(label, List.copyOf(subjects), questions);
  }

  private static String label(List<String> names, List<String> values) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      parts.add(names.get(i) + " " + values.get(i));
    }
    return String.join(" · ", parts);
  }
}
