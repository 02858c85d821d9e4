package org.docduel.core.launch.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.docduel.core.launch.plan.Labels;
import org.docduel.core.work.Latencies;
import org.docduel.core.workload.Combination;
import org.docduel.stats.table.Format;
import org.docduel.stats.table.Output;
import org.junit.jupiter.api.Test;

class MeasuredTablesTest {
  private static final Map<String, String> SMALL = Map.of("store", "z", "payload", "100B");
  private static final Map<String, String> LARGE = Map.of("store", "a", "payload", "4KB");

  private final MeasuredTables tables =
      new MeasuredTables(
          new Labels(
              Set.of("store"), List.of(new Combination("b", SMALL), new Combination("b", LARGE))),
          List.of(SMALL, LARGE));

  private final StringBuilder log = new StringBuilder(Latencies.header());

  /** The cells of the rows. */
  private static List<List<String>> rows(Output output) {
    return Format.TEXT
        .render(output)
        .lines()
        .dropWhile(line -> !line.startsWith("---"))
        .skip(1)
        .map(line -> List.of(line.split(" {2,}")))
        .toList();
  }

  @Test
  void keepsBenchmarksSeparate() {
    List<Map<String, String>> two =
        List.of(
            new Combination("a.Mixed.b", SMALL).withBenchmark(),
            new Combination("a.Update.b", SMALL).withBenchmark());
    for (Map<String, String> parameters : two) {
      StringBuilder tag = new StringBuilder("response;");
      parameters.forEach((name, value) -> tag.append(name).append('=').append(value).append(';'));
      window(tag.toString(), 1, 30);
    }
    Labels labels =
        new Labels(
            Set.of("store"),
            List.of(new Combination("a.Mixed.b", SMALL), new Combination("a.Update.b", SMALL)));

    assertThat(rows(new MeasuredTables(labels, two).responseTimes(log.toString())))
        .extracting(row -> row.get(0) + " " + row.get(1))
        .containsExactly("Mixed.b z 30", "Update.b z 30");
  }

  @Test
  void responseTimesCoverAllForks() {
    window("response;store=a;payload=4KB;threads=2", 1, 30);
    window("response;store=z;payload=100B;threads=2", 1, 99);
    window("response;store=z;payload=100B;threads=2", 101, 1);
    assertThat(rows(tables.responseTimes(log.toString())))
        .containsExactly(
            List.of("z payload=100B", "100", "1.000", "1.000", "1.000", "101.057", "101.057"),
            List.of("a payload=4KB", "30", "1.000", "1.000", "1.000", "1.000", "1.000"));
  }

  @Test
  void keepsNumbersOfThreadsSeparate() {
    window("response;store=z;payload=100B;threads=2", 1, 30);
    window("response;store=z;payload=100B;threads=4", 1, 40);
    Labels labels = new Labels(Set.of("store"), List.of(new Combination("b", SMALL))).withThreads();

    assertThat(rows(new MeasuredTables(labels, List.of(SMALL)).responseTimes(log.toString())))
        .extracting(row -> row.get(0) + ": " + row.get(1))
        .containsExactly("z threads=2: 30", "z threads=4: 40");
  }

  @Test
  void omitsPercentilesOfFewValuesAndServiceTimes() {
    window("response.read;store=a;payload=4KB;threads=2", 1, 19);
    window("response.write;store=a;payload=4KB;threads=2", 1, 20);
    window("service;store=a;payload=4KB;threads=2", 1, 30);
    assertThat(rows(tables.responseTimes(log.toString())))
        .containsExactly(
            List.of("a payload=4KB read", "19", "-", "-", "-", "-", "1.000"),
            List.of("a payload=4KB write", "20", "1.000", "1.000", "1.000", "1.000", "1.000"));
  }

  private void window(String tag, int millis, int count) {
    Latencies latencies = new Latencies(1);
    for (int i = 0; i < count; i++) {
      latencies.of(0).record(millis * 1_000_000L);
    }
    latencies.take();
    log.append(latencies.line(tag, 0, 1000));
  }
}
