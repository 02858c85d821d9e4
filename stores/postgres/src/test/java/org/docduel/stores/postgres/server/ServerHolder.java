package org.docduel.stores.postgres.server;

import java.io.IOException;
import org.docduel.core.config.Settings;
import org.docduel.core.server.ServerSource.RunningServer;

/**
 * A program that starts an embedded PostgreSQL, says so in a line, and waits to be ended. What
 * comes on standard input tells it how to end by itself.
 */
final class ServerHolder {
  static final String READY = "ready ";

  private ServerHolder() {}

  public static void main(String[] arguments) throws IOException {
    RunningServer server = new EmbeddedPostgres().start(Settings.ofProcess());
    System.out.println(READY + server.address().url());
    switch (System.in.read()) {
      case 'c' -> server.close();
      case 'e' -> System.exit(0);
      case 'h' -> Runtime.getRuntime().halt(1);
      case 't' -> throw new IllegalStateException("thrown on purpose");
      default -> {
        // The end of input: the test has gone.
      }
    }
  }
}
