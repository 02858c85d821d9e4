package org.docduel.stats.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.docduel.stats.sidecar.Fact.PlanFact;
import org.junit.jupiter.api.Test;

class PlanChangesTest {
  private static PlanFact plan(String subject, String scenario, String... lines) {
    return new PlanFact(
        subject,
        Map.of("rows", "20000", "scenario", scenario, "variant", subject),
        List.of(lines),
        List.of(),
        "index");
  }

  @Test
  void detectsDifferentSteps() {
    PlanChanges changes =
        PlanChanges.of(
                List.of(
                    plan("jsonb@15_ind", "S1", "Seq Scan"),
                    plan("jsonb@18_ind", "S1", "Index Scan using a"),
                    plan("jsonb@15_ind", "S2", "Seq Scan"),
                    plan("jsonb@18_ind", "S2", "Seq Scan")))
            .orElseThrow();

    assertThat(changes.sentence())
        .isEqualTo("The plan changed between versions for 1 of 2 queries: S1.");
    assertThat(changes.changes().get("S1"))
        .extracting(PlanFact::store)
        .containsExactly("jsonb@15_ind", "jsonb@18_ind");
  }

  @Test
  void ignoresWordingOfVersions() {
    PlanChanges changes =
        PlanChanges.of(
                List.of(
                    plan(
                        "jsonb@15_ind",
                        "S1",
                        "Result",
                        "  InitPlan 1 (returns $0)",
                        "    Recheck Cond: (a = b)",
                        "    ->  Bitmap Index Scan on i",
                        "          Index Cond: (a = 1)",
                        "Settings: jit=off, work_mem=4MB"),
                    plan(
                        "jsonb@18_ind",
                        "S1",
                        "Result",
                        "  InitPlan 1",
                        "    Recheck Cond: (b = a)",
                        "    ->  Bitmap Index Scan on i",
                        "          Index Cond: (a = 1)",
                        "Settings: work_mem=4MB, jit=off")))
            .orElseThrow();

    assertThat(changes.sentence())
        .isEqualTo("The plan changed between versions for 0 of 1 queries.");
  }

  @Test
  void detectsDifferentIndexConditions() {
    PlanChanges changes =
        PlanChanges.of(
                List.of(
                    plan("jsonb@15_ind", "S1", "Index Scan using i", "  Index Cond: (a = 1)"),
                    plan(
                        "jsonb@18_ind",
                        "S1",
                        "Index Scan using i",
                        "  Index Cond: ((a = 1) AND (b = 2))")))
            .orElseThrow();

    assertThat(changes.changes()).hasSize(1);
  }

  @Test
  void comparesStoresAndVariantsOnlyWithThemselves() {
    List<PlanFact> plans =
        List.of(
            plan("jsonb@17_ind", "S1", "a"),
            plan("jsonb@17_unind", "S1", "b"),
            plan("json@18_ind", "S1", "c"));

    assertThat(PlanChanges.of(plans)).isEmpty();
  }

  @Test
  void namesBenchmarkWithoutPackage() {
    List<PlanFact> plans = new ArrayList<>();
    for (String method : List.of("byKey", "byValue")) {
      for (String store : List.of("jsonb@15", "jsonb@18")) {
        Map<String, String> parameters =
            Map.of("benchmark", "org.docduel.read.KeyAccess." + method);
        plans.add(new PlanFact(store, parameters, List.of(store), List.of(), "index"));
      }
    }

    assertThat(PlanChanges.of(plans).orElseThrow().changes())
        .containsOnlyKeys("KeyAccess.byKey", "KeyAccess.byValue");
  }

  @Test
  void settingsAreCutOffWithTheirVersion() {
    List<PlanFact> plans =
        List.of(
            plan("jsonb_ind", "S1", "a"),
            plan("jsonb@17:work_mem=64kB;enable_seqscan=off_ind", "S1", "b"),
            plan("rel@17:jit=on_ind", "S1", "c"),
            plan("rel@17_ind", "S1", "d"));

    assertThat(PlanChanges.of(plans).orElseThrow().changes())
        .containsOnlyKeys("jsonb_ind", "rel_ind");
  }
}
