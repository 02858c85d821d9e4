package org.docduel.stats.report.claims;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.docduel.stats.input.JmhResult;
import org.docduel.stats.input.ResultReader;
import org.docduel.stats.select.ParameterMatch;
import org.docduel.stats.select.ResultFields;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The claims that ship, held against what the workloads write: {@code runs/workloads.json} has one
 * result of each of them, cut to two iterations.
 */
class ShippedClaimsTest {

  private static final Map<String, JmhResult> BY_SOURCE = workloads();

  private static Map<String, JmhResult> workloads() {
    Map<String, String> sources =
        Map.of("IndexedReadBenchmark", "000", "UpdateBenchmark", "001", "InsertBenchmark", "004");
    return ResultReader.readAll(List.of(Path.of("src/test/resources/runs/workloads.json"))).stream()
        .collect(
            Collectors.toMap(
                result -> sources.get(result.shortName().replaceAll("\\..*", "")),
                result -> result));
  }

  static List<Claim> measurable() {
    return ClaimReader.shipped().stream()
        .filter(claim -> choices(claim).anyMatch(choice -> !choice.where().isEmpty()))
        .toList();
  }

  private static Stream<Claim.Choice> choices(Claim claim) {
    return Stream.of(claim.setting().published(), claim.setting().fair());
  }

  @ParameterizedTest
  @MethodSource("measurable")
  void selectsByParametersAndMetricsThatTheWorkloadHas(Claim claim) {
    JmhResult result = BY_SOURCE.get(claim.source());
    assertThat(result).as("a workload for source %s", claim.source()).isNotNull();
    Set<String> used = new HashSet<>();
    Stream.concat(
            choices(claim).map(Claim.Choice::where),
            Stream.of(claim.setting().baseline(), claim.setting().candidate()))
        .filter(text -> !text.isEmpty())
        .forEach(text -> used.addAll(ParameterMatch.parse(text).keys()));
    assertThat(ResultFields.of(result).keySet()).containsAll(used);
    assertThat(result.secondary().keySet())
        .containsAll(
            choices(claim).map(Claim.Choice::metric).filter(name -> !name.isEmpty()).toList());
  }

  @Test
  void everyPublishedClaimHasItsRow() {
    assertThat(ClaimReader.shipped())
        .extracting(Claim::id)
        .doesNotHaveDuplicates()
        .contains("R1", "R10", "RU1", "RU10", "RT", "RS", "U1", "U2", "U3", "U4")
        .contains("K1", "K2", "K3", "K4", "K5", "Q1", "Q2", "Q3", "I1", "I2", "I3", "I4", "I5");
  }

  @Test
  void whatNoWorkloadMeasuresSaysWhy() {
    List<Claim> unmeasurable =
        ClaimReader.shipped().stream()
            .filter(claim -> choices(claim).allMatch(choice -> choice.where().isEmpty()))
            .toList();
    assertThat(unmeasurable).isNotEmpty();
    assertThat(unmeasurable)
        .allSatisfy(claim ->
            assertThat(claim.setting().published().reason()).isNotEqualTo("no such set-up"));
  }
}
