package org.docduel.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.docduel.audit.Claim.SetUp;
import org.docduel.audit.ClaimAudit.Audited;
import org.docduel.audit.ClaimAudit.Verdict;
import org.docduel.audit.Formula.Measured;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RT5 claims that typed columns are superior by 20 %; the paper measured 58.27 %. */
class ClaimAuditTest {
  @ParameterizedTest(name = "{0} like for like, {1}, {2}: {3}")
  @CsvSource({
    "0.59, superior, '', REPEATS",
    "0.39, not superior, '', REPEATS",
    "0.03, not superior, '', ARTEFACT",
    "-0.80, not superior, '', ARTEFACT",
    "0.03, not superior, '100,000 rows', REPEATS",
  })
  void artefactMustVanishOrHalveAtSameSize(
      double reduction, String decision, String size, Verdict verdict) {
    Claim claim = shipped("RT5");
    Map<SetUp, Measured> measured =
        Map.of(
            SetUp.OWN_TABLES,
            Measured.none("none"),
            SetUp.AS_PUBLISHED,
            Measured.of(0.585, "superior"),
            SetUp.LIKE_FOR_LIKE,
            Measured.of(reduction, decision).at(size, ""));
    assertThat(new Audited(claim, measured).verdict()).isEqualTo(verdict);
  }

  /** I2 claims 28.253 s, U1 a factor of about 1,155, and I1m one of 1.24. */
  @ParameterizedTest(name = "{0} is {1} {2} {3}: {4}")
  @CsvSource({
    "I2, 21.82, '', '', OTHER_SCALE",
    "I2, 28.0, '', '', REPEATS",
    "I2, 28.0, '1,000 documents', '', OTHER_SCALE",
    "U1, 48.98, '200,000 documents', '', OTHER_SCALE",
    "U1, 206, '200,000 documents', '', OTHER_SIZE",
    "U1, 206, '200,000 documents', FerretDB 2.7.0, OTHER_SERVER",
    "U1, 48.98, '', '', OTHER_SIZE",
    "U1, 0.5, '200,000 documents', '', DOES_NOT_REPEAT",
    "I1m, 1.25, '', '', REPEATS",
    "I1m, 1.25, '', FerretDB 2.7.0, OTHER_SERVER",
  })
  void incomparableMeasurementsDecideNothing(
      String id, double value, String size, String server, Verdict verdict) {
    Map<SetUp, Measured> measured =
        Map.of(
            SetUp.OWN_TABLES, Measured.none("none"),
            SetUp.AS_PUBLISHED, Measured.of(value).at(size, server),
            SetUp.LIKE_FOR_LIKE, Measured.none("none"));
    assertThat(new Audited(shipped(id), measured).verdict()).isEqualTo(verdict);
  }

  private static Claim shipped(String id) {
    return ClaimFile.read(List.of()).stream()
        .flatMap(file -> file.claims().stream())
        .filter(each -> each.id().equals(id))
        .findFirst()
        .orElseThrow();
  }
}
