package org.docduel.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.audit.Claim.SetUp;
import org.docduel.audit.Claim.Setting;
import org.docduel.audit.ClaimAudit.Audited;
import org.docduel.audit.ClaimAudit.Verdict;
import org.docduel.audit.ClaimFile.Publication;
import org.docduel.audit.Formula.Measure;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.JmhResult;
import org.docduel.stats.jmh.ParameterMatch;
import org.docduel.stats.verdict.SuperiorityTest;
import org.docduel.testkit.files.ModuleFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The claims that ship, held against what the workloads write: {@code runs/workloads.json} of stats
 * has one result of each of them, cut to two iterations.
 */
class ShippedClaimsTest {

  private static final Map<String, String> CLASSES =
      Map.of(
          "IndexedReadBenchmark", "indexed-reads",
          "UpdateBenchmark", "updates",
          "InsertBenchmark", "inserts");

  private static final Map<String, JmhResult> BY_FILE = workloads();

  private static Map<String, JmhResult> workloads() {
    return JmhFile.readAll(
            List.of(
                ModuleFiles.resolve(
                    ShippedClaimsTest.class, "../stats/src/test/resources/runs/workloads.json")))
        .stream()
        .collect(
            Collectors.toMap(
                result ->
                    String.valueOf(
                        CLASSES.get(
                            JmhResult.withoutPackage(result.benchmark()).replaceAll("\\..*", ""))),
                result -> result));
  }

  static Stream<Arguments> measurable() {
    return BY_FILE.keySet().stream()
        .flatMap(name ->
            ClaimFile.read(List.of(name)).get(0).claims().stream()
                .map(claim -> Arguments.of(claim.id(), name, claim)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("measurable")
  void selectsByParametersAndMetricsThatTheWorkloadHas(String id, String name, Claim claim) {
    JmhResult result = Objects.requireNonNull(BY_FILE.get(name), name);
    for (SetUp setUp : List.of(SetUp.AS_PUBLISHED, SetUp.LIKE_FOR_LIKE)) {
      Setting setting = claim.in(setUp);
      Set<String> used = new HashSet<>(setting.where().keys());
      setting.sides().stream().map(ParameterMatch::keys).forEach(used::addAll);
      used.addAll(setting.size().keys());
      assertThat(result.fields().keySet()).containsAll(used);
      if (!setting.metric().isEmpty()) {
        assertThat(result.secondary()).containsKey(setting.metric());
      }
    }
  }

  @Test
  void selectorCombinesSettingSetUpAndClaim() {
    Claim claim =
        ClaimFile.read(List.of("key-access")).get(0).claims().stream()
            .filter(each -> each.id().equals("K1"))
            .findFirst()
            .orElseThrow();

    assertThat(claim.in(SetUp.LIKE_FOR_LIKE).where())
        .isEqualTo(
            ParameterMatch.parse(
                "answer=values,result=text,compression=server,column=generated,"
                    + "documents=users-90,rows=1000,key=last"));
  }

  @Test
  void everyPublishedClaimHasItsRow() {
    assertThat(
            ClaimFile.read(List.of()).stream()
                .flatMap(file -> file.claims().stream())
                .map(Claim::id))
        .doesNotHaveDuplicates()
        .contains("R1", "R10", "RU1", "RU10", "RT1", "RT10", "RTo", "RS1", "RS2")
        .contains("U1", "U2", "U2p", "U3", "U3m", "U4", "U4c", "U5", "U6", "U7")
        .contains("K1", "K2", "K3", "K4", "K4t", "K5")
        .contains("Q1a", "Q1b", "Q1c", "Q1d", "Q2a", "Q2b", "Q2c", "Q2d", "Q3a")
        .contains("I1", "I1j", "I1m", "I1o", "I2", "I2j", "I2m", "I2o", "I3", "I5")
        .contains("S1m", "S9p", "S17p", "S9.table", "S14.documentdb", "JP1hot.1.2", "JF10cold.2.2")
        .contains("IM.jsonb", "I4a.json", "I4b.jsonb", "I4c.mongodb", "IW.10B", "IW.200x20B");
  }

  @Test
  void everyPublicationHasAuthorsTitleYearAndLink() {
    assertThat(ClaimFile.read(List.of()))
        .hasSize(ClaimFile.SHIPPED.size())
        .allSatisfy(file -> {
          Publication publication = file.publication();
          assertThat(publication.authors()).isNotEmpty();
          assertThat(publication.title()).isNotEmpty();
          assertThat(publication.year()).matches("20[0-9]{2}");
          assertThat(publication.link()).isNotEmpty();
        });
  }

  /** Worked out with a calculator from the tables that the publications print. */
  @ParameterizedTest
  @CsvSource({
    "I1, 118.675, NOT_MEASURED",
    "IM.json, 74.875, NOT_MEASURED",
    "I3, 1.5366, CONTRADICTED",
    "I3.mean, 1.7188, CONTRADICTED",
    "I3.sum, 1.7003, CONTRADICTED",
    "I3.throughput, 0.42756, NOT_MEASURED",
    "I4a.oracle, 1.1436, CONTRADICTED",
    "I4.toast, 1.9142, CONTRADICTED",
    "C.load, 632.2, CONTRADICTED",
    "Q1a, 6.3633, NOT_MEASURED",
    "Q1d, 17.0612, NOT_MEASURED",
    "S1m, 0.24498, NOT_MEASURED",
    "S9m, 3.5678, NOT_MEASURED",
    "S13p, 42.718, NOT_MEASURED",
    "S5.again, 2.57486, VARIATION",
    "S9.again, 1.04392, VARIATION",
    "JP1hot.1.2, 15.9197, NOT_MEASURED",
    "JF1cold.1.3, 9.9534, NOT_MEASURED",
    "JP10hot.2.2, 2.22694, NOT_MEASURED",
    "JF10hot.1.3, 3.16158, NOT_MEASURED",
  })
  void recomputesPublishedTables(String id, double value, Verdict verdict) {
    ClaimAudit audit =
        new ClaimAudit(List.of(), List.of(), Map.of(), Set.of(), SuperiorityTest.withDefaults());
    Audited audited =
        ClaimFile.read(List.of()).stream()
            .flatMap(file -> audit.audit(file).stream())
            .filter(row -> row.claim().id().equals(id))
            .findFirst()
            .orElseThrow();
    assertThat(audited.in(SetUp.OWN_TABLES).value()).isCloseTo(value, within(5e-4 * value));
    assertThat(audited.verdict()).isEqualTo(verdict);
  }

  @Test
  void everyUnmeasuredClaimHasReason() {
    assertThat(
            ClaimFile.read(List.of()).stream()
                .flatMap(file -> file.claims().stream())
                .filter(claim -> claim.formula().measure() != Measure.PLAN)
                .filter(claim ->
                    claim.in(SetUp.AS_PUBLISHED).reason().equals(Setting.NO_SET_UP)
                        && claim.in(SetUp.OWN_TABLES).reason().equals(Setting.NO_SET_UP)))
        .isEmpty();
  }
}
