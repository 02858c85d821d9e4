package org.docduel.stores.postgres.server;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.core.server.Servers;

/**
 * What an embedded PostgreSQL is told beyond its defaults. The list is short on purpose, and {@code
 * docs/servers.md} argues for each; every one that differs from PostgreSQL's default shows in the
 * results.
 */
final class PostgresSettings {
  /** The setting with more of them: {@code name=value}, separated by semicolons. */
  static final String SETTING = "postgres.options";

  private static final long MEBIBYTE = 1L << 20;
  private static final long LEAST_BUFFERS = 128 * MEBIBYTE;
  private static final long MOST_BUFFERS = 4096 * MEBIBYTE;
  private static final int DEFAULT_CONNECTIONS = 100;

  /** For whoever watches, loads, checks and looks in; three of them are the superuser's. */
  private static final int SPARE_CONNECTIONS = 20;

  private static final Pattern OPTION = Pattern.compile("\\s*([a-z][a-z0-9_.]*)\\s*=\\s*(.*?)\\s*");

  private PostgresSettings() {}

  /** Those of a configuration file, by name; {@code settings} may add more or replace some. */
  static Map<String, String> of(Settings settings) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("listen_addresses", "127.0.0.1");
    values.put("unix_socket_directories", "");
    values.putAll(ofContainer(settings, hostMemory()));
    return values;
  }

  /** The same for a container, which listens as its image wants it to; memory is in bytes. */
  static Map<String, String> ofContainer(Settings settings, long memory) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("fsync", "on");
    values.put("shared_buffers", sharedBuffers(memory) / MEBIBYTE + "MB");
    values.put("max_wal_size", "4GB");
    settings
        .get(Servers.CONNECTIONS)
        .map(text -> Integer.parseInt(text) + SPARE_CONNECTIONS)
        .filter(most -> most > DEFAULT_CONNECTIONS)
        .ifPresent(most -> values.put("max_connections", String.valueOf(most)));
    settings.get(SETTING).ifPresent(text -> add(text, settings.origin(SETTING), values));
    return values;
  }

  private static void add(String text, String origin, Map<String, String> values) {
    for (String option : text.split(";", -1)) {
      if (option.isBlank()) {
        continue;
      }
      Matcher matcher = OPTION.matcher(option);
      if (!matcher.matches()) {
        throw new BadInputException(
            "%s: '%s' is no PostgreSQL setting; write name=value, separated by semicolons"
                .formatted(origin, option.strip()));
      }
      values.put(matcher.group(1), unquoted(matcher.group(2)));
    }
  }

  private static String unquoted(String value) {
    boolean quoted = value.length() >= 2 && value.startsWith("'") && value.endsWith("'");
    return quoted ? value.substring(1, value.length() - 1).replace("''", "'") : value;
  }

  /** The text for {@code postgresql.conf}. */
  static String file(Map<String, String> values) {
    StringBuilder text = new StringBuilder("\n");
    values.forEach((name, value) ->
        text.append(name).append(" = '").append(value.replace("'", "''")).append("'\n"));
    return text.toString();
  }

  /** In bytes: a quarter of the memory, as PostgreSQL's manual recommends to start with. */
  static long sharedBuffers(long memory) {
    return Math.max(LEAST_BUFFERS, Math.min(MOST_BUFFERS, memory / 4));
  }

  private static long hostMemory() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
  }
}
