package org.docduel.stats.report.section;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.docduel.stats.report.page.Block;
import org.junit.jupiter.api.Test;

class PlanDifferenceTest {

  @Test
  void aPlanAloneHasNoMarks() {
    assertThat(marked(List.of("Seq Scan", "  Filter: (a = 1)"), List.of()))
        .containsExactly("0 Seq Scan", "1 Filter: (a = 1)");
  }

  @Test
  void aStepThatOneOfTheOthersLacksIsMarkedWhole() {
    List<String> plan = List.of("Bitmap Heap Scan", "  Recheck Cond: (a = 1)");

    assertThat(marked(plan, List.of(plan, List.of("Seq Scan"))))
        .containsExactly("0 **Bitmap Heap Scan**", "1 **Recheck Cond: (a = 1)**");
  }

  @Test
  void wordsAreComparedAfterTheSameBeginningAlone() {
    assertThat(
            marked(
                List.of("Index Scan using a_idx on t", "  Index Cond: (doc = 7)", "  Filter: (b)"),
                List.of(
                    List.of(
                        "Index Scan using b_idx on t",
                        "  Index Cond: (b = 7)",
                        "  Filter: (doc)"))))
        .containsExactly(
            "0 Index Scan using *a_idx* on t", "1 Index Cond: (*doc* = 7)", "1 Filter: (*b*)");
  }

  @Test
  void ofStepsThatRepeatTheSurplusIsMarked() {
    assertThat(
            marked(
                List.of("BitmapOr", "  Bitmap Index Scan using x", "  Bitmap Index Scan using x"),
                List.of(List.of("BitmapOr", "  Bitmap Index Scan using x"))))
        .containsExactly(
            "0 BitmapOr", "1 Bitmap Index Scan using x", "1 **Bitmap Index Scan using x**");
  }

  @Test
  void aLineOfAnyOtherFormIsTakenAsItIs() {
    assertThat(
            marked(List.of("", ":", "{\"stage\": 1}"), List.of(List.of("", ":", "{\"stage\": 2}"))))
        .containsExactly("0 ", "0 :", "0 {\"stage\": *1*}");
  }

  private static List<String> marked(List<String> plan, List<List<String>> others) {
    return PlanDifference.marked(plan, others).stream()
        .map(line ->
            line.depth()
                + " "
                + line.words().stream()
                    .map(PlanDifferenceTest::shown)
                    .collect(Collectors.joining()))
        .toList();
  }

  private static String shown(Block.Words run) {
    return switch (run.mark()) {
      case SAME -> run.text();
      case WORD -> "*" + run.text() + "*";
      case STEP -> "**" + run.text() + "**";
    };
  }
}
