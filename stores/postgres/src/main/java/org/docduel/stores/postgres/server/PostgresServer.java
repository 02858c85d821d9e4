package org.docduel.stores.postgres.server;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ContainerRecipe;
import org.docduel.core.server.ContainerSource;
import org.docduel.core.server.ExternalServer;
import org.docduel.core.server.MemoryLimit;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.Servers;
import org.docduel.core.server.Tuning;

/** PostgreSQL, and images that start as its own does. */
public final class PostgresServer {
  private static final String NAME = "postgres";
  private static final String READY = "database system is ready to accept connections";
  private static final int PORT = 5432;

  /** Holds the data of the official image up to 17 in {@code data}, from 18 on in the version's. */
  private static final String DATA = "/var/lib/postgresql";

  private static final String BUFFERS = "shared_buffers";
  private static final Pattern MAJOR = Pattern.compile("[0-9]{1,3}");

  /** The setting with more of them: {@code name=value}, separated by semicolons. */
  static final String OPTIONS = "postgres.options";

  private static final long MEBIBYTE = 1L << 20;
  private static final long MIN_BUFFERS = 128 * MEBIBYTE;
  private static final long MAX_BUFFERS = 4096 * MEBIBYTE;
  private static final long INDEX_BUILD_MEGABYTES = 1024;
  private static final int BUFFERS_DIVISOR = 4;

  /** A limit that index builds reach kills the server. */
  private static final int LIMITED_BUILD_DIVISOR = 8;

  private static final int MAX_BUILDERS = 8;
  private static final int DEFAULT_CONNECTIONS = 100;

  /** For whoever watches, loads, checks and looks in; three of them are the superuser's. */
  private static final int SPARE_CONNECTIONS = 20;

  private static final Pattern OPTION = Pattern.compile("\\s*([a-z][a-z0-9_.]*)\\s*=\\s*(.*?)\\s*");

  /** The ways to watch it, by the names that {@code -prof} knows: to what is measured. */
  public static final Map<String, String> PROFILERS =
      Map.of(
          "pgstat",
          "PostgreSQL: HOT ratio, dead tuples, heap and index bytes, WAL bytes, autovacuum runs",
          "servercpu",
          "CPU time of the server's processes (local, Linux)");

  /**
   * The family {@code postgres}; its addresses are JDBC addresses. Ways: a given address, embedded,
   * a container.
   */
  public static final ServerFamily FAMILY =
      new ServerFamily(
          NAME,
          List.of(
              new ExternalServer(NAME, new PostgresWorkspace(NAME)),
              new EmbeddedPostgres(),
              container(NAME, PostgresServer::official, true)),
          PROFILERS);

  private PostgresServer() {}

  /** The superuser's address of a server that is started here. */
  static String address(String host, String password) {
    return "jdbc:postgresql://"
        + host
        + "/postgres?user="
        + EmbeddedPostgres.Cluster.SUPERUSER
        + "&password="
        + password;
  }

  /**
   * A container of an image that starts as the official one does.
   *
   * @param versions whether the recipes heed the setting {@code FAMILY.version}
   */
  public static ContainerSource container(
      String family, ContainerRecipe.Recipes recipes, boolean versions) {
    return new ContainerSource(
        family, new PostgresWorkspace(family), recipes, PostgresWorkspace::ready, versions);
  }

  /** PostgreSQL's official image. */
  static ContainerRecipe official(Settings settings, ContainerRecipe.Place place) {
    String version = settings.get(PostgresArchive.VERSION_SETTING).orElse("17");
    String image = settings.get("postgres.image").orElse("postgres:" + version);
    return recipe(image, settings, place);
  }

  /** Any image that starts as the official one does, with the settings of the embedded server. */
  public static ContainerRecipe recipe(
      String image, Settings settings, ContainerRecipe.Place place) {
    List<String> command = new ArrayList<>(List.of("postgres"));
    Map<String, String> values = new LinkedHashMap<>();
    if (place.onHost()) {
      values.put("listen_addresses", "127.0.0.1");
      values.put("port", String.valueOf(place.hostPort()));
    }
    values.putAll(settingsOfContainer(settings, place.memory()));
    values.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
    String version =
        settings
            .get(PostgresArchive.VERSION_SETTING)
            .orElseGet(() -> image.replaceFirst("^.*:(?=[^/]*$)", ""));
    Map<String, String> environment =
        Map.of(
            "POSTGRES_USER",
            EmbeddedPostgres.Cluster.SUPERUSER,
            "POSTGRES_PASSWORD",
            place.password(),
            "POSTGRES_INITDB_ARGS",
            String.join(" ", EmbeddedPostgres.Cluster.initdbOptions(major(version))),
            "TZ",
            "UTC");
    String address = address("HOST:PORT", place.password());
    // The start script restarts the server that it has set up, so the line comes twice.
    return new ContainerRecipe(
        image, place.port(PORT), environment, command, DATA, READY, 2, address);
  }

  /** Of a version such as {@code 17.11} or {@code 17-bookworm}; 0 of one without a number. */
  private static int major(String version) {
    Matcher number = MAJOR.matcher(version);
    return number.lookingAt() ? Integer.parseInt(number.group()) : 0;
  }

  /**
   * What an embedded PostgreSQL is told beyond its defaults, by name; settings may add more or
   * replace some. The list is short on purpose; every one that differs from PostgreSQL's default
   * shows in the results.
   */
  static Map<String, String> settings(Settings settings) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("listen_addresses", "127.0.0.1");
    values.put("unix_socket_directories", "");
    values.putAll(settingsOfContainer(settings, MemoryLimit.availableBytes(settings)));
    return values;
  }

  /** The same for a container, which listens as its image wants it to; memory is in bytes. */
  static Map<String, String> settingsOfContainer(Settings settings, long memory) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("fsync", "on");
    if (Tuning.of(settings) == Tuning.RECOMMENDED) {
      boolean isLimited = MemoryLimit.of(settings).isPresent();
      long buffers = isLimited ? memory / BUFFERS_DIVISOR : sharedBuffers(memory);
      long indexBuild = isLimited ? memory / LIMITED_BUILD_DIVISOR : Long.MAX_VALUE;
      values.put(BUFFERS, buffers / MEBIBYTE + "MB");
      values.put("max_wal_size", "4GB");
      values.put(
          "maintenance_work_mem",
          Math.min(INDEX_BUILD_MEGABYTES, indexBuild / MEBIBYTE) / maxBuilders() + "MB");
    }
    settings
        .get(Servers.CONNECTIONS)
        .map(text -> Integer.parseInt(text) + SPARE_CONNECTIONS)
        .filter(connections -> connections > DEFAULT_CONNECTIONS)
        .ifPresent(connections -> values.put("max_connections", String.valueOf(connections)));
    settings.get(OPTIONS).ifPresent(text -> add(text, settings.origin(OPTIONS), values));
    return values;
  }

  /** What its own cache gets of a limited memory; empty where its default stays. */
  static String split(Map<String, String> values) {
    return values.containsKey(BUFFERS) ? BUFFERS + " " + values.get(BUFFERS) : "";
  }

  private static void add(String text, String origin, Map<String, String> values) {
    for (String option : text.split(";", -1)) {
      if (option.isBlank()) {
        continue;
      }
      Matcher matcher = OPTION.matcher(option);
      if (!matcher.matches()) {
        throw new BadInputException(
            "%s: '%s' is not a PostgreSQL setting; write name=value, separated by semicolons"
                .formatted(origin, option.strip()));
      }
      String value = matcher.group(2);
      boolean quoted = value.length() >= 2 && value.startsWith("'") && value.endsWith("'");
      values.put(
          matcher.group(1),
          quoted ? value.substring(1, value.length() - 1).replace("''", "'") : value);
    }
  }

  /** The text for {@code postgresql.conf}. */
  static String file(Map<String, String> values) {
    StringBuilder text = new StringBuilder("\n");
    values.forEach((name, value) ->
        text.append(name).append(" = '").append(value.replace("'", "''")).append("'\n"));
    return text.toString();
  }

  /** How many indexes a bulk load builds at once, each with {@code maintenance_work_mem}. */
  public static int maxBuilders() {
    return Math.min(MAX_BUILDERS, Runtime.getRuntime().availableProcessors());
  }

  /**
   * In bytes: a quarter of the memory, as PostgreSQL's manual recommends to start with; at most 4
   * GB, since a run may start several servers.
   */
  static long sharedBuffers(long memory) {
    return Math.max(MIN_BUFFERS, Math.min(MAX_BUFFERS, memory / BUFFERS_DIVISOR));
  }
}
