package org.docduel.core.fork;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.docduel.core.config.Settings;
import org.docduel.core.spi.StoreException;

/**
 * How a fork that has loaded its data has its launcher restart the server: by a socket in the
 * {@link RunDirectory}. A fork cannot, since its launcher keeps the server from outliving the run.
 */
public final class ServerRestart {
  private static final String SOCKET = "restart";

  private ServerRestart() {}

  /** Restarts the server of a store. */
  @FunctionalInterface
  public interface Restarter {
    /** Why it was not restarted; empty when it was. */
    String restart(String store);
  }

  /**
   * Answers forks until the channel is closed.
   *
   * @throws UncheckedIOException when it cannot be opened
   */
  public static ServerSocketChannel serve(RunDirectory directory, Restarter restarter) {
    try {
      ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      socket.bind(UnixDomainSocketAddress.of(directory.path().resolve(SOCKET)));
      Thread server = new Thread(() -> answer(socket, restarter), "docduel-restarts");
      server.setDaemon(true);
      server.start();
      return socket;
    } catch (IOException e) {
      throw new UncheckedIOException("forks cannot have their server restarted", e);
    }
  }

  private static void answer(ServerSocketChannel socket, Restarter restarter) {
    while (socket.isOpen()) {
      try (SocketChannel fork = socket.accept()) {
        String store = new DataInputStream(Channels.newInputStream(fork)).readUTF();
        String problem;
        try {
          problem = restarter.restart(store);
        } catch (RuntimeException e) {
          problem = String.valueOf(e.getMessage());
        }
        new DataOutputStream(Channels.newOutputStream(fork)).writeUTF(problem);
      } catch (IOException e) {
        // the fork has ended, or the run
      }
    }
  }

  /**
   * Has the server of a store restarted.
   *
   * @return whether it was; false without a launcher that restarts servers
   * @throws StoreException when it does not come back
   */
  static boolean request(String store) {
    Optional<Path> socket =
        RunDirectory.ofFork(Settings.ofProcess())
            .map(run -> run.path().resolve(SOCKET))
            .filter(Files::exists);
    if (socket.isEmpty()) {
      return false;
    }
    try (SocketChannel launcher = SocketChannel.open(UnixDomainSocketAddress.of(socket.get()))) {
      new DataOutputStream(Channels.newOutputStream(launcher)).writeUTF(store);
      String problem = new DataInputStream(Channels.newInputStream(launcher)).readUTF();
      if (!problem.isEmpty()) {
        ForkFacts.finding(store + ": not restarted after its data were loaded: " + problem);
      }
      return problem.isEmpty();
    } catch (IOException e) {
      throw new StoreException(store + ": its server was not restarted: " + e.getMessage(), e);
    }
  }
}
