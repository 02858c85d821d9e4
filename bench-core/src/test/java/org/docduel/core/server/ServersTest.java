package org.docduel.core.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerSource.Availability;
import org.docduel.core.server.ServerSource.RunningServer;
import org.docduel.core.server.ServerSource.SourceSelection;
import org.docduel.core.server.ServerSource.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ServersTest {
  private static final Settings NONE = Settings.of(Map.of(), new Properties());

  private final List<String> events = new ArrayList<>();

  @Test
  void usesFirstAvailableSource() {
    ServerFamily family = family("f", closed("given"), open("embedded"), open("container"));

    try (Servers servers = new Servers(NONE)) {
      SourceSelection search = servers.find(family);

      assertThat(search.source()).get().extracting(ServerSource::name).isEqualTo("embedded");
      assertThat(search.unavailable())
          .containsExactly(new Availability.Unavailable("no given", "make given"));
      assertThat(events).isEmpty();
      assertThat(servers.start(family))
          .isEqualTo(
              new Servers.InUse(
                  "f",
                  "embedded",
                  Optional.of(Tuning.RECOMMENDED),
                  new ServerAddress("embedded://"),
                  Optional.empty(),
                  Optional.empty()));
    }

    assertThat(events).containsExactly("start embedded", "stop embedded");
  }

  @Test
  void explainsUnavailableSourcesAndRemedies() {
    ServerFamily family = family("f", closed("given"), closed("container"), closed("container"));
    assertThat(family.takesAddress()).isFalse();

    try (Servers servers = new Servers(NONE)) {
      assertThat(servers.find(family).source()).isEmpty();
      assertThat(servers.find(family).reason()).isEqualTo("no given; no container");
      assertThat(servers.find(family).remedy()).isEqualTo("make given, or make container");
      assertThatThrownBy(() -> servers.start(family))
          .isInstanceOf(ServerException.class)
          .hasMessage("no f server: no given; no container; make given, or make container");
    }
  }

  @Test
  void offersUnrequestedSourceOnRequest() {
    Availability request = new Availability.OnRequest("it would be a container", "name the store");
    ServerSource container =
        source(
            "container",
            request,
            () -> {
              throw new AssertionError("nobody asked for it");
            });
    SourceSelection search =
        SourceSelection.of(family("f", closed("given"), container, open("later")), NONE);

    assertThat(search.isOpen()).isFalse();
    assertThat(search.source()).contains(container);
    assertThat(search.reason()).isEqualTo("no given; it would be a container");
    assertThat(search.remedy()).isEqualTo("make given, or name the store");
    assertThat(SourceSelection.of(family("f", open("embedded"), container), NONE).isOpen())
        .isTrue();
    assertThat(SourceSelection.of(family("f", closed("given")), NONE).isOpen()).isFalse();
  }

  @Test
  void startsServerOnceAndStopsInReverseOrder() {
    ServerFamily first = family("one", open("a"));
    ServerFamily second = family("other", open("b"));

    try (Servers servers = new Servers(NONE)) {
      servers.start(first);
      servers.start(second);
      servers.start(first);

      assertThat(servers.addresses())
          .isEqualTo(Map.of("one", new ServerAddress("a://"), "other", new ServerAddress("b://")));
    }

    assertThat(events).containsExactly("start a", "start b", "stop b", "stop a");
  }

  /** A thread that prepares a run may come too late. */
  @Test
  void startsNothingAfterClose() {
    Servers servers = new Servers(NONE);
    servers.close();

    assertThatThrownBy(() -> servers.start(family("f", open("a"))))
        .isInstanceOf(ServerException.class)
        .hasMessage("f is not started: the run has ended");

    assertThat(events).isEmpty();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Such as one whose image is being pulled when somebody presses Ctrl-C. */
  @Test
  @Timeout(60)
  void closesWithoutWaitingForStartingServer() throws Exception {
    CountDownLatch starting = new CountDownLatch(1);
    CountDownLatch pulled = new CountDownLatch(1);
    ServerFamily slow =
        family(
            "slow",
            source(
                "slow",
                new Availability.Available(),
                () -> {
                  starting.countDown();
                  await(pulled);
                  return new RunningServer(
                      new ServerAddress("slow://"), () -> events.add("stop slow"));
                }));
    Servers servers = new Servers(NONE);
    servers.start(family("f", open("a")));
    CompletableFuture<Servers.InUse> start =
        CompletableFuture.supplyAsync(() -> servers.start(slow));
    starting.await();

    servers.close();
    assertThat(events).containsExactly("start a", "stop a");

    pulled.countDown();
    assertThatThrownBy(start::join)
        .hasRootCauseInstanceOf(ServerException.class)
        .hasRootCauseMessage("slow is not started: the run has ended");
    assertThat(events).containsExactly("start a", "stop a", "stop slow");
  }

  /** The restart of a large database may take minutes; the server is stopped when it is back. */
  @Test
  @Timeout(60)
  void closesWithoutWaitingForRestartingServer() throws Exception {
    CountDownLatch restarting = new CountDownLatch(1);
    CountDownLatch back = new CountDownLatch(1);
    BooleanSupplier restart =
        () -> {
          events.add("restart");
          restarting.countDown();
          await(back);
          return true;
        };
    ServerFamily slow =
        family(
            "slow",
            source(
                "slow",
                new Availability.Available(),
                () ->
                    new RunningServer(
                        new ServerAddress("slow://"), () -> events.add("stop"), restart)));
    Servers servers = new Servers(NONE);
    servers.start(slow);
    CompletableFuture<Boolean> restarted =
        CompletableFuture.supplyAsync(() -> servers.restart(slow));
    restarting.await();

    assertThat(servers.lost()).isEmpty();
    servers.close();
    assertThat(events).containsExactly("restart", "stop");

    back.countDown();
    assertThatThrownBy(restarted::join).hasRootCauseInstanceOf(ServerException.class);
    assertThat(events).containsExactly("restart", "stop", "stop");
  }

  /** Nor for one that does not answer whether it is there. */
  @Test
  @Timeout(60)
  void closesWithoutWaitingForLostServer() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(1);
    Optional<ServerSource.Container> container =
        Optional.of(
            new ServerSource.Container(
                "i",
                true,
                () -> {
                  asked.countDown();
                  await(answered);
                  return Optional.of("it is gone");
                }));
    ServerFamily silent =
        family(
            "silent",
            source(
                "silent",
                new Availability.Available(),
                () ->
                    new RunningServer(
                        new ServerAddress("a://"),
                        () -> events.add("stop"),
                        () -> false,
                        container,
                        Optional.empty())));
    Servers servers = new Servers(NONE);
    servers.start(silent);
    CompletableFuture<Optional<String>> lost = CompletableFuture.supplyAsync(servers::lost);
    asked.await();

    servers.close();
    assertThat(events).containsExactly("stop");

    answered.countDown();
    assertThat(lost.join()).as("what the run itself stopped is not lost").isEmpty();
  }

  @Test
  void usesConfiguredSource() {
    ServerFamily family = family("f", open("embedded"), open("container"));
    Settings container = Settings.of(Map.of("DOCDUEL_F_SOURCE", "container"), new Properties());
    Settings all = NONE.with("--source", Map.of("source", "container"));
    Settings invalid = Settings.of(Map.of("DOCDUEL_F_SOURCE", "tape"), new Properties());

    assertThat(source(family, NONE)).isEqualTo("embedded");
    assertThat(source(family, container)).isEqualTo("container");
    assertThat(source(family, all)).isEqualTo("container");
    assertThat(source(family("g", open("embedded")), all))
        .as("it has no container")
        .isEqualTo("embedded");
    assertThatThrownBy(() -> SourceSelection.of(family, invalid))
        .isInstanceOf(BadInputException.class)
        .hasMessage("DOCDUEL_F_SOURCE=tape: accepted is embedded or container");
  }

  @Test
  void tuningFollowsServerNameOrSetting() {
    ServerFamily family = family("f", open("embedded"));
    Settings defaults = NONE.with("--tuning", Map.of("tuning", "defaults"));
    Settings unknown = NONE.with("--tuning", Map.of("tuning", "fast"));

    assertThat(Tuning.of(family.effectiveSettings(NONE))).isEqualTo(Tuning.RECOMMENDED);
    assertThat(Tuning.of(family.effectiveSettings(defaults))).isEqualTo(Tuning.DEFAULTS);
    assertThat(Tuning.of(family.forServer("@defaults").effectiveSettings(NONE)))
        .isEqualTo(Tuning.DEFAULTS);
    assertThat(Tuning.of(family.forServer("@recommended:jit=on").effectiveSettings(defaults)))
        .isEqualTo(Tuning.RECOMMENDED);
    assertThat(family.forServer("@recommended:jit=on").effectiveSettings(defaults).get("f.version"))
        .isEmpty();
    assertThatThrownBy(() -> Tuning.of(unknown))
        .isInstanceOf(BadInputException.class)
        .hasMessage("--tuning fast: accepted is defaults or recommended");
  }

  private static String source(ServerFamily family, Settings settings) {
    return SourceSelection.of(family, settings).source().orElseThrow().name();
  }

  @Test
  void usesContainersForAllIfOneServerIsContainer() {
    List<String> lines = new ArrayList<>();
    ServerFamily postgres = family("p", open("embedded"), open("container"));
    ServerFamily mongo = family("m", closed("download"), open("container"));
    ServerFamily file = family("s", open("embedded"));
    try (Servers servers = new Servers(NONE, lines::add)) {
      servers.align(List.of(postgres, file));
      assertThat(lines).isEmpty();
      servers.align(List.of(postgres, mongo, file));

      assertThat(servers.start(postgres).source()).isEqualTo("container");
      assertThat(servers.start(file).source()).isEqualTo("embedded");
      assertThat(lines)
          .containsExactly(
              "p: in a container, since m is in one; DOCDUEL_P_SOURCE=embedded keeps it outside");
    }
  }

  @Test
  void keepsServerFromNamedSource() {
    Settings settings = Settings.of(Map.of("DOCDUEL_P_SOURCE", "embedded"), new Properties());
    ServerFamily postgres = family("p", open("embedded"), open("container"));
    try (Servers servers = new Servers(settings)) {
      servers.align(List.of(postgres, family("m", open("container"))));

      assertThat(servers.start(postgres).source()).isEqualTo("embedded");
    }
  }

  @Test
  void reportsEndedContainer() {
    Optional<ServerSource.Container> container =
        Optional.of(new ServerSource.Container("i", true, () -> Optional.of("it is gone")));
    ServerFamily family =
        family(
            "f",
            source(
                "container",
                new Availability.Available(),
                () ->
                    new RunningServer(
                        new ServerAddress("a://"),
                        () -> {},
                        () -> false,
                        container,
                        Optional.empty())));
    try (Servers servers = new Servers(NONE)) {
      servers.start(family);

      assertThat(servers.lost()).contains("f: it is gone");
    }
  }

  @Test
  void doesNotFallBackWhenAvailableSourceFails() {
    ServerFamily family =
        family(
            "f",
            source(
                "given",
                new Availability.Available(),
                () -> {
                  throw new BadInputException("wrong password");
                }),
            open("embedded"));

    try (Servers servers = new Servers(NONE)) {
      assertThatThrownBy(() -> servers.start(family))
          .isInstanceOf(BadInputException.class)
          .hasMessage("wrong password");
    }

    assertThat(events).isEmpty();
  }

  @Test
  void stopsOtherServersWhenOneFailsToStop() {
    ServerFamily stubborn =
        family(
            "stubborn",
            source(
                "stubborn",
                new Availability.Available(),
                () ->
                    new RunningServer(
                        new ServerAddress("s://"),
                        () -> {
                          throw new ServerException("it does not stop");
                        })));
    Servers servers = new Servers(NONE);
    servers.start(family("f", open("a")));
    servers.start(stubborn);

    assertThatThrownBy(servers::close).hasMessage("it does not stop");

    assertThat(events).containsExactly("start a", "stop a");
  }

  @Test
  void stopsServersWhenLeaseCannotBeReleased() {
    ServerSource leased =
        new ServerSource() {
          @Override
          public String name() {
            return "given";
          }

          @Override
          public Availability availability(Settings settings) {
            return new Availability.Available();
          }

          @Override
          public Optional<Workspace> workspace() {
            return Optional.of(new StubbornLease());
          }

          @Override
          public RunningServer start(Settings settings) {
            return new RunningServer(new ServerAddress("given://"), () -> events.add("left"));
          }
        };
    Servers servers = new Servers(NONE);
    servers.start(family("f", open("a")));
    servers.lease(family("leased", leased));

    assertThatThrownBy(servers::close).hasMessage("it stays ours");

    assertThat(events).containsExactly("start a", "left", "stop a");
  }

  @Test
  void matchesVersionByLeadingNumbers() {
    Settings settings =
        Settings.of(
            Map.of(
                "DOCDUEL_F_URL_15", "a://15",
                "DOCDUEL_F_URL_15_2", "a://15.2",
                "DOCDUEL_F_URL_15_20", "a://15.20"),
            new Properties());
    Workspace debian = address -> "15.20 (Debian 15.20-1)";
    ServerFamily family = family("f", new ExternalServer("f", debian));
    try (Servers servers = new Servers(settings)) {
      assertThat(servers.start(family.forServer("@15")).address().url()).isEqualTo("a://15");
      assertThatThrownBy(() -> servers.start(family.forServer("@15.2")))
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("the server's version is 15.20, not 15.2;");
      assertThat(servers.start(family.forServer("@15.20")).address().url()).isEqualTo("a://15.20");
      assertThat(servers.find(family.forServer("@15:a=b")).remedy()).contains("name it: f@NAME");
    }
  }

  /** Such a server could not be told from one that is started with that tuning. */
  @Test
  void rejectsGivenServerNamedAsATuning() {
    Settings settings = Settings.of(Map.of("DOCDUEL_F_URL_DEFAULTS", "a://b"), new Properties());
    ServerFamily family = family("f", new ExternalServer("f", address -> "15"), open("embedded"));
    try (Servers servers = new Servers(settings)) {
      assertThatThrownBy(() -> servers.find(family.forServer("@defaults")))
          .isInstanceOf(BadInputException.class)
          .hasMessage(
              "DOCDUEL_F_URL_DEFAULTS: no server can be named defaults, since @defaults is a"
                  + " tuning of servers that DocDuel starts; choose another name");
      assertThat(servers.find(family.forServer("@recommended")).reason())
          .doesNotContain("no server can be named");
    }
  }

  @Test
  void serverSettingsOverrideFamilySettings() {
    ServerFamily family = family("f", open("embedded"));
    Settings all = Settings.of(Map.of("DOCDUEL_F_OPTIONS", "a=1"), new Properties());

    assertThat(family.forServer("@15:b=2").effectiveSettings(all).get("f.options"))
        .contains("a=1;b=2");
    assertThat(family.forServer("@15:b=2").effectiveSettings(all).origin("f.options"))
        .isEqualTo("the settings of f@15");
    assertThat(family.forServer("@15").effectiveSettings(all).origin("f.options"))
        .isEqualTo("DOCDUEL_F_OPTIONS");
    assertThat(family.forServer("@15").effectiveSettings(all).get("f.options")).contains("a=1");
    assertThat(family.forServer("@15").effectiveSettings(NONE).get("f.options")).isEmpty();
  }

  @Test
  void rejectsVersionWhereOnlyOneServerExists() {
    try (Servers servers = new Servers(NONE)) {
      assertThat(servers.find(family("f", open("embedded")).forServer("@15")).reason())
          .isEqualTo("there is but one server of it");
      assertThat(servers.find(family("f", open("embedded")).forServer("@15")).remedy())
          .isEqualTo("leave out @15");
    }
  }

  /** A space that cannot be left. */
  private static final class StubbornLease implements Workspace {
    @Override
    public String check(ServerAddress address) {
      return "";
    }

    @Override
    public Lease lease(ServerAddress address) {
      return new Lease() {
        @Override
        public void verify() {
          // it is ours
        }

        @Override
        public void close() {
          throw new ServerException("it stays ours");
        }
      };
    }
  }

  private static ServerFamily family(String name, ServerSource... sources) {
    return new ServerFamily(name, List.of(sources));
  }

  private static ServerSource closed(String name) {
    return source(
        name,
        new Availability.Unavailable("no " + name, "make " + name),
        () -> {
          throw new AssertionError(name + " is closed");
        });
  }

  private ServerSource open(String name) {
    return source(
        name,
        new Availability.Available(),
        () -> {
          events.add("start " + name);
          return new RunningServer(
              new ServerAddress(name + "://"), () -> events.add("stop " + name));
        });
  }

  private static ServerSource source(
      String name, Availability availability, java.util.function.Supplier<RunningServer> start) {
    return new ServerSource() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Availability availability(Settings settings) {
        return availability;
      }

      @Override
      public RunningServer start(Settings settings) {
        return start.get();
      }
    };
  }
}
