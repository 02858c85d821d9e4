package org.docduel.stats.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.docduel.stats.ResultJson;
import org.docduel.stats.ranking.ClientTables;
import org.docduel.stats.sidecar.SidecarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientTablesTest {
  @TempDir private Path directory;

  @Test
  void showsShareOfEachClientAndNamesSlowMachine() throws IOException {
    Random random = new Random(1);
    ClientTables clients =
        tables("ops/s", client -> (client == 1 ? 50 : 100) + random.nextGaussian());

    assertThat(clients.clients())
        .extracting(ClientTables.Client::share)
        .satisfiesExactly(
            share -> assertThat(share).isCloseTo(0.4, within(0.01)),
            share -> assertThat(share).isCloseTo(0.2, within(0.01)),
            share -> assertThat(share).isCloseTo(0.4, within(0.01)));
    assertThat(clients.warnings())
        .singleElement()
        .satisfies(line ->
            assertThat(line)
                .startsWith("client 2 of 3 (host2) did 19.9 % of the work, where an equal share is")
                .endsWith("its machine, or its way to the server, is slower than the others'"));
  }

  @Test
  void shorterTimesGiveLargerShares() throws IOException {
    ClientTables clients = tables("ms/op", client -> client == 2 ? 4 : 1);

    assertThat(clients.clients().get(2).share()).isCloseTo(1 / 9.0, within(1e-12));
  }

  /** As in a second in which a server stalls: it says nothing of the clients. */
  @Test
  void idleIterationHasNoShares() throws IOException {
    AtomicInteger scores = new AtomicInteger();
    ClientTables clients = tables("ops/s", client -> scores.getAndIncrement() < 3 ? 0 : 1 + client);

    assertThat(clients.clients())
        .extracting(ClientTables.Client::share)
        .containsExactly(1 / 6.0, 2 / 6.0, 3 / 6.0);
    assertThat(tables("ops/s", client -> 0).clients()).isEmpty();
  }

  /** Of 1,000 runs of clients that are alike, the 99.9 % band of 1 % is 0 to 21 with a warning. */
  @Test
  void equalClientsRarelyWarn() throws IOException {
    Random random = new Random(7);
    int warned = 0;
    for (int run = 0; run < 1000; run++) {
      warned +=
          tables("ops/s", client -> 100 + 15 * random.nextGaussian()).warnings().isEmpty() ? 0 : 1;
    }
    assertThat(warned).isLessThan(22);
  }

  @Test
  void summaryShowsClients() throws IOException {
    tables("ops/s", client -> client == 0 ? 10 : 20);
    Path file =
        new ResultJson()
            .add("store=a", "ops/s", new double[] {50}, new double[] {50})
            .writeTo(directory, "out.json");

    CommandRun run = CommandRun.of("summary", file.toString());

    assertThat(run.status()).isEqualTo(Main.DONE);
    assertThat(run.out()).contains("Clients", "host1", "20.0 %", "Warning: client 1 of 3 (host1)");
  }

  /** Three clients, five forks of two iterations. */
  private ClientTables tables(String unit, IntToDoubleFunction score) throws IOException {
    String clients =
        IntStream.range(1, 4)
            .mapToObj(i ->
                "{\"address\": \"a%d\", \"environment\": {\"host\": \"host%d\"}}".formatted(i, i))
            .collect(Collectors.joining(","));
    String rows =
        IntStream.range(0, 10)
            .mapToObj(i ->
                """
                {"benchmark": "b.C.m", "parameters": {"store": "a"}, "fork": %d, "iteration": %d,
                 "skewMillis": 1, "outcome": "kept", "unit": "%s", "shares": [%s]}\
                """
                    .formatted(
                        i / 2 + 1,
                        i % 2 + 1,
                        unit,
                        IntStream.range(0, 3)
                            .mapToObj(client ->
                                String.format(
                                    Locale.ROOT,
                                    "{\"startMillis\": 0, \"endMillis\": 1, \"score\": %s}",
                                    score.applyAsDouble(client)))
                            .collect(Collectors.joining(","))))
            .collect(Collectors.joining(","));
    Files.writeString(
        directory.resolve("out.sidecar.json"),
        "{\"version\": 1, \"clientRows\": {\"clients\": [%s], \"rows\": [%s]}}"
            .formatted(clients, rows));
    return ClientTables.of(SidecarFile.readAll(List.of(directory.resolve("out.json")))).get(0);
  }
}
