package org.docduel.core.server;

import java.io.IOException;
import java.util.Properties;
import org.docduel.core.config.Settings;

/**
 * A program that starts an embedded PostgreSQL, says so in a line with its address, and waits to be
 * ended. What comes on standard input tells it how to end by itself.
 */
final class ServerHolder {
  static final String READY = "ready ";

  private ServerHolder() {}

  public static void main(String[] arguments) throws IOException {
    Properties none = new Properties();
    RunningServer server = new EmbeddedPostgres().start(Settings.of(java.util.Map.of(), none));
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
