package org.docduel.stores.postgres.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.docduel.core.config.BadInputException;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.Host;
import org.docduel.core.server.HostDirectories;
import org.docduel.core.server.HostUser;
import org.docduel.core.server.MemoryGroup;
import org.docduel.core.server.MemoryLimit;
import org.docduel.core.server.ServerException;
import org.docduel.core.server.ServerProgram;
import org.docduel.core.server.ServerProgram.IOSupplier;
import org.docduel.core.server.ServerSource;
import org.docduel.core.server.ServerSource.Availability;
import org.docduel.core.server.ServerSource.RunningServer;
import org.docduel.core.server.Watchdog;
import org.docduel.core.server.Watchdog.Guard;

/**
 * PostgreSQL from {@link PostgresArchive}, started in a temporary directory on a free port of the
 * loopback interface, with a password of its own, and {@code fsync} on. The library that belongs to
 * the archive is not used: it starts a server without both, leaves it running after a kill, and
 * cannot start it again on its port.
 */
final class EmbeddedPostgres implements ServerSource {
  /** What messages call it. */
  static final String SERVER = "the embedded PostgreSQL";

  private static final String UNSUITABLE_USER =
      "PostgreSQL does not run as root or without a user's name";

  @Override
  public String name() {
    return "embedded";
  }

  @Override
  public Availability availability(Settings settings) {
    String remedy = "set " + Settings.variable("postgres.url");
    if (PostgresArchive.find(settings).isEmpty()) {
      String host = System.getProperty("os.name") + " on " + System.getProperty("os.arch");
      String carried =
          PostgresArchive.ofClassPath()
              .map(archive -> "PostgreSQL " + archive.version())
              .orElse("no PostgreSQL for " + host);
      Optional<String> requested = settings.get(PostgresArchive.VERSION_SETTING);
      return new Availability.Unavailable(
          "this build carries "
              + carried
              + requested.map(version -> ", and " + version + " is requested").orElse(""),
          "fetch it by scripts/postgres, or " + remedy);
    } else if (HostDirectories.of(settings).dataRoot().isEmpty()) {
      return HostDirectories.inMemory();
    }
    return HostUser.find().isEmpty()
        ? new Availability.Unavailable(UNSUITABLE_USER, "run as another user, or " + remedy)
        : MemoryLimit.of(settings)
            .map(MemoryGroup::availability)
            .orElseGet(Availability.Available::new);
  }

  @Override
  public boolean limitsMemory() {
    return true;
  }

  @Override
  public Optional<ServerSource> forServer(String family) {
    return Optional.of(this);
  }

  @Override
  public RunningServer start(Settings settings) {
    PostgresArchive archive =
        PostgresArchive.find(settings)
            .orElseThrow(() -> new ServerException("no PostgreSQL programs were found"));
    HostUser user = HostUser.find().orElseThrow(() -> new ServerException(UNSUITABLE_USER));
    try {
      return Watchdog.guarded(
          SERVER + " does not start", guard -> start(archive, user, guard, settings));
    } catch (ServerException e) {
      Optional<String> options = settings.get(PostgresServer.OPTIONS);
      if (options.isEmpty() || e.getCause() instanceof IOException) {
        throw e;
      }
      throw new BadInputException(
          settings.origin(PostgresServer.OPTIONS) + "=" + options.get() + ": " + e.getMessage(), e);
    }
  }

  private static RunningServer start(
      PostgresArchive archive, HostUser user, Guard guard, Settings settings) throws IOException {
    HostDirectories directories = HostDirectories.of(settings);
    Path programs = archive.unpack(directories.programs(user.owner().isPresent()), guard);
    Path directory = directories.newDataDirectory("postgres", guard);
    Optional<MemoryLimit> limit = MemoryLimit.of(settings);
    MemoryGroup group =
        limit.map(bytes -> MemoryGroup.create(bytes, guard, directory)).orElse(MemoryGroup.NONE);
    Cluster cluster = new Cluster(programs, directory, user, guard, group);
    String password = Host.newPassword();
    int major = Integer.parseInt(archive.version().split("\\.", -1)[0]);
    Map<String, String> values = PostgresServer.settings(settings);
    cluster.initialise(major, password, values);
    int port = cluster.start(Host::freePort);
    ServerAddress address =
        new ServerAddress(PostgresServer.address("127.0.0.1:" + port, password));
    PostgresWorkspace.ready(address);
    return new RunningServer(address, guard::close, () -> cluster.restart(port))
        .withMemory(
            limit.map(bytes ->
                Memory.of(bytes, group, PostgresServer.split(values), cluster::processId)));
  }

  /** A PostgreSQL database cluster in a directory of its own: initialised, then run. */
  record Cluster(Path programs, ServerProgram server) {
    /** The user that owns everything. */
    static final String SUPERUSER = "postgres";

    private static final Duration INIT_LIMIT = Duration.ofSeconds(60);
    // A shutdown writes what is not on disk yet: at 100 MB/s all of 16 GB of shared_buffers.
    private static final Duration STOP_LIMIT = Duration.ofMinutes(3);
    // After time and process number, PostgreSQL's default of log_line_prefix.
    private static final Pattern ERROR_PATTERN =
        Pattern.compile(
            "(?:[0-9-]+ [0-9:.]+ \\S+ \\[[0-9]+] )?(.*(?:FATAL|PANIC|[Ee]rror:|invalid"
                + "|outside the valid range|unrecognized|could not).*)");
    // The line of postmaster.pid that holds the state, counted from 0 (PostgreSQL: miscadmin.h).
    private static final int STATE_LINE = 7;
    // From this version on, sort order and character classes need not come from the host's C
    // library.
    private static final int BUILTIN_LOCALE_SINCE = 17;
    private static final int SCRAM_ITERATIONS_SINCE = 16;
    // Iterations make a weak password expensive to guess. Ours is 128 random bits, and a fork that
    // has just started pays for each connection with thousands of hashes in the interpreter.
    private static final int SCRAM_ITERATIONS = 1;

    Cluster(Path programs, Path directory, HostUser user, Guard guard) {
      this(programs, directory, user, guard, MemoryGroup.NONE);
    }

    Cluster(Path programs, Path directory, HostUser user, Guard guard, MemoryGroup memory) {
      this(
          programs,
          new ServerProgram(
              "postgres", SERVER, directory, user, guard, ERROR_PATTERN, Map.of(), memory));
    }

    /**
     * Makes an empty cluster. Encoding, locale and time zone are fixed, so that a result does not
     * depend on the host's; nothing is flushed to disk yet, because there is nothing to lose yet.
     */
    void initialise(int majorVersion, String password, Map<String, String> settings)
        throws IOException {
      server.user().assignOwner(server.directory());
      List<String> options = options(majorVersion);
      ClusterTemplate template = ClusterTemplate.of(programs, options);
      if (!template.copyTo(data(), server.user())) {
        initialise(options);
        template.store(data(), server.guard());
      }
      setPassword(password);
      Files.writeString(
          data().resolve("postgresql.conf"),
          PostgresServer.file(settings),
          StandardOpenOption.APPEND);
    }

    private static List<String> options(int majorVersion) {
      List<String> options =
          new ArrayList<>(
              List.of(
                  "--username=" + SUPERUSER,
                  "--auth=scram-sha-256",
                  "--no-sync",
                  "--no-instructions"));
      options.addAll(initdbOptions(majorVersion));
      return options;
    }

    private void initialise(List<String> options) throws IOException {
      Path unused = secret(Host.newPassword()); // initdb wants one; each server sets its own
      List<String> command = new ArrayList<>(List.of(program("initdb"), "--pgdata=" + data()));
      command.addAll(options);
      command.add("--pwfile=" + unused);
      server.runToCompletion(command, INIT_LIMIT, "initdb failed");
      Files.delete(unused);
    }

    /** In single-user mode, so that no server takes connections with another password. */
    private void setPassword(String password) throws IOException {
      Path statement = secret("ALTER ROLE " + SUPERUSER + " PASSWORD '" + password + "'\n");
      List<String> command =
          List.of(
              program("postgres"),
              "--single",
              "-F",
              "-D",
              data().toString(),
              "-c",
              "exit_on_error=on",
              SUPERUSER);
      server.runToCompletion(command, statement, INIT_LIMIT, "the password cannot be set");
      Files.delete(statement);
    }

    private Path secret(String text) throws IOException {
      Path file = server.directory().resolve("secret"); // the directory is private
      Files.writeString(file, text);
      server.user().assignOwner(file);
      return file;
    }

    /**
     * What makes two clusters alike, wherever they are made.
     *
     * @param majorVersion 0 when it is unknown: then only what all versions know
     */
    static List<String> initdbOptions(int majorVersion) {
      List<String> options =
          new ArrayList<>(List.of("--encoding=UTF8", "--locale=C", "--data-checksums"));
      if (majorVersion >= BUILTIN_LOCALE_SINCE) {
        options.addAll(List.of("--locale-provider=builtin", "--builtin-locale=C.UTF-8"));
      }
      if (majorVersion >= SCRAM_ITERATIONS_SINCE) {
        options.add("--set=scram_iterations=" + SCRAM_ITERATIONS);
      }
      return options;
    }

    /** Starts it on one of some ports, which is returned. */
    int start(IOSupplier<Integer> ports) throws IOException {
      server.guard().stopWith(server.user().command(stop("--no-wait", "--mode=immediate")));
      return server.start(
          ports,
          port -> List.of(program("postgres"), "-D", data().toString(), "--port=" + port),
          this::isReady,
          "could not bind");
    }

    /** Stops it once all is written, and starts it on the port of the first start. */
    boolean restart(int port) {
      try {
        server.runToCompletion(
            stop("--wait", "--timeout=" + STOP_LIMIT.toSeconds(), "--mode=fast"),
            STOP_LIMIT,
            SERVER + " does not stop");
        server.dropPages(data());
        start(() -> port);
        return true;
      } catch (IOException e) {
        throw new ServerException(SERVER + " does not start again: " + e.getMessage(), e);
      }
    }

    /** The number of its first process, while it runs. */
    Optional<Long> processId() {
      try {
        return Files.readAllLines(lockFile()).stream().findFirst().map(Long::parseLong);
      } catch (IOException itDoesNotRun) {
        return Optional.empty();
      }
    }

    private Path lockFile() {
      return data().resolve("postmaster.pid");
    }

    /** The server's lock file has what it says of itself while it runs. */
    private boolean isReady() throws IOException {
      try {
        List<String> lines = Files.readAllLines(lockFile());
        return lines.size() > STATE_LINE && lines.get(STATE_LINE).strip().equals("ready");
      } catch (NoSuchFileException itDoesNotRun) {
        return false;
      }
    }

    private List<String> stop(String... how) {
      return Stream.concat(
              Stream.of(program("pg_ctl"), "stop", "-D", data().toString()), Stream.of(how))
          .toList();
    }

    private String program(String name) {
      return programs.resolve("bin").resolve(name).toString();
    }

    private Path data() {
      return server.directory().resolve("data");
    }
  }
}
