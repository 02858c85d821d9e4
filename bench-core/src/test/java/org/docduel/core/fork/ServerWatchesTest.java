package org.docduel.core.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.config.StoreConfig;
import org.docduel.core.model.Value.ObjectValue;
import org.docduel.core.noop.NoopProvider;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.spi.Capability;
import org.docduel.core.spi.Collection;
import org.docduel.core.spi.Store;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.Watch.Reading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("it tells this process of a run")
class ServerWatchesTest {
  /** A store whose sessions watch nothing, though its server has a profiler. */
  private record Unwatched(String name) implements StoreProvider {
    @Override
    public Set<Capability> capabilities() {
      return Set.of();
    }

    @Override
    public Optional<String> unsupportedReason(StoreConfig config) {
      return Optional.empty();
    }

    @Override
    public Optional<ServerFamily> server() {
      return Optional.of(new ServerFamily(name, List.of(), Map.of("servercpu", "")));
    }

    @Override
    public Store open(Optional<ServerAddress> address, StoreConfig config) {
      return new NoopProvider().open(address, config);
    }
  }

  private final ServerWatches.Readings readings = new ServerWatches.Readings();

  @Test
  void reportsGrowthOfCounterAndLastLevel() {
    readings.start(List.of(Reading.counter("n", 100, ""), Reading.level("size", 900, "bytes")));

    assertThat(readings.valueSinceStart(Reading.counter("n", 130, ""))).isEqualTo(30);
    assertThat(readings.valueSinceStart(Reading.level("size", 700, "bytes"))).isEqualTo(700);
  }

  @Test
  void newCounterStartsAtZero() {
    readings.start(List.of());

    assertThat(readings.valueSinceStart(Reading.counter("n", 12, ""))).isEqualTo(12);
  }

  @Test
  void ratioUsesGrowthAndStaysWhileIdle() {
    assertThat(readings.valueSinceStart(Reading.ratio("hot", 0, 0, ""))).isZero();
    readings.start(List.of(Reading.ratio("hot", 10, 100, "")));
    assertThat(readings.valueSinceStart(Reading.ratio("hot", 40, 140, ""))).isEqualTo(0.75);
    readings.start(List.of(Reading.ratio("hot", 40, 140, "")));
    assertThat(readings.valueSinceStart(Reading.ratio("hot", 40, 140, ""))).isEqualTo(0.75);
  }

  /** Such as WAL that is told at once, for updates that are told once a second. */
  @Test
  void ratioCoversTimeSinceLastCount() {
    readings.start(List.of(Reading.ratio("wal", 0, 0, "")));
    readings.valueSinceStart(Reading.ratio("wal", 300, 0, ""));
    readings.start(List.of(Reading.ratio("wal", 300, 0, "")));
    readings.valueSinceStart(Reading.ratio("wal", 600, 0, ""));
    readings.start(List.of(Reading.ratio("wal", 600, 0, "")));

    assertThat(readings.valueSinceStart(Reading.ratio("wal", 900, 9, ""))).isEqualTo(100);
    readings.start(List.of(Reading.ratio("wal", 5000, 10, "")));
    assertThat(readings.valueSinceStart(Reading.ratio("wal", 5200, 12, ""))).isEqualTo(100);
  }

  /** With {@code --explain} all profilers watch, though nobody gave {@code -prof}. */
  @Test
  void reportsProfilerWithoutReadings(@TempDir Path run) throws IOException {
    System.setProperty(Settings.property(RunDirectory.SETTING), run.toString());
    System.setProperty(Settings.property(ServerWatches.SETTING), "servercpu");
    StoreProvider provider = new Unwatched("blind");
    Collection collection = new Collection("c", ObjectValue.of(Map.of()), List.of());
    try (Store store = provider.open(Optional.empty(), StoreConfig.defaults());
        ServerWatches watches = ServerWatches.of(store, provider, collection)) {
      watches.start();
    } finally {
      System.clearProperty(Settings.property(RunDirectory.SETTING));
      System.clearProperty(Settings.property(ServerWatches.SETTING));
    }
    assertThat(new RunDirectory(run).facts())
        .singleElement()
        .satisfies(fact ->
            assertThat(Files.readString(fact))
                .contains("blind: nothing from the profiler servercpu: ")
                .doesNotContain("-prof"));
  }
}
