package org.docduel.stats.claims;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.docduel.stats.claims.AuditedClaim.Verdict;
import org.docduel.stats.claims.Claim.SetUp;
import org.docduel.stats.claims.ClaimFile.Publication;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RT5 claims that typed columns are superior by 20 %; the paper measured 58.27 %. */
class AuditedClaimTest {
  @ParameterizedTest(name = "{0} like for like, {1}, {2}: {3}")
  @CsvSource({
    "0.59, superior, '', REPEATS",
    "0.39, not superior, '', REPEATS",
    "0.03, not superior, '', ARTEFACT",
    "-0.80, not superior, '', ARTEFACT",
    "0.03, not superior, '100,000 rows', REPEATS",
  })
  void anArtefactIsGoneOrHalvedAtTheSameSize(
      double reduction, String word, String size, Verdict verdict) {
    Claim claim =
        ClaimFile.read(List.of()).stream()
            .flatMap(file -> file.claims().stream())
            .filter(each -> each.id().equals("RT5"))
            .findFirst()
            .orElseThrow();
    Map<SetUp, Measured> measured =
        Map.of(
            SetUp.OWN_TABLES,
            Measured.none("none"),
            SetUp.AS_PUBLISHED,
            Measured.of(0.585, "superior"),
            SetUp.LIKE_FOR_LIKE,
            Measured.of(reduction, word).at(size));
    assertThat(
            new AuditedClaim(new Publication("A", "T", "2026", "link"), claim, measured).verdict())
        .isEqualTo(verdict);
  }
}
