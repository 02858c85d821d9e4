package org.docduel.stats.ranking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.docduel.stats.ResultJson;
import org.docduel.stats.jmh.ComparedSubjects;
import org.docduel.stats.jmh.JmhFile;
import org.docduel.stats.jmh.Selection;
import org.docduel.stats.jmh.Selection.SelectedResult;
import org.docduel.stats.stat.ScalabilityLaw;
import org.docduel.stats.verdict.SuperiorityTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientCurveTest {
  private static final int FORKS = 5;
  private static final int[] CLIENTS = {1, 2, 4, 8, 16, 32};

  @TempDir private Path directory;

  /**
   * A closed queue: each client thinks, then waits for one server; times are exponential. Its
   * capacity is 1 / service, and its knee is at (think + service) / service clients.
   */
  private record Queue(String name, double serviceSeconds, double thinkSeconds) {
    /** Operations a second, and the 99th percentile of responses in seconds. */
    double[] run(int clients, long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      PriorityQueue<Double> arrivals = new PriorityQueue<>();
      for (int client = 0; client < clients; client++) {
        arrivals.add(exponential(random, thinkSeconds));
      }
      int operations = 20_000;
      double[] responses = new double[operations];
      double free = 0;
      for (int i = 0; i < operations; i++) {
        double arrival = arrivals.remove();
        free = Math.max(arrival, free) + exponential(random, serviceSeconds);
        responses[i] = free - arrival;
        arrivals.add(free + exponential(random, thinkSeconds));
      }
      Arrays.sort(responses);
      return new double[] {operations / free, responses[(int) (0.99 * operations)]};
    }

    private static double exponential(SplittableRandom random, double mean) {
      return -mean * Math.log(1 - random.nextDouble());
    }

    String result(int clients) {
      double[][] forks =
          IntStream.range(0, FORKS)
              .mapToObj(fork -> run(clients, 1000L * fork + clients))
              .toArray(double[][]::new);
      String rates =
          Arrays.stream(forks).map(fork -> "[" + fork[0] + "]").collect(Collectors.joining(","));
      String tails =
          Arrays.stream(forks).map(fork -> 1000 * fork[1] + "").collect(Collectors.joining("],["));
      return new ResultJson()
          .addResult(
              "\"thrpt\"",
              "store=" + name,
              "{\"score\":1,\"scoreUnit\":\"ops/s\",\"rawData\":[" + rates + "]}",
              Map.of(Selection.RESPONSE, tails))
          .toString()
          .replace("\"threads\":1", "\"threads\":" + clients)
          .replace("\"scoreUnit\":\"x\"", "\"scoreUnit\":\"ms\"")
          .strip();
    }
  }

  private List<SelectedResult> results(int[] clients, Queue... queues) throws IOException {
    List<String> all = new ArrayList<>();
    for (Queue queue : queues) {
      for (int count : clients) {
        String result = queue.result(count);
        all.add(result.substring(1, result.length() - 1));
      }
    }
    Path file = directory.resolve("jmh.json");
    Files.writeString(file, "[" + String.join(",", all) + "]");
    return Selection.ALL.from(JmhFile.read(file));
  }

  @ParameterizedTest
  @CsvSource({"0.001, 0.003", "0.001, 0.007", "0.002, 0.006"})
  void kneeOfQueueIsWhereItsCapacityIsReached(double service, double think) throws IOException {
    ClientCurve curve = ClientCurve.of(results(CLIENTS, new Queue("a", service, think))).get(0);

    ClientCurve.Knee knee = curve.knee().orElseThrow();
    double expected = (think + service) / service;
    assertThat(knee.clients()).isCloseTo(expected, within(0.1 * expected));
    assertThat(knee.capacity()).isCloseTo(1 / service, within(0.1 / service));
    assertThat(knee.interval().contains(knee.clients())).isTrue();
    assertThat(curve.points().get(5).meanP99()).isGreaterThan(curve.points().get(0).meanP99());
  }

  @Test
  void curveThatStillGrowsHasNoKnee() throws IOException {
    List<ClientCurve> curves =
        ClientCurve.of(results(new int[] {1, 2, 4}, new Queue("a", 0.001, 0.031)));

    assertThat(curves.get(0).knee()).isEmpty();
    assertThat(ClientCurveTables.sentences(curves)).containsExactly("no knee up to 4 clients.");
  }

  @Test
  void singleNumberOfThreadsIsNoCurve() throws IOException {
    assertThat(ClientCurve.of(results(new int[] {4}, new Queue("a", 0.001, 0.003)))).isEmpty();
  }

  @Test
  void shownOvertakingNamesClientsBeforeAndAfter() throws IOException {
    // alone 250 and 333 operations a second; at most 1,000 and 500
    List<SelectedResult> results =
        results(CLIENTS, new Queue("late", 0.001, 0.003), new Queue("early", 0.002, 0.001));
    Ranking ranking =
        Contest.of(
                results,
                List.of(),
                ComparedSubjects.UNSAID,
                SuperiorityTest.withDefaults(),
                List.of())
            .get(0)
            .ranking()
            .orElseThrow();

    assertThat(ClientCurveTables.overtakings(ranking))
        .containsExactly(
            "late overtakes early: it is shown to be slower with 1 client and faster with 2.");
  }

  @Test
  void lawIsFoundFromItsOwnPoints() {
    double[] clients = {1, 2, 4, 8, 16, 32};
    ScalabilityLaw law = new ScalabilityLaw(1000, 0.05, 0.002, new double[0]);
    double[] throughput = Arrays.stream(clients).map(law::throughput).toArray();

    ScalabilityLaw fit = ScalabilityLaw.fit(clients, throughput).orElseThrow();

    assertThat(fit.lambda()).isCloseTo(1000, within(1e-6));
    assertThat(fit.sigma()).isCloseTo(0.05, within(1e-9));
    assertThat(fit.kappa()).isCloseTo(0.002, within(1e-9));
    assertThat(fit.peak()).isCloseTo(Math.sqrt(0.95 / 0.002), within(1e-6));
    assertThat(fit.maxResidual()).isLessThan(1e-9);
  }

  @Test
  void lawHasNoNegativeCoefficientAndSaysWhereItDoesNotFit() {
    // faster than linear at first, as where caches warm
    ScalabilityLaw fit =
        ScalabilityLaw.fit(new double[] {1, 2, 4, 8}, new double[] {100, 300, 900, 900})
            .orElseThrow();

    assertThat(fit.sigma()).isNotNegative();
    assertThat(fit.kappa()).isNotNegative();
    assertThat(fit.describesPoints()).isFalse();
    assertThat(ScalabilityLaw.fit(new double[] {1, 2, 4}, new double[] {1, 2, 3})).isEmpty();
  }
}
