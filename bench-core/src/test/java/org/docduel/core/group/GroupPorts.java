package org.docduel.core.group;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports for groups of clients on loopback. They lie below those that a system gives to whoever asks
 * for any, which it might give to others in between; each process of tests has others, and gives
 * none twice while the tests that run at a time need fewer than a hundred.
 */
public final class GroupPorts {
  /** JGroups also uses the port so much above. */
  private static final int SECOND = 100;

  private static final int FIRST =
      10_000 + 2 * SECOND * (int) (ProcessHandle.current().pid() % 100);

  private static final AtomicInteger NEXT = new AtomicInteger();

  private GroupPorts() {}

  public static int next() {
    while (true) {
      int port = FIRST + NEXT.getAndIncrement() % SECOND;
      try (ServerSocket first = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
          ServerSocket second =
              new ServerSocket(port + SECOND, 1, InetAddress.getLoopbackAddress())) {
        if (first.isBound() && second.isBound()) {
          return port;
        }
      } catch (IOException portInUse) {
        // the next one, then
      }
    }
  }
}
