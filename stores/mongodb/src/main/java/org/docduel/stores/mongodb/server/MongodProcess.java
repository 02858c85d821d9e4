package org.docduel.stores.mongodb.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.server.ChildEnvironment;
import org.docduel.core.server.FreePort;
import org.docduel.core.server.Guard;
import org.docduel.core.server.Host;
import org.docduel.core.server.ServerException;

/**
 * A mongod run as a child process: alone, not in a replica set, with all of its own defaults but
 * where it listens and where its data is. Its journal is always on.
 */
final class MongodProcess {
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final long POLL_MILLIS = 50;
  private static final int PORT_ATTEMPTS = 5;
  private static final String READY = "Waiting for connections";

  private MongodProcess() {}

  /**
   * Starts it on a free port.
   *
   * @param program the executable file
   * @param directory an empty one for data and log; the guard deletes it
   * @param guard what keeps it from outliving this process
   * @return where it is
   * @throws IOException when the program cannot be run
   * @throws ServerException when it does not come up
   */
  static ServerAddress start(Path program, Path directory, Guard guard) throws IOException {
    Path data = Files.createDirectory(directory.resolve("data"));
    Path log = directory.resolve("log");
    for (int attempt = 1; ; attempt++) {
      int port = FreePort.find();
      Process mongod = run(program, data, log, port, guard);
      if (isReady(mongod, log)) {
        ServerAddress address =
            new ServerAddress("mongodb://127.0.0.1:" + port + "/?directConnection=true");
        MongoLogin.requireAnswer(address, "that was downloaded");
        return address;
      }
      // Somebody else may have taken the port in the meantime.
      if (attempt == PORT_ATTEMPTS || !Files.readString(log).contains("already in use")) {
        throw new ServerException("the downloaded mongod does not start: " + lastLine(log));
      }
      Files.delete(log);
    }
  }

  private static Process run(Path program, Path data, Path log, int port, Guard guard)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                program.toString(),
                "--dbpath",
                data.toString(),
                "--port",
                Integer.toString(port),
                "--bind_ip",
                "127.0.0.1"));
    if (Host.current() != Host.WINDOWS) {
      command.add("--nounixsocket");
    }
    Process process =
        ChildEnvironment.strip(new ProcessBuilder(command))
            .directory(data.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    guard.process(process.toHandle());
    process.getOutputStream().close();
    return process;
  }

  private static boolean isReady(Process mongod, Path log) throws IOException {
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    while (System.nanoTime() - deadline < 0) {
      if (Files.readString(log).contains(READY)) {
        return true;
      }
      try {
        if (mongod.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
          return false;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ServerException("interrupted while the downloaded mongod started", e);
      }
    }
    return false;
  }

  private static String lastLine(Path log) throws IOException {
    List<String> lines = Files.readString(log).lines().filter(line -> !line.isBlank()).toList();
    return lines.isEmpty() ? "it wrote nothing" : lines.get(lines.size() - 1).strip();
  }
}
