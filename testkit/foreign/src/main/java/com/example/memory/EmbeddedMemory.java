package com.example.memory;

import java.io.IOException;
import java.util.List;
import org.docduel.core.config.ServerAddress;
import org.docduel.core.config.Settings;
import org.docduel.core.server.Availability;
import org.docduel.core.server.GivenAddress;
import org.docduel.core.server.RunningServer;
import org.docduel.core.server.ServerException;
import org.docduel.core.server.ServerFamily;
import org.docduel.core.server.ServerWay;
import org.docduel.core.server.Workspace;
import org.docduel.core.spi.StoreException;

/** The server in threads of the process that starts it, with which it ends. */
final class EmbeddedMemory implements ServerWay {
  /** The address is the setting {@code memory.url}, such as {@code memory://127.0.0.1:4711}. */
  static final ServerFamily FAMILY =
      new ServerFamily(
          "memory",
          List.of(new GivenAddress("memory", EmbeddedMemory::check), new EmbeddedMemory()));

  @Override
  public String name() {
    return "embedded";
  }

  @Override
  public Availability availability(Settings settings) {
    return new Availability.Available();
  }

  @Override
  public RunningServer start(Settings settings) {
    try {
      return new Running(MemoryServer.start());
    } catch (IOException e) {
      throw new ServerException("the memory server does not start: " + e.getMessage(), e);
    }
  }

  private static void check(ServerAddress address) throws Workspace.Refused {
    try {
      new Connection(address).close();
    } catch (StoreException e) {
      throw new Workspace.Refused(String.valueOf(e.getMessage()), "start a server there");
    }
  }

  private record Running(MemoryServer server) implements RunningServer {
    @Override
    public ServerAddress address() {
      return new ServerAddress(Connection.SCHEME + "127.0.0.1:" + server.port());
    }

    @Override
    public void close() {
      server.close();
    }
  }
}
