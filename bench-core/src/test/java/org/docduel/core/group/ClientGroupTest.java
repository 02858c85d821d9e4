package org.docduel.core.group;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.docduel.core.DeserializationProbe;
import org.docduel.core.config.BadInputException;
import org.docduel.core.fork.ForkProfiler.IterationMetrics.Metric;
import org.docduel.core.server.ServerException;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.ObjectMessage;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.protocols.DISCARD;
import org.jgroups.protocols.TP;
import org.jgroups.stack.ProtocolStack;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.ThroughputResult;

/** Groups of JGroups on loopback, all members in this process, that wait most of the time. */
@Tag("alone") // a member that gets no processor for seconds counts as lost
@Execution(ExecutionMode.CONCURRENT)
class ClientGroupTest {
  private static final Map<String, String> SAME = Map.of("revision", "r", "JDK", "17");

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<ClientGroup> open = new ArrayList<>();

  @TempDir Path directory;

  @AfterEach
  void close() {
    open.forEach(group -> threads.execute(group::close));
    threads.shutdown();
  }

  @Test
  void allClientsAgreeOnValuesOfFirst() throws Exception {
    List<ClientGroup> group = formed(plan(3, Optional.empty()));

    assertThat(agreed(group, "first")).containsOnly("first");
    assertThat(agreed(group, "second")).containsOnly("second");
  }

  /** What all say that the first one found. */
  private List<String> agreed(List<ClientGroup> group, String found) throws Exception {
    List<Future<String>> all = new ArrayList<>();
    for (ClientGroup client : group) {
      all.add(threads.submit(() -> agreed(client, client.plan().isFirst() ? found : "own")));
    }
    List<String> agreed = new ArrayList<>();
    for (Future<String> future : all) {
      agreed.add(future.get(1, TimeUnit.MINUTES));
    }
    return agreed;
  }

  private static String agreed(ClientGroup client, String value) {
    return ClientGroup.agreed(Optional.of(client), () -> value);
  }

  /** For others that say nothing. */
  private Future<?> waiting(ClientGroup client) {
    return threads.submit(() -> client.requireSame("word", "w"));
  }

  /** As JGroups may do while a group forms: its views are told by several threads. */
  @Test
  void lateViewLosesNoClient() throws Exception {
    List<ClientGroup> group = formed(plan(2, Optional.empty()));
    Address member = new UUID(0, 1);

    group.get(0).viewAccepted(View.create(member, 0, member));

    assertThat(agreed(group, "word")).containsOnly("word");
    assertThat(group.get(0).reason()).isEmpty();
  }

  @Test
  void leavingClientEndsGroupByName() throws Exception {
    List<ClientGroup> group = formed(plan(3, Optional.empty()));

    group.get(2).close();

    for (ClientGroup other : group.subList(0, 2)) {
      Future<?> waiting = waiting(other);
      assertThatThrownBy(() -> waiting.get(1, TimeUnit.MINUTES))
          .hasCauseInstanceOf(ServerException.class)
          .hasMessageContaining(other.plan().name(2) + " is lost");
    }
  }

  /** Threads of JGroups may bring a view after the next one. */
  @Test
  void lateViewIsIgnored() throws Exception {
    ClientGroup first = formed(plan(2, Optional.empty())).get(0);
    Address stranger = UUID.randomUUID();

    first.viewAccepted(View.create(stranger, 0, stranger));

    assertThat(first.reason()).isEmpty();
  }

  /** It leaves at once. */
  @Test
  void endReasonReachesAllClients() throws Exception {
    List<ClientGroup> group = formed(plan(3, Optional.empty()));
    Future<?> leaving =
        threads.submit(() -> {
          try {
            group.get(2).requireSame("word", "w");
          } finally {
            group.get(2).close();
          }
        });

    group.get(2).terminate("it was interrupted", false);

    assertThatThrownBy(() -> leaving.get(1, TimeUnit.MINUTES)).hasMessageContaining("interrupted");
    for (ClientGroup other : group.subList(0, 2)) {
      assertThat(other.reason().orElseThrow())
          .contains("client 3 (127.0.0.1:", "it was interrupted");
    }
  }

  /** The message is lost on its way, and the sender's JVM ends as soon as it may. */
  @Test
  void endReasonIsReceivedBeforeTerminateReturns() throws Exception {
    List<ClientGroup> group = formed(plan(3, Optional.empty()));
    ProtocolStack stack = group.get(2).channel().getProtocolStack();
    TP transport = stack.getTransport();
    DISCARD loss = new DISCARD().dropDownUnicasts(2);
    stack.insertProtocol(loss, ProtocolStack.Position.ABOVE, transport.getClass());

    group.get(2).terminate("it was interrupted", false);
    transport.stop();

    for (ClientGroup other : group.subList(0, 2)) {
      assertThat(other.reason().orElseThrow()).contains("client 3 (", "it was interrupted");
    }
  }

  /** Checks of an earlier view come at any moment after a client has left. */
  @Test
  void clientThatHasJustLeftHasItsGrace() throws Exception {
    ClientGroup first = formed(plan(2, Optional.empty())).get(0);
    List<Address> members = first.channel().getView().getMembers();
    first.viewAccepted(View.create(members.get(0), 100, members));
    Thread.sleep(900);

    first.viewAccepted(View.create(members.get(0), 101, first.channel().getAddress()));
    Thread.sleep(500);
    first.viewAccepted(View.create(members.get(0), 102, members));

    assertThat(first.reason()).isEmpty();
  }

  @Test
  void theFirstStopsPreparingWhenTheGroupEnds() throws Exception {
    List<ClientGroup> group = formed(plan(2, Optional.empty()));
    CompletableFuture<String> never = new CompletableFuture<>();
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    Future<String> preparing =
        threads.submit(() ->
            ClientGroup.agreed(
                Optional.of(group.get(0)),
                () -> {
                  started.countDown();
                  try {
                    return never.get();
                  } catch (InterruptedException | ExecutionException e) {
                    interrupted.countDown();
                    return "";
                  }
                }));
    assertThat(started.await(1, TimeUnit.MINUTES)).isTrue();

    group.get(1).terminate("it was interrupted", false);

    assertThatThrownBy(() -> preparing.get(1, TimeUnit.MINUTES))
        .hasMessageContaining("client 2 (127.0.0.1:")
        .hasMessageContaining("it was interrupted");
    assertThat(interrupted.await(1, TimeUnit.MINUTES)).isTrue();
  }

  /** It is told as if there were no group. */
  @Test
  void preparationFailureIsThrown() throws Exception {
    ClientGroup first = formed(plan(2, Optional.empty())).get(0);

    assertThatThrownBy(() ->
            ClientGroup.agreed(
                Optional.of(first),
                () -> {
                  throw new BadInputException("no such server");
                }))
        .isInstanceOf(BadInputException.class)
        .hasMessage("no such server");
  }

  @Test
  void rejectsDifferentClientByName() throws Exception {
    GroupPlan plan = plan(2, Optional.empty());
    Future<?> first = threads.submit(() -> form(plan, SAME));
    Map<String, String> another = Map.of("revision", "r", "JDK", "25");
    Future<?> other = threads.submit(() -> form(plan, another));

    for (Future<?> future : List.of(first, other)) {
      assertThatThrownBy(() -> future.get(2, TimeUnit.MINUTES))
          .hasCauseInstanceOf(BadInputException.class)
          .hasMessageContaining("client 2 (127.0.0.1:")
          .hasMessageContaining("another JDK");
    }
  }

  @Test
  void rejectsLateClientAndContinues() throws Exception {
    GroupPlan plan = plan(2, Optional.empty());
    List<ClientGroup> group = formed(plan);
    GroupPlan late =
        new GroupPlan(
            List.of(plan.hosts().get(0), plan(1, Optional.empty()).hosts().get(0)),
            0,
            Optional.empty());

    Future<?> third = threads.submit(() -> form(late, SAME));

    assertThatThrownBy(() -> third.get(2, TimeUnit.MINUTES))
        .hasCauseInstanceOf(BadInputException.class)
        .hasMessageContaining("the run has begun");
    assertThat(group).allSatisfy(client -> assertThat(client.reason()).isEmpty());
  }

  @Test
  void rejectsDuplicateClient() throws Exception {
    GroupPlan plan = plan(2, Optional.empty());
    formed(plan);

    assertThatThrownBy(() -> form(plan, SAME))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("such a client runs here already");
  }

  /** A process may set a filter once: this needs another. */
  @Test
  void rejectsFilterOfProcess() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djdk.serialFilter=java.lang.*",
                "-cp",
                System.getProperty("java.class.path"),
                Joining.class.getName())
            .redirectErrorStream(true)
            .start();
    try (BufferedReader out = process.inputReader()) {
      assertThat(out.lines())
          .last()
          .isEqualTo(
              "--group: this JVM has a jdk.serialFilter, and a group needs its own; leave it out");
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
  }

  /** A client alone. */
  static final class Joining {
    private Joining() {}

    public static void main(String[] arguments) {
      try {
        ClientGroup.join(plan(2, Optional.empty())).close();
      } catch (BadInputException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  @Test
  void allClientsShareSecret() throws Exception {
    Path secret = Files.writeString(directory.resolve("secret"), "a secret of the clients");

    List<ClientGroup> group = formed(plan(2, Optional.of(secret)));

    assertThat(agreed(group, "told")).containsOnly("told");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a secret of strangers!!", ""})
  void clientWithoutSecretIsExcludedAndOthersContinue(String wrongSecret) throws Exception {
    Path secret = Files.writeString(directory.resolve("secret"), "a secret of the clients");
    Path guessed = Files.writeString(directory.resolve("guessed"), wrongSecret);
    GroupPlan plan = plan(3, Optional.of(secret));
    GroupPlan guess = plan(3, Optional.of(guessed).filter(file -> !wrongSecret.isEmpty()));
    GroupPlan strange = new GroupPlan(plan.hosts(), 0, guess.key());

    Future<?> first = joining(plan);
    Future<?> second = joining(plan);
    Future<?> stranger = joining(strange);

    assertThatThrownBy(() -> stranger.get(5, TimeUnit.SECONDS))
        .isInstanceOf(TimeoutException.class);
    assertThat(first).isNotDone();
    assertThat(second).isNotDone();
  }

  /** Waits for the others until the end of the test. */
  private Future<?> joining(GroupPlan plan) {
    ClientGroup joined = ClientGroup.join(plan);
    open.add(joined);
    return threads.submit(
        () -> joined.awaitMembers(new PrintWriter(Writer.nullWriter()), Map.of()));
  }

  /** JGroups reads such a message before it decrypts any, so that no secret helps. */
  @Test
  void strangerReceivesNothingAndIsNotDeserialized() throws Exception {
    GroupPlan plan = plan(2, Optional.empty());
    List<ClientGroup> group = formed(plan);
    GroupPlan strange =
        new GroupPlan(
            List.of(plan.hosts().get(0), plan(1, Optional.empty()).hosts().get(0)),
            1,
            Optional.empty());

    List<Object> received = new CopyOnWriteArrayList<>();
    try (JChannel stranger = strange.channel()) {
      stranger.setReceiver(
          new Receiver() {
            @Override
            public void receive(Message message) {
              received.add(message.getObject());
            }
          });
      stranger.connect("docduel");
      stranger.send(new ObjectMessage(null, new DeserializationProbe()));
      stranger.send(new BytesMessage(null, (Object) new DeserializationProbe()));
      stranger.send(new ObjectMessage(null, new double[10_000_001])); // more than may come
      assertThat(agreed(group, "later")).containsOnly("later");
      Thread.sleep(1_000);
    }

    assertThat(received).doesNotContain("later");
    assertThat(DeserializationProbe.wasRead()).isFalse();
    assertThat(group).allSatisfy(client -> assertThat(client.reason()).isEmpty());
  }

  /** As forks of three launchers in one process. */
  @Test
  void forksStartTogether() throws Exception {
    List<Clients> forks = new ArrayList<>();
    for (ClientGroup client : formed(plan(3, Optional.empty()))) {
      Path run = Files.createDirectory(directory.resolve("run" + client.plan().number()));
      client.serveBarrier(run);
      forks.add(Clients.enter(run.resolve(Clients.SOCKET)));
    }
    List<Double> skews = new ArrayList<>();
    for (int i = 0; i < 11; i++) {
      List<Future<Double>> waits = new ArrayList<>();
      for (Clients fork : forks) {
        Thread.sleep(10);
        waits.add(threads.submit(fork::await));
      }
      List<Double> millis = new ArrayList<>();
      for (Future<Double> future : waits) {
        millis.add(future.get(1, TimeUnit.MINUTES));
      }
      skews.add(Collections.max(millis) - Collections.min(millis));
    }

    Collections.sort(skews);
    assertThat(skews.get(5)).as("%s", skews).isLessThan(20);
  }

  /** With metrics as forks have them. */
  @Test
  void allClientsReceiveSumOfMeasurements() throws Exception {
    List<Future<ClientGroup.Measured>> sums = new ArrayList<>();
    for (ClientGroup client : formed(plan(2, Optional.empty()))) {
      sums.add(
          threads.submit(() -> {
            double rate = 100 * (1 + client.plan().number());
            Result<?> primary =
                new ThroughputResult(
                    ResultRole.PRIMARY, "b", rate, 1_000_000_000L, TimeUnit.SECONDS);
            Result<?> metric = new Metric("throughput", rate, "u");
            List<Result<?>> iteration = new ArrayList<>(List.of(primary, metric));
            iteration.addAll(GroupSumTest.window(0, 1_000));
            return client.add(
                GroupSumTest.measured(Mode.Throughput, List.of(iteration)), 1, Map.of());
          }));
    }
    for (Future<ClientGroup.Measured> sum : sums) {
      Result<?> rate =
          sum.get(1, TimeUnit.MINUTES)
              .results()
              .get(0)
              .getAggregatedResult()
              .getSecondaryResults()
              .get("throughput");
      assertThat(requireNonNull(rate).getScore()).isEqualTo(300);
    }
  }

  private List<ClientGroup> formed(GroupPlan plan) throws InterruptedException, ExecutionException {
    List<Future<ClientGroup>> joining = new ArrayList<>();
    for (int client = 0; client < plan.count(); client++) {
      joining.add(threads.submit(() -> form(plan, SAME)));
    }
    for (Future<ClientGroup> future : joining) {
      open.add(future.get());
    }
    open.sort((first, second) -> first.plan().number() - second.plan().number());
    return open;
  }

  static ClientGroup form(GroupPlan plan, Map<String, String> same) {
    ClientGroup joined = ClientGroup.join(plan);
    try {
      joined.awaitMembers(new PrintWriter(Writer.nullWriter()), Map.of());
      same.forEach(joined::requireSame);
      return joined;
    } catch (RuntimeException e) {
      joined.close();
      throw e;
    }
  }

  static GroupPlan plan(int clients, Optional<Path> secret) {
    String hosts =
        IntStream.generate(GroupPorts::next)
            .limit(clients)
            .mapToObj(port -> "127.0.0.1:" + port)
            .collect(Collectors.joining(","));
    return clients == 1
        ? GroupPlan.parse("2", hosts + ",127.0.0.1:9", secret.map(Path::toString))
        : GroupPlan.parse(String.valueOf(clients), hosts, secret.map(Path::toString));
  }
}
