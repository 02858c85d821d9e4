package org.docduel.stats.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.Mode;
import org.docduel.stats.jmh.Quantity;

/**
 * Results that measure the same thing, compared over the values of one parameter.
 *
 * @param name of the benchmark, without its package
 * @param mode it ran in
 * @param compare the parameter whose values are compared; empty when nothing varies
 * @param subjects its values, in order of first appearance
 * @param by the other parameters that vary
 * @param constants the parameters that do not vary, with their values
 * @param scores all results
 */
record Study(
    String name,
    Mode mode,
    String compare,
    List<String> subjects,
    List<String> by,
    Map<String, String> constants,
    List<Score> scores) {

  private static final int TELLING = 5;

  /** Copies the collections, keeping their order. */
  Study {
    subjects = List.copyOf(subjects);
    by = List.copyOf(by);
    constants = Collections.unmodifiableMap(new LinkedHashMap<>(constants));
    scores = List.copyOf(scores);
  }

  /** The same study under another name. */
  Study withName(String changed) {
    return new Study(changed, mode, compare, subjects, by, constants, scores);
  }

  /** A result that speaks for the benchmark and its protocol. */
  JmhResult first() {
    return scores.get(0).first();
  }

  /** Whether the numbers are times or rates of operations. */
  boolean timed() {
    return scores.get(0).observations().quantity().kind() != Quantity.Kind.OTHER;
  }

  /** The unit of the numbers as JMH states it. */
  String unit() {
    return scores.get(0).observations().quantity().unit();
  }

  /** The subject of a score as a reader sees it; the benchmark's name when nothing is compared. */
  String subject(Score score) {
    return compare.isEmpty() ? name : subjectName(score.field(compare));
  }

  /** A value of the compared parameter as a reader sees it: "mongodb", but "payload 4KB". */
  String subjectName(String value) {
    boolean named = !value.isEmpty() && Character.isLetter(value.charAt(0)) && !isFlag(value);
    return named ? shownValue(compare, value) : compare + " " + value;
  }

  /** A value of the compared parameter in a column of that name. */
  String subjectValue(Score score) {
    return compare.isEmpty() ? name : shownValue(compare, score.field(compare));
  }

  private static boolean isFlag(String value) {
    return value.equals("true") || value.equals("false");
  }

  /** The place of a score's subject, which gives it colour and shape. */
  int series(Score score) {
    return Math.max(0, subjects.indexOf(score.field(compare)));
  }

  /** The groups, in order of first appearance. */
  List<Group> groups() {
    return groups(by);
  }

  /** The groups when one of the parameters is laid out along an axis instead. */
  List<Group> groupsWithout(String parameter) {
    return groups(byWithout(parameter));
  }

  /**
   * What sets groups apart when one of the parameters is laid out along an axis: neither it nor
   * what follows from it, as the payload does from 200x20B.
   */
  List<String> byWithout(String parameter) {
    return by.stream()
        .filter(name -> !name.equals(parameter) && !follows(name, parameter))
        .toList();
  }

  private boolean follows(String field, String parameter) {
    Map<String, String> values = new LinkedHashMap<>();
    return scores.stream()
        .allMatch(score -> {
          String earlier = values.putIfAbsent(score.field(parameter), score.field(field));
          return earlier == null || earlier.equals(score.field(field));
        });
  }

  private List<Group> groups(List<String> names) {
    Map<List<String>, List<Score>> groups = new LinkedHashMap<>();
    for (Score score : scores) {
      List<String> key = names.stream().map(score::field).toList();
      groups.computeIfAbsent(key, k -> new ArrayList<>()).add(score);
    }
    List<Group> all = new ArrayList<>();
    groups.forEach((key, members) -> all.add(new Group(label(names, key), members)));
    return all;
  }

  /**
   * A group as a reader sees it: the bare value of a single telling parameter, else named values.
   */
  String label(Score score) {
    return label(by, by.stream().map(score::field).toList());
  }

  private String label(List<String> names, List<String> values) {
    if (names.size() == 1 && speaksForItself(names.get(0))) {
      return shownValue(names.get(0), values.get(0));
    }
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if (!values.get(i).isEmpty()) {
        parts.add(names.get(i) + " " + shownValue(names.get(i), values.get(i)));
      }
    }
    return String.join(" · ", parts);
  }

  // "S1_expr_eq_num" needs no name of its parameter before it; "none" and "4KB" do.
  private boolean speaksForItself(String parameter) {
    return scores.stream()
        .map(score -> score.field(parameter))
        .allMatch(value -> value.length() >= TELLING && Character.isLetter(value.charAt(0)));
  }

  private static String shownValue(String name, String value) {
    if (!name.equals("benchmark")) {
      return value;
    }
    int method = value.lastIndexOf('.');
    return value.substring(method < 0 ? 0 : value.lastIndexOf('.', method - 1) + 1);
  }

  /**
   * Scores that differ in the subject alone.
   *
   * @param label of the group; empty when there is but one
   * @param scores in the order of the files
   */
  record Group(String label, List<Score> scores) {

    /** Copies the scores. */
    Group {
      scores = List.copyOf(scores);
    }

    /** The first score of a subject. */
    Optional<Score> of(String compare, String subject) {
      return scores.stream().filter(score -> score.field(compare).equals(subject)).findFirst();
    }
  }
}
