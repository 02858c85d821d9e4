package org.docduel.stats.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.docduel.stats.report.model.Score;
import org.docduel.stats.report.model.Study;
import org.docduel.stats.report.page.Columns;
import org.docduel.stats.report.page.Figures;
import org.docduel.stats.report.value.Display;
import org.docduel.stats.report.value.Measure;

/**
 * What the sections of a study share.
 *
 * @param study the study
 * @param compared its subjects that take part in verdicts
 * @param prefix of its files and anchors; empty when the report has one study
 * @param measure the unit of its times
 * @param figures draws the report's figures
 */
public record StudyContext(
    Study study, List<String> compared, String prefix, Measure measure, Figures figures) {
  private static final String DURABILITY = "durability";

  /** Copies the list. */
  public StudyContext {
    compared = List.copyOf(compared);
  }

  /** The context of a study. */
  public static StudyContext of(
      Study study, List<String> compared, String prefix, Figures figures) {
    List<Double> medians = study.scores().stream().map(score -> score.summary().median()).toList();
    Measure measure = Measure.of(study.scores().get(0).observations().quantity(), medians);
    return new StudyContext(study, compared, prefix, measure, figures);
  }

  /** The name of a file or an anchor. */
  public String file(String name) {
    return prefix.isEmpty() ? name : prefix + "-" + name;
  }

  /** The number of a score in the unit of its heading. */
  String number(double value) {
    return measure.number(value);
  }

  /** The group and the subject of a score. */
  String label(Score score) {
    String group = study.label(score);
    return (group.isEmpty() ? "" : group + ", ") + study.subject(score);
  }

  /** A table that begins with the columns that tell scores apart, durability among them. */
  Columns<Score> columns() {
    Columns<Score> columns = new Columns<>();
    for (String name : study.by()) {
      columns.text(name, name, score -> score.field(name));
    }
    String subject = study.compare().isEmpty() ? "benchmark" : study.compare();
    columns.text(subject, subject, study::subjectValue);
    boolean elsewhere =
        study.by().contains(DURABILITY)
            || study.compare().equals(DURABILITY)
            || study.scores().stream().allMatch(score -> score.durability().isEmpty());
    return elsewhere ? columns : columns.text(DURABILITY, DURABILITY, Score::durability);
  }

  /** What every number of a figure was measured under, as the end of a caption. */
  String conditions() {
    List<String> parts = new ArrayList<>();
    for (Map.Entry<String, String> constant : study.constants().entrySet()) {
      if (!constant.getKey().equals(DURABILITY)) {
        String value = constant.getValue();
        boolean number = value.matches("\\d{4,15}");
        parts.add(
            constant.getKey()
                + Display.UNIT_SPACE
                + (number ? Display.count(Long.parseLong(value)) : value));
      }
    }
    List<String> promises =
        study.scores().stream()
            .map(Score::durability)
            .filter(text -> !text.isEmpty())
            .distinct()
            .toList();
    if (!promises.isEmpty() && !study.by().contains(DURABILITY)) {
      parts.add(DURABILITY + Display.UNIT_SPACE + String.join(" or ", promises));
    }
    return parts.isEmpty() ? "" : " Held constant: " + String.join(", ", parts) + ".";
  }
}
