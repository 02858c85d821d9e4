package org.docduel.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.ServerSource.Workspace;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The shortest request takes as long to a container on this machine's network as to a process of
 * this machine. A proxy between them costs several times the tolerance, which the last line shows
 * by the engine's own.
 */
@Tag("alone") // it compares times
@Timeout(300)
class RoundTripsTest {
  private static final double TOLERANCE = 0.1;

  /** Other work on the machine may disturb one measurement; a proxy is in all of them. */
  private static final int ATTEMPTS = 4;

  @ParameterizedTest
  @ValueSource(strings = {"postgres", "mysql", "documentdb"})
  void containerRoundTripsMatchLocalProcess(String name) throws Workspace.WorkspaceException {
    List<ServerFamily> families = RoundTrips.families(List.of(name));
    assumeThat(families).as("no store of " + name + " is on the class path").isNotEmpty();
    Settings settings = Settings.ofProcess();
    List<Double> ratios = new ArrayList<>();
    Map<String, Double> nanos = Map.of();
    for (int i = 0; i < ATTEMPTS && ratios.stream().noneMatch(RoundTripsTest::isSame); i++) {
      nanos = RoundTrips.medianNanos(families.get(0), settings, line -> {});
      assumeThat(nanos).as("no engine, or no image: no container").containsKey("container host");
      double localProcess = nanos.getOrDefault("embedded", nanos.getOrDefault("address", 0.0));
      assumeThat(localProcess).as("no server of this machine beside the container's").isPositive();
      ratios.add(nanos.getOrDefault("container host", 0.0) / localProcess);
    }
    assertThat(ratios).as(nanos.toString()).anyMatch(RoundTripsTest::isSame);
    assertThat(nanos.getOrDefault("container published", 0.0))
        .as("a published port goes through the engine's proxy: " + nanos)
        .isGreaterThan((1 + 2 * TOLERANCE) * nanos.getOrDefault("container host", 0.0));
  }

  private static boolean isSame(double ratio) {
    return Math.abs(ratio - 1) <= TOLERANCE;
  }
}
