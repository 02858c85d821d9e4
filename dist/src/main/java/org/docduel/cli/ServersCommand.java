package org.docduel.cli;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.launch.Launcher;
import org.docduel.core.server.DockerEngine;
import org.docduel.core.server.HostDirectories;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.ServerSource;
import org.docduel.core.server.ServerSource.Availability;
import org.docduel.core.server.ServerSource.SourceSelection;
import org.docduel.core.server.ServerSource.Workspace;
import org.docduel.core.spi.StoreProvider;
import org.docduel.core.spi.StoreProvider.StoreProviders;

/**
 * {@code docduel servers}: which server a run would use for each family of stores, why not the
 * other sources, and what makes comparisons on this machine unfair. Starts nothing. A given address
 * is connected to, once.
 */
final class ServersCommand {
  static final String USAGE =
      """
      Usage: docduel servers
      Prints, for each family of stores, the server that a run would use here and why
      the other sources would not be, then what makes a comparison on this machine
      unfair. Starts nothing; connects once to each address that is given.
      Exit status: 0 done, 1 an address that is given does not work, or no store has a
      server.\
      """;

  private static final Path GOVERNORS = Path.of("/sys/devices/system/cpu");
  private static final Path MEMORY = Path.of("/proc/meminfo");

  /** Below it a server's buffers, its files and a fork do not fit beside each other. */
  private static final long FEW_BYTES = 4L << 30;

  private static final int FEW_PROCESSORS = 2;

  private final Settings settings;
  private final PrintStream out;

  ServersCommand(Settings settings, PrintStream out) {
    this.settings = settings;
    this.out = out;
  }

  /** Prints, and gives the exit status. */
  int run() {
    Map<ServerFamily, List<String>> families = new LinkedHashMap<>();
    for (StoreProvider store : StoreProviders.all()) {
      store
          .server()
          .ifPresent(family ->
              families.computeIfAbsent(family, first -> new ArrayList<>()).add(store.name()));
    }
    boolean failed = false;
    boolean found = false;
    for (Map.Entry<ServerFamily, List<String>> family : families.entrySet()) {
      Optional<ServerSource> source =
          Optional.of(SourceSelection.of(family.getKey(), settings))
              .filter(SourceSelection::isOpen)
              .flatMap(SourceSelection::source);
      String use = source.map(ServerSource::sourceName).orElse("none");
      Optional<Workspace> workspace = source.flatMap(ServerSource::workspace);
      if (workspace.isPresent()) {
        Check check = check(family.getKey(), workspace.get());
        failed |= !check.works();
        use += " " + check.text();
      }
      found |= source.isPresent();
      out.printf("%-12s %s%n", family.getKey().name(), use);
      out.printf("  %-11s %s%n", "stores", String.join(", ", family.getValue()));
      for (ServerSource other : family.getKey().sources()) {
        if (!source.filter(other::equals).isPresent()) {
          out.printf("  %-11s %s%n", other.sourceName(), why(other));
        }
      }
    }
    out.println();
    List<String> warnings = new ArrayList<>();
    machine()
        .forEach((name, fact) -> {
          out.printf("%-12s %s%n", name, fact.text());
          fact.warning().ifPresent(warnings::add);
        });
    warnings.forEach(line -> out.println("warning: " + line));
    return failed || !found ? Launcher.FAILED : Launcher.DONE;
  }

  /** Why a source would not be used. */
  private String why(ServerSource source) {
    Availability availability = source.availability(settings);
    if (availability instanceof Availability.Unavailable no) {
      return no.reason() + "; " + no.remedy();
    } else if (availability instanceof Availability.OnRequest request) {
      return "on request: " + request.reason() + "; " + request.remedy();
    }
    return "available; --source " + source.sourceName() + " takes it";
  }

  private ServerAddress address(ServerFamily family) {
    return new ServerAddress(
        settings.get(family.addressSetting()).orElseThrow().strip(),
        settings.get(ServerAddress.SPACE).orElse(ServerAddress.DEFAULT_SPACE));
  }

  /** What a given server answers. */
  private record Check(String text, boolean works) {}

  private Check check(ServerFamily family, Workspace workspace) {
    ServerAddress address = address(family);
    try {
      String version = workspace.check(address);
      return new Check(address + (version.isEmpty() ? "" : ", version " + version), true);
    } catch (Workspace.WorkspaceException e) {
      return new Check(address + ": " + e.getMessage(), false);
    }
  }

  /** A fact of this machine, and what is unfair or doubtful about it. */
  private record Fact(String text, Optional<String> warning) {
    static Fact of(String text) {
      return new Fact(text, Optional.empty());
    }

    Fact unless(boolean fine, String warning) {
      return fine ? this : new Fact(text, Optional.of(warning));
    }
  }

  private Map<String, Fact> machine() {
    Map<String, Fact> facts = new LinkedHashMap<>();
    int processors = Runtime.getRuntime().availableProcessors();
    facts.put(
        "processors",
        Fact.of(String.valueOf(processors))
            .unless(
                processors > FEW_PROCESSORS,
                "client and server share "
                    + processors
                    + " processors: a store that works in the client is favoured; measure from"
                    + " another machine, or with few threads"));
    facts.put("governor", governor());
    facts.put("memory", memory());
    Optional<Path> data = HostDirectories.of(settings).dataRoot();
    facts.put(
        "server data",
        Fact.of(data.map(root -> root + ", on a disk").orElse("in memory"))
            .unless(
                data.isPresent(),
                "no directory for servers' data is on a disk: a flush promises nothing there; set "
                    + Settings.variable(HostDirectories.SETTING)));
    Availability engine = DockerEngine.ofProcess().availability();
    facts.put(
        "containers",
        engine instanceof Availability.Unavailable no
            ? Fact.of(no.reason() + "; " + no.remedy())
            : Fact.of(
                DockerEngine.ofProcess()
                    .engine()
                    .map(docker -> docker.product())
                    .orElse("Docker")));
    return facts;
  }

  /** A processor that changes its frequency favours whoever runs when it is fast. */
  private static Fact governor() {
    TreeSet<String> governors = new TreeSet<>();
    try (Stream<Path> processors = Files.list(GOVERNORS)) {
      for (Path each : processors.toList()) {
        Path governor = each.resolve("cpufreq/scaling_governor");
        if (Files.isReadable(governor)) {
          governors.add(Files.readString(governor).strip());
        }
      }
    } catch (IOException e) {
      return Fact.of("unknown: " + GOVERNORS + " cannot be read");
    }
    if (governors.isEmpty()) {
      return Fact.of("unknown: the system does not report it");
    }
    return Fact.of(String.join(", ", governors))
        .unless(
            governors.equals(new TreeSet<>(List.of("performance"))),
            "the frequency of the processors changes with their load; set it with cpupower"
                + " frequency-set -g performance");
  }

  private static Fact memory() {
    long total =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    long free = total;
    try (Stream<String> lines = Files.lines(MEMORY)) {
      free =
          lines
              .filter(line -> line.startsWith("MemAvailable:"))
              .map(line -> line.replaceAll("[^0-9]", ""))
              .mapToLong(Long::parseLong)
              .map(kilobytes -> kilobytes << 10)
              .findFirst()
              .orElse(total);
    } catch (IOException e) {
      // not Linux: the system's own bean knows only what is free beside caches
      free = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getFreeMemorySize();
    }
    return Fact.of("%.1f GB, %.1f GB available".formatted(total / 1e9, free / 1e9))
        .unless(
            free >= FEW_BYTES,
            "little memory is free: servers that cache are punished, and swapping is measured; end"
                + " other programs");
  }
}
