package org.docduel.core.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The operating systems for which server programs are published. */
public enum Host {
  LINUX,
  MACOS,
  WINDOWS,
  OTHER;

  private static final Set<String> OF_JVMS =
      Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  public static Host current() {
    return of(System.getProperty("os.name"));
  }

  public static Host of(String osName) {
    String name = osName.toLowerCase(Locale.ROOT);
    return name.startsWith("linux")
        ? LINUX
        : name.startsWith("mac") ? MACOS : name.startsWith("windows") ? WINDOWS : OTHER;
  }

  /** What this host calls itself. */
  public static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "a host without a name";
    }
  }

  /** Whether a host with or without a port is this machine; one without an address is not. */
  static boolean isThisMachine(String host) {
    try {
      InetAddress address = InetAddress.getByName(host.replaceFirst(":[0-9]+$", ""));
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    } catch (IOException noAddress) {
      return false;
    }
  }

  /**
   * A new password for a server that lives as long as the run: other users share the host with it.
   *
   * @return letters and digits, so that it needs no escaping in an address
   */
  public static String newPassword() {
    byte[] bytes = new byte[16];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** A port of the loopback interface that nobody has at the moment. */
  public static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Whether a program is there, and ends with status 0 in time; what it prints is dropped. */
  public static boolean succeeds(List<String> command, long seconds) {
    try {
      Process program =
          process(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      boolean ended = program.waitFor(seconds, TimeUnit.SECONDS);
      program.destroyForcibly();
      return ended && program.exitValue() == 0;
    } catch (IOException programIsMissing) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * A process to be started here: without the addresses of servers, which may hold passwords and
   * which any process of the same user can read in its environment, and without the options that
   * would bring this JVM's agents along.
   */
  public static ProcessBuilder process(List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder
        .environment()
        .keySet()
        .removeIf(name -> name.startsWith("DOCDUEL_") || OF_JVMS.contains(name));
    return builder;
  }
}
