package org.docduel.testkit;

import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;

/**
 * The schema or database on given servers that tests of a checkout's module use: builds of several
 * checkouts at once do not meet, and each uses its own again.
 */
public final class TestSpace {
  private TestSpace() {}

  public static String name() {
    return Settings.ofProcess()
        .get(ServerAddress.SPACE)
        .orElseGet(() ->
            String.format("docduel_%08x", Path.of("").toAbsolutePath().toString().hashCode()));
  }

  public static Settings settings() {
    Properties properties = new Properties();
    properties.putAll(System.getProperties());
    properties.setProperty(Settings.property(ServerAddress.SPACE), name());
    return Settings.of(System.getenv(), properties);
  }

  /** The environment for a run that is not to meet those of other builds. */
  static Map<String, String> environment() {
    return Map.of(Settings.variable(ServerAddress.SPACE), name());
  }
}
