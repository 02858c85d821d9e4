package org.docduel.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Map;
import org.docduel.stats.jmh.Observations;
import org.junit.jupiter.api.Test;

class CompareTest {
  private static final Comparison.Goal GOAL = new Comparison.Goal("ours", "bare", 0.97);

  @Test
  void aSideIsJudgedAgainstTheReferenceOfItsCase() {
    Observations bare = Observations.ofSeconds(new double[] {1, 2}, new double[] {2, 3});
    Map<String, String> one = Map.of("store", "a");
    assertThat(Compare.reference(GOAL, Map.of(one, bare), one)).isSameAs(bare);
  }

  @Test
  void aMissingReferenceIsNeverTheSideItself() {
    assertThatIllegalStateException()
        .isThrownBy(() -> Compare.reference(GOAL, Map.of(), Map.of("store", "a")))
        .withMessage("no result of bare for store=a, against which ours is judged");
  }
}
