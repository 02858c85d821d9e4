package org.docduel.core.launch.result;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.docduel.core.config.Settings;
import org.docduel.core.server.Host;
import org.docduel.stats.sidecar.Sidecar;
import org.openjdk.jmh.util.Version;

/** The machine, the JVM and the build behind a result. */
public final class HostFacts {
  private static final Path CPUINFO = Path.of("/proc/cpuinfo");

  private HostFacts() {}

  public static Map<String, String> gather() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put(Sidecar.HOST, Host.hostName());
    facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    facts.put("arch", System.getProperty("os.arch"));
    facts.put(Sidecar.CPU, cpu());
    facts.put(Sidecar.CORES, String.valueOf(Runtime.getRuntime().availableProcessors()));
    facts.put(
        Sidecar.MEMORY,
        String.valueOf(
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize()));
    disk(facts);
    facts.put(
        "jvm",
        System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
    facts.put("gitRevision", gitRevision());
    return facts;
  }

  /** Where embedded servers keep their data: the directory for temporary files. */
  private static void disk(Map<String, String> facts) {
    try {
      FileStore store = Files.getFileStore(Settings.temporaryDirectory());
      facts.put(Sidecar.DISK, store.name());
      facts.put(Sidecar.FILE_SYSTEM, store.type());
    } catch (IOException e) {
      facts.put(Sidecar.DISK, "unknown (" + e.getMessage() + ")");
    }
  }

  /** What this is. */
  public static String version() {
    return "DocDuel %s, revision %s; JMH %s; Java %s"
        .formatted(
            build().getProperty("git.build.version", "of no build"),
            gitRevision(),
            Version.getPlainVersion(),
            System.getProperty("java.runtime.version"));
  }

  /** The processor's name where the system tells it (Linux, Windows), else the architecture. */
  private static String cpu() {
    if (Files.isReadable(CPUINFO)) {
      try (Stream<String> lines = Files.lines(CPUINFO)) {
        return lines
            .filter(line -> line.startsWith("model name"))
            .map(line -> line.substring(line.indexOf(':') + 1).strip())
            .findFirst()
            .orElse(System.getProperty("os.arch"));
      } catch (IOException e) {
        return System.getProperty("os.arch") + " (" + e.getMessage() + ")";
      }
    }
    String windows = System.getenv("PROCESSOR_IDENTIFIER");
    return windows == null ? System.getProperty("os.arch") : windows;
  }

  public static String gitRevision() {
    Properties git = build();
    return git.getProperty("git.commit.id.full", git.getProperty("git.commit.id", "unknown"))
        + (Boolean.parseBoolean(git.getProperty("git.dirty")) ? " with local changes" : "");
  }

  private static Properties build() {
    Properties build = new Properties();
    try (InputStream in = HostFacts.class.getResourceAsStream("/docduel-git.properties")) {
      if (in != null) {
        build.load(new InputStreamReader(in, StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      build.setProperty("git.commit.id", "unknown (" + e.getMessage() + ")");
    }
    return build;
  }
}
